import { Columns3, Rows3, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button, Menu, type MenuEntry, useText } from '#kernel/plugin-api/client.ts';
import { documentLimits } from '../../contract.ts';
import { oneRowOnPhones } from './one-row.ts';
import {
  addColumn,
  addRow,
  columnsOf,
  hasHead,
  cellPositionOf,
  removeColumn,
  removeRow,
  removeTable,
  toggleHead,
} from './table-commands.ts';
import type { EditorHandle } from './use-editor-view.ts';

/** The actions on the table that contains the cursor. */
export function TableBar({ editor: { state, run } }: { readonly editor: EditorHandle }) {
  const t = useText('letters');
  const position = cellPositionOf(state);
  if (!position) return null;
  const { table } = position;
  const isFull = table.childCount >= documentLimits.rows;
  const isWide = columnsOf(table) >= documentLimits.columns;
  const isHead = hasHead(table);
  return (
    <Bar aria-label={t('editor.table.title')}>
      <Part
        label={t('editor.table.row')}
        icon={<Rows3 />}
        entries={[
          { label: t('editor.table.rowAbove'), disabled: isFull, onSelect: () => run(addRow('before')) },
          { label: t('editor.table.rowBelow'), disabled: isFull, onSelect: () => run(addRow('after')) },
          'separator',
          { label: t('editor.table.removeRow'), onSelect: () => run(removeRow) },
        ]}
      />
      <Part
        label={t('editor.table.column')}
        icon={<Columns3 />}
        entries={[
          { label: t('editor.table.columnLeft'), disabled: isWide, onSelect: () => run(addColumn('before')) },
          { label: t('editor.table.columnRight'), disabled: isWide, onSelect: () => run(addColumn('after')) },
          'separator',
          { label: t('editor.table.removeColumn'), onSelect: () => run(removeColumn) },
        ]}
      />
      <Button size="small" variant="ghost" aria-pressed={isHead} onClick={() => run(toggleHead)}>
        {t('editor.table.headerRow')}
      </Button>
      <Button size="small" variant="ghost" icon={<Trash2 />} onClick={() => run(removeTable)}>
        {t('editor.table.remove')}
      </Button>
    </Bar>
  );
}

function Part(props: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly entries: readonly MenuEntry[];
}) {
  const { label, icon, entries } = props;
  return (
    <Menu
      label={label}
      align="start"
      entries={entries}
      renderTrigger={(trigger) => (
        <Button {...trigger} size="small" variant="ghost" icon={icon}>
          {label}
        </Button>
      )}
    />
  );
}

const Bar = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  padding: 4px 8px;
  border-bottom: 1px solid var(--line);
  background: var(--accent-soft);

  button[aria-pressed='true'] {
    background: var(--surface);
    color: var(--accent-strong);
  }

  ${oneRowOnPhones}
`;
