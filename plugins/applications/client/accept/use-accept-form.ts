import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import {
  confirm,
  type DraftHandle,
  isAborted,
  send,
  toast,
  toastError,
  toRequestError,
  useCapabilities,
  useDraft,
} from '#kernel/client/index.ts';
import {
  acceptSchema,
  bodyOf,
  emptyValues,
  formDataOf,
  jshshirProblem,
  requestSchema,
  type AcceptValues,
} from '../model/accept-form.ts';
import { useTexts } from '../shared/texts.ts';

/** The accept form: its fields, its files, its draft, and how it is sent. */
export function useAcceptForm() {
  const t = useTexts();
  const navigate = useNavigate();
  const intake = useCapabilities('applications').includes('applications.intake');
  const draft = useDraft<AcceptValues>('applications.accept', emptyValues);
  const form = useForm<AcceptValues>({
    defaultValues: { ...emptyValues, ...draft.value },
    mode: 'onTouched',
    // The form would focus in the order of its hooks, which is not that of the screen.
    shouldFocusError: false,
    resolver: zodResolver(intake ? acceptSchema : requestSchema) as unknown as Resolver<AcceptValues>,
  });
  useKeeping(form, draft);
  /** From 0 to 1 while it is sent. */
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);

  async function submit(values: AcceptValues): Promise<void> {
    if (sending.current || !(await isSure(values))) return;
    sending.current = new AbortController();
    setProgress(0);
    try {
      await send('POST', 'applications', formDataOf(bodyOf(values, intake), draft.files), {
        idempotencyKey: draft.idempotencyKey,
        onProgress: setProgress,
        signal: sending.current.signal,
      });
      await draft.clear();
      toast.success(t('accept.sent'));
      void navigate('/applications/list');
    } catch (error) {
      explain(error);
    } finally {
      sending.current = null;
      setProgress(null);
    }
  }

  /** A number whose check digit fails may be old and right; the person decides. */
  async function isSure({ personal_number: value }: AcceptValues): Promise<boolean> {
    if (!intake || jshshirProblem(value) !== 'check_digit') return true;
    const sure = await confirm({
      title: t('accept.confirmDigitTitle'),
      text: t('accept.confirmDigitText', { value }),
    });
    if (!sure) form.setFocus('personal_number');
    return sure;
  }

  function explain(error: unknown): void {
    if (isAborted(error)) {
      toast.info(t('accept.canceled'));
      return;
    }
    const { fields, code } = toRequestError(error);
    if (code === 'repeated_differently') draft.renewKey();
    const wrong = Object.entries(fields).filter(([name]) => name in emptyValues);
    wrong.forEach(([name, message], index) =>
      form.setError(name as keyof AcceptValues, { type: 'server', message }, { shouldFocus: index === 0 }),
    );
    toastError(error);
  }

  async function clear(): Promise<void> {
    const sure = await confirm({ title: t('accept.clearTitle'), text: t('accept.clearText'), danger: true });
    if (!sure) return;
    form.reset(emptyValues);
    await draft.clear();
  }

  return {
    form,
    draft,
    intake,
    progress,
    submit: (event: FormEvent<HTMLFormElement>) => {
      const { currentTarget } = event;
      return form.handleSubmit(submit, () => focusFirstWrong(currentTarget))(event);
    },
    cancel: () => sending.current?.abort(),
    clear,
  };
}

/** Goes to the first field that is marked as wrong, once the marks are drawn. */
function focusFirstWrong(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** Keeps every change in the draft. */
function useKeeping(form: UseFormReturn<AcceptValues>, draft: DraftHandle<AcceptValues>): void {
  const keep = useEffectEvent((values: Partial<AcceptValues>) =>
    draft.setValue({ ...emptyValues, ...values }),
  );
  useEffect(() => {
    const subscription = form.watch((values, { name }) => {
      // Without a name it is a reset, which is no change by the person.
      if (name !== undefined) keep(values as Partial<AcceptValues>);
    });
    return () => subscription.unsubscribe();
  }, [form]);
}
