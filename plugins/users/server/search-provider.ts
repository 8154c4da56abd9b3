import { formatPhone, fullName } from '#kernel/domain/text/index.ts';
import { foundJshshir, type SearchCall, type SearchProvider } from '#kernel/plugin-api/server.ts';
import { findFirst, readFound } from './store/find.ts';
import type { User } from '../contract.ts';

/** Finds citizens by name, phone, passport and JSHSHIR for the search in the top bar; a hit opens the citizen, by id. */
export const find: SearchProvider<'none'> = {
  async find(text, call) {
    const rows = await findFirst(call.context.database, text, call);
    return rows.map((row) => present(row, call, text));
  },
  async findByIds(ids, call) {
    const rows = await readFound(call.context.database, ids);
    return rows.map((row) => present(row, call));
  },
};

function present(row: User, { language, context }: SearchCall, text = '') {
  const title = fullName(row);
  const facts = [row.phone && formatPhone(row.phone), foundJshshir(text, row.personal_number)];
  return {
    id: row.id,
    title,
    subtitle: facts.filter(Boolean).join(' · '),
    ...(row.blocked
      ? { status: { tone: 'rejected' as const, text: context.text(language, 'users:state.true') } }
      : {}),
    // By id: browsers store addresses, which must not contain names.
    path: `/users?open=${row.id}`,
  };
}
