import { useEffect, useState } from 'react';
import {
  refetchDocuments,
  type RequestError,
  send,
  toast,
  toRequestError,
  useMutate,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { BulkBatch, BulkBody, BulkKind, BulkPreview } from '../../../contract/bulk.ts';
import { batchesDocument } from './queries.ts';

/** The values of the bulk form. */
export interface BulkDraft {
  readonly kind: BulkKind;
  readonly receiverId: number | null;
  readonly message: string;
  readonly due: string;
  readonly note: string;
  readonly closeTasks: boolean;
}

/** Reads which actions are possible on some applications. */
export function usePreview(ids: readonly number[]) {
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    send<BulkPreview>('POST', 'applications/batches/preview', { ids }).then(
      (found) => isCurrent && setPreview(found),
      (reason: unknown) => isCurrent && setError(toRequestError(reason)),
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- requested once, for the selection when the dialog opened
  }, [attempt]);
  return {
    preview,
    error,
    retry() {
      setError(null);
      setAttempt(attempt + 1);
    },
  };
}

/** The maximum lengths of a bulk job's texts, in characters, as the server accepts them. */
export const maxLengths = { message: 5000, note: 2000 } as const;

/** The problems of a draft, by field, as text keys. */
export interface BulkProblems {
  readonly receiver?: string;
  readonly message?: string;
  readonly note?: string;
}

/** Finds the problems of a draft. */
export function problemsOf({ kind, receiverId, message, note }: BulkDraft): BulkProblems {
  if (kind === 'forward') {
    return {
      ...(receiverId === null && { receiver: 'bulk.receiverRequired' }),
      ...(message.trim().length > maxLengths.message && { message: 'errors.too_long' }),
    };
  }
  if (kind === 'accept') return {};
  if (note.trim() === '') return { note: 'bulk.noteRequired' };
  return note.trim().length > maxLengths.note ? { note: 'errors.too_long' } : {};
}

/** Starts the job; sending the same draft again after a lost response does not start it twice. */
export function useStart(ids: readonly number[], onStarted: () => void) {
  const t = useText('applications');
  const { run, sending, error } = useMutate<BulkBatch>({ quiet: true });
  async function start(draft: BulkDraft): Promise<void> {
    if (!(await run('POST', 'applications/batches', bodyOf(draft, ids)))) return;
    toast.success(t('bulk.started'));
    void refetchDocuments(batchesDocument);
    onStarted();
  }
  const failure = error === null ? '' : Object.values(error.fields).join(' ') || error.text;
  return { start, sending, failure };
}

function bodyOf(draft: BulkDraft, ids: readonly number[]): BulkBody {
  const { kind, receiverId, message, due, note, closeTasks } = draft;
  const chosen = [...ids];
  if (kind === 'accept') return { kind, ids: chosen };
  if (kind === 'forward') return { kind, ids: chosen, receiver_id: receiverId ?? 0, message, due };
  return { kind, ids: chosen, note, ...(closeTasks ? { close_tasks: true } : {}) };
}
