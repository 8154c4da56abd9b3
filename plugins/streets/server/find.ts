import { areaOf } from '#kernel/contract/index.ts';
import { localizedName } from '#kernel/contract/text/index.ts';
import type { SearchProvider } from '#kernel/server/plugin.ts';
import { keepers } from './access.ts';
import { presentStreet } from './presenter.ts';
import { listPage } from './store.ts';

/** Finds streets by name for the search of the top bar; a hit opens the list, narrowed to it. */
export const find: SearchProvider = {
  access: keepers,
  async find(text, { viewer, language, context, limit }) {
    const query = { page: 1, limit, search: text };
    const { rows } = await listPage(context.database, query, { area: areaOf(viewer), language });
    return rows.map((row) => {
      const street = presentStreet(row);
      const title = localizedName(street, language);
      const narrowed = new URLSearchParams({ search: title, neighborhood: String(street.neighborhood_id) });
      return {
        id: street.id,
        title,
        subtitle: localizedName(street.neighborhood, language),
        path: `/streets?${narrowed.toString()}`,
      };
    });
  },
};
