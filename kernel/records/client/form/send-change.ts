import { toRequestError } from '#kernel/client/data/request-error.ts';

/** A change of a record to send. */
interface Change<Item> {
  /** Sends the change for a version, with an idempotency key. */
  readonly send: (version: string | null, key: string) => Promise<Item>;
  /** The version that was edited. */
  readonly version: string | null;
  readonly draft: { readonly idempotencyKey: string; renewKey(): string };
  /** Receives the version that an earlier change of this form created. */
  readonly onFormer: (former: Item) => void;
}

/**
 * Sends a change of a record. If the response to a previous attempt was lost and the user has typed since, another body
 * is sent with the same key for an outdated version. The server then returns the result of the previous attempt, and
 * the change is sent again on top of that version. It is rejected if others have changed the record since.
 */
export async function sendChange<Item extends { readonly updatedAt: string }>(
  change: Change<Item>,
): Promise<Item> {
  const { send, version, draft, onFormer } = change;
  try {
    return await send(version, draft.idempotencyKey);
  } catch (error) {
    const former = version === null ? null : formerOf<Item>(error);
    if (former === null) throw error;
    const key = draft.renewKey();
    onFormer(former);
    return send(former.updatedAt, key);
  }
}

function formerOf<Item>(error: unknown): Item | null {
  const { code, body } = toRequestError(error);
  return code === 'repeated_differently' ? ((body as { former?: Item } | null)?.former ?? null) : null;
}
