import { useEffect, useEffectEvent, useState } from 'react';
import type { TypedDocumentNode } from '@apollo/client';
import { apolloClient } from '../data/client.ts';
import { send } from '../data/send.ts';
import { liveHub } from '../live/live-hub.ts';
import { readAgain } from './live.ts';
import { onRecordChange } from './record-changes.ts';

/** What another has made of the record that is open here; `theirs` is null where it cannot be read by itself. */
export type Meanwhile<Item> =
  { readonly kind: 'changed'; readonly theirs: Item | null } | { readonly kind: 'deleted' };

interface MeanwhileOptions {
  /** The name of the list, as its events are followed. */
  readonly name: string;
  readonly path: string;
  /** Of the record that is open; null for a new one. */
  readonly id: number | null;
  readonly documents: readonly TypedDocumentNode<unknown, never>[];
  /** The version that stands in the fields. */
  readonly version: () => string | null;
  /** Changes of our own are on their way. */
  readonly isBusy: () => boolean;
}

/** Hears what others make of the record that is open in a form, also while the line was cut. */
export function useMeanwhile<Item extends { readonly id: number; readonly updatedAt: string }>(
  options: MeanwhileOptions,
): readonly [Meanwhile<Item> | null, (next: Meanwhile<Item> | null) => void] {
  const { name, id } = options;
  const [meanwhile, setMeanwhile] = useState<Meanwhile<Item> | null>(null);

  const look = useEffectEvent(async (isSure: boolean) => {
    if (id === null || options.isBusy()) return;
    const theirs = await readLatest<Item>(options, id);
    if (options.isBusy() || theirs?.updatedAt === options.version()) return;
    // After a cut nobody has said that there was a change.
    if (theirs !== null || isSure) setMeanwhile({ kind: 'changed', theirs });
  });

  useEffect(() => {
    if (id === null) return;
    const stops = [
      onRecordChange(name, (change) => {
        if (Number(change.id) !== Number(id)) return;
        if (change.change === 'deleted') setMeanwhile({ kind: 'deleted' });
        else void look(true);
      }),
      liveHub.onReconnect(() => void look(false)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [name, id]);

  return [meanwhile, setMeanwhile];
}

/** The record as it is now: from the list behind the form, which is read again, or from its own address where it has one. */
async function readLatest<Item extends { readonly id: number }>(
  { path, documents }: MeanwhileOptions,
  id: number,
): Promise<Item | null> {
  try {
    await readAgain(...documents);
    return shownItem<Item>(documents, id) ?? (await send<Item>('GET', `${path}/${id}`));
  } catch {
    return null;
  }
}

function shownItem<Item extends { readonly id: number }>(
  documents: readonly TypedDocumentNode<unknown, never>[],
  id: number,
): Item | undefined {
  for (const query of apolloClient().getObservableQueries('active')) {
    if (!documents.some((document) => document === query.options.query)) continue;
    const { data } = query.getCurrentResult() as { data?: { records?: { items?: readonly Item[] } } };
    const found = data?.records?.items?.find((item) => Number(item.id) === Number(id));
    if (found) return found;
  }
  return undefined;
}
