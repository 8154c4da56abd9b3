import { sql } from 'kysely';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import { type Database, namesToColumns } from '#kernel/plugin-api/server.ts';
import type { HouseholdDraft } from '../contract.ts';

/** The small city of the tests: each neighbourhood has two streets, sorted by id. */
export interface SampleCity {
  readonly neighborhoods: readonly number[];
  readonly streets: readonly { readonly id: number; readonly neighborhood_id: number }[];
  readonly categories: readonly number[];
  readonly directions: readonly number[];
  /** Creates an unused JSHSHIR. */
  freshJshshir(): string;
  /** Creates one with a wrong check digit, as in old data. */
  oldJshshir(): string;
}

const names = {
  neighborhoods: ['Navroʻz', 'Bogʻishamol', 'Gulzor', 'Yangiobod', 'Olmazor'],
  streets: ['Navoiy', 'Tinchlik'],
  categories: ['Yolgʻiz keksalar', 'Koʻp bolali oila', 'Boquvchisini yoʻqotgan'],
  directions: ['Chorvachilik', 'Savdo'],
} as const;

const square = (at: number) => [
  [41 + at, 60],
  [41 + at, 61],
  [42 + at, 61],
  [42 + at, 60],
];

/** Creates unused JSHSHIRs. */
function createJshshirs(): Pick<SampleCity, 'freshJshshir' | 'oldJshshir'> {
  let serial = 0;

  function freshJshshir(): string {
    serial++;
    const area = Math.floor(serial / 1000);
    return makeJshshir({ birthday: '1985-03-12', sex: 'female', area, serial: serial % 1000 });
  }

  function oldJshshir(): string {
    const number = freshJshshir();
    return `${number.slice(0, 13)}${(Number(number[13]) + 1) % 10}`;
  }
  return { freshJshshir, oldJshshir };
}

/** A household in a flat of the first street, as a form sends it. */
export function sampleDraft(city: SampleCity, change: Partial<HouseholdDraft> = {}): HouseholdDraft {
  return {
    neighborhood_id: city.neighborhoods[0],
    street_id: city.streets[0]?.id,
    household_category_id: city.categories[0],
    house_type: 'building',
    house_number: 12,
    apartment_number: 5,
    citizens: [{ full_name: 'Karimova Lola Anvar qizi', personal_number: city.freshJshshir() }],
    able_to_work: 2,
    unemployed: 1,
    directions: [{ direction_id: city.directions[0] ?? 0, quantity: 3 }],
    coords: [41.5, 60.5],
    ...change,
  };
}

/** Creates the small city of the tests. */
export async function buildSampleCity(database: Database): Promise<SampleCity> {
  const neighborhoods = await insertNamed(database, 'neighborhoods', names.neighborhoods, (index) => ({
    coords: JSON.stringify(square(index)),
    color: '#0b7480',
  }));
  const streets: { id: number; neighborhood_id: number }[] = [];
  for (const neighborhood_id of neighborhoods) {
    const ids = await insertNamed(database, 'streets', names.streets, () => ({ neighborhood_id }));
    streets.push(...ids.map((id) => ({ id, neighborhood_id })));
  }
  const categories = await insertNamed(database, 'household_categories', names.categories, () => ({
    color: '#1d5fd1',
  }));
  const directions = await insertNamed(database, 'directions', names.directions, () => ({}));
  return { neighborhoods, streets, categories, directions, ...createJshshirs() };
}

async function insertNamed(
  database: Database,
  table: string,
  texts: readonly string[],
  more: (index: number) => Readonly<Record<string, unknown>>,
): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, text] of texts.entries()) {
    const columns = { ...namesToColumns({ uz: { name: text }, ru: { name: `${text} ru` } }), ...more(index) };
    const into = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${into}) values (${sql.join(Object.values(columns))}) returning id`.execute(
      database,
    );
    ids.push(rows[0]?.id ?? 0);
  }
  return ids;
}
