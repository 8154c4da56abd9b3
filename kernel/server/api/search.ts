import type { Area, Manifest, SearchDeclaration, SearchesOf, SearchHit } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { ServerContext } from './context.ts';

/** The circumstances of a search; searches for things of neighbourhoods get the area to look in. */
export type SearchCall<Where extends SearchDeclaration['area'] = 'none'> = {
  readonly language: Language;
  readonly context: ServerContext;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
} & (Where extends 'own' ? { readonly area: Area } : unknown);

/** Finds things of one kind for the search of the top bar; the kernel has checked access and area. */
export interface SearchProvider<Where extends SearchDeclaration['area'] = SearchDeclaration['area']> {
  /** The best ones first, at most `limit`, which is one more than is shown. */
  find(text: string, call: SearchCall<Where> & { readonly limit: number }): Promise<readonly SearchHit[]>;
  /** The things with these ids that the caller may read, in any order; for recently opened things. */
  findByIds(ids: readonly number[], call: SearchCall<Where>): Promise<readonly SearchHit[]>;
}

/** A provider for every search that the manifest declares; a missing or an undeclared one does not compile. */
export type SearchProviders<M extends Manifest> = Manifest extends M
  ? { readonly search?: Readonly<Record<string, SearchProvider>> }
  : M extends { search: object }
    ? { readonly search: { readonly [K in keyof SearchesOf<M>]: SearchProvider<SearchesOf<M>[K]> } }
    : { readonly search?: Readonly<Record<string, never>> };
