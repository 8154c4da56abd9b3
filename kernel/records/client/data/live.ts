import type { TypedDocumentNode } from '@apollo/client';
import type { RecordChange } from '#kernel/contract/http/wire.ts';
import { apolloClient } from '#kernel/client/data/client.ts';
import { refetchQueries } from '#kernel/client/data/cached-queries.ts';
import { eventHub } from '#kernel/client/realtime/event-hub.ts';
import { highlightRow } from './highlight-store.ts';
import { emitRecordChange } from './record-changes.ts';
import { throttle } from './throttle.ts';

/** Minimum milliseconds between two reads. */
const pause = 1000;

/**
 * Handles the event of a plugin's records: reloads the mounted queries among the documents, and highlights the changed
 * row. `list` is the name of the list page.
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
 * Reloads the mounted queries among the documents at an event of a plugin in `requires`, whose own client may not be
 * loaded. Returns a function that unsubscribes.
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

/** Reloads the mounted queries among the documents. */
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
