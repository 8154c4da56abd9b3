import type { Area } from '#kernel/plugin-api/contract.ts';
import { type Direction, orderOf, type Scope, scopeOf } from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/index.ts';
import type { HouseholdFilters, HouseholdSort } from '../../contract.ts';

/** The filters of a list other than the text. */
export interface Filters extends Omit<HouseholdFilters, 'neighborhood'> {
  readonly scope: Scope;
}

/** The order of a list. */
export interface Order {
  readonly sortBy: HouseholdSort;
  readonly direction: Direction;
  readonly language: Language;
}

/** The filters and the order of a list, without its page. */
export interface WholeListRequest extends HouseholdFilters, Order {
  readonly area: Area;
  readonly search?: string | undefined;
}

/** The requested page and filters. */
export interface ListRequest extends WholeListRequest {
  readonly page: number;
  readonly limit: number;
  /** The number of hits at which a text search stops counting. */
  readonly maxHits?: number;
}

/** The query of a list or an export, without its page. */
interface ListQuery extends HouseholdFilters {
  readonly search?: string | undefined;
  readonly sort_by?: HouseholdSort | undefined;
  readonly sort_order?: Direction | undefined;
}

/** Converts the query of a list or an export. */
export function listRequestOf(
  { sort_by, sort_order, ...filters }: ListQuery,
  area: Area,
  language: Language,
): WholeListRequest {
  return { area, language, ...orderOf({ sort_by, sort_order }), ...filters };
}

/** The filters of a list other than the text. */
export function filtersOf({
  area,
  neighborhood,
  household_category,
  house_type,
  author,
  street,
}: Pick<ListRequest, 'area' | keyof HouseholdFilters>): Filters {
  return { scope: scopeOf(area, neighborhood), household_category, house_type, author, street };
}
