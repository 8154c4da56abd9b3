import type { PlaceColumns } from '#widgets/map/index.ts';
import type { City } from './city.ts';

/** The filters of the map; null means all. */
export interface Narrowing {
  readonly neighborhood: number | null;
  readonly category: number | null;
}

/** The filtered households of a city, as input for the map; `nameOf` returns the labels of the legend. */
export function pointsOf(
  city: City,
  { neighborhood, category }: Narrowing,
  nameOf: (entity: unknown) => string,
): PlaceColumns {
  const { ids, categoryIds, neighborhoodIds, latitudes, longitudes, categories } = city;
  const index = new Map(categories.map(({ id }, at) => [id, at]));
  const positions = new Float64Array(ids.length * 2);
  const kinds = new Uint16Array(ids.length);
  const numbers = new Float64Array(ids.length);
  let rows = 0;
  for (let row = 0; row < ids.length; row++) {
    if (category !== null && categoryIds[row] !== category) continue;
    if (neighborhood !== null && neighborhoodIds && neighborhoodIds[row] !== neighborhood) continue;
    positions[rows * 2] = longitudes[row] ?? 0;
    positions[rows * 2 + 1] = latitudes[row] ?? 0;
    kinds[rows] = index.get(categoryIds[row] ?? 0) ?? 0;
    numbers[rows] = ids[row] ?? 0;
    rows++;
  }
  return {
    positions: positions.slice(0, rows * 2),
    categories: kinds.slice(0, rows),
    ids: numbers.slice(0, rows),
    legend: categories.map((one) => ({ id: one.id, title: nameOf(one), color: one.color })),
  };
}

/** The number of places in each category of the legend. */
export function countByCategory({ categories, legend }: PlaceColumns): number[] {
  const counts = legend.map(() => 0);
  for (const category of categories) counts[category] = (counts[category] ?? 0) + 1;
  return counts;
}
