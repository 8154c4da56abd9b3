import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { MapTexts } from '../../model/text/texts.ts';

interface ImportDialogProps {
  /** Resolves to null on success, else to the text of the error. */
  readonly onImport: (text: string) => Promise<string | null>;
  readonly onClose: () => void;
  readonly texts: MapTexts;
}

/** The file types that the browser offers first. */
const endings = '.json,.geojson,.kml,.wkt,.txt';

/** Imports shapes from a file or from a text. A file may also be dropped on the map. */
export function ImportDialog({ onImport, onClose, texts }: ImportDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();

  // Closed before it unmounts: only then does the focus return to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  async function take(reading: Promise<string> | string): Promise<void> {
    setBusy(true);
    setTrouble(null);
    const why = await Promise.resolve(reading).then(onImport, () => texts.reason.unreadable);
    setBusy(false);
    if (why === null) onClose();
    else setTrouble(why);
  }

  return (
    <dialog
      ref={dialog}
      className="km-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{texts.import.title}</h2>
      {/* Fingers drop no files. */}
      <p>{matchMedia('(pointer: coarse)').matches ? texts.import.hint_touch : texts.import.hint}</p>
      <label className="km-button km-file">
        {texts.import.choose}
        <input
          type="file"
          accept={endings}
          disabled={busy}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void take(file.text());
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
      {trouble === null ? null : (
        <p className="km-problem" role="alert">
          {trouble}
        </p>
      )}
      <div className="km-dialog-buttons">
        <button type="button" className="km-button" onClick={onClose}>
          {texts.confirm.cancel}
        </button>
        <button
          type="button"
          className="km-button"
          data-kind="primary"
          disabled={busy || text.trim() === ''}
          onClick={() => void take(text)}
        >
          {busy ? texts.import.reading : texts.import.submit}
        </button>
      </div>
    </dialog>
  );
}
