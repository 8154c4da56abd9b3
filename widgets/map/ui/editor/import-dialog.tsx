import { useId, useState } from 'react';
import { formatText } from '../../../shared/format-text.ts';
import type { MapTexts } from '../../model/text/texts.ts';
import { useModal } from '../components/confirm.tsx';
import { ImportPrompts } from './import-prompt.tsx';
import type { Importing } from './importing.ts';

interface ImportDialogProps {
  readonly imports: Importing;
  readonly texts: MapTexts;
}

/** The file types that the browser offers first. */
const endings = '.json,.geojson,.kml,.kmz,.gpx,.wkt,.txt,.zip,.gpkg';

/**
 * Imports shapes from a file or a text, with questions to the user where needed. A file may also be dropped
 * on the map.
 */
export function ImportDialog({ imports, texts }: ImportDialogProps) {
  const dialog = useModal();
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const { prompt, reading: busy, progress, closeImport } = imports;

  async function take(importing: Promise<string | null> | string | null): Promise<void> {
    setProblem(null);
    setProblem(await importing);
  }

  return (
    <dialog
      ref={dialog}
      className="km-dialog"
      aria-labelledby={id}
      // Typed letters are shortcuts neither of the map nor of the page around it.
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        closeImport();
      }}
    >
      <h2 id={id}>{texts.import.title}</h2>
      {problem === null ? null : (
        <p className="km-problem" role="alert">
          {problem}
        </p>
      )}
      {progress !== null ? (
        <label className="km-import-progress">
          {texts.import.reading}
          <progress value={progress} aria-valuetext={percentOf(progress, texts)} />
        </label>
      ) : null}
      {prompt ? (
        <ImportPrompts
          prompt={prompt}
          busy={busy}
          onChoose={(choice) => void take(imports.chooseAttributes(choice))}
          onConfirm={(existing) => void take(imports.confirmImport(existing))}
          onCancel={closeImport}
          texts={texts}
        />
      ) : (
        <SourceFields
          imports={imports}
          onSource={(source) => void take(imports.importSource(source))}
          onCancel={closeImport}
          texts={texts}
        />
      )}
    </dialog>
  );
}

function percentOf(progress: number, texts: MapTexts): string {
  return formatText(texts.import.progress, { percent: Math.round(progress * 100) });
}

interface SourceFieldsProps {
  readonly imports: Importing;
  readonly onSource: (source: string | File) => void;
  readonly onCancel: () => void;
  readonly texts: MapTexts;
}

/** The file or the text to import. */
function SourceFields({ imports, onSource, onCancel, texts }: SourceFieldsProps) {
  const { text, setText, reading: busy } = imports;
  return (
    <>
      {/* Touch screens have no drag and drop. */}
      <p>{matchMedia('(pointer: coarse)').matches ? texts.import.hint_touch : texts.import.hint}</p>
      <label className="km-button km-file">
        {texts.import.choose}
        <input
          type="file"
          accept={endings}
          disabled={busy}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onSource(file);
            event.target.value = '';
          }}
        />
      </label>
      <textarea
        className="km-input km-import-text"
        aria-label={texts.import.text}
        placeholder={texts.import.placeholder}
        value={text}
        rows={6}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="km-dialog-buttons">
        <button type="button" className="km-button" onClick={onCancel}>
          {texts.confirm.cancel}
        </button>
        <button
          type="button"
          className="km-button"
          data-kind="primary"
          disabled={busy || text.trim() === ''}
          onClick={() => onSource(text)}
        >
          {texts.import.submit}
        </button>
      </div>
    </>
  );
}
