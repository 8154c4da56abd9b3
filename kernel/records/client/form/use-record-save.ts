import { useState } from 'react';
import { get, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { isAborted, toastError, toRequestError } from '#kernel/client/data/request-error.ts';
import { send } from '#kernel/client/data/send.ts';
import { useIsCurrentRoute } from '#kernel/client/navigation/navigation.ts';
import { toast } from '#kernel/client/ui/feedback/toast-store.ts';
import { highlightRow } from '../data/highlight-store.ts';
import { refetchDocuments } from '../data/live.ts';
import type { RecordFormOptions, VersionedRecord } from './record-form.ts';
import { sendChange } from './send-change.ts';
import type { FormFields } from './use-form-fields.ts';
import type { VersionConflict } from './use-version-conflict.ts';

/** Saves a record's form, which is disabled meanwhile. */
export function useRecordSave<Item extends VersionedRecord, Values extends FieldValues, Body extends object>(
  options: RecordFormOptions<Item, Values, Body>,
  bodyOf: (values: Values) => unknown,
  { form, draft, version, setVersion, storeDraft }: FormFields<Values>,
  { compareWith, settle, isSending, startSending, endSending }: VersionConflict<Item>,
  focusProblem: () => void,
): { readonly sending: boolean; readonly save: (values: Values) => Promise<void> } {
  const { name, path, record, schema } = options;
  const [sending, setSending] = useState(false);
  const isCurrentRoute = useIsCurrentRoute();

  async function save(values: Values, more: object = {}): Promise<void> {
    if (isSending()) return;
    setSending(true);
    try {
      const body = { ...schema.parse(bodyOf(values)), ...more };
      const agreed = options.agree ? await options.agree(body, version()) : { more: {} };
      if (agreed === null) return setSending(false);
      startSending(body);
      const response = await sendChange<Item>({
        send: requestOf(path, record, { ...body, ...agreed.more }, agreed.path),
        version: version(),
        draft,
        onFormer(former) {
          setVersion(former.updatedAt);
          storeDraft(form.getValues());
        },
      });
      await draft.clear();
      compareWith(null);
      toast.success(options.saved(body, record === null));
      highlightRow(name, Number(record?.id ?? response.id));
      void refetchDocuments(...options.documents);
      // The form stays disabled until it is closed, since its draft is deleted.
      if (isCurrentRoute()) options.onDone(response);
    } catch (error) {
      endSending();
      setSending(false);
      explain(error, values);
    }
  }

  function explain(error: unknown, values: Values): void {
    if (isAborted(error)) return;
    const { code, fields, body } = toRequestError(error);
    if (code === 'repeated_differently') draft.renewKey();
    const current = (body as { current?: Item } | null)?.current;
    // Users who have left the form get a message instead, and their draft is restored when they open it again.
    if (code === 'edit_conflict' && current && isCurrentRoute()) {
      const compare = (theirs: Item) => (settle(), compareWith(theirs, true));
      return void readVersion(options, current).then(compare, toastUnlessAborted);
    }
    if (options.onRejected?.(error, (more) => save(values, more))) return;
    showProblems(form, fields);
    toastError(error);
    focusProblem();
  }

  return { sending, save: (values) => save(values) };
}

function toastUnlessAborted(error: unknown): void {
  if (!isAborted(error)) toastError(error);
}

/** Reads the conflicting version unmasked: otherwise masked values could be saved instead of the real ones. */
async function readVersion<Item extends VersionedRecord>(
  {
    isMaskedInConflicts = false,
    path,
    record,
  }: Pick<RecordFormOptions<Item, never, never>, 'isMaskedInConflicts' | 'path' | 'record'>,
  current: Item,
): Promise<Item> {
  return isMaskedInConflicts && record !== null ? await send<Item>('GET', `${path}/${record.id}`) : current;
}

function requestOf(path: string, record: VersionedRecord | null, body: object, elsewhere?: string) {
  const [method, own] = record ? (['PUT', `${path}/${record.id}`] as const) : (['POST', path] as const);
  const address = elsewhere ?? own;
  return <Item>(version: string | null, idempotencyKey: string) =>
    send<Item>(method, address, body, { idempotencyKey, version: version ?? undefined });
}

/** Shows problems that the server reports at the fields of the form. */
function showProblems<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  problems: Readonly<Record<string, string>>,
): void {
  for (const [field, message] of Object.entries(problems)) {
    if (get(form.getValues(), field) === undefined) continue;
    form.setError(field as Path<Values>, { type: 'server', message });
  }
}
