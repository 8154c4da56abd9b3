import type { Coordinates } from '#kernel/domain/geo/index.ts';
import type { CityRecords, Names } from './draw-city.ts';

/** Reads an address of the API, such as `streets?page=2`. */
export type ReadApi = (path: string) => Promise<unknown>;

interface Named {
  readonly uz: { readonly name: string };
  readonly ru: { readonly name: string };
}

/** Reads the records of a demonstration over its API, as a super admin. */
export async function readRecords(read: ReadApi): Promise<CityRecords> {
  const neighborhoods = await readAll<Named & { id: number; coords: Coordinates[] }>(read, 'neighborhoods');
  const streets = await readAll<Named & { id: number; neighborhood_id: number }>(read, 'streets');
  const households = await readAll<{
    id: number;
    neighborhood_id: number;
    coords: Coordinates | null;
    house_number: number;
    house_type: string;
  }>(read, 'households');
  return {
    neighborhoods: neighborhoods.map((one) => ({ id: one.id, names: namesOf(one), coords: one.coords })),
    streets: streets.map((one) => ({ neighborhoodId: one.neighborhood_id, names: namesOf(one) })),
    households: households.flatMap((one) =>
      one.coords
        ? [
            {
              neighborhoodId: one.neighborhood_id,
              coords: one.coords,
              houseNumber: one.house_number,
              isBuilding: one.house_type === 'building',
            },
          ]
        : [],
    ),
  };
}

/** All pages of a list, sorted by id. */
async function readAll<Item extends { readonly id: number }>(read: ReadApi, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const body = (await read(`${path}?page=${page}&limit=100`)) as { items: Item[]; total_pages: number };
    items.push(...body.items);
    pages = body.total_pages;
  }
  return items.toSorted((one, other) => one.id - other.id);
}

function namesOf({ uz, ru }: Named): Names {
  return { uz: uz.name, ru: ru.name };
}
