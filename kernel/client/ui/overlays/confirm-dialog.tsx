import { useRef, useState } from 'react';
import { Button } from '../buttons/button.tsx';
import type { ConfirmRequest } from './confirm-store.ts';
import { Dialog } from './dialog.tsx';
import { useText } from '../../i18n/i18n.ts';

export interface ConfirmDialogProps extends ConfirmRequest {
  readonly onClose: (yes: boolean) => void;
}

/** A dialog with "no" and "yes". It closes when the action has ended, successful or not. */
export function ConfirmDialog({
  title,
  text,
  action,
  danger = false,
  confirmLabel,
  cancelLabel,
  onClose,
}: ConfirmDialogProps) {
  const t = useText();
  const [working, setWorking] = useState(false);
  const cancelButton = useRef<HTMLButtonElement>(null);

  async function accept(): Promise<void> {
    setWorking(true);
    try {
      await action?.();
    } finally {
      onClose(true);
    }
  }

  return (
    <Dialog
      open
      kind="alert"
      onClose={() => onClose(false)}
      guard={() => !working}
      title={title}
      description={text}
      initialFocus={cancelButton}
      footer={
        <>
          <Button ref={cancelButton} disabled={working} onClick={() => onClose(false)}>
            {cancelLabel ?? t('ui.cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} loading={working} onClick={() => void accept()}>
            {confirmLabel ?? t('ui.confirm')}
          </Button>
        </>
      }
    />
  );
}
