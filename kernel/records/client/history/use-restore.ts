import { useState } from 'react';
import type { HistoryEntry, Restored } from '#kernel/records/contract/history.ts';
import { newIdempotencyKey, send } from '#kernel/client/data/send.ts';
import { isConnectionError } from '#kernel/client/data/request.ts';
import { isAborted, toRequestError } from '#kernel/client/data/request-error.ts';

/** The state of a restore. */
export interface Restore {
  /** The version whose restore is being previewed. */
  readonly chosen: HistoryEntry | null;
  readonly choose: (entry: HistoryEntry | null) => void;
  readonly isSending: boolean;
  /** Why it was rejected, with the server's messages for single fields. */
  readonly problem: string | null;
  /** Whether the record has changed since the comparison, which is being computed again. */
  readonly isOutdated: boolean;
  /** The last restore, which can be undone. */
  readonly last: (Restored & { readonly isUndone: boolean }) | null;
  readonly restore: (version: string) => Promise<void>;
  readonly undo: () => Promise<void>;
}

/** Restores the state of a record before a version, after a preview, and undoes the last restore. `path` is the record's. */
export function useRestore(path: string, onDone: () => void): Restore {
  const [chosen, setChosen] = useState<HistoryEntry | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOutdated, setOutdated] = useState(false);
  const [last, setLast] = useState<Restore['last']>(null);
  // The same over retries of one and the same restore.
  const [key, setKey] = useState(newIdempotencyKey);

  async function run(entry: number, version: string, isUndone: boolean): Promise<void> {
    if (isSending) return;
    setSending(true);
    setProblem(null);
    try {
      const restored = await send<Restored>('POST', `${path}/history/${entry}/restore`, undefined, {
        idempotencyKey: key,
        version,
      });
      setKey(newIdempotencyKey());
      setLast({ ...restored, isUndone });
      setChosen(null);
      setOutdated(false);
      onDone();
    } catch (error) {
      if (isAborted(error)) return;
      const { code, text, fields } = toRequestError(error);
      // If the response was lost, the server may have restored it: the retry gets the stored response.
      if (!isConnectionError(error)) setKey(newIdempotencyKey());
      if (code === 'edit_conflict' && !isUndone) setOutdated(true);
      else setProblem([text, ...Object.values(fields)].join(' '));
    } finally {
      setSending(false);
    }
  }

  return {
    chosen,
    choose(entry) {
      setChosen(entry);
      setProblem(null);
      setOutdated(false);
      setLast(null);
      setKey(newIdempotencyKey());
    },
    isSending,
    problem,
    isOutdated,
    last,
    restore: async (version) => {
      if (chosen) await run(chosen.id, version, false);
    },
    undo: async () => {
      if (last) await run(last.entry, last.version, true);
    },
  };
}
