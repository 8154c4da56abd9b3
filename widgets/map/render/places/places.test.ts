import fc from 'fast-check';
import Supercluster from 'supercluster';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fromWorld, pixelsBetween } from '../../model/geometry/mercator.ts';
import { latLng, type MarkerShape } from '../../model/index.ts';
import { clusterIndex, clusterZoom, maxUnclusteredPlaces } from '../../model/places/clusters.ts';
import {
  ColumnsBuilder,
  noColumns,
  rowsOf,
  countsOf,
  layersOf,
  type PlaceColumns,
} from '../../model/places/columns.ts';
import { pickerOf, pickIndex } from '../../model/places/picker.ts';
import { columnsOfMarkers, readPlaces } from '../../io/formats/read-places.ts';
import { PlaceServer, type TransferableResponse, type WorkerResponse } from './place-server.ts';

const categories = [
  { id: 1, uz: { name: 'Muhtoj' }, ru: { name: 'Нуждающиеся' }, color: '#d64550' },
  { id: 2, uz: { name: 'Oddiy' }, ru: { name: 'Обычные' }, color: '#16a34a' },
  { id: 3, uz: { name: 'Nogiron' }, ru: {}, color: 'nothing' },
];
const household = fc.record({
  id: fc.nat(),
  coords: fc
    .tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }))
    .map(([lat, lng]) => [41 + lat / 1000, 60 + lng / 1000] as const),
  household_category: fc.constantFrom(...categories),
});
const households = fc.array(household, { maxLength: 60 });
const world = [-90, -180, 90, 180] as const;

describe('reading', () => {
  test('gives a row for each household, and a legend entry for each category', () => {
    fc.assert(
      fc.property(households, (generated) => {
        const { columns, skipped } = readPlaces({ neighborhoods: [], households: generated });
        expect(skipped).toEqual([]);
        expect(rowsOf(columns)).toBe(generated.length);
        for (const [row, { id, coords, household_category: category }] of generated.entries()) {
          expect(columns.ids[row]).toBe(id);
          expect([columns.positions[row * 2 + 1], columns.positions[row * 2]]).toEqual(coords);
          expect(columns.legend[columns.categories[row]!]?.id).toBe(category.id);
        }
        expect(new Set(columns.legend.map(({ id }) => id)).size).toBe(columns.legend.length);
      }),
    );
  });

  test('names the legend in the requested language, else in the other one', () => {
    const generated = categories.map((category, id) => ({
      id: String(id),
      coords: [41, 60],
      household_category: category,
    }));
    const { columns } = readPlaces({ households: generated }, 'ru');
    expect(columns.legend).toEqual([
      { id: 1, title: 'Нуждающиеся', color: '#d64550' },
      { id: 2, title: 'Обычные', color: '#16a34a' },
      { id: 3, title: 'Nogiron', color: '#d64550' },
    ]);
    expect([...columns.ids]).toEqual([0, 1, 2]);
    expect(columns.categories).toBeInstanceOf(Uint8Array);
  });

  test('omits invalid places with a reason, and reads areas as shapes', () => {
    const neighborhoods = [
      {
        id: 7,
        uz: { name: 'Bogʻ' },
        color: '#16a34a',
        coords: [
          [41, 60],
          [41, 61],
          [42, 61],
        ],
      },
      { id: 8, coords: [] },
    ];
    const broken = [
      { id: 1, coords: [60, 141] },
      { id: 2, coords: [141, 60] },
      { id: 3 },
      null,
      { id: 'x', coords: [41, 60] },
    ];
    const { columns, polygons, skipped } = readPlaces({ neighborhoods, households: broken });
    expect(polygons).toEqual([{ id: 7, title: 'Bogʻ', color: '#16a34a', coords: neighborhoods[0]!.coords }]);
    expect(skipped.map(({ number, reason }) => `${number} ${reason}`)).toEqual([
      '2 empty',
      '4 swapped',
      '5 not_a_number',
      '6 not_a_number',
    ]);
    expect([...columns.ids]).toEqual([1, Number.NaN]);
  });

  test('groups markers of other sources by colour', () => {
    const value = {
      markers: [
        { id: 1, color: '#111111', coords: [41, 60] },
        { id: 2, color: '#222222', coords: [42, 61] },
        { id: 3, color: '#111111', coords: [43, 62] },
      ],
    };
    const { columns } = readPlaces(value);
    expect(columns.legend.map(({ color }) => color)).toEqual(['#111111', '#222222']);
    expect([...columns.categories]).toEqual([0, 1, 0]);
    expect(rowsOf(readPlaces('nothing').columns)).toBe(0);
  });

  test('uses a wider column for more than 256 categories', () => {
    const builder = new ColumnsBuilder(300);
    for (let id = 0; id < 300; id += 1) builder.add(41, 60, id, { id, title: '', color: '#000000' });
    const { categories: column, legend } = builder.columns();
    expect(legend).toHaveLength(300);
    expect([...column]).toEqual(legend.map((_, index) => index));
  });
});

describe('layers', () => {
  test('contain every place once, under its category', () => {
    fc.assert(
      fc.property(households, (generated) => {
        const { columns } = readPlaces({ households: generated });
        const layers = layersOf(columns);
        const rows = layers.flatMap((layer) => [...layer.rows]);
        expect(rows.toSorted((one, other) => one - other)).toEqual(generated.map((_, row) => row));
        for (const { category, count, world: drawn, rows: own, legend } of layers) {
          expect(countsOf(columns)[category]).toBe(count);
          expect(legend).toBe(columns.legend[category]);
          expect(drawn).toHaveLength(count * 2);
          for (const [at, row] of own.entries()) {
            expect(columns.categories[row]).toBe(category);
            const [lng = 0, lat = 0] = columns.positions.slice(row * 2);
            expect(fromWorld(drawn[at * 2] ?? 0, drawn[at * 2 + 1] ?? 0)).toEqual([
              expect.closeTo(lat, 9),
              expect.closeTo(lng, 9),
            ]);
          }
        }
      }),
    );
    expect(layersOf(noColumns)).toEqual([]);
  });
});

describe('clusters', () => {
  const zooms = fc.double({ min: 0, max: clusterZoom - 0.01, noNaN: true });

  test('count every visible place once, at every zoom', () => {
    fc.assert(
      fc.property(households, fc.subarray([0, 1, 2]), zooms, (generated, chosen, zoom) => {
        const { columns } = readPlaces({ households: generated });
        const shown = new Set(chosen);
        const clusters = clusterIndex(columns, shown).within(world, zoom);
        const expected = [...columns.categories].filter((category) => shown.has(category)).length;
        expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(expected);
        for (const { row, count, at, splitsAt } of clusters) {
          expect(count === 1).toBe(row !== null);
          expect(splitsAt).toBeGreaterThan(Math.floor(zoom));
          if (row !== null) {
            expect(at[0]).toBeCloseTo(columns.positions[row * 2 + 1]!, 5);
            expect(shown.has(columns.categories[row]!)).toBe(true);
          }
        }
      }),
    );
  });

  test('split at the same zoom as those of the library', () => {
    const found = vi.spyOn(Supercluster.prototype, 'getClusters');
    fc.assert(
      fc.property(households, zooms, (generated, zoom) => {
        const { columns } = readPlaces({ households: generated });
        const clusters = clusterIndex(columns).within(world, zoom);
        const index = found.mock.contexts.at(-1) as Supercluster;
        const features = found.mock.results.at(-1)?.value as ReturnType<typeof index.getClusters>;
        const expected = features.map(({ properties }) =>
          'cluster' in properties
            ? index.getClusterExpansionZoom(properties.cluster_id as number)
            : clusterZoom,
        );
        expect(clusters.map(({ splitsAt }) => splitsAt)).toEqual(expected);
      }),
    );
  });

  test('omit places outside of the box', () => {
    const columns = columnsOfMarkers([marker(1, 41, 60), marker(2, 51, 0)]);
    expect(clusterIndex(columns).within([40, 59, 42, 61], 10)).toMatchObject([{ count: 1, row: 0 }]);
  });
});

describe('picking', () => {
  test('finds the nearest visible place, as a linear search does', () => {
    const pointer = fc
      .tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }))
      .map(([lat, lng]) => latLng(41.0003 + lat / 1000, 60.0001 + lng / 1000));
    fc.assert(
      fc.property(
        households,
        fc.option(fc.subarray([0, 1, 2])),
        pointer,
        fc.integer({ min: 5, max: 14 }),
        (generated, chosen, position, zoom) => {
          const { columns } = readPlaces({ households: generated });
          const shown = chosen && new Set(chosen);
          const far = (row: number) =>
            pixelsBetween(
              latLng(columns.positions[row * 2 + 1]!, columns.positions[row * 2]!),
              position,
              zoom,
            );
          const rows = generated
            .map((_, row) => row)
            .filter((row) => !shown || shown.has(columns.categories[row]!));
          const nearest = Math.min(...rows.map(far));
          const row = pickerOf(columns, pickIndex(columns)).at(position, zoom, 10, shown);
          if (nearest > 10) expect(row).toBeNull();
          else expect(far(row!)).toBeCloseTo(nearest, 9);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the worker', () => {
  const text = JSON.stringify({
    neighborhoods: [],
    households: [
      { id: 5, coords: [41, 60], household_category: categories[0] },
      { id: 6, coords: [41.2, 60.2], household_category: categories[1] },
    ],
  });

  test('reads, and transfers layers and index without copying', () => {
    const server = new PlaceServer();
    const { message, transfer } = server.reply({ type: 'read', number: 1, text, language: 'uz' });
    const arrived = structuredClone(message, { transfer: [...transfer] }) as Extract<
      WorkerResponse,
      { type: 'places' }
    >;
    expect(arrived).toMatchObject({ type: 'places', number: 1, layers: [{ count: 1 }, { count: 1 }] });
    const index = steps(server).at(-1)!;
    const received = structuredClone(index.message, { transfer: [...index.transfer] });
    if (received.type !== 'picking') throw new Error('expected an index');
    expect(received.number).toBe(1);
    expect(pickerOf(arrived.columns, received.picking).at(latLng(41.2, 60.2), 12, 5)).toBe(1);
    const clusters = server.reply({ type: 'clusters', number: 2, bounds: world, zoom: 3, shown: null });
    expect(clusters.message).toMatchObject({
      type: 'clusters',
      number: 2,
      clusters: [{ count: 2, row: null }],
    });
    const one = server.reply({ type: 'clusters', number: 3, bounds: world, zoom: 3, shown: [1] });
    expect(one.message).toMatchObject({ clusters: [{ count: 1, row: 1 }] });
  });

  test('accepts columns, and reports what it cannot read', () => {
    const server = new PlaceServer();
    const columns: PlaceColumns = columnsOfMarkers([marker(1, 41, 60)]);
    expect(server.reply({ type: 'take', number: 1, columns }).message).toMatchObject({
      type: 'places',
      layers: [{ count: 1 }],
    });
    expect(server.reply({ type: 'read', number: 2, text: '{', language: 'uz' }).message).toEqual({
      type: 'failed',
      number: 2,
      reason: 'unreadable',
    });
    expect(server.reply({ type: 'read', number: 3, text: '{}', language: 'uz' }).message).toMatchObject({
      type: 'places',
      layers: [],
    });
    expect(steps(server)).toEqual([{ message: { type: 'picking', number: 3, picking: null }, transfer: [] }]);
  });

  test('clusters many places before the page asks, and indexes them for hits after that', () => {
    const load = vi.spyOn(Supercluster.prototype, 'load');
    const server = new PlaceServer();
    const markers = Array.from({ length: maxUnclusteredPlaces + 1 }, (_, id) =>
      marker(id, 41 + id / 1e5, 60),
    );
    const few: PlaceColumns = columnsOfMarkers(markers.slice(1));
    const many: PlaceColumns = columnsOfMarkers(markers);
    server.reply({ type: 'take', number: 1, columns: few });
    expect(steps(server)).toMatchObject([{ message: { type: 'picking', number: 1 } }]);
    expect(load).toHaveBeenCalledTimes(0);
    server.reply({ type: 'take', number: 2, columns: many });
    expect(server.isPreparing).toBe(true);
    expect(server.prepare()).toBeNull();
    expect(load).toHaveBeenCalledTimes(1);
    server.reply({ type: 'clusters', number: 3, bounds: world, zoom: 3, shown: null });
    expect(load).toHaveBeenCalledTimes(1);
    expect(server.prepare()).toMatchObject({ message: { type: 'picking', number: 2 } });
    expect(server.isPreparing).toBe(false);
    // New places are clustered by the visible categories.
    server.reply({ type: 'clusters', number: 4, bounds: world, zoom: 3, shown: [0] });
    server.reply({ type: 'take', number: 5, columns: many });
    steps(server);
    expect(load).toHaveBeenCalledTimes(3);
    server.reply({ type: 'clusters', number: 6, bounds: world, zoom: 3, shown: [0] });
    expect(load).toHaveBeenCalledTimes(3);
  });

  test('reads 100,000 households', () => {
    const generated = Array.from({ length: 100_000 }, (_, id) => ({
      id,
      coords: [41 + ((id * 7919) % 99_991) / 1e6, 60 + id / 1e6],
      household_category: categories[id % 3],
    }));
    const server = new PlaceServer();
    const { message } = server.reply({
      type: 'read',
      number: 1,
      text: JSON.stringify({ households: generated }),
      language: 'uz',
    });
    if (message.type !== 'places') throw new Error('expected places');
    expect(message.layers.map(({ count }) => count)).toEqual([33_334, 33_333, 33_333]);
    const { message: clusters } = server.reply({
      type: 'clusters',
      number: 2,
      bounds: world,
      zoom: 9,
      shown: null,
    });
    if (clusters.type !== 'clusters') throw new Error('expected clusters');
    expect(clusters.clusters.length).toBeLessThan(1000);
    expect(clusters.clusters.reduce((sum, { count }) => sum + count, 0)).toBe(100_000);
  });
});

afterEach(() => void vi.restoreAllMocks());

/** Runs all preparation steps of a server; returns what it sends. */
function steps(server: PlaceServer): TransferableResponse[] {
  const sent: TransferableResponse[] = [];
  while (server.isPreparing) {
    const response = server.prepare();
    if (response) sent.push(response);
  }
  return sent;
}

function marker(id: number, lat: number, lng: number): MarkerShape {
  return { id, title: '', color: '#000000', coords: latLng(lat, lng) };
}
