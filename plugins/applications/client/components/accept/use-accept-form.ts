import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react';
import { type Resolver, useForm, type UseFormReturn } from 'react-hook-form';
import {
  confirm,
  type DraftHandle,
  focusFirstWrong,
  isAborted,
  send,
  toast,
  toastError,
  toRequestError,
  useCapabilities,
  useDraft,
  useNavigateIfCurrent,
  useText,
} from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { idSchema } from '#kernel/plugin-api/contract.ts';
import {
  acceptSchema,
  type AcceptValues,
  bodyOf,
  emptyValues,
  formDataOf,
  jshshirProblem,
  type PersonMode,
  requestSchema,
} from '../../model/accept-form.ts';
import { useIntakeCheck } from './use-intake-check.ts';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import { z } from 'zod';

/** The accept form: its fields, files, draft and submission. */
export function useAcceptForm() {
  const t = useText('applications');
  const toList = useNavigateIfCurrent('/applications/list');
  const mode = usePersonMode();
  const draft = useDraft<AcceptValues>('applications.accept', emptyValues);
  const needsReason = useRef(false);
  const form = useForm<AcceptValues>({
    defaultValues: { ...emptyValues, ...draft.value },
    mode: 'onTouched',
    // React Hook Form would focus in the order of registration, which is not that of the screen.
    shouldFocusError: false,
    resolver: (...call) => resolverOf(mode, needsReason.current)(...call),
  });
  const check = useIntakeCheck(form, mode);
  useEffect(() => void (needsReason.current = check.needsReason), [check.needsReason]);
  useKeeping(form, draft);
  useEmptying(form, draft.dirty);
  const sending = useSending(draft);
  const { isSure, explain } = useAcceptProblems(form, draft, mode);

  async function submit(values: AcceptValues, element: HTMLFormElement): Promise<void> {
    if (sending.isSending() || !(await isSure(values))) return;
    const wasSent = form.getValues('is_sent');
    try {
      form.setValue('is_sent', true);
      await sending.send(bodyOf(values, mode));
      await draft.clear();
      toast.success(t('accept.sent'));
      toList();
    } catch (error) {
      if (explain(error, wasSent)) focusFirstWrong(element);
    }
  }

  async function clear(): Promise<void> {
    const sure = await confirm({ title: t('accept.clearTitle'), text: t('accept.clearText'), danger: true });
    if (sure) await draft.clear();
  }

  return {
    form,
    draft,
    mode,
    check,
    progress: sending.progress,
    submit: (event: FormEvent<HTMLFormElement>) => {
      const { currentTarget } = event;
      return form.handleSubmit(
        (values) => submit(values, currentTarget),
        () => focusFirstWrong(currentTarget),
      )(event);
    },
    cancel: sending.cancel,
    clear,
  };
}

/** Returns which fields of the person the server accepts. */
function usePersonMode(): PersonMode {
  const able = useCapabilities('applications');
  if (!able.includes('applications.intake')) return 'none';
  return able.includes('applications.check') ? 'checked' : 'named';
}

function resolverOf(mode: PersonMode, needsReason: boolean): Resolver<AcceptValues> {
  const schema = mode === 'none' ? requestSchema : acceptSchema(mode, needsReason);
  // Sound: both schemas read the form's values; the one without intake ignores some of them.
  return zodResolver(schema) as unknown as Resolver<AcceptValues>;
}

/** The application that was saved under the key before the form changed. */
const formerSchema = z.object({ former: z.object({ id: idSchema }) });

/** Returns the problems of an application, before and after it is sent. */
function useAcceptProblems(
  form: UseFormReturn<AcceptValues>,
  draft: DraftHandle<AcceptValues>,
  mode: PersonMode,
) {
  const t = useText('applications');

  /** A number with a wrong check digit may be an old valid one; the user decides. */
  async function isSure({ personal_number: value }: AcceptValues): Promise<boolean> {
    if (mode === 'none' || jshshirProblem(value) !== 'check_digit') return true;
    const sure = await confirm({
      title: t('accept.confirmDigitTitle'),
      text: t('accept.confirmDigitText', { value }),
    });
    if (!sure) form.setFocus('personal_number');
    return sure;
  }

  /** Returns whether fields were marked as invalid; `wasSent` says whether it was sent before without a response. */
  function explain(error: unknown, wasSent: boolean): boolean {
    if (isAborted(error)) {
      toast.info(t('accept.canceled'));
      return false;
    }
    const { fields, code, status, body } = toRequestError(error);
    // Rejected: this attempt saved nothing. The fate of an earlier attempt is known only from its fields or
    // its key.
    const isDecided = status === 422 || code === 'repeated_differently';
    if (status >= 400 && status < 500) form.setValue('is_sent', wasSent && !isDecided);
    if (code === 'repeated_differently') {
      draft.renewKey();
      const former = formerSchema.safeParse(body);
      if (former.success) {
        toast.error(t('accept.alreadySaved', { id: padId(former.data.former.id) }));
        return false;
      }
    }
    const wrong = Object.entries(fields).filter(([name]) => name in emptyValues);
    for (const [name, message] of wrong) {
      form.setError(name as keyof AcceptValues, { type: 'server', message });
    }
    toastError(error);
    return wrong.length > 0;
  }

  return { isSure, explain };
}

/** Empties the form when its draft is removed: discarded by the user, or received by the server after the page was left. */
function useEmptying(form: UseFormReturn<AcceptValues>, isFilled: boolean): void {
  const wasStored = useRef(isFilled);
  useEffect(() => {
    if (wasStored.current && !isFilled) form.reset(emptyValues);
    wasStored.current = isFilled;
  }, [form, isFilled]);
}

/** Saves every change in the draft. */
function useKeeping(form: UseFormReturn<AcceptValues>, draft: DraftHandle<AcceptValues>): void {
  const saveDraft = useEffectEvent((values: Partial<AcceptValues>) =>
    draft.setValue({ ...emptyValues, ...values }),
  );
  useEffect(() => {
    const subscription = form.watch((values, { name }) => {
      // A change without a name is a reset, not an edit by the user.
      if (name !== undefined) saveDraft(values as Partial<AcceptValues>);
    });
    return () => subscription.unsubscribe();
  }, [form]);
}

/** The upload in progress, by the key of its draft: it continues when the user leaves the page, and is shown when they return. */
const way = proxy<{ key: string | null; progress: number }>({ key: null, progress: 0 });

let controller: AbortController | null = null;

/** Sends an application, one at a time. `progress` goes from 0 to 1, and is null while nothing is sent. */
export function useSending({ idempotencyKey, files }: DraftHandle<AcceptValues>) {
  const { key, progress } = useSnapshot(way);
  return {
    progress: key === idempotencyKey ? progress : null,
    isSending: () => way.key === idempotencyKey,
    cancel: () => controller?.abort(),
    async send(fields: object): Promise<void> {
      controller = new AbortController();
      way.key = idempotencyKey;
      way.progress = 0;
      try {
        await send('POST', 'applications', formDataOf(fields, files), {
          idempotencyKey,
          onProgress(share) {
            if (way.key === idempotencyKey) way.progress = share;
          },
          signal: controller.signal,
        });
      } finally {
        if (way.key === idempotencyKey) way.key = null;
      }
    },
  };
}
