import type { Area } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { Scope } from '#kernel/server/lists/scope.ts';
import type { HouseholdSort, HouseType } from '../../contract.ts';

/** What a list is filtered by, beside a text. */
export interface Filters {
  readonly scope: Scope;
  readonly category?: number | undefined;
  readonly houseType?: HouseType | undefined;
  readonly author?: number | undefined;
  readonly street?: number | undefined;
}

export type Direction = 'asc' | 'desc';

/** The order of a list. */
export interface Order {
  readonly sortBy: HouseholdSort;
  readonly direction: Direction;
  readonly language: Language;
}

/** What a list is asked for. */
export interface ListRequest extends Order {
  readonly area: Area;
  readonly page: number;
  readonly limit: number;
  readonly neighborhood?: number | undefined;
  readonly category?: number | undefined;
  readonly houseType?: HouseType | undefined;
  readonly author?: number | undefined;
  readonly street?: number | undefined;
  readonly search?: string | undefined;
  /** The number of hits at which a text search stops counting. */
  readonly mostHits?: number;
}
