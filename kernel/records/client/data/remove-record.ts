import type { TypedDocumentNode } from '@apollo/client';
import { toastError, toRequestError } from '#kernel/client/data/request-error.ts';
import { send } from '#kernel/client/data/send.ts';
import { confirm } from '#kernel/client/ui/overlays/confirm-store.ts';
import { toast } from '#kernel/client/ui/feedback/toast-store.ts';
import { refetchDocuments } from './live.ts';

interface Removal {
  /** Of the call, with the id: `neighborhoods/7`. */
  readonly path: string;
  /** The version that was seen. */
  readonly version?: string | undefined;
  /** The question, with what is to go named in it. */
  readonly title: string;
  readonly text?: string | undefined;
  /** The text after the deletion. */
  readonly done: string;
  /** The lists that show it. */
  readonly documents: readonly TypedDocumentNode<unknown, never>[];
}

/** Asks, deletes, and says so; resolves to whether it is gone. What others refer to stays, and the reason is said. */
export async function removeRecord({
  path,
  version,
  title,
  text,
  done,
  documents,
}: Removal): Promise<boolean> {
  try {
    const gone = await confirm({
      title,
      text,
      danger: true,
      action: () => send('DELETE', path, undefined, { version }),
    });
    if (!gone) return false;
  } catch (error) {
    sayWhy(error);
    void refetchDocuments(...documents);
    return false;
  }
  toast.success(done);
  void refetchDocuments(...documents);
  return true;
}

/** References to a record must be read, so the message stays until it is closed, with each count beside its noun. */
function sayWhy(error: unknown): void {
  const { code, text } = toRequestError(error);
  if (code === 'in_use') toast.error(text.replaceAll(/(\d) /g, '$1\u00A0'), { duration: null });
  else toastError(error);
}
