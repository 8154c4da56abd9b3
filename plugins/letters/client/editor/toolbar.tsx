import { Toolbar as Base } from '@base-ui/react/toolbar';
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Braces,
  Heading,
  Italic,
  List,
  ListOrdered,
  ListTree,
  Redo2,
  Split,
  Table,
  Underline,
  Undo2,
} from 'lucide-react';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { MouseEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button, IconButton, media, Menu, type MenuEntry, useText } from '#kernel/plugin-api/client.ts';
import { applicationFields, letterFields, listSources } from '../../contract.ts';
import {
  align,
  alignmentOf,
  around,
  hasMark,
  insertListBlock,
  insertField,
  toggle,
  toggleHeading,
  toggleList,
  wrapInCondition,
} from './commands.ts';
import { type Alignment, alignments } from './alignments.ts';
import { oneRowOnPhones } from './one-row.ts';
import type { EditorMode } from './schema.ts';
import { insertTable, cellPositionOf } from './table-commands.ts';
import type { EditorHandle } from './use-editor-view.ts';
import { conditionChoices, type Labels } from './use-labels.ts';

interface ToolbarProps {
  readonly editor: EditorHandle;
  readonly mode: EditorMode;
  readonly isReply: boolean;
  readonly labels: Labels;
  /** The id of the editable element. */
  readonly controls: string;
}

/** The formatting actions; arrow keys move from button to button. */
export function Toolbar({ editor, mode, isReply, labels, controls }: ToolbarProps) {
  const t = useText('letters');
  const { state, run } = editor;
  const { schema } = state;
  return (
    <Bar aria-label={t('editor.toolbar')} aria-controls={controls}>
      <Group>
        {button(t('editor.undo'), <Undo2 />, () => run(undo), undefined, undoDepth(state) === 0)}
        {button(t('editor.redo'), <Redo2 />, () => run(redo), undefined, redoDepth(state) === 0)}
      </Group>
      <Group>
        {button(t('editor.bold'), <Bold />, () => run(toggle(schema, 'strong')), hasMark(state, 'strong'))}
        {button(t('editor.italic'), <Italic />, () => run(toggle(schema, 'em')), hasMark(state, 'em'))}
        {button(
          t('editor.underline'),
          <Underline />,
          () => run(toggle(schema, 'underline')),
          hasMark(state, 'underline'),
        )}
      </Group>
      <Group>
        {button(
          t('editor.heading'),
          <Heading />,
          () => run(toggleHeading),
          around(state, 'heading') !== null,
        )}
        {(['bullet_list', 'ordered_list'] as const).map((name) => (
          <span key={name}>
            {button(
              t(name === 'bullet_list' ? 'editor.bullets' : 'editor.numbers'),
              name === 'bullet_list' ? <List /> : <ListOrdered />,
              () => run(toggleList(name)),
              around(state, name) !== null,
            )}
          </span>
        ))}
        <AlignMenu editor={editor} />
        {button(
          t('editor.table.insert'),
          <Table />,
          () => run(insertTable(3, 3)),
          undefined,
          cellPositionOf(state) !== null,
        )}
      </Group>
      <Inserts editor={editor} mode={mode} isReply={isReply} labels={labels} />
    </Bar>
  );
}

function button(label: string, icon: ReactNode, act: () => void, pressed?: boolean, disabled = false) {
  return (
    <Base.Button
      onMouseDown={keepTextFocus}
      render={
        <IconButton
          label={label}
          icon={icon}
          size="small"
          aria-pressed={pressed}
          disabled={disabled}
          onClick={act}
        />
      }
    />
  );
}

/** Pressing a tool leaves the cursor in the text. */
function keepTextFocus(event: MouseEvent): void {
  event.preventDefault();
}

const alignIcons: Record<Alignment, ReactNode> = {
  left: <AlignLeft />,
  center: <AlignCenter />,
  right: <AlignRight />,
  justify: <AlignJustify />,
};

function AlignMenu({ editor: { state, run } }: Pick<ToolbarProps, 'editor'>) {
  const t = useText('letters');
  const now = alignmentOf(state) ?? 'justify';
  return (
    <Menu
      label={t('editor.alignment')}
      align="start"
      entries={alignments.map((to) => ({
        label: t(`editor.align.${to}`),
        icon: alignIcons[to],
        checked: to === now,
        onSelect: () => run(align(to)),
      }))}
      renderTrigger={(trigger) => (
        <Base.Button
          render={
            <IconButton {...trigger} label={t('editor.alignment')} icon={alignIcons[now]} size="small" />
          }
        />
      )}
    />
  );
}

function Inserts({ editor: { state, run }, mode, isReply, labels }: Omit<ToolbarProps, 'controls'>) {
  const t = useText('letters');
  const fieldEntry = (
    name: (typeof applicationFields)[number] | (typeof letterFields)[number],
  ): MenuEntry => ({
    label: labels.field(name),
    onSelect: () => run(insertField(name)),
  });
  const ofLetter = letterFields.map(fieldEntry);
  const ofApplication = applicationFields.map(fieldEntry);
  const isTemplate = mode === 'template';
  const ofTemplate = isReply ? ofApplication : [...ofApplication, 'separator' as const, ...ofLetter];
  return (
    <Group>
      <Insert
        label={t('editor.insertField')}
        icon={<Braces />}
        entries={isTemplate ? ofTemplate : ofLetter}
      />
      {isTemplate ? (
        <>
          <Insert
            label={t('editor.insertCondition')}
            icon={<Split />}
            disabled={!wrapInCondition({ when: 'has_note', value: null, negate: false })(state)}
            entries={conditionChoices.map((choice) => ({
              label: labels.choice(choice),
              onSelect: () => run(wrapInCondition({ ...choice, negate: false })),
            }))}
          />
          <Insert
            label={t('editor.insertList')}
            icon={<ListTree />}
            entries={listSources.flatMap((source) =>
              (['bullets', 'table'] as const).map((style) => ({
                label: labels.listBlock({ source, style }),
                onSelect: () => run(insertListBlock({ source, style })),
              })),
            )}
          />
        </>
      ) : null}
    </Group>
  );
}

interface InsertProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly entries: readonly MenuEntry[];
  readonly disabled?: boolean | undefined;
}

function Insert({ label, icon, entries, disabled = false }: InsertProps) {
  return (
    <Menu
      label={label}
      align="start"
      entries={entries}
      renderTrigger={(trigger) => (
        <Base.Button
          disabled={disabled}
          render={
            <Button {...trigger} size="small" variant="ghost" icon={icon}>
              {label}
            </Button>
          }
        />
      )}
    />
  );
}

const Bar = styled(Base.Root)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 10px;
  padding: 4px 8px;
  border-bottom: 1px solid var(--line);
  background: var(--surface);
  ${oneRowOnPhones}
`;

const Group = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;

  > span {
    display: contents;
  }

  ${media.phone} {
    flex-wrap: nowrap;
  }
`;
