import { areaOf } from '#kernel/contract/index.ts';
import { localizedName } from '#kernel/contract/text/index.ts';
import type { SearchProvider } from '#kernel/server/plugin.ts';
import { registrars } from './access.ts';
import { addressOf } from './address.ts';
import { presentItem } from './presenter.ts';
import { readList } from './store/list.ts';

/** Finds households by address, by a citizen's name and by JSHSHIR for the search of the top bar. */
export const find: SearchProvider = {
  access: registrars,
  async find(text, { viewer, language, context, limit }) {
    const { rows } = await readList(context.database, {
      area: areaOf(viewer),
      language,
      page: 1,
      limit,
      search: text,
      sortBy: 'createdAt',
      direction: 'desc',
    });
    return rows.map((row) => {
      const household = presentItem(row);
      const people = household.citizens.map(({ full_name }) => full_name).join(', ');
      return {
        id: household.id,
        title: addressOf(household, language, context),
        subtitle: people === '' ? localizedName(household.household_category, language) : people,
        path: `/households/${household.id}`,
      };
    });
  },
};
