import { useId, useLayoutEffect, useRef } from 'react';
import { style } from '../style/stylesheet.ts';

export interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly onAnswer: (yes: boolean) => void;
}

/** Asks before something goes. Escape means no; the focus returns to where it was. */
export function Confirm({ title, text, yes, no, onAnswer }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it is taken out of the page: only so does the focus go back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="km-dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onAnswer(false);
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <div className="km-dialog-buttons">
        <button type="button" className="km-button" onClick={() => onAnswer(false)}>
          {no}
        </button>
        <button type="button" className="km-button" data-kind="danger" onClick={() => onAnswer(true)}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}

style(`
.km .km-dialog {
  width: min(420px, calc(100vw - 32px));
  max-height: calc(100dvh - 32px);
  margin: auto;
  padding: 20px;
  overflow: auto;
  border: 1px solid var(--km-line);
  border-radius: 10px;
  background: var(--km-surface);
  color: var(--km-text);
  box-shadow: var(--km-shadow);
  pointer-events: auto;
  user-select: text;
  -webkit-user-select: text;
}
.km .km-dialog::backdrop { background: rgb(12 22 25 / 0.45); }
.km .km-dialog h2 { font-size: 16px; line-height: 24px; font-weight: 620; }
.km .km-dialog p { margin-top: 6px; color: var(--km-text-2); overflow-wrap: anywhere; text-wrap: pretty; }
.km-dialog-buttons { display: flex; justify-content: flex-end; gap: 8px; margin-top: 20px; }
`);
