import { useEffect, useId, useRef, useState } from 'react';
import type { AttributeChoice, ExistingMode } from '../../model/index.ts';
import { formatText } from '../../../shared/format-text.ts';
import type { MapTexts } from '../../model/text/texts.ts';
import { ImportDifferences } from './import-differences.tsx';
import type { ImportPrompt } from './importing.ts';

interface ImportPromptsProps {
  readonly prompt: ImportPrompt;
  /** While the file is read again, nothing can be added. */
  readonly busy: boolean;
  /** Chooses some of the attributes; the others stay unchanged. */
  readonly onChoose: (choice: AttributeChoice) => void;
  readonly onConfirm: (existing: ExistingMode) => void;
  readonly onCancel: () => void;
  readonly texts: MapTexts;
}

/** The ways to handle shapes with existing ids, most likely first. */
const modes = ['update', 'add', 'skip'] as const satisfies readonly ExistingMode[];

/** The questions of an import: which attributes are the names and the id, and how to handle existing ids. */
export function ImportPrompts({
  prompt: { reading, preview },
  busy,
  onChoose,
  onConfirm,
  onCancel,
  texts,
}: ImportPromptsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [existing, setExisting] = useState<ExistingMode>('update');
  const { attributes } = reading;
  const group = useId();
  const mode = preview.needsChoice ? existing : 'add';
  const difference = preview.differences[mode];
  const { added, changed, same, skipped } = difference;

  // The button that had the focus was unmounted.
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input, button')?.focus(), []);

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onConfirm(mode);
      }}
    >
      <output>
        <p>{formatText(texts.import.summary, { added, changed, same })}</p>
        {skipped > 0 ? <p>{formatText(texts.import.difference.skipped, { what: skipped })}</p> : null}
      </output>
      {attributes ? <AttributeFields attributes={attributes} onChoose={onChoose} texts={texts} /> : null}
      {preview.needsChoice ? (
        <fieldset className="km-import-fields">
          <legend>{texts.import.existing}</legend>
          {modes.map((choice) => (
            <label key={choice} className="km-import-mode">
              <input
                type="radio"
                name={group}
                checked={existing === choice}
                onChange={() => setExisting(choice)}
              />
              {texts.import[choice]}
            </label>
          ))}
        </fieldset>
      ) : null}
      <ImportDifferences {...{ difference, texts }} />
      <div className="km-dialog-buttons">
        <button type="button" className="km-button" onClick={onCancel}>
          {texts.confirm.cancel}
        </button>
        <button type="submit" className="km-button" data-kind="primary" aria-disabled={busy}>
          {busy ? texts.import.reading : texts.import.submit}
        </button>
      </div>
    </form>
  );
}

interface AttributeFieldsProps {
  readonly attributes: NonNullable<ImportPrompt['reading']['attributes']>;
  readonly onChoose: (choice: AttributeChoice) => void;
  readonly texts: MapTexts;
}

function AttributeFields({ attributes: { all, used }, onChoose, texts }: AttributeFieldsProps) {
  return (
    <fieldset className="km-import-fields">
      <legend>{texts.import.attributes}</legend>
      {(['uz', 'ru', 'number'] as const).map((role) => (
        <label key={role}>
          {texts.import.role[role]}
          <select
            className="km-input"
            value={used[role] ?? ''}
            onChange={({ target }) => onChoose({ [role]: target.value || null })}
          >
            <option value="">{texts.import.none}</option>
            {all.map(({ name, sample }) => (
              <option key={name} value={name}>
                {formatText(texts.import.attribute, { name, sample: shortened(sample) })}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
