import { localizedName } from '#kernel/domain/text/index.ts';
import type { SearchCall, SearchProvider } from '#kernel/server/plugins/api/index.ts';
import { presentDirection } from './presenter.ts';
import { listKnown, listPage, type DirectionRow } from './store.ts';

/** Finds directions by name for the search of the top bar; a hit opens the list, narrowed to it. */
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

function present(row: DirectionRow, { language }: Pick<SearchCall, 'language'>) {
  const title = localizedName(presentDirection(row), language);
  return { id: row.id, title, subtitle: '', path: `/directions?search=${encodeURIComponent(title)}` };
}
