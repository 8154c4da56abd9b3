import fc from 'fast-check';
import Supercluster from 'supercluster';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fromWorld, pixelsBetween } from '../../model/geometry/mercator.ts';
import { columnsOf } from '../../../../tests/support/map/place-columns.ts';
import { latLng } from '../../model/index.ts';
import { clusterIndex, clusterZoom, maxUnclusteredPlaces } from '../../model/places/clusters.ts';
import { noColumns, countsOf, layersOf } from '../../model/places/columns.ts';
import { pickerOf, pickIndex } from '../../model/places/picker.ts';
import { PlaceServer, type TransferableResponse } from './place-server.ts';

const legend = [
  { id: 1, title: 'Muhtoj', color: '#d64550' },
  { id: 2, title: 'Oddiy', color: '#16a34a' },
  { id: 3, title: 'Nogiron', color: '#444444' },
];
const coordinate = fc.integer({ min: 0, max: 1000 }).map((offset) => offset / 1000);
const household = fc.tuple(coordinate, coordinate, fc.constantFrom(0, 1, 2));
const households = fc
  .array(household, { maxLength: 60 })
  .map((generated) => generated.map(([lat, lng, category]) => [41 + lat, 60 + lng, category] as const));
const world = [-90, -180, 90, 180] as const;

describe('layers', () => {
  test('contain every place once, under its category', () => {
    fc.assert(
      fc.property(households, (generated) => {
        const columns = columnsOf(generated, legend);
        const layers = layersOf(columns);
        const rows = layers.flatMap((layer) => [...layer.rows]);
        expect(rows.toSorted((one, other) => one - other)).toEqual(generated.map((_, row) => row));
        for (const { category, count, world: drawn, rows: own, legend: entry } of layers) {
          expect(countsOf(columns)[category]).toBe(count);
          expect(entry).toBe(columns.legend[category]);
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
        const columns = columnsOf(generated, legend);
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
        const columns = columnsOf(generated, legend);
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
    const columns = columnsOf(
      [
        [41, 60, 0],
        [51, 0, 0],
      ],
      legend,
    );
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
          const columns = columnsOf(generated, legend);
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
  const few = columnsOf(
    [
      [41, 60, 0],
      [41.2, 60.2, 1],
    ],
    legend,
  );
  const many = columnsOf(
    Array.from({ length: maxUnclusteredPlaces + 1 }, (_, row) => [41 + row / 1e5, 60, 0] as const),
    legend,
  );
  const everywhere = { type: 'clusters', bounds: world, zoom: 3, shown: null } as const;

  test('transfers layers and index without copying', () => {
    const server = new PlaceServer();
    server.reply({ type: 'take', number: 1, columns: few, isZoomedOut: true });
    const [layers, picking] = steps(server).map(({ message, transfer }) => {
      expect(transfer.length).toBeGreaterThan(0);
      return structuredClone(message, { transfer: [...transfer] });
    });
    expect(layers).toMatchObject({ type: 'layers', number: 1, layers: [{ count: 1 }, { count: 1 }] });
    if (picking?.type !== 'picking') throw new Error('expected an index');
    expect(picking.number).toBe(1);
    expect(pickerOf(few, picking.picking).at(latLng(41.2, 60.2), 12, 5)).toBe(1);
    const clusters = server.reply({ ...everywhere, number: 2 });
    expect(clusters.message).toMatchObject({
      type: 'clusters',
      number: 2,
      clusters: [{ count: 2, row: null }],
    });
    const one = server.reply({ ...everywhere, number: 3, shown: [1] });
    expect(one.message).toMatchObject({ clusters: [{ count: 1, row: 1 }] });
  });

  test('has no index for no places', () => {
    const server = new PlaceServer();
    server.reply({ type: 'take', number: 3, columns: noColumns, isZoomedOut: true });
    expect(steps(server)).toEqual([
      { message: { type: 'layers', number: 3, layers: [] }, transfer: [] },
      { message: { type: 'picking', number: 3, picking: null }, transfer: [] },
    ]);
  });

  test('prepares first what is drawn first, before the page asks', () => {
    const load = vi.spyOn(Supercluster.prototype, 'load');
    const layers = { message: { type: 'layers', number: 1 } };
    const picking = { message: { type: 'picking', number: 1 } };
    const server = new PlaceServer();
    server.reply({ type: 'take', number: 1, columns: many, isZoomedOut: true });
    expect(server.isPreparing).toBe(true);
    expect(server.prepare()).toBeNull();
    expect(load).toHaveBeenCalledTimes(1);
    server.reply({ ...everywhere, number: 2 });
    expect(load).toHaveBeenCalledTimes(1);
    expect(steps(server)).toMatchObject([layers, picking]);

    server.reply({ type: 'take', number: 1, columns: many, isZoomedOut: false });
    expect(server.prepare()).toMatchObject(layers);
    expect(load).toHaveBeenCalledTimes(1);
    expect(server.prepare()).toBeNull();
    expect(load).toHaveBeenCalledTimes(2);
    expect(steps(server)).toMatchObject([picking]);
  });

  test('clusters only many places, by the visible categories', () => {
    const load = vi.spyOn(Supercluster.prototype, 'load');
    const server = new PlaceServer();
    server.reply({ type: 'take', number: 1, columns: few, isZoomedOut: true });
    steps(server);
    expect(load).toHaveBeenCalledTimes(0);
    server.reply({ ...everywhere, number: 2, shown: [0] });
    server.reply({ type: 'take', number: 3, columns: many, isZoomedOut: true });
    steps(server);
    expect(load).toHaveBeenCalledTimes(2);
    server.reply({ ...everywhere, number: 4, shown: [0] });
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('takes 100,000 households', () => {
    const columns = columnsOf(
      Array.from(
        { length: 100_000 },
        (_, row) => [41 + ((row * 7919) % 99_991) / 1e6, 60 + row / 1e6, row % 3] as const,
      ),
      legend,
    );
    const server = new PlaceServer();
    server.reply({ type: 'take', number: 1, columns, isZoomedOut: false });
    const message = server.prepare()?.message;
    if (message?.type !== 'layers') throw new Error('expected layers');
    expect(message.layers.map(({ count }) => count)).toEqual([33_334, 33_333, 33_333]);
    const { message: clusters } = server.reply({ ...everywhere, number: 2, zoom: 9 });
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
