import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import {
  get,
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import type { TypedDocumentNode } from '@apollo/client';
import type { Message } from '#kernel/contract/errors.ts';
import { isAborted, toastError, toRequestError } from '#kernel/client/data/request-error.ts';
import { send } from '#kernel/client/data/send.ts';
import { useDraft } from '#kernel/client/drafts/use-draft.ts';
import { useIsCurrentRoute } from '#kernel/client/navigation/use-is-current-route.ts';
import { translate, useText } from '#kernel/client/i18n/i18n.ts';
import { confirm } from '#kernel/client/ui/overlays/confirm-store.ts';
import { toast } from '#kernel/client/ui/feedback/toast-store.ts';
import { focusFirstWrong } from './focus-first-wrong.ts';
import { schemaResolver, schemaWrong } from './form-problems.ts';
import { highlightRow } from '../data/highlight-store.ts';
import { refetchDocuments } from '../data/live.ts';
import { sameValues } from './same-values.ts';
import { sendChange } from './send-change.ts';
import { useRemoteChange, type RemoteChange } from './use-remote-change.ts';

interface Stored {
  readonly id: number;
  readonly updatedAt: string;
}

export interface RecordFormOptions<Item extends Stored, Values extends FieldValues, Body> {
  /** The name of the list, by which drafts are kept and rows are marked. */
  readonly name: string;
  /** Of the calls: `POST path`, `PUT path/{id}`. */
  readonly path: string;
  /** What is changed; `null` for a new one. */
  readonly record: Item | null;
  readonly schema: z.ZodType<Body>;
  /** What stands in the fields at first. */
  readonly valuesOf: (record: Item | null) => Values;
  /** Fields that no draft keeps, such as a password. */
  readonly secrets?: readonly (keyof Values & string)[] | undefined;
  /** What is sent of the fields; they themselves where it is missing. */
  readonly bodyOf?: ((values: Values) => unknown) | undefined;
  /** The words for a field that is left empty, by its path (`rows.*.name` in any row); the kernel's where there are none. */
  readonly required: Readonly<Record<string, string>>;
  /** What is said when it is saved. */
  readonly saved: (body: Body, created: boolean) => string;
  /** The lists that show it. */
  readonly documents: readonly TypedDocumentNode<unknown, never>[];
  /** Leaves the form, which takes no more change by then; not called where one has left it before the answer. */
  readonly onDone: (answer: Item) => void;
  /** Takes an answer that asks for something before it saves, such as a confirmation; `false` leaves it to the form. */
  readonly onRefused?: ((error: unknown, again: (body: object) => Promise<void>) => boolean) | undefined;
}

interface StoredForm<Values> {
  readonly values: Values;
  /** The version that was edited. */
  readonly version: string | null;
}

/** A form of a record: its fields, its draft, how it is saved, and what another has made of the record meanwhile. */
export interface RecordForm<Item, Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly creating: boolean;
  readonly sending: boolean;
  readonly dirty: boolean;
  /** The fields stand as they were left before, not as the record is. */
  readonly restored: boolean;
  /** What another has saved meanwhile, until it is decided which one stays. */
  readonly conflict: Item | null;
  /** What another has made of the record while the form is open, as long as nothing is saved. */
  readonly remoteChange: RemoteChange<Item> | null;
  /** Lays both versions side by side, before anything is sent. */
  readonly showRemoteChange: () => void;
  /** What the form says of the record of another. */
  readonly valuesOf: (record: Item) => Values;
  /** The words for what is wrong with a field. */
  readonly problem: (path: Path<Values>) => string | undefined;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Ours goes over the other's: at once where it was being saved, else when it is. */
  readonly keepMine: () => void;
  /** Puts the other's into the fields. */
  readonly takeTheirs: () => void;
  /** Goes on editing without a decision. */
  readonly decideLater: () => void;
  /** Throws away what was typed; asks first if there is anything. Resolves to whether it may be left. */
  readonly discard: () => Promise<boolean>;
  /** Puts the record as it is into the fields. */
  readonly startAfresh: () => void;
}

/** Ties a form to a record. What is typed survives a reload, a lost session and a failed save. */
export function useRecordForm<Item extends Stored, Values extends FieldValues, Body extends object>(
  options: RecordFormOptions<Item, Values, Body>,
): RecordForm<Item, Values> {
  const { name, path, record, schema, valuesOf } = options;
  const bodyOf = options.bodyOf ?? ((values: Values): unknown => values);
  const draft = useDraft<StoredForm<Values> | null>(`${name}.${record?.id ?? 'new'}`, null);
  const [restored, setRestored] = useState(draft.value !== null);
  const version = useRef(draft.value?.version ?? record?.updatedAt ?? null);
  const formElement = useRef<HTMLFormElement | null>(null);
  const [sending, setSending] = useState(false);
  const isSending = useRef(false);
  const isCurrentRoute = useIsCurrentRoute();
  /** What was sent last: though no answer came, the record may say it by now. */
  const sent = useRef<unknown>(null);
  const [conflict, setConflict] = useState<Item | null>(null);
  const [remoteChange, setRemoteChange] = useRemoteChange<Item>({
    name,
    path,
    id: record?.id ?? null,
    documents: options.documents,
    version: () => version.current,
    isBusy: () => isSending.current,
    adopt,
  });
  const form = useForm<Values>({
    defaultValues: valuesOf(record) as DefaultValues<Values>,
    mode: 'onTouched',
    // The form would focus in the order of its hooks, which is not that of the screen.
    shouldFocusError: false,
    resolver: schemaResolver<Values>(schema, bodyOf, say),
  });
  const { isDirty } = form.formState;

  function say(field: string, problem: Message, empty: boolean): string {
    const own = empty ? options.required[field.replaceAll(/\.\d+(?=\.|$)/g, '.*')] : undefined;
    return own ?? translate(problem.key, problem.params as Record<string, string | number> | undefined);
  }

  const t = useText();
  const sayAgain = useEffectEvent(() => {
    const wrong = schemaWrong(form.formState.errors) as Path<Values>[];
    if (wrong.length > 0) void form.trigger(wrong);
  });
  // Other words for texts are another language.
  useEffect(() => sayAgain(), [t]);

  const restore = useEffectEvent(() => {
    if (!draft.value) return;
    form.reset(draft.value.values, { keepDefaultValues: true });
    // Somebody has saved it since; who was away hears of it now and not when he saves.
    const isNewer = record !== null && record.updatedAt > (draft.value.version ?? '');
    if (isNewer && !adopt(record)) setRemoteChange({ kind: 'changed', theirs: record });
  });
  useEffect(() => restore(), []);

  const keep = useEffectEvent((values: Values) => {
    const blank = (options.secrets ?? []).map((field) => [field, valuesOf(null)[field]] as const);
    draft.setValue({ values: { ...values, ...Object.fromEntries(blank) }, version: version.current });
  });
  useEffect(() => {
    const subscription = form.watch((values, { name: changed }) => {
      // Without a name it is a reset, which is no change by the person.
      if (changed !== undefined) keep(structuredClone(values) as Values);
    });
    return () => subscription.unsubscribe();
  }, [form]);

  /** Goes on from a version that says what stands in the fields, or what we have sent: there is nothing to decide. */
  function adopt(theirs: Item): boolean {
    const mine = schema.safeParse(bodyOf(form.getValues()));
    const same = schema.safeParse(bodyOf(valuesOf(theirs)));
    if (!same.success) return false;
    const isMine = mine.success && sameValues(mine.data, same.data);
    const isSent = sent.current !== null && sameValues(sent.current, same.data);
    if (!isMine && !isSent) return false;
    version.current = theirs.updatedAt;
    return true;
  }

  async function save(values: Values, more: object = {}): Promise<void> {
    if (isSending.current) return;
    holdStill(true);
    try {
      const body = { ...schema.parse(bodyOf(values)), ...more };
      sent.current = body;
      const answer = await sendChange<Item>({
        send: (of, idempotencyKey) =>
          send(record ? 'PUT' : 'POST', record ? `${path}/${record.id}` : path, body, {
            idempotencyKey,
            version: of ?? undefined,
          }),
        version: version.current,
        draft,
        onFormer(former) {
          version.current = former.updatedAt;
          keep(form.getValues());
        },
      });
      await draft.clear();
      setConflict(null);
      toast.success(options.saved(body, record === null));
      highlightRow(name, Number(record?.id ?? answer.id));
      void refetchDocuments(...options.documents);
      // Until it is gone it holds still: its draft has just been let go.
      if (isCurrentRoute()) options.onDone(answer);
    } catch (error) {
      holdStill(false);
      explain(error, values);
    }
  }

  function holdStill(still: boolean): void {
    isSending.current = still;
    setSending(still);
  }

  function explain(error: unknown, values: Values): void {
    if (isAborted(error)) return;
    const { code, fields, body } = toRequestError(error);
    if (code === 'repeated_differently') draft.renewKey();
    const current = (body as { current?: Item } | null)?.current;
    if (code === 'changed_meanwhile' && current) {
      setRemoteChange(null);
      setConflict(current);
      return;
    }
    if (options.onRefused?.(error, (more) => save(values, more))) return;
    for (const [field, message] of Object.entries(fields)) {
      if (get(values, field) === undefined) continue;
      form.setError(field as Path<Values>, { type: 'server', message });
    }
    toastError(error);
    focusFirstWrong(formElement.current);
  }

  function takeUp(values: Values, of: Item | null): void {
    version.current = of?.updatedAt ?? null;
    form.reset(values);
    setRestored(false);
    setConflict(null);
    setRemoteChange(null);
    void draft.clear();
  }

  return {
    form,
    creating: record === null,
    sending,
    dirty: isDirty,
    restored,
    conflict,
    remoteChange,
    showRemoteChange: () => remoteChange?.kind === 'changed' && setConflict(remoteChange.theirs),
    valuesOf,
    problem: (field) => (get(form.formState.errors, field) as FieldError | undefined)?.message,
    submit(event) {
      formElement.current = event.currentTarget;
      event.stopPropagation();
      void form.handleSubmit(
        (values) => save(values),
        () => focusFirstWrong(formElement.current),
      )(event);
    },
    keepMine() {
      version.current = conflict?.updatedAt ?? version.current;
      if (remoteChange === null) return void save(form.getValues());
      // Nobody has asked for it to be saved yet.
      if (isDirty) keep(form.getValues());
      setRemoteChange(null);
      setConflict(null);
    },
    takeTheirs: () => conflict && takeUp(valuesOf(conflict), conflict),
    decideLater: () => setConflict(null),
    async discard() {
      if (isDirty) {
        const title = translate('kernel:records.discardTitle');
        const sure = await confirm({ title, text: translate('kernel:records.discardText'), danger: true });
        if (!sure) return false;
      }
      await draft.clear();
      return true;
    },
    startAfresh: () => takeUp(valuesOf(record), record),
  };
}
