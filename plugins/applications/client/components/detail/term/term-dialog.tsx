import { CircleAlert } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import {
  Banner,
  Button,
  Checkbox,
  Dialog,
  Field,
  NumberInput,
  refetchQueries,
  send,
  Stack,
  submitOnCtrlEnter,
  TextArea,
  toast,
  toRequestError,
  useDates,
  useDraft,
  useText,
} from '#kernel/plugin-api/client.ts';
import { applicationDocument, termDocument } from '../../../queries.ts';

/** A change of the deadline that may be made, and the deadline that it gives. */
export type TermRequest =
  | { readonly kind: 'study' | 'transfer'; readonly until: string }
  | { readonly kind: 'extension'; readonly until: string; readonly days: number; readonly from: string };

interface TermDialogProps {
  readonly applicationId: number;
  readonly request: TermRequest;
  readonly onClose: () => void;
}

const maxLength = 2000;

/** Asks why the deadline changes; of an extension also by how many days, and that the citizen was told. */
export function TermDialog({ applicationId, request, onClose }: TermDialogProps) {
  const t = useText('applications');
  const dates = useDates();
  const { kind } = request;
  const form = useTermForm(applicationId, request, onClose);
  const area = useRef<HTMLTextAreaElement>(null);
  const formId = `term-${applicationId}`;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (form.check()) void form.submit();
    else if (form.reason.trim() === '') area.current?.focus();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      guard={() => !form.sending}
      initialFocus={area}
      title={t(`term.${kind}.choice`)}
      description={t(`term.${kind}.text`, {
        until: dates.date(request.until),
        ...(request.kind === 'extension' ? { days: request.days, from: dates.date(request.from) } : {}),
      })}
      footer={
        <>
          <Button onClick={onClose} disabled={form.sending}>
            {t('detail.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={form.sending}>
            {t('term.submit')}
          </Button>
        </>
      }
    >
      <Stack as="form" $gap={12} id={formId} noValidate onSubmit={submit}>
        {request.kind === 'extension' ? (
          <Field label={t('term.days')} required error={form.problems.days}>
            <NumberInput value={form.days} min={1} max={request.days} onChange={form.setDays} />
          </Field>
        ) : null}
        <Field
          label={t('detail.reason')}
          required
          error={form.problems.reason}
          counter={{ used: form.reason.length, max: maxLength }}
        >
          <TextArea
            ref={area}
            rows={4}
            maxHeight={280}
            readOnly={form.sending}
            placeholder={t(`term.${kind}.placeholder`)}
            value={form.reason}
            onChange={(event) => form.setReason(event.target.value)}
            onKeyDown={submitOnCtrlEnter}
          />
        </Field>
        {request.kind === 'extension' ? (
          <Field label={t('term.told')} labelHidden error={form.problems.told}>
            <Checkbox
              label={t('term.told')}
              checked={form.told}
              onChange={(event) => form.setTold(event.target.checked)}
            />
          </Field>
        ) : null}
        {form.failure === '' ? null : (
          <Banner tone="rejected" role="alert" icon={<CircleAlert />}>
            {form.failure}
          </Banner>
        )}
      </Stack>
    </Dialog>
  );
}

interface TermForm {
  readonly days: number | null;
  readonly reason: string;
  readonly told: boolean;
}

/** What is wrong with which field, in words. */
function useProblems(request: TermRequest, { days, reason, told }: TermForm) {
  const t = useText('applications');
  const isExtension = request.kind === 'extension';
  const fits = !isExtension || (days !== null && days >= 1 && days <= request.days);
  const length = reason.trim().length;
  return {
    days: fits ? undefined : t('errors.term_too_long'),
    reason:
      length === 0
        ? t('detail.reasonRequired')
        : length > maxLength
          ? t('accept.problems.too_long')
          : undefined,
    told: isExtension && !told ? t('term.toldRequired') : undefined,
  };
}

/** The fields of the dialog; the reason is a draft, kept until the server has it. */
function useTermForm(applicationId: number, request: TermRequest, onClose: () => void) {
  const t = useText('applications');
  const draft = useDraft(`applications.term.${applicationId}.${request.kind}`, '');
  const [days, setDays] = useState<number | null>(request.kind === 'extension' ? request.days : null);
  const [told, setTold] = useState(false);
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  const reason = draft.value.trim();
  const problems = useProblems(request, { days, reason, told });

  async function submit(): Promise<void> {
    setSending(true);
    setFailure('');
    const { idempotencyKey } = draft;
    const path = `applications/${applicationId}/term`;
    try {
      await (request.kind === 'extension'
        ? send('POST', `${path}/extension`, { days, reason, citizen_told: true }, { idempotencyKey })
        : send('POST', path, { kind: request.kind, reason }, { idempotencyKey }));
      await draft.clear();
      toast.success(t('term.changed'));
      onClose();
    } catch (error) {
      const { code, text, fields } = toRequestError(error);
      if (code === 'repeated_differently') draft.renewKey();
      setFailure(Object.values(fields).join(' ') || text);
    } finally {
      setSending(false);
      void refetchQueries(applicationDocument, termDocument);
    }
  }

  return {
    days,
    setDays,
    told,
    setTold,
    sending,
    failure,
    reason: draft.value,
    setReason: draft.setValue,
    problems: tried ? problems : { days: undefined, reason: undefined, told: undefined },
    submit,
    /** Whether it may be sent; from then on the fields say what is wrong. */
    check(): boolean {
      setTried(true);
      return !sending && Object.values(problems).every((problem) => problem === undefined);
    },
  };
}
