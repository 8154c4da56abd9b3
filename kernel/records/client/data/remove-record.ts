import type { TypedDocumentNode } from '@apollo/client';
import { toastError, toRequestError } from '#kernel/client/data/request-error.ts';
import { send } from '#kernel/client/data/send.ts';
import { confirm } from '#kernel/client/ui/overlays/confirm-store.ts';
import { toast } from '#kernel/client/ui/feedback/toast-store.ts';
import { refetchDocuments } from './live.ts';

interface Removal {
  /** The path of the call, with the id: `neighborhoods/7`. */
  readonly path: string;
  /** The version that the user saw. */
  readonly version?: string | undefined;
  /** The title of the confirmation, which names the record. */
  readonly title: string;
  readonly text?: string | undefined;
  /** The text after the deletion. */
  readonly done: string;
  /** The queries of the lists that show the record. */
  readonly documents: readonly TypedDocumentNode<unknown, never>[];
}

/**
 * Deletes a record after a confirmation and shows a message; resolves to whether it was deleted. A record with references is
 * not deleted, and the reason is shown.
 */
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
    explainFailure(error);
    void refetchDocuments(...documents);
    return false;
  }
  toast.success(done);
  void refetchDocuments(...documents);
  return true;
}

/** Shows why a record was not deleted, until the message is closed; lists the references with their counts. */
function explainFailure(error: unknown): void {
  const { code, text } = toRequestError(error);
  if (code === 'in_use') toast.error(text.replaceAll(/(\d) /g, '$1\u00A0'), { duration: null });
  else toastError(error);
}
