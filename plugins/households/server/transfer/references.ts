import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import type { Database, DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import type { Boundary } from '#kernel/domain/geo/boundary.ts';
import type { NamedRow } from '../store/rows.ts';
import { addressKey } from '../store/search-key.ts';

/** All records that a household in an area may refer to, by name. */
export interface References {
  readonly neighborhoods: readonly (NamedRow & Boundary)[];
  readonly streets: readonly (NamedRow & { readonly neighborhood_id: number })[];
  readonly categories: readonly NamedRow[];
  readonly directions: readonly NamedRow[];
}

/** Reads the records that a spreadsheet may name. */
export async function readReferences(
  database: Database | DatabaseTransaction,
  area: Area,
): Promise<References> {
  const within = (column: string) =>
    area === 'everywhere' ? sql`true` : sql`${sql.ref(column)} = any(${[...area]}::bigint[])`;
  const neighborhoods = await sql<References['neighborhoods'][number]>`
    select id, name_uz, name_ru, coords, geometry from neighborhoods_v1_neighborhoods where ${within('id')} order by name_uz, id`.execute(
    database,
  );
  const streets = await sql<References['streets'][number]>`
    select id, name_uz, name_ru, neighborhood_id from streets_v1_streets where ${within('neighborhood_id')}
    order by name_uz, id`.execute(database);
  const categories = await sql<NamedRow>`
    select id, name_uz, name_ru from household_categories_v1_categories order by name_uz, id`.execute(
    database,
  );
  const directions = await sql<NamedRow>`
    select id, name_uz, name_ru from directions_v1_directions order by name_uz, id`.execute(database);
  return {
    neighborhoods: neighborhoods.rows,
    streets: streets.rows,
    categories: categories.rows,
    directions: directions.rows,
  };
}

/** Finds ids by names in either language and any spelling variant. */
export interface NameIndex {
  neighborhood(name: string): number | undefined;
  street(name: string, neighborhoodId: number): number | undefined;
  category(name: string): number | undefined;
  direction(name: string): number | undefined;
  border(neighborhoodId: number): Boundary | null;
}

/** Creates the index of {@link References}. */
export function indexNames({ neighborhoods, streets, categories, directions }: References): NameIndex {
  const keyed = <Row extends NamedRow>(rows: readonly Row[], prefix = (_row: Row) => '') =>
    new Map(
      rows.flatMap((row) =>
        [row.name_ru, row.name_uz].map((name) => [`${prefix(row)}${addressKey(name)}`, row.id] as const),
      ),
    );
  const byNeighborhood = keyed(neighborhoods);
  const byStreet = keyed(streets, ({ neighborhood_id }) => `${neighborhood_id} `);
  const byCategory = keyed(categories);
  const byDirection = keyed(directions);
  const borders = new Map(neighborhoods.map((row) => [row.id, row]));
  return {
    neighborhood: (name) => byNeighborhood.get(addressKey(name)),
    street: (name, neighborhoodId) => byStreet.get(`${neighborhoodId} ${addressKey(name)}`),
    category: (name) => byCategory.get(addressKey(name)),
    direction: (name) => byDirection.get(addressKey(name)),
    border: (neighborhoodId) => borders.get(neighborhoodId) ?? null,
  };
}
