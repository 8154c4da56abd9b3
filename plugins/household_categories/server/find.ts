import { localizedName } from '#kernel/domain/text/index.ts';
import type { SearchCall, SearchProvider } from '#kernel/server/plugins/api/index.ts';
import { presentCategory } from './presenter.ts';
import { listKnown, listPage, type CategoryRow } from './store.ts';

/** Finds categories by name for the search of the top bar; a hit opens the list, narrowed to it. */
export const find: SearchProvider<'none'> = {
  async find(text, { language, context, limit }) {
    const { rows } = await listPage(context.database, { page: 1, limit, search: text }, language);
    return rows.map((row) => present(row, { language }));
  },
  async findByIds(ids, { language, context }) {
    const rows = await listKnown(context.database, ids);
    return rows.map((row) => present(row, { language }));
  },
};

function present(row: CategoryRow, { language }: Pick<SearchCall, 'language'>) {
  const title = localizedName(presentCategory(row), language);
  return {
    id: row.id,
    title,
    subtitle: '',
    path: `/household_categories?search=${encodeURIComponent(title)}`,
  };
}
