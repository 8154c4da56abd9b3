import { useState } from 'react';
import {
  Checkbox,
  Field,
  NumberInput,
  ReasonDialog,
  refetchQueries,
  send,
  toast,
  useDates,
  useDraft,
  useText,
} from '#kernel/plugin-api/client.ts';
import { applicationDocument, deadlineDocument } from '../../../data/queries.ts';

/** A permitted change of the deadline, and the resulting deadline. */
export type DeadlineRequest =
  | { readonly kind: 'study' | 'transfer'; readonly until: string }
  | { readonly kind: 'extension'; readonly until: string; readonly days: number; readonly from: string };

interface DeadlineDialogProps {
  readonly applicationId: number;
  readonly request: DeadlineRequest;
  readonly onClose: () => void;
}

const maxLength = 2000;

/**
 * Asks why the deadline changes; for an extension also by how many days, and whether the citizen was
 * notified.
 */
export function DeadlineDialog({ applicationId, request, onClose }: DeadlineDialogProps) {
  const t = useText('applications');
  const dates = useDates();
  const { kind } = request;
  const draft = useDraft(`applications.term.${applicationId}.${kind}`, '');
  const extension = useExtension(applicationId, request);

  async function submit(reason: string, idempotencyKey: string): Promise<null> {
    const path = `applications/${applicationId}/deadline`;
    try {
      await (extension
        ? send('POST', `${path}/extension`, { ...extension.body, reason }, { idempotencyKey })
        : send('POST', path, { kind, reason }, { idempotencyKey }));
    } finally {
      void refetchQueries(applicationDocument, deadlineDocument);
    }
    await extension?.clear();
    toast.success(t('deadlineChange.changed'));
    return null;
  }

  return (
    <ReasonDialog
      draft={draft}
      title={t(`deadlineChange.${kind}.choice`)}
      text={t(`deadlineChange.${kind}.text`, {
        until: dates.date(request.until),
        ...(request.kind === 'extension' ? { days: request.days, from: dates.date(request.from) } : {}),
      })}
      label={t('detail.reason')}
      placeholder={t(`deadlineChange.${kind}.placeholder`)}
      missing={t('detail.reasonRequired')}
      maxLength={maxLength}
      submitLabel={t('deadlineChange.submit')}
      field="reason"
      note={extension?.notified}
      check={extension?.check}
      onClose={onClose}
      onSubmit={submit}
    >
      {extension?.days}
    </ReasonDialog>
  );
}

/** The fields that are entered; `days` is absent until it is changed. */
interface ExtensionFields {
  readonly days?: number | null;
  readonly notified: boolean;
}

/**
 * The fields of an extension: by how many days, and that the citizen was notified; null for other changes.
 */
function useExtension(applicationId: number, request: DeadlineRequest) {
  const t = useText('applications');
  const maxDays = request.kind === 'extension' ? request.days : 0;
  const draft = useDraft<ExtensionFields>(`applications.extensionFields.${applicationId}`, {
    notified: false,
  });
  const { days = maxDays, notified } = draft.value;
  const change = (part: Partial<ExtensionFields>) => draft.setValue((now) => ({ ...now, ...part }));
  const [tried, setTried] = useState(false);
  if (request.kind !== 'extension') return null;
  const fits = days !== null && days >= 1 && days <= maxDays;
  return {
    body: { days, citizen_notified: true },
    days: (
      <Field
        label={t('deadlineChange.days')}
        required
        error={tried && !fits ? t('errors.deadline_too_long') : undefined}
      >
        <NumberInput value={days} min={1} max={maxDays} onChange={(next) => change({ days: next })} />
      </Field>
    ),
    notified: (
      <Field
        label={t('deadlineChange.citizenNotified')}
        labelHidden
        error={tried && !notified ? t('deadlineChange.citizenNotifiedRequired') : undefined}
      >
        <Checkbox
          label={t('deadlineChange.citizenNotified')}
          checked={notified}
          onChange={(event) => change({ notified: event.target.checked })}
        />
      </Field>
    ),
    clear: draft.clear,
    /** Whether it may be sent; after the first call the fields show their problems. */
    check(): boolean {
      setTried(true);
      return fits && notified;
    },
  };
}
