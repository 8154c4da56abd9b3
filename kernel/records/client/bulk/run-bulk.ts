import { toRequestError } from '#kernel/client/data/request-error.ts';

/** The result of a bulk action. */
export interface BulkOutcome<Item> {
  readonly done: readonly Item[];
  /** The records for which it failed, each with the reason. */
  readonly stayed: readonly { readonly item: Item; readonly reason: string }[];
  /** The number of records that were not attempted. */
  readonly left: number;
}

interface BulkWatch {
  readonly onStep: (at: number) => void;
  readonly isStopped: () => boolean;
}

/**
 * Runs an action on one record after the other. A failure is recorded with its reason, and the next record follows. Without
 * a response, or after the end of the session, it stops, since all others would fail too.
 */
export async function runBulk<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { onStep, isStopped }: BulkWatch,
): Promise<BulkOutcome<Item>> {
  const done: Item[] = [];
  const stayed: { item: Item; reason: string }[] = [];
  for (const item of items) {
    if (isStopped()) break;
    try {
      await act(item);
      done.push(item);
    } catch (error) {
      const { status, text } = toRequestError(error);
      stayed.push({ item, reason: text });
      if (status === 0 || status === 401) break;
    }
    onStep(done.length + stayed.length);
  }
  return { done, stayed, left: items.length - done.length - stayed.length };
}
