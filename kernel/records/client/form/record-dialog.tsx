import { useId, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { Dialog } from '#kernel/client/ui/overlays/dialog.tsx';
import { FormBody, submitOnCtrlEnter } from '#kernel/client/ui/inputs/field/form-body.tsx';
import { ConflictDialog, type Fact } from './conflict-dialog.tsx';
import { FormHistory } from './form-history.tsx';
import { RemoteChangeNote } from './remote-change-note.tsx';
import { RestoredNote } from './restored-note.tsx';
import { SaveButton } from './save-button.tsx';
import type { RecordForm } from './record-form.ts';

interface RecordDialogProps<Item, Values extends FieldValues> {
  readonly handle: RecordForm<Item, Values>;
  readonly title: string;
  readonly facts: (values: Values) => readonly Fact[];
  readonly onClose: () => void;
  /** The plugin that announces the record's history; adds a button that opens the versions. */
  readonly history?: string | undefined;
  readonly children: ReactNode;
}

/** The form of a record in a dialog: Ctrl+Enter saves; Escape closes, after a confirmation if input would be lost. */
export function RecordDialog<Item extends { readonly updatedAt: string }, Values extends FieldValues>({
  handle,
  title,
  facts,
  onClose,
  history,
  children,
}: RecordDialogProps<Item, Values>) {
  const t = useText();
  const id = useId();
  const { creating, sending } = handle;

  async function cancel(): Promise<void> {
    if (!sending && (await handle.discard())) onClose();
  }

  return (
    <>
      <Dialog
        open
        onClose={onClose}
        guard={() => !sending && handle.discard()}
        title={title}
        footer={
          <>
            <FormHistory handle={handle} plugin={history} />
            <Button onClick={() => void cancel()} disabled={sending}>
              {t('records.cancel')}
            </Button>
            <SaveButton form={id} creating={creating} sending={sending} />
          </>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for the whole form */}
        <form id={id} noValidate onSubmit={handle.submit} onKeyDown={submitOnCtrlEnter}>
          <FormBody submitting={sending}>
            <RestoredNote handle={handle} />
            <RemoteChangeNote handle={handle} />
            {children}
          </FormBody>
        </form>
      </Dialog>
      <ConflictDialog handle={handle} facts={facts} />
    </>
  );
}
