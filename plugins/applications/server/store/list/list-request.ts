import type { Area } from '#kernel/plugin-api/contract.ts';
import type { Direction } from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/index.ts';
import type { ApplicationSort, Days, StatusFilter } from '../../../contract.ts';
import type { ApplicationFilters } from './facets.ts';
import type { PageCache } from './page-cache.ts';
import type { Counts } from '../counts.ts';
import type { Bundle } from '../rows.ts';

/** Which page of which applications is wanted. */
export interface ListRequest {
  readonly area: Area;
  readonly language: Language;
  readonly page: number;
  readonly limit: number;
  readonly neighborhood?: number | undefined;
  readonly status?: StatusFilter | undefined;
  readonly search?: string | undefined;
  /** Only those that came on these days. */
  readonly days?: Days | undefined;
  readonly filters?: ApplicationFilters | undefined;
  /** Pages that were found by the same filters; absent where each is found again. */
  readonly cache?: PageCache | undefined;
  readonly sortBy: ApplicationSort;
  readonly direction: Direction;
  /** The offset from which on a page is found by the counters; a smaller one is read from the start of the index. */
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
