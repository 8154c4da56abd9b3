import type { Area } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { Days, StatusFilter } from '../../contract.ts';
import type { Counts } from './counts.ts';
import type { Direction } from './select.ts';
import type { Bundle } from './rows.ts';

/** What a list is asked for. */
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
  readonly sortBy: 'createdAt' | 'neighborhood' | 'status' | 'cancel_time';
  readonly direction: Direction;
  /** The offset from which on a page is found by the counts; a smaller one is walked to. */
  readonly seekFrom?: number;
  /** The number of hits at which a text search stops counting. */
  readonly mostHits?: number;
}

/** A page of a list. */
export interface ListResult extends Bundle {
  readonly counts: Counts;
  readonly length: number;
  readonly capped: boolean;
}
