import type { Area } from '#kernel/plugin-api/contract.ts';
import { type Direction, orderOf, type Scope, scopeOf } from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/index.ts';
import type { HouseholdListQuery, HouseholdSort, HouseType } from '../../contract.ts';

/** The filters of a list, beside a text. */
export interface Filters {
  readonly scope: Scope;
  readonly category?: number | undefined;
  readonly houseType?: HouseType | undefined;
  readonly author?: number | undefined;
  readonly street?: number | undefined;
}

/** The order of a list. */
export interface Order {
  readonly sortBy: HouseholdSort;
  readonly direction: Direction;
  readonly language: Language;
}

/** Which households are wanted, whichever page of them. */
export interface WholeListRequest extends Omit<Filters, 'scope'>, Order {
  readonly area: Area;
  readonly neighborhood?: number | undefined;
  readonly search?: string | undefined;
}

/** Which page of which households is wanted. */
export interface ListRequest extends WholeListRequest {
  readonly page: number;
  readonly limit: number;
  /** The number of hits at which a text search stops counting. */
  readonly maxHits?: number;
}

/** Reads the query of a list or an export. */
export function listRequestOf(
  query: Omit<HouseholdListQuery, 'page' | 'limit'>,
  area: Area,
  language: Language,
): WholeListRequest {
  return {
    area,
    language,
    ...orderOf(query),
    neighborhood: query.neighborhood,
    category: query.household_category,
    houseType: query.house_type,
    author: query.author,
    street: query.street,
    search: query.search,
  };
}

/** The filters of a list, beside a text. */
export function filtersOf(
  request: Pick<ListRequest, 'area' | 'neighborhood' | 'category' | 'houseType' | 'author' | 'street'>,
): Filters {
  const { area, neighborhood, category, houseType, author, street } = request;
  return { scope: scopeOf(area, neighborhood), category, houseType, author, street };
}
