import { columnFromArray, int32, tableFromColumns, tableToIPC } from '@uwdata/flechette';
import { expect, it } from 'vitest';
import { cityOfArrow, parseCityJson } from './city.ts';
import { countByCategory, pointsOf } from './places.ts';

const category = (id: number) => ({ id, uz: { name: `A${id}` }, ru: { name: `Б${id}` }, color: '#1d5fd1' });
const neighborhood = { id: 5, uz: { name: 'N' }, ru: { name: 'Н' }, coords: [], color: '#0b7480' };
const households = [
  { id: 1, neighborhood: 5, category: 8, coords: [41.123456, 60.5] },
  { id: 2, neighborhood: 5, category: 9, coords: [41.2, -60.654321] },
  { id: 3, neighborhood: 6, category: 8, coords: [41.3, 60.7] },
] as const;

function arrow(): Uint8Array {
  const column = (values: readonly number[]) => columnFromArray(Int32Array.from(values), int32());
  const table = tableFromColumns({
    id: column(households.map(({ id }) => id)),
    neighborhood: column(households.map((one) => one.neighborhood)),
    category: column(households.map((one) => one.category)),
    latitude: column(households.map(({ coords: [latitude] }) => latitude * 1e6)),
    longitude: column(households.map(({ coords: [, longitude] }) => longitude * 1e6)),
  });
  table.schema.metadata = new Map([
    ['neighborhoods', JSON.stringify([neighborhood])],
    ['categories', JSON.stringify([category(8), category(9)])],
  ]);
  return tableToIPC(table, { format: 'stream' }) ?? new Uint8Array();
}

const json = () =>
  parseCityJson({
    neighborhoods: [neighborhood],
    households: households.map(({ id, coords, category: of }) => ({
      id,
      coords: [coords[0], coords[1]],
      household_category: category(of),
    })),
  });
const nameOf = (entity: unknown) => (entity as { uz: { name: string } }).uz.name;
const all = { neighborhood: null, category: null };

it('reads both formats alike', () => {
  const places = pointsOf(cityOfArrow(arrow()), all, nameOf);
  expect(places).toEqual(pointsOf(json(), all, nameOf));
  expect(places.positions.slice(0, 2)).toEqual(Float64Array.of(60.5, 41.123456));
  expect(places.legend.map(({ title }) => title)).toEqual(['A8', 'A9']);
  expect(countByCategory(places)).toEqual([2, 1]);
});

it('filters by neighbourhood and category', () => {
  const city = cityOfArrow(arrow());
  expect([...pointsOf(city, { neighborhood: 5, category: null }, nameOf).ids]).toEqual([1, 2]);
  expect([...pointsOf(city, { neighborhood: null, category: 8 }, nameOf).ids]).toEqual([1, 3]);
  expect([...pointsOf(city, { neighborhood: 6, category: 9 }, nameOf).ids]).toEqual([]);
});
