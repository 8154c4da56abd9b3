import { toRequestError } from '#kernel/client/data/request-error.ts';

/** How it went with many records. */
export interface BulkOutcome<Item> {
  readonly done: readonly Item[];
  /** With which it did not work, and why. */
  readonly stayed: readonly { readonly item: Item; readonly reason: string }[];
  /** How many were not attempted. */
  readonly left: number;
}

interface BulkWatch {
  readonly onStep: (at: number) => void;
  readonly isStopped: () => boolean;
}

/**
 * Does something with one record after the other. What fails stays and says why, and the next one follows; where no response
 * came or the session is over, the rest would fail alike, and it ends.
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
