import { toRequestError } from '#kernel/client/data/request-error.ts';

/** How a change goes out. */
interface Change<Item> {
  /** Sends it, as one of a version, under a key. */
  readonly send: (version: string | null, key: string) => Promise<Item>;
  /** The version that was edited. */
  readonly version: string | null;
  readonly draft: { readonly idempotencyKey: string; renewKey(): string };
  /** Hears of the version that an earlier change of ours has made. */
  readonly onFormer: (former: Item) => void;
}

/**
 * Sends a change of a record. Where an earlier one came through and its response did not, one has typed on since, and what is
 * sent now is another thing under the same key, of a version that is no longer the stored one: the server says what it has made
 * of the earlier one, and this one goes out once more as a change of that. Whatever others have made of it since is refused.
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
