import { superAdmin } from '#kernel/contract/index.ts';
import { localizedName } from '#kernel/contract/text/index.ts';
import type { SearchProvider } from '#kernel/server/plugin.ts';
import { presentCategory } from './presenter.ts';
import { listPage } from './store.ts';

/** Finds categories by name for the search of the top bar; a hit opens the list, narrowed to it. */
export const find: SearchProvider = {
  access: superAdmin,
  async find(text, { language, context, limit }) {
    const { rows } = await listPage(context.database, { page: 1, limit, search: text }, language);
    return rows.map((row) => {
      const title = localizedName(presentCategory(row), language);
      return {
        id: row.id,
        title,
        subtitle: '',
        path: `/household_categories?search=${encodeURIComponent(title)}`,
      };
    });
  },
};
