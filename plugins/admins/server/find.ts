import { superAdmin } from '#kernel/contract/index.ts';
import { formatPhone, localizedName } from '#kernel/contract/text/index.ts';
import type { SearchProvider } from '#kernel/server/plugin.ts';
import { presentAdmin } from './presenter.ts';
import { listAdmins } from './store/admins.ts';

/** Finds admins by name, login or phone for the search of the top bar; a hit opens the list, narrowed to him. */
export const find: SearchProvider = {
  access: superAdmin,
  async find(text, { language, context, limit }) {
    const { rows } = await listAdmins(context.database, { page: 1, limit, search: text }, language);
    return rows.map((row) => {
      const { id, first_name, last_name, login, phone, role } = presentAdmin(row);
      const facts = [localizedName(role, language), ...(phone === null ? [] : [formatPhone(phone)])];
      return {
        id,
        title: `${last_name} ${first_name}`,
        subtitle: facts.join(' · '),
        path: `/admins/list?search=${encodeURIComponent(login)}`,
      };
    });
  },
};
