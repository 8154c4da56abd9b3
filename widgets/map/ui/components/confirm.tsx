import { useId, useLayoutEffect, useRef } from 'react';

interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly answer: (yes: boolean) => void;
}

/** Asks for confirmation. Escape means no; the focus returns to its previous element. */
export function Confirm({ title, text, yes, no, answer }: ConfirmProps) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="km-dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <div className="km-dialog-buttons">
        <button type="button" className="km-button" onClick={() => answer(false)}>
          {no}
        </button>
        <button type="button" className="km-button" data-kind="danger" onClick={() => answer(true)}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}

/** Opens a modal dialog while it is mounted; returns its ref. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before unmounting: only then does the focus return to its previous element.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
