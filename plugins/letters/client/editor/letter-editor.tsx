import { useId, useMemo } from 'react';
import { styled } from 'styled-components';
import { media } from '#kernel/plugin-api/client.ts';
import type { Body } from './body.ts';
import { ConditionBar } from './condition-bar.tsx';
import { paperText } from './paper-style.ts';
import { createSchema, type EditorMode } from './schema.ts';
import { TableBar } from './table-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { useEditorView } from './use-editor-view.ts';
import { useLabels } from './use-labels.ts';

/** The props of the editor of letters and templates. */
export interface LetterEditorProps {
  readonly mode: EditorMode;
  /** A quick reply, which has no number, date or signatory of a letter. */
  readonly isReply?: boolean | undefined;
  readonly value: Body;
  readonly onChange: (body: Body) => void;
  readonly onBlur?: (() => void) | undefined;
  /** The accessible name of the field. */
  readonly label: string;
  readonly language: string;
  readonly invalid?: boolean | undefined;
}

/** The editor of a letter or a template: a sheet with a toolbar above it. */
export function LetterEditor({
  mode,
  isReply = false,
  value,
  onChange,
  onBlur,
  label,
  language,
  invalid = false,
}: LetterEditorProps) {
  const id = useId();
  const labels = useLabels();
  const schema = useMemo(() => createSchema(mode, labels), [mode, labels]);
  const attributes = useMemo(
    () => ({
      id,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-invalid': String(invalid),
      lang: language,
      spellcheck: 'true',
      tabindex: '0',
    }),
    [id, label, invalid, language],
  );
  const { host, editor } = useEditorView({ schema, value, onChange, onBlur, attributes });
  return (
    <Frame data-invalid={invalid || undefined}>
      <Tools>
        <Toolbar editor={editor} mode={mode} isReply={isReply} labels={labels} controls={id} />
        {mode === 'template' ? <ConditionBar editor={editor} labels={labels} /> : null}
        <TableBar editor={editor} />
      </Tools>
      <Sheet>
        <div ref={host} />
      </Sheet>
    </Frame>
  );
}

const Frame = styled.div`
  border: 1px solid var(--line-control);
  border-radius: var(--r2);
  background: var(--sunken);

  &[data-invalid] {
    border-color: var(--rejected);
  }

  &:focus-within {
    border-color: var(--accent);
  }
`;

/** Sticky, so that they stay visible in long letters. */
const Tools = styled.div`
  position: var(--bar-position);
  top: var(--sticky-top, 0);
  z-index: 1;
  border-radius: var(--r2) var(--r2) 0 0;
  overflow: hidden;
`;

const Sheet = styled.div`
  padding: 20px;

  > [contenteditable] {
    ${paperText}
    box-sizing: border-box;
    max-width: 720px;
    min-height: 420px;
    margin: 0 auto;
    padding: 40px 48px;
    border: 1px solid var(--line);
    border-radius: 4px;
    background: var(--surface);
    color: var(--text);
  }

  /* Lets the cursor stand after a field at the end of a line. */
  img.ProseMirror-separator {
    display: inline !important;
    width: 0;
    height: 0;
    margin: 0;
    border: 0;
  }

  .ProseMirror-selectednode {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }

  [data-list-block] {
    padding: 8px 12px;
    border: 1px dashed var(--accent);
    border-radius: var(--r1);
    color: var(--accent-strong);
    font: 550 13px/20px var(--font);
    text-align: left;
  }

  [data-condition] {
    padding: 4px 0 1px 12px;
    border-left: 3px solid var(--accepted);
  }

  [data-when] {
    margin-bottom: 4px;
    color: var(--accepted);
    font: 550 12.5px/18px var(--font);
    text-align: left;
    user-select: none;
  }

  ${media.phone} {
    padding: 8px;

    > [contenteditable] {
      min-height: 300px;
      padding: 16px 14px;
    }
  }
`;
