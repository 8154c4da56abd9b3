import type { z } from 'zod';
import type { knownAnswerSchema } from '#kernel/contract/search.ts';
import { searchCallOf, type SearchSource, type SearchRequest } from './search-all.ts';
import { presentHit } from './present-hit.ts';
import type { Turns } from '../concurrency/semaphore.ts';

/** A thing that somebody found before. */
export interface HitReference {
  /** Of the finder: `<plugin>.<key>`. */
  readonly search: string;
  readonly id: number;
}

type KnownHit = z.infer<typeof knownAnswerSchema>['items'][number];

/** Reads `applications.applications:12,users.users:5`. */
export function readReferences(text: string): HitReference[] {
  return text.split(',').map((part) => {
    const [search = '', id = ''] = part.split(':');
    return { search, id: Number(id) };
  });
}

/** What is there of these things for whoever asks, in the order in which they are named. */
export async function findByReferences(
  finders: readonly SearchSource[],
  references: readonly HitReference[],
  question: SearchRequest,
  turns: Turns,
): Promise<KnownHit[]> {
  const found = await Promise.all(finders.map((finder) => recall(finder, references, question, turns)));
  const places = new Map(references.map(({ search, id }, place) => [`${search}:${id}`, place]));
  const placeOf = ({ plugin, key, id }: KnownHit) => places.get(`${plugin}.${key}:${id}`) ?? Infinity;
  return found.flat().toSorted((one, other) => placeOf(one) - placeOf(other));
}

async function recall(
  finder: SearchSource,
  references: readonly HitReference[],
  question: SearchRequest,
  turns: Turns,
): Promise<KnownHit[]> {
  const { id, plugin, key } = finder.search;
  const ids = references.flatMap((reference) => (reference.search === id ? [reference.id] : []));
  if (ids.length === 0) return [];
  try {
    const hits = await turns.take(
      () => finder.provider.findByIds(ids, searchCallOf(finder, question)),
      question.signal,
    );
    return hits.map((hit) => ({ plugin, key, ...presentHit(hit) }));
  } catch (error) {
    if (!question.signal.aborted)
      finder.loaded.context.log.error({ err: error, search: key }, 'a search failed');
    return [];
  }
}
