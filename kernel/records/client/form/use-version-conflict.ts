import { sameValues } from '#kernel/domain/values/same-values.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { RecordFormOptions, VersionedRecord } from './record-form.ts';
import type { FormFields } from './use-form-fields.ts';
import { useRemoteChange, type RemoteChange } from './use-remote-change.ts';

/** Versions of other admins that conflict with the one in the fields. */
export interface VersionConflict<Item> {
  /** The version to compare with, until the user has decided. */
  readonly conflict: Item | null;
  /** Whether the comparison was opened by a rejected save: then keeping the own version also saves it. */
  readonly isRejected: boolean;
  readonly remoteChange: RemoteChange<Item> | null;
  /** Opens the comparison with a stored version; null closes it. */
  readonly compareWith: (theirs: Item | null, isRejected?: boolean) => void;
  /** Discards the other versions. */
  readonly settle: () => void;
  readonly isSending: () => boolean;
  /** Stores the body being sent: it may be saved even if no response arrives. */
  readonly startSending: (body: unknown) => void;
  readonly endSending: () => void;
}

/** Tracks changes by other admins of the record that is being edited. */
export function useVersionConflict<Item extends VersionedRecord, Values extends FieldValues, Body>(
  { name, path, record, schema, valuesOf, documents }: RecordFormOptions<Item, Values, Body>,
  bodyOf: (values: Values) => unknown,
  { form, draft, version, setVersion }: FormFields<Values>,
): VersionConflict<Item> {
  const sent = useRef<unknown>(null);
  const isSending = useRef(false);
  const [compared, setCompared] = useState<{ theirs: Item; isRejected: boolean } | null>(null);
  const [remoteChange, setRemoteChange] = useRemoteChange<Item>({
    name,
    path,
    id: record?.id ?? null,
    documents,
    version,
    isBusy: () => isSending.current,
    adopt,
  });

  /** Continues with a version that equals the fields or the sent body, which needs no decision. */
  function adopt(theirs: Item): boolean {
    const mine = schema.safeParse(bodyOf(form.getValues()));
    const same = schema.safeParse(bodyOf(valuesOf(theirs)));
    if (!same.success) return false;
    const isMine = mine.success && sameValues(mine.data, same.data);
    const isSent = sent.current !== null && sameValues(sent.current, same.data);
    if (!isMine && !isSent) return false;
    setVersion(theirs.updatedAt);
    return true;
  }

  const compareRestored = useEffectEvent(() => {
    if (!draft.value || record === null) return;
    // Another user has saved the record since; tell the user now instead of when saving.
    const isNewer = record.updatedAt > (draft.value.version ?? '');
    if (isNewer && !adopt(record)) setRemoteChange({ kind: 'changed', theirs: record });
  });
  useEffect(() => compareRestored(), []);

  return {
    conflict: compared?.theirs ?? null,
    isRejected: compared?.isRejected ?? false,
    remoteChange,
    compareWith: (theirs, isRejected = false) => setCompared(theirs && { theirs, isRejected }),
    settle() {
      setRemoteChange(null);
      setCompared(null);
    },
    isSending: () => isSending.current,
    startSending(body) {
      sent.current = body;
      isSending.current = true;
    },
    endSending() {
      isSending.current = false;
    },
  };
}
