import { useEffect, useEffectEvent, useState } from 'react';
import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { apolloClient } from '#kernel/client/data/client.ts';
import { send } from '#kernel/client/data/send.ts';
import { eventHub } from '#kernel/client/realtime/event-hub.ts';
import { onRecordChange } from '../data/record-changes.ts';

/** Another admin's version of the open record; `theirs` is null if it cannot be read separately. */
export type RemoteChange<Item> =
  { readonly kind: 'changed'; readonly theirs: Item | null } | { readonly kind: 'deleted' };

interface RemoteChangeOptions<Item> {
  /** The name of the list whose events are followed. */
  readonly name: string;
  readonly path: string;
  /** The id of the open record; null for a new one. */
  readonly id: number | null;
  readonly documents: readonly TypedDocumentNode<unknown, never>[];
  /** The version in the fields. */
  readonly version: () => string | null;
  /** Whether changes of this form are being sent. */
  readonly isBusy: () => boolean;
  /**
   * Adopts a version that equals the fields, such as our own after a lost response, without a note. Returns whether it
   * did so.
   */
  readonly adopt: (theirs: Item) => boolean;
}

/** Reports changes of the open record by others, including those during a lost connection. */
export function useRemoteChange<Item extends { readonly id: number; readonly updatedAt: string }>(
  options: RemoteChangeOptions<Item>,
): readonly [RemoteChange<Item> | null, (next: RemoteChange<Item> | null) => void] {
  const { name, id } = options;
  const [remoteChange, setRemoteChange] = useState<RemoteChange<Item> | null>(null);

  const checkRecord = useEffectEvent(async (isSure: boolean) => {
    if (id === null || options.isBusy()) return;
    const theirs = await readLatest<Item>(options, id);
    if (options.isBusy() || theirs?.updatedAt === options.version()) return;
    if (theirs !== null && options.adopt(theirs)) return setRemoteChange(null);
    // After a reconnection, a failed read does not prove that there was a change.
    if (theirs !== null || isSure) setRemoteChange({ kind: 'changed', theirs });
  });

  useEffect(() => {
    if (id === null) return;
    const stops = [
      onRecordChange(name, (change) => {
        if (Number(change.id) !== Number(id)) return;
        if (change.change === 'deleted') setRemoteChange({ kind: 'deleted' });
        else void checkRecord(true);
      }),
      eventHub.onReconnect(() => void checkRecord(false)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [name, id]);

  return [remoteChange, setRemoteChange];
}

/**
 * Reads the stored record: from its own path if there is one, otherwise with the queries that show it behind the form.
 * It makes separate requests, since newer ones may abort those of the screen.
 */
export async function readLatest<Item extends { readonly id: number }>(
  { path, documents }: Pick<RemoteChangeOptions<Item>, 'path' | 'documents'>,
  id: number,
): Promise<Item | null> {
  const isIt = (item: Item) => Number(item.id) === Number(id);
  try {
    for (const read of readsOf(documents)) {
      if (!itemsOf<Item>(read.getCurrentResult().data).some(isIt)) continue;
      const result = await apolloClient().query<unknown, OperationVariables>({
        query: read.options.query,
        variables: read.variables,
        fetchPolicy: 'no-cache',
        context: { queryDeduplication: false },
      });
      const found = itemsOf<Item>(result.data).find(isIt);
      if (found) return found;
    }
    return await send<Item>('GET', `${path}/${id}`);
  } catch {
    return null;
  }
}

function readsOf(documents: readonly TypedDocumentNode<unknown, never>[]) {
  return [...apolloClient().getObservableQueries('active')].filter(({ options }) =>
    documents.some((document) => document === options.query),
  );
}

function itemsOf<Item>(data: unknown): readonly Item[] {
  return (data as { records?: { items?: readonly Item[] } } | undefined)?.records?.items ?? [];
}
