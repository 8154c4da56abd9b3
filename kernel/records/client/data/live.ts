import type { TypedDocumentNode } from '@apollo/client';
import type { RecordChange } from '#kernel/contract/wire.ts';
import { apolloClient } from '#kernel/client/data/client.ts';
import { refetchReads } from '#kernel/client/data/change-reads.ts';
import { markFresh } from './fresh-store.ts';
import { tellRecordChange } from './record-changes.ts';
import { throttled } from './throttle.ts';

/** At most one read a second, however many change at once. */
const pause = 1000;

/**
 * Handles the event of a plugin's records: whatever of these documents is on the screen is read again, and the row that
 * has changed is marked. `list` is the name that the list page gives itself.
 *
 * @example context.on('direction_change', followRecords('directions', directionsDocument));
 */
export function followRecords(
  list: string,
  ...documents: readonly TypedDocumentNode<unknown, never>[]
): (change: RecordChange) => void {
  const soon = throttled(() => void refetchReads(...shown(documents)), pause);
  return ({ id, change }) => {
    if (change !== 'deleted') markFresh(list, id);
    soon();
    tellRecordChange(list, { id, change });
  };
}

/** Reads again what is on the screen of these documents. */
export async function readAgain(...documents: readonly TypedDocumentNode<unknown, never>[]): Promise<void> {
  await refetchReads(...shown(documents));
}

function shown(documents: readonly TypedDocumentNode<unknown, never>[]) {
  const active = new Set(
    [...apolloClient().getObservableQueries('active')].map(({ options }) => options.query),
  );
  return documents.filter((document) => active.has(document));
}
