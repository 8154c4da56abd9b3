import type { Area } from '#kernel/plugin-api/contract.ts';
import type { Direction } from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/index.ts';
import type { ApplicationSort, Days, StatusFilter } from '../../../contract.ts';
import type { ApplicationFilters } from './facets.ts';
import type { PageCache } from './page-cache.ts';
import type { Counts } from '../counts.ts';
import type { Bundle } from '../rows.ts';

/** The requested page and filters. */
export interface ListRequest {
  readonly area: Area;
  readonly language: Language;
  readonly page: number;
  readonly limit: number;
  readonly neighborhood?: number | undefined;
  readonly status?: StatusFilter | undefined;
  readonly search?: string | undefined;
  /** Only applications that arrived within these days. */
  readonly days?: Days | undefined;
  readonly filters?: ApplicationFilters | undefined;
  /** Caches page positions by filter; if absent, each page is searched again. */
  readonly cache?: PageCache | undefined;
  readonly sortBy: ApplicationSort;
  readonly direction: Direction;
  /**
   * The offset from which a page is found through the counters; smaller offsets are read from the start of
   * the index.
   */
  readonly seekFrom?: number;
  /** The number of hits at which a text search stops counting. */
  readonly maxHits?: number;
}

/** A page of a list. */
export interface ListResult extends Bundle {
  readonly counts: Counts;
  readonly length: number;
  readonly capped: boolean;
}
