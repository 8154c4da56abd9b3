import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { type RequestError, toRequestError } from '../data/request-error.ts';
import { useText } from '../i18n/i18n.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Banner } from '../ui/feedback/banner.tsx';
import { Field } from '../ui/inputs/field/field.tsx';
import { submitOnCtrlEnter } from '../ui/inputs/field/form-body.tsx';
import { TextArea } from '../ui/inputs/text/text-area.tsx';
import { Stack } from '../ui/layout/stack.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import type { DraftHandle } from './use-draft.ts';

/** Where the words of a reason are kept until they are sent. */
export type ReasonDraft = Pick<
  DraftHandle<string>,
  'value' | 'setValue' | 'idempotencyKey' | 'renewKey' | 'clear'
>;

/** The props of `ReasonDialog`: its words, its limits, and where the reason is kept and sent. */
export interface ReasonDialogProps {
  /** `useDraft(key, '')`; without one the words last as long as the dialog. */
  readonly draft?: ReasonDraft | undefined;
  readonly kind?: 'normal' | 'alert' | undefined;
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** Said where the reason is left empty, or shorter than `minLength`. */
  readonly missing: string;
  readonly minLength?: number | undefined;
  readonly maxLength: number;
  readonly rows?: number | undefined;
  readonly submitLabel: string;
  readonly danger?: boolean | undefined;
  /** The server's name of the field, for what it finds wrong with it. */
  readonly field: string;
  /** What is done is shown before the server has answered: the dialog goes at once, and comes back with its words if it is refused. */
  readonly optimistic?: boolean | undefined;
  /** Above the reason. */
  readonly children?: ReactNode;
  /** Under the reason. */
  readonly note?: ReactNode;
  /** Whether what is chosen besides is complete; shows what is not. */
  readonly check?: (() => boolean) | undefined;
  readonly onClose: () => void;
  /**
   * Resolves to what went wrong, if anything, or to `handled` where it is reported elsewhere; may reject as well. The words
   * stay until it is done; then the dialog closes.
   */
  readonly onSubmit: (reason: string, idempotencyKey: string) => Promise<RequestError | 'handled' | null>;
}

/** Asks why something is done. With a draft, closing it forgets nothing. */
export function ReasonDialog(props: ReasonDialogProps) {
  const t = useText();
  const { title, text, onClose, submitLabel, maxLength, danger = false, rows = 4 } = props;
  const form = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { words, setWords, sending, problem, setLeft, failure, submit } = useReason(props, area);
  return (
    <Dialog
      open={!(sending && props.optimistic)}
      onClose={onClose}
      guard={() => !sending}
      kind={props.kind}
      {...(props.children === undefined && { initialFocus: area })}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose} disabled={sending}>
            {t('ui.cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" form={form} loading={sending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Stack as="form" $gap={12} id={form} noValidate onSubmit={(event) => void submit(event)}>
        {props.children}
        <Field label={props.label} required error={problem} counter={{ used: words.length, max: maxLength }}>
          <TextArea
            ref={area}
            rows={rows}
            maxHeight={280}
            readOnly={sending}
            placeholder={props.placeholder}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onBlur={() => setLeft(true)}
            onKeyDown={submitOnCtrlEnter}
          />
        </Field>
        {props.note}
        {failure === '' ? null : (
          <Banner tone="rejected" role="alert" icon={<CircleAlert />}>
            {failure}
          </Banner>
        )}
      </Stack>
    </Dialog>
  );
}

function useReason(
  { draft, missing, minLength = 1, maxLength, field, check, onSubmit, onClose }: ReasonDialogProps,
  area: { readonly current: HTMLTextAreaElement | null },
) {
  const t = useText();
  const [own, setOwn] = useState('');
  const [sending, setSending] = useState(false);
  const [left, setLeft] = useState(false);
  const [failure, setFailure] = useState('');
  const words = draft ? draft.value : own;
  const reason = words.trim();
  const tooLong = reason.length > maxLength;
  const tooShort = reason.length < minLength;

  async function send(): Promise<RequestError | 'handled' | null> {
    try {
      return await onSubmit(reason, draft?.idempotencyKey ?? '');
    } catch (error) {
      return toRequestError(error);
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (sending) return;
    const isReady = check?.() ?? true;
    if (tooShort || tooLong) {
      setLeft(true);
      if (isReady) area.current?.focus();
      return;
    }
    if (!isReady) return;
    setSending(true);
    setFailure('');
    const error = await send();
    setSending(false);
    if (error === 'handled') return;
    if (error) {
      if (error.code === 'repeated_differently') draft?.renewKey();
      setFailure(error.fields[field] ?? (Object.values(error.fields).join(' ') || error.text));
      return;
    }
    await draft?.clear();
    onClose();
  }

  return {
    words,
    setWords: draft ? draft.setValue : setOwn,
    sending,
    problem: tooLong
      ? t('validation.too_long', { maximum: maxLength })
      : left && tooShort
        ? missing
        : undefined,
    setLeft,
    failure,
    submit,
  };
}
