import { localizedName, normalizeForSearch } from '#kernel/domain/text/index.ts';
import {
  normalizedWords,
  foundJshshir,
  type SearchCall,
  type SearchProvider,
} from '#kernel/plugin-api/server.ts';
import { addressOf } from './address.ts';
import { presentHousehold } from './core/presenter.ts';
import { findFirst, readFound } from './store/search-hits.ts';
import type { CitizenRow, HouseholdRow } from './store/rows.ts';

/** The maximum number of citizens named in a hit. */
const maxNamed = 3;

/** Finds households by address, citizen's name and JSHSHIR for the search in the top bar. */
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

function present(row: HouseholdRow, { language, context }: SearchCall, text = '') {
  const household = presentHousehold(row);
  const people = matchesFirst(row.citizens ?? [], text);
  const named = people.slice(0, maxNamed).map((citizen) => {
    const number = foundJshshir(text, citizen.personal_number);
    return number === null ? citizen.full_name : `${citizen.full_name} (${number})`;
  });
  const others = people.length - named.length;
  return {
    id: household.id,
    title: addressOf(household, language, context),
    subtitle:
      named.length === 0
        ? localizedName(household.household_category, language)
        : named.join(', ') + (others > 0 ? ` +${others}` : ''),
    path: `/households/${household.id}`,
  };
}

/** The citizens that the text matches, before other members. */
function matchesFirst(citizens: readonly CitizenRow[], text: string): readonly CitizenRow[] {
  const words = normalizedWords(text);
  const isMatch = ({ full_name, personal_number }: CitizenRow) => {
    const key = normalizeForSearch(full_name);
    return words.some((word) => key.includes(word)) || foundJshshir(text, personal_number) !== null;
  };
  return citizens.toSorted((one, other) => Number(isMatch(other)) - Number(isMatch(one)));
}
