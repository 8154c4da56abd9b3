import { sql } from 'kysely';
import { namesToColumns } from '#kernel/server/lists/index.ts';
import type { Database } from '#kernel/server/plugin.ts';

/** What the little city of the tests has: each neighbourhood two streets, in the order of their ids. */
export interface SampleCity {
  readonly neighborhoods: readonly number[];
  readonly streets: readonly { readonly id: number; readonly neighborhood_id: number }[];
  readonly categories: readonly number[];
  readonly directions: readonly number[];
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

/** Builds the little city: for tests. */
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
  return { neighborhoods, streets, categories, directions };
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
