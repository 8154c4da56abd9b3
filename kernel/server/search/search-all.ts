import { setTimeout as sleep } from 'node:timers/promises';
import { allows, areaOf, type SearchGroup, type SearchHit, type Viewer } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { searchesOf, type RegisteredSearch } from '#kernel/contract/http/search.ts';
import type { SearchCall, SearchProvider } from '../api/index.ts';
import type { LoadedPlugin } from '../services/plugin-registry.ts';
import type { ServerServices } from '../services/server-services.ts';
import type { TaskQueue } from '../concurrency/task-queue.ts';

/** Maximum number of hits of one source that are shown. */
const maxHitsShown = 5;

/** A search of a plugin that a viewer may use. */
export interface SearchSource {
  readonly search: RegisteredSearch;
  readonly provider: SearchProvider;
  readonly loaded: LoadedPlugin;
}

/** The user who searches, and their language. */
export interface SearchRequest {
  readonly viewer: Viewer;
  readonly language: Language;
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal;
}

/** The sources whose lists this viewer may open, in menu order; those bound to an area require one. */
export function searchSourcesFor({ plugins }: ServerServices, viewer: Viewer): SearchSource[] {
  const area = areaOf(viewer);
  return searchesOf(plugins.registry.enabled).flatMap((search) => {
    const loaded = plugins.find(search.plugin);
    const provider = loaded?.module.search?.[search.key];
    if (!loaded || !provider || !allows(search.access, viewer)) return [];
    return search.area === 'own' && area.length === 0 ? [] : [{ search, provider, loaded }];
  });
}

/**
 * Searches all sources in parallel and yields each group as soon as it is complete; a source that takes longer than
 * `timeoutMs` is `late`.
 */
export async function* searchAll(
  sources: readonly SearchSource[],
  text: string,
  request: SearchRequest,
  options: { queue: TaskQueue; timeoutMs: number },
): AsyncGenerator<SearchGroup> {
  const pending = new Map(
    sources.map((source, index) => [
      index,
      searchOne(source, text, request, options).then((group) => ({ index, group })),
    ]),
  );
  while (pending.size > 0) {
    const { index, group } = await Promise.race(pending.values());
    pending.delete(index);
    yield group;
  }
}

async function searchOne(
  source: SearchSource,
  text: string,
  request: SearchRequest,
  { queue, timeoutMs }: { queue: TaskQueue; timeoutMs: number },
): Promise<SearchGroup> {
  const { plugin, key } = source.search;
  const late = new AbortController();
  const finished = new AbortController();
  const signal = AbortSignal.any([request.signal, late.signal]);
  const call = { ...searchCallOf(source, { ...request, signal }), limit: maxHitsShown + 1 };
  const searching = queue
    .run(() => source.provider.find(text, call), { signal })
    .then((found): SearchGroup => {
      const items = found.slice(0, maxHitsShown).map(presentHit);
      return { plugin, key, items, ...(found.length > maxHitsShown ? { more: true } : {}) };
    })
    .catch((error: unknown): SearchGroup => {
      // A failing plugin hides only its own hits.
      if (!signal.aborted) logFailure(source, error);
      return { plugin, key, items: [], state: 'failed' };
    });
  const timeout = sleep(timeoutMs, undefined, { signal: finished.signal }).then((): SearchGroup => {
    late.abort();
    return { plugin, key, items: [], state: 'late' };
  });
  try {
    return await Promise.race([searching, timeout.catch(() => searching)]);
  } finally {
    finished.abort();
  }
}

/** A reference to a hit that a user opened before. */
export interface HitReference {
  /** The id of the source, `<plugin>.<key>`. */
  readonly search: string;
  readonly id: number;
}

/** Parses `applications.applications:12,users.users:5`. */
export function parseReferences(text: string): HitReference[] {
  return text.split(',').map((part) => {
    const [search = '', id = ''] = part.split(':');
    return { search, id: Number(id) };
  });
}

/** The hits of these references that still exist and are visible to the viewer, in the order of the references. */
export async function findByReferences(
  sources: readonly SearchSource[],
  references: readonly HitReference[],
  request: SearchRequest,
  queue: TaskQueue,
): Promise<KnownHit[]> {
  const found = await Promise.all(
    sources.map(async (source): Promise<KnownHit[]> => {
      const { id, plugin, key } = source.search;
      const ids = references.flatMap((reference) => (reference.search === id ? [reference.id] : []));
      if (ids.length === 0) return [];
      const call = searchCallOf(source, request);
      try {
        const hits = await queue.run(() => source.provider.findByIds(ids, call), { signal: request.signal });
        return hits.map((hit) => ({ plugin, key, ...presentHit(hit) }));
      } catch (error) {
        if (!request.signal.aborted) logFailure(source, error);
        return [];
      }
    }),
  );
  const order = new Map(references.map(({ search, id }, index) => [`${search}:${id}`, index]));
  const indexOf = ({ plugin, key, id }: KnownHit) => order.get(`${plugin}.${key}:${id}`) ?? Infinity;
  return found.flat().toSorted((one, other) => indexOf(one) - indexOf(other));
}

type KnownHit = SearchHit & { readonly plugin: string; readonly key: string };

function searchCallOf(
  { search, loaded }: SearchSource,
  { viewer, language, signal }: SearchRequest,
): SearchCall & SearchCall<'own'> {
  const call = { language, context: loaded.context, signal };
  // The manifest declares whether a source uses the area, and the type of its provider is derived from the manifest.
  return (search.area === 'own' ? { ...call, area: areaOf(viewer) } : call) as SearchCall & SearchCall<'own'>;
}

function logFailure({ search, loaded }: SearchSource, error: unknown): void {
  loaded.context.log.error({ err: error, search: search.key }, 'a search failed');
}

/** Only the fields of the contract. */
function presentHit({ id, title, subtitle, path, number, status }: SearchHit): SearchHit {
  return {
    id,
    title,
    subtitle,
    path,
    ...(number === undefined ? {} : { number }),
    ...(status === undefined ? {} : { status: { tone: status.tone, text: status.text } }),
  };
}
