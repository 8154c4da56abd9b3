import { formatPhone, localizedName } from '#kernel/domain/text/index.ts';
import {
  minPhoneDigits,
  readSearch,
  type SearchCall,
  type SearchProvider,
} from '#kernel/plugin-api/server.ts';
import { presentAdmin, presentRole } from './presenter.ts';
import { listAdmins, listAdminsByIds, type AdminRow } from './store/admins.ts';
import { listRolesByIds, listRoles, type RoleRow } from './store/roles.ts';

/** Finds admins by name, login or phone for the search in the top bar; a hit opens the list, filtered to that admin. */
export const findAdmins: SearchProvider<'none'> = {
  async find(text, call) {
    const { digits } = readSearch(text);
    if (digits !== null && digits.length < minPhoneDigits) return [];
    const query = { page: 1, limit: call.limit, search: text };
    const { rows } = await listAdmins(call.context.database, query, call.language);
    return rows.map((row) => presentFoundAdmin(row, call));
  },
  async findByIds(ids, call) {
    const rows = await listAdminsByIds(call.context.database, ids);
    return rows.map((row) => presentFoundAdmin(row, call));
  },
};

/** Finds roles by name; a hit opens the list, filtered to that role. */
export const findRoles: SearchProvider<'none'> = {
  async find(text, call) {
    const query = { page: 1, limit: call.limit, search: text };
    const { rows } = await listRoles(call.context.database, query, call.language);
    return rows.map((row) => presentFoundRole(row, call));
  },
  async findByIds(ids, call) {
    const rows = await listRolesByIds(call.context.database, ids);
    return rows.map((row) => presentFoundRole(row, call));
  },
};

function presentFoundAdmin(row: AdminRow, { language, context }: SearchCall) {
  const { id, first_name, last_name, login, phone, role, blocked } = presentAdmin(row);
  const facts = [localizedName(role, language), ...(phone === null ? [] : [formatPhone(phone)])];
  return {
    id,
    title: `${last_name} ${first_name}`,
    subtitle: facts.join(' · '),
    ...(blocked
      ? { status: { tone: 'rejected' as const, text: context.text(language, 'admins:states.blocked') } }
      : {}),
    path: `/admins/list?search=${encodeURIComponent(login)}`,
  };
}

function presentFoundRole(row: RoleRow, { language, context }: SearchCall) {
  const { id, role, ...names } = presentRole(row);
  const title = localizedName(names, language);
  return {
    id,
    title,
    subtitle: context.text(language, `admins:levels.${role}`),
    path: `/admins/roles?search=${encodeURIComponent(title)}`,
  };
}
