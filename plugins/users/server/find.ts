import { superAdmin } from '#kernel/contract/index.ts';
import { formatPhone, fullName } from '#kernel/contract/text/index.ts';
import type { SearchProvider } from '#kernel/server/plugin.ts';
import { readList } from './store/list.ts';

/** Finds citizens by name, phone, passport and JSHSHIR for the search of the top bar; a hit opens the list, narrowed to him. */
export const find: SearchProvider = {
  access: superAdmin,
  async find(text, { context, limit }) {
    const { rows } = await readList(context.database, {
      page: 1,
      limit,
      search: text,
      sortBy: 'name',
      direction: 'asc',
    });
    return rows.map((row) => {
      const title = fullName(row);
      return {
        id: row.id,
        title,
        subtitle: row.phone ? formatPhone(row.phone) : '',
        path: `/users?search=${encodeURIComponent(title)}`,
      };
    });
  },
};
