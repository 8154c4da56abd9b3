import { superAdmin } from '#kernel/contract/index.ts';
import { localizedName } from '#kernel/contract/text/index.ts';
import type { SearchProvider } from '#kernel/server/plugin.ts';
import { presentNeighborhood } from './presenter.ts';
import { listPage } from './store.ts';

/** Finds neighbourhoods by name for the search of the top bar. */
export const find: SearchProvider = {
  access: superAdmin,
  async find(text, { language, context, limit }) {
    const query = { page: 1, limit, search: text };
    const { rows } = await listPage(context.database, query, { area: 'everywhere', language });
    return rows.map((row) => ({
      id: row.id,
      title: localizedName(presentNeighborhood(row), language),
      subtitle: '',
      path: `/neighborhoods/${row.id}`,
    }));
  },
};
