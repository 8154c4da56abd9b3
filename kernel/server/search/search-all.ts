import { setTimeout as sleep } from 'node:timers/promises';
import { allows, areaOf, type SearchGroup, type Viewer } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { searchesOf, type RegisteredSearch } from '#kernel/contract/search.ts';
import type { SearchCall, SearchProvider } from '../plugins/api/index.ts';
import type { LoadedPlugin, Runtime } from '../services/runtime.ts';
import { presentHit } from './present-hit.ts';
import type { Turns } from '../concurrency/semaphore.ts';

/** Hits of one finder that the top bar shows. */
const maxHitsShown = 5;

/** A finder that somebody may ask, and the module that it belongs to. */
export interface SearchSource {
  readonly search: RegisteredSearch;
  readonly provider: SearchProvider;
  readonly loaded: LoadedPlugin;
}

/** What is looked for, and by whom. */
export interface SearchRequest {
  readonly viewer: Viewer;
  readonly language: Language;
  readonly signal: AbortSignal;
}

/** The finders whose lists this viewer may open, in the order of the menu; one without neighbourhoods has nothing to look in. */
export function searchSourcesFor({ registry, plugins }: Runtime, viewer: Viewer): SearchSource[] {
  const area = areaOf(viewer);
  return searchesOf(registry.enabled).flatMap((search) => {
    const loaded = plugins.find(({ id }) => id === search.plugin);
    const provider = loaded?.module.search?.[search.key];
    if (!loaded || !provider || !allows(search.access, viewer)) return [];
    return search.area === 'own' && area.length === 0 ? [] : [{ search, provider, loaded }];
  });
}

/** Asks all of them at once and gives what each has found as soon as it has; who takes longer than `patience` ms is late. */
export async function* searchAll(
  finders: readonly SearchSource[],
  text: string,
  question: SearchRequest,
  { turns, patience }: { turns: Turns; patience: number },
): AsyncGenerator<SearchGroup> {
  const pending = new Map(
    finders.map((finder, place) => [
      place,
      find(finder, text, question, { turns, patience }).then((group) => ({ place, group })),
    ]),
  );
  while (pending.size > 0) {
    const { place, group } = await Promise.race(pending.values());
    pending.delete(place);
    yield group;
  }
}

async function find(
  { search, provider, loaded }: SearchSource,
  text: string,
  question: SearchRequest,
  { turns, patience }: { turns: Turns; patience: number },
): Promise<SearchGroup> {
  const { plugin, key } = search;
  const late = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([question.signal, late.signal]);
  const call = { ...searchCallOf({ search, loaded }, { ...question, signal }), limit: maxHitsShown + 1 };
  const finding = turns
    .take(() => provider.find(text, call), signal)
    .then((found): SearchGroup => {
      const items = found.slice(0, maxHitsShown).map(presentHit);
      return { plugin, key, items, ...(found.length > maxHitsShown ? { more: true } : {}) };
    })
    .catch((error: unknown): SearchGroup => {
      // One plugin that cannot search hides its own hits, not those of the others.
      if (!signal.aborted) loaded.context.log.error({ err: error, search: key }, 'a search failed');
      return { plugin, key, items: [], state: 'failed' };
    });
  const waiting = sleep(patience, undefined, { signal: over.signal }).then((): SearchGroup => {
    late.abort();
    return { plugin, key, items: [], state: 'late' };
  });
  try {
    return await Promise.race([finding, waiting.catch(() => finding)]);
  } finally {
    over.abort();
  }
}

/** What a finder is told of whoever asks. */
export function searchCallOf(
  { search, loaded }: Pick<SearchSource, 'search' | 'loaded'>,
  { viewer, language, signal }: SearchRequest,
): SearchCall & SearchCall<'own'> {
  const call = { language, context: loaded.context, signal };
  // The declaration says which of them look at the area; the types of the modules are made of it.
  return (search.area === 'own' ? { ...call, area: areaOf(viewer) } : call) as SearchCall & SearchCall<'own'>;
}
