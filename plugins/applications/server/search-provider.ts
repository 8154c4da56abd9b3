import { formatPhone, fullName, localizedName, padId } from '#kernel/domain/text/index.ts';
import {
  foundJshshir,
  presentNames,
  type SearchCall,
  type SearchProvider,
} from '#kernel/plugin-api/server.ts';
import { findFirst, readFound, type FoundRow } from './store/search-hits.ts';

/** Finds applications by number, name, phone, passport and JSHSHIR for the search in the top bar. */
export const find: SearchProvider<'own'> = {
  async find(text, call) {
    const rows = await findFirst(call.context.database, call.area, text, call);
    return rows.map((row) => present(row, call, text));
  },
  async findByIds(ids, call) {
    const rows = await readFound(call.context.database, call.area, ids);
    return rows.map((row) => present(row, call));
  },
};

function present(row: FoundRow, { language, context }: SearchCall, text = '') {
  const facts = [
    context.text(language, 'applications:neighborhood', { name: localizedName(presentNames(row), language) }),
    row.phone && formatPhone(row.phone),
    foundJshshir(text, row.personal_number),
  ];
  return {
    id: row.id,
    number: `№ ${padId(row.id)}`,
    title: fullName(row),
    subtitle: facts.filter(Boolean).join(' · '),
    status: { tone: row.status, text: context.text(language, `applications:status.${row.status}`) },
    path: `/applications/${row.id}`,
  };
}
