import { localizedName } from '#kernel/domain/text/index.ts';
import type { SearchCall, SearchProvider } from '#kernel/server/plugins/api/index.ts';
import { presentStreet } from './presenter.ts';
import { findFirst, listKnown, type StreetRow } from './store.ts';

/** Finds streets by name for the search of the top bar; a hit opens the list, narrowed to it. */
export const find: SearchProvider<'own'> = {
  async find(text, call) {
    const rows = await findFirst(call.context.database, text, call);
    return rows.map((row) => present(row, call));
  },
  async findByIds(ids, call) {
    const rows = await listKnown(call.context.database, ids, call.area);
    return rows.map((row) => present(row, call));
  },
};

function present(row: StreetRow, { language, context }: SearchCall) {
  const street = presentStreet(row);
  const name = localizedName(street, language);
  const narrowed = new URLSearchParams({ search: name, neighborhood: String(street.neighborhood_id) });
  return {
    id: street.id,
    title: context.text(language, 'streets:street', { name }),
    subtitle: context.text(language, 'streets:mfy', { name: localizedName(street.neighborhood, language) }),
    path: `/streets?${narrowed.toString()}`,
  };
}
