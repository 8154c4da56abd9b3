import type { Area } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { HouseholdListQuery } from '../contract.ts';
import type { ListRequest } from './store/list-request.ts';

/** What a query asks of a list, whichever page of it. */
export function listRequest(
  query: Omit<HouseholdListQuery, 'page' | 'limit'>,
  area: Area,
  language: Language,
): Omit<ListRequest, 'page' | 'limit'> {
  const sortBy = query.sort_by ?? 'createdAt';
  return {
    area,
    language,
    sortBy,
    direction: query.sort_order ?? (sortBy === 'createdAt' ? 'desc' : 'asc'),
    neighborhood: query.neighborhood,
    category: query.household_category,
    houseType: query.house_type,
    author: query.author,
    street: query.street,
    search: query.search,
  };
}
