import { localizedName } from '#kernel/domain/text/index.ts';
import type { SearchCall, SearchProvider } from '#kernel/server/plugins/api/index.ts';
import { presentNeighborhood } from './presenter.ts';
import { listKnown, listPage, type NeighborhoodRow } from './store.ts';

/** Finds neighbourhoods by name for the search of the top bar. */
export const find: SearchProvider<'own'> = {
  async find(text, call) {
    const { rows } = await listPage(
      call.context.database,
      { page: 1, limit: call.limit, search: text },
      call,
    );
    return rows.map((row) => present(row, call));
  },
  async findByIds(ids, call) {
    const rows = await listKnown(call.context.database, ids, call.area);
    return rows.map((row) => present(row, call));
  },
};

function present(row: NeighborhoodRow, { language, context }: SearchCall) {
  const name = localizedName(presentNeighborhood(row), language);
  return {
    id: row.id,
    title: context.text(language, 'neighborhoods:mfy', { name }),
    subtitle: '',
    path: `/neighborhoods/${row.id}`,
  };
}
