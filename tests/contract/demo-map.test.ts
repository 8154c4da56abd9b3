import { readFile } from 'node:fs/promises';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Coordinates, isInside } from '#kernel/domain/geo/index.ts';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { CityRecords, Names } from '#plugins/households/demo/city-map/draw-city.ts';
import { readRecords } from '#plugins/households/demo/city-map/read-records.ts';
import texts from '#plugins/households/demo/city-map/texts.json' with { type: 'json' };

/** A feature of a tile: its properties, and its positions in one list. */
interface Drawn {
  readonly layer: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly positions: readonly Coordinates[];
  /** Whether it does not continue in another tile. */
  readonly isWhole: boolean;
}

let server: TestServer;
let records: CityRecords;
let drawn: readonly Drawn[];
beforeAll(async () => {
  server = await testServer({ plugins: ['households', 'admins'], demo: true });
  const api = await server.signIn('superadmin');
  records = await readRecords(async (path) => (await api.get<unknown>(path)).body);
  drawn = await featuresOf(
    await readFile(new URL('../../plugins/households/demo/city.pmtiles', import.meta.url)),
  );
});
afterAll(() => server?.close());

/** The features of all tiles of the last zoom. */
async function featuresOf(bytes: Buffer): Promise<readonly Drawn[]> {
  const archive = new PMTiles({
    getKey: () => 'city',
    getBytes: (offset, length) =>
      Promise.resolve({ data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer }),
  });
  const { maxZoom: z, minLon, maxLon, minLat, maxLat } = await archive.getHeader();
  const [west, east] = [columnOf(minLon, z), columnOf(maxLon, z)];
  const [north, south] = [rowOf(maxLat, z), rowOf(minLat, z)];
  const found: Drawn[] = [];
  for (let x = west; x <= east; x += 1) {
    for (let y = north; y <= south; y += 1) {
      const tile = await archive.getZxy(z, x, y);
      if (tile)
        found.push(...featuresIn(new VectorTile(new PbfReader(new Uint8Array(tile.data))), { x, y, z }));
    }
  }
  return found;
}

function columnOf(lng: number, zoom: number): number {
  return Math.floor(((lng + 180) / 360) * 2 ** zoom);
}

function rowOf(lat: number, zoom: number): number {
  const north = Math.asinh(Math.tan((lat * Math.PI) / 180));
  return Math.floor((0.5 - north / (2 * Math.PI)) * 2 ** zoom);
}

interface TileAddress {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

function featuresIn({ layers }: VectorTile, { x, y, z }: TileAddress): Drawn[] {
  return Object.entries(layers).flatMap(([layer, content]) =>
    Array.from({ length: content.length }, (_, index) => {
      const feature = content.feature(index);
      const inTile = feature.loadGeometry().flat();
      const { geometry } = feature.toGeoJSON(x, y, z);
      const numbers = 'coordinates' in geometry ? geometry.coordinates.flat(4) : [];
      const positions = inTile.map((_point, at): Coordinates => [
        numbers[2 * at + 1] ?? Number.NaN,
        numbers[2 * at] ?? Number.NaN,
      ]);
      const isWhole = inTile.every((point) =>
        [point.x, point.y].every((at) => at >= 0 && at <= content.extent),
      );
      return { layer, properties: feature.properties, positions, isWhole };
    }),
  );
}

const metresPerDegree = 111_200;

function metresBetween([lat, lng]: Coordinates, [otherLat, otherLng]: Coordinates): number {
  const east = (otherLng - lng) * Math.cos((lat * Math.PI) / 180);
  return Math.hypot(otherLat - lat, east) * metresPerDegree;
}

function middleOf(positions: readonly Coordinates[]): Coordinates {
  const sum = positions.reduce(([lat, lng], [nextLat, nextLng]) => [lat + nextLat, lng + nextLng], [0, 0]);
  return [sum[0] / positions.length, sum[1] / positions.length];
}

/** The neighbourhood that contains a place. */
const neighborhoodAt = (place: Coordinates) =>
  records.neighborhoods.find(({ coords }) => isInside(coords, place));

const namesIn = ({ properties }: Drawn) =>
  `${String(properties['name:uz'])} / ${String(properties['name:ru'])}`;
const joined = ({ uz, ru }: Names) => `${uz} / ${ru}`;

test('shows the name of each neighbourhood inside of it, in both languages', () => {
  const labels = drawn.filter(({ properties }) => properties['kind'] === 'neighbourhood');
  const placed = labels.map((label) => {
    const area = neighborhoodAt(label.positions[0] ?? [0, 0]);
    return [namesIn(label), area && joined(area.names)];
  });
  expect(placed.filter(([shown, expected]) => shown !== expected)).toEqual([]);
  const names = records.neighborhoods.map((area) => joined(area.names));
  expect(names).toHaveLength(40);
  expect(new Set(placed.map(([shown]) => shown))).toEqual(new Set(names));
});

test('has the corners of each neighbourhood', () => {
  const corners = drawn.filter(({ layer }) => layer === 'landuse').flatMap(({ positions }) => positions);
  const missing = records.neighborhoods.flatMap(({ names, coords }) =>
    coords.filter((corner) => !corners.some((one) => metresBetween(one, corner) < 1)).map(() => names.uz),
  );
  expect(missing).toEqual([]);
});

test('has the streets of each neighbourhood inside of it, and no others', () => {
  const expected = records.streets.map(({ neighborhoodId, names: { uz, ru } }) => {
    const names = {
      uz: texts.street.uz.replace('{{name}}', uz),
      ru: texts.street.ru.replace('{{name}}', ru),
    };
    return `${neighborhoodId}: ${joined(names)}`;
  });
  // A street that continues in another tile is drawn in both.
  const found = drawn
    .filter(({ layer, properties }) => layer === 'roads' && properties['name'] !== undefined)
    .map((street) => `${neighborhoodAt(middleOf(street.positions))?.id}: ${namesIn(street)}`);
  expect([...new Set(found)].toSorted()).toEqual([...new Set(expected)].toSorted());
});

test('has houses only at the pins of households with their numbers', () => {
  const houses = drawn.filter(({ layer, isWhole }) => layer === 'buildings' && isWhole);
  const strange = houses.filter(({ positions, properties }) => {
    // The first corner is repeated at the end.
    const middle = middleOf(positions.slice(0, -1));
    return !records.households.some(
      ({ coords, houseNumber }) =>
        String(houseNumber) === properties['addr_housenumber'] && metresBetween(coords, middle) < 1,
    );
  });
  expect(strange).toEqual([]);
  // Those beside a street are left out.
  expect(houses.length).toBeGreaterThan(records.households.length / 2);
});
