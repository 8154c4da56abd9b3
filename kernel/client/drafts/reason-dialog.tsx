import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { type RequestError, toRequestError } from '../data/request-error.ts';
import { useText } from '../i18n/i18n.ts';
import { useIsUnmounted } from '../navigation/navigation.ts';
import { useDiscardGuard } from '../navigation/use-discard-guard.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ProblemBanner } from '../ui/feedback/banner.tsx';
import { toast } from '../ui/feedback/toast-store.ts';
import { Field } from '../ui/inputs/field/field.tsx';
import { submitOnCtrlEnter } from '../ui/inputs/field/form-body.tsx';
import { TextArea } from '../ui/inputs/text/text-area.tsx';
import { Stack } from '../ui/layout/stack.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import type { DraftHandle } from './use-draft.ts';

/** The draft of a reason until it is sent. */
export type ReasonDraft = Pick<
  DraftHandle<string>,
  'value' | 'setValue' | 'idempotencyKey' | 'renewKey' | 'clear'
>;

/** The props of `ReasonDialog`: its texts, its limits, its draft and its action. */
export interface ReasonDialogProps {
  /** `useDraft(key, '')`; without one the dialog asks before it closes, since its text is then lost. */
  readonly draft?: ReasonDraft | undefined;
  readonly kind?: 'normal' | 'alert' | undefined;
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** The message for a reason that is empty or shorter than `minLength`. */
  readonly missing: string;
  readonly minLength?: number | undefined;
  readonly maxLength: number;
  readonly rows?: number | undefined;
  readonly submitLabel: string;
  readonly danger?: boolean | undefined;
  /** The field's name on the server, for its errors. */
  readonly field: string;
  /**
   * Whether the result is shown before the server responds: the dialog closes at once, and reopens with its text on
   * failure.
   */
  readonly optimistic?: boolean | undefined;
  /** Content above the reason. */
  readonly children?: ReactNode;
  /** Content below the reason. */
  readonly note?: ReactNode;
  /** Whether the other fields are complete; shows their problems. */
  readonly check?: (() => boolean) | undefined;
  readonly onClose: () => void;
  /**
   * Resolves to the error, if any, or to `handled` if it is shown elsewhere; may also reject. The text remains until
   * success; then the dialog closes.
   */
  readonly onSubmit: (reason: string, idempotencyKey: string) => Promise<RequestError | 'handled' | null>;
}

/** The dialog that asks for a reason. Closing it loses nothing: there is a draft, or it asks first. */
export function ReasonDialog(props: ReasonDialogProps) {
  const t = useText();
  const { title, text, onClose, submitLabel, maxLength, danger = false, rows = 4 } = props;
  const form = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { words, setWords, sending, problem, setLeft, failure, submit } = useReason(props, area);
  const isLost = props.draft === undefined && words.trim() !== '';
  const mayClose = useDiscardGuard({ isDirty: isLost, sending });
  return (
    <Dialog
      open={!(sending && props.optimistic)}
      onClose={onClose}
      guard={mayClose}
      kind={props.kind}
      {...(props.children === undefined && { initialFocus: area })}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={() => void mayClose().then((may) => may && onClose())} disabled={sending}>
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
        <ProblemBanner>{failure}</ProblemBanner>
      </Stack>
    </Dialog>
  );
}

function useReason(
  { title, draft, missing, minLength = 1, maxLength, field, check, onSubmit, onClose }: ReasonDialogProps,
  area: { readonly current: HTMLTextAreaElement | null },
) {
  const t = useText();
  const [own, setOwn] = useState('');
  const [sending, setSending] = useState(false);
  const [left, setLeft] = useState(false);
  const [failure, setFailure] = useState('');
  const isUnmounted = useIsUnmounted();
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
    if (error) return showFailure(error);
    await draft?.clear();
    onClose();
  }

  function showFailure({ code, fields, text: general }: RequestError): void {
    if (code === 'repeated_differently') draft?.renewKey();
    const text = fields[field] ?? (Object.values(fields).join(' ') || general);
    // The user has left the page believing that the reason was sent, so the text is shown in the toast.
    if (isUnmounted()) toast.error(`${title}: ${text}`, { duration: null });
    else setFailure(text);
  }

  const shortProblem = left && tooShort ? missing : undefined;
  const problem = tooLong ? t('validation.too_long', { maximum: maxLength }) : shortProblem;
  return { words, setWords: draft ? draft.setValue : setOwn, sending, problem, setLeft, failure, submit };
}
