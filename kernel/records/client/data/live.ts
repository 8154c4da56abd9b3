import type { TypedDocumentNode } from '@apollo/client';
import type { RecordChange } from '#kernel/contract/wire.ts';
import { apolloClient } from '#kernel/client/data/client.ts';
import { refetchQueries } from '#kernel/client/data/cached-queries.ts';
import { eventHub } from '#kernel/client/realtime/event-hub.ts';
import { highlightRow } from './highlight-store.ts';
import { emitRecordChange } from './record-changes.ts';
import { throttle } from './throttle.ts';

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
  const soon = throttle(() => void refetchQueries(...shown(documents)), pause);
  return ({ id, change }) => {
    if (change !== 'deleted') highlightRow(list, id);
    soon();
    emitRecordChange(list, { id, change });
  };
}

/**
 * At an event of a plugin in `requires`, whose own client may not have loaded: whatever of these documents is on the screen is
 * read again. Returns a function that stops.
 *
 * @example context.onStop(followEvent('neighborhood_change', bordersDocument));
 */
export function followEvent(
  event: string,
  ...documents: readonly TypedDocumentNode<unknown, never>[]
): () => void {
  return eventHub.on(
    event,
    throttle(() => void refetchQueries(...shown(documents)), pause),
  );
}

/** Reads again what is on the screen of these documents. */
export async function refetchDocuments(
  ...documents: readonly TypedDocumentNode<unknown, never>[]
): Promise<void> {
  await refetchQueries(...shown(documents));
}

function shown(documents: readonly TypedDocumentNode<unknown, never>[]) {
  const active = new Set(
    [...apolloClient().getObservableQueries('active')].map(({ options }) => options.query),
  );
  return documents.filter((document) => active.has(document));
}
