import { areaOf } from '#kernel/contract/index.ts';
import { formatPhone, fullName, localizedName, padId } from '#kernel/contract/text/index.ts';
import type { SearchProvider } from '#kernel/server/plugin.ts';
import { receivers } from './access.ts';
import { readList } from './store/list.ts';

/** Finds applications by number, name, phone, passport and JSHSHIR for the search of the top bar. */
export const find: SearchProvider = {
  access: receivers,
  async find(text, { viewer, language, context, limit }) {
    const { items, neighborhoods } = await readList(context.database, {
      area: areaOf(viewer),
      language,
      page: 1,
      limit,
      search: text,
      sortBy: 'createdAt',
      direction: 'desc',
    });
    return items.map((item) => {
      const neighborhood = neighborhoods.get(item.neighborhoodId);
      const names = { uz: { name: neighborhood?.name_uz }, ru: { name: neighborhood?.name_ru } };
      const parts = [
        `№ ${padId(item.id)}`,
        localizedName(names, language),
        item.phone && formatPhone(item.phone),
      ];
      return {
        id: item.id,
        title: fullName({
          last_name: item.lastName,
          first_name: item.firstName,
          father_name: item.fatherName,
        }),
        subtitle: parts.filter(Boolean).join(' · '),
        path: `/applications/${item.id}`,
      };
    });
  },
};
