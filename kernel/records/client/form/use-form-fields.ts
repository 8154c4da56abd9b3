import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import type { Message } from '#kernel/contract/http/errors.ts';
import { useDraft, type DraftHandle } from '#kernel/client/drafts/use-draft.ts';
import { translate, useText } from '#kernel/client/i18n/i18n.ts';
import { schemaResolver, schemaWrong } from './form-problems.ts';
import type { RecordFormOptions, VersionedRecord } from './record-form.ts';

interface StoredForm<Values> {
  readonly values: Values;
  /** The version that was edited. */
  readonly version: string | null;
}

/** The fields of a record's form and their draft. */
export interface FormFields<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly draft: DraftHandle<StoredForm<Values> | null>;
  /** The version of the record that is edited; null for a new record. */
  readonly version: () => string | null;
  readonly setVersion: (version: string) => void;
  /** Whether the fields come from a draft. */
  readonly restored: boolean;
  readonly storeDraft: (values: Values) => void;
  /** Sets the fields to a version of the record and deletes the draft. */
  readonly reset: (values: Values, version: string | null) => void;
}

/** Holds the fields of a record's form; a draft preserves them across a reload, a lost session and a failed save. */
export function useFormFields<Item extends VersionedRecord, Values extends FieldValues, Body>(
  options: RecordFormOptions<Item, Values, Body>,
  bodyOf: (values: Values) => unknown,
): FormFields<Values> {
  const { name, record, schema, valuesOf } = options;
  const draft = useDraft<StoredForm<Values> | null>(`${name}.${record?.id ?? 'new'}`, null);
  const [restored, setRestored] = useState(draft.value !== null);
  const version = useRef(draft.value?.version ?? record?.updatedAt ?? null);
  const form = useForm<Values>({
    defaultValues: valuesOf(record) as DefaultValues<Values>,
    mode: 'onTouched',
    // react-hook-form would use the order of its hooks, which differs from the order on the screen.
    shouldFocusError: false,
    resolver: schemaResolver<Values>(schema, bodyOf, messageFor),
  });

  function messageFor(field: string, problem: Message, isEmpty: boolean): string {
    const own = isEmpty ? options.required[field.replaceAll(/\.\d+(?=\.|$)/g, '.*')] : undefined;
    return own ?? translate(problem.key, problem.params as Record<string, string | number> | undefined);
  }

  function storeDraft(values: Values): void {
    const blank = (options.secrets ?? []).map((field) => [field, valuesOf(null)[field]] as const);
    draft.setValue({ values: { ...values, ...Object.fromEntries(blank) }, version: version.current });
  }

  const restore = useEffectEvent(() => {
    if (draft.value) form.reset(draft.value.values, { keepDefaultValues: true });
  });
  useEffect(() => restore(), []);

  useChanges(form, storeDraft);

  const t = useText();
  const translateProblems = useEffectEvent((_language: typeof t) => {
    const wrong = schemaWrong(form.formState.errors) as Path<Values>[];
    if (wrong.length > 0) void form.trigger(wrong);
  });
  // `t` changes with the language.
  useEffect(() => translateProblems(t), [t]);

  return {
    form,
    draft,
    version: () => version.current,
    setVersion(next) {
      version.current = next;
    },
    restored,
    storeDraft,
    reset(values, of) {
      version.current = of;
      form.reset(values);
      setRestored(false);
      void draft.clear();
    },
  };
}

/** Calls back with all values whenever the user changes a field. */
function useChanges<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  onChange: (values: Values) => void,
): void {
  const change = useEffectEvent(onChange);
  useEffect(() => {
    const subscription = form.watch((values, { name }) => {
      // A reset has no field name; the user did not change anything.
      if (name !== undefined) change(structuredClone(values) as Values);
    });
    return () => subscription.unsubscribe();
  }, [form]);
}
