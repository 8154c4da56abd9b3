import { describe, expect, test } from 'vitest';
import { ringArea as areaOf } from '#kernel/domain/geo/ring-parts.ts';
import { distanceBetween } from '../../model/geometry/measure.ts';
import { toValue } from '../../model/exchange/write.ts';
import { ringsOf } from '../../model/shapes/rings.ts';
import { latLng } from '../../model/shapes/shape.ts';
import { boundary, district, type Corner } from '../../../../tests/support/map/boundaries.ts';
import { read } from '../../../../tests/support/map/read.ts';
import { bowTie, Script } from '../../../../tests/support/map/script.ts';

interface MapValue {
  readonly coords: unknown;
  readonly geometry: { readonly coordinates: readonly unknown[][] };
}

const parts = district(12_000);
const title = 'Urganch tumani';

const geojson = JSON.stringify({
  type: 'FeatureCollection',
  name: 'boundaries',
  crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
  features: [
    {
      type: 'Feature',
      id: 'relation/2200',
      bbox: [60.1, 41.1, 61.8, 42],
      properties: { name: title, admin_level: '6', population: null },
      geometry: { type: 'MultiPolygon', coordinates: parts },
    },
  ],
});

const kmlRing = (ring: readonly Corner[]) =>
  `<LinearRing><coordinates>\n${ring.map((corner) => `${corner.join(',')},0`).join('\n')}\n</coordinates></LinearRing>`;
const kml = `<?xml version="1.0" encoding="UTF-8"?>
  <kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><Placemark><name>${title}</name><MultiGeometry>${parts
    .map(
      ([outer = [], ...holes]) =>
        `<Polygon><outerBoundaryIs>${kmlRing(outer)}</outerBoundaryIs>${holes
          .map((hole) => `<innerBoundaryIs>${kmlRing(hole)}</innerBoundaryIs>`)
          .join('')}</Polygon>`,
    )
    .join('')}</MultiGeometry></Placemark></Folder></Document></kml>`;

const wkt = `SRID=4326;MULTIPOLYGON(${parts
  .map(
    (rings) => `(${rings.map((ring) => `(${ring.map((corner) => corner.join(' ')).join(',')})`).join(',')})`,
  )
  .join(',')})`;

describe('a district of 12,000 vertices with a lake, an enclave and two exclaves', () => {
  const outers = parts.map(([outer = []]) => outer.slice(0, -1).map(([lng, lat]) => latLng(lat, lng)));

  test.each([
    ['GeoJSON', geojson],
    ['KML', kml],
    ['WKT', wkt],
  ])('is imported from %s as three polygons, vertex by vertex, with two holes reported', (_, text) => {
    const script = new Script().do({ type: 'import', reading: read(text, { near: latLng(41.55, 60.63) }) });
    expect(script.last?.report).toMatchObject({
      accepted: 3,
      skipped: [],
      notes: [{ number: 1, reason: 'holes' }],
    });
    const { polygons } = script.state.shapes;
    expect(polygons.map(({ coords }) => coords)).toEqual(outers);
    // None is treated as invalid: everything can be saved.
    expect(script.state.problems.size).toBe(0);
    expect(script.state.value.polygons).toHaveLength(3);
  });

  test.each([
    ['GeoJSON', geojson],
    ['KML', kml],
    ['WKT', wkt],
  ])('is imported from %s as one area with its holes, where areas may have parts', (_, text) => {
    const reading = read(text, { near: latLng(41.55, 60.63), multipart: true });
    const script = new Script().do({ type: 'import', reading });
    expect(script.last?.report).toMatchObject({ accepted: 1, skipped: [], notes: [] });
    const [area] = script.state.shapes.polygons;
    const written = parts.flat().map((ring) => ring.slice(0, -1).map(([lng, lat]) => [lat, lng]));
    expect(ringsOf(area!)).toEqual(written);
    expect(script.state.problems.size).toBe(0);
    const value = JSON.parse(JSON.stringify(toValue(script.state.value))) as { polygons: MapValue[] };
    expect(value.polygons[0]?.geometry.coordinates.flat()).toHaveLength(written.length);
    expect(read(JSON.stringify(value)).polygons[0]?.shape).toMatchObject({
      coords: value.polygons[0]?.coords,
    });
  });

  test('has parts that keep its name, with distinct numbers', () => {
    const { polygons } = read(geojson);
    expect(polygons.map(({ shape: { id, title: name } }) => `${id}: ${name}`)).toEqual([
      `relation/2200-1: ${title} 1`,
      `relation/2200-2: ${title} 2`,
      `relation/2200-3: ${title} 3`,
    ]);
  });

  test('finds a self-intersection when a vertex moves, and undo restores it', () => {
    const script = new Script().do({ type: 'import', reading: read(geojson) });
    const id = 'relation/2200-1';
    const before = script.corners(id) ?? [];
    const [from, far] = [before[4000], before[8000]];
    if (!from || !far) throw new Error('the boundary is shorter than that');
    script.do({ type: 'move_vertex', id, vertex: 4000, to: latLng(from[0] + 1e-7, from[1]) });
    expect(script.state.problems.size).toBe(0);
    script.do({ type: 'move_vertex', id, vertex: 4000, to: latLng(far[0] + 0.01, far[1] + 0.01) });
    expect(script.state.problems.get(id)?.reason).toBe('crosses_itself');
    expect(script.state.value.polygons[0]?.coords[4000]).toEqual([from[0] + 1e-7, from[1]]);
    script.do({ type: 'undo' }).do({ type: 'undo' });
    expect(script.state.problems.size).toBe(0);
    expect(script.corners(id)).toEqual(before);
  });

  test('keeps its area, without loss of a vertex', () => {
    const round = boundary({ middle: [60, 41], radius: 0.1, corners: 9000, seed: 9 });
    const coords = round.slice(0, -1).map(([lng, lat]) => latLng(lat, lng));
    const reading = read(JSON.stringify({ type: 'Polygon', coordinates: [round] }));
    expect(areaOf(reading.polygons[0]?.shape.coords ?? [])).toBe(areaOf(coords));
    expect(distanceBetween(coords[0]!, coords[1]!)).toBeLessThan(100);
  });
});

test('differs from a boundary with one other vertex', () => {
  const ring = boundary({ middle: [60, 41], radius: 0.1, corners: 5000, seed: 1 });
  const text = (coordinates: readonly Corner[]) =>
    JSON.stringify({ type: 'Polygon', coordinates: [coordinates] });
  const [lng, lat] = ring[1234] as Corner;
  const other = ring.with(1234, [lng, lat + 1e-6]);
  const script = new Script()
    .do({ type: 'import', reading: read(text(ring)) })
    .do({ type: 'import', reading: read(text(ring)) });
  expect(script.last?.report).toMatchObject({ accepted: 0, skipped: [{ reason: 'duplicate_id' }] });
  script.do({ type: 'import', reading: read(text(other)) });
  expect(script.state.shapes.polygons).toHaveLength(2);
});

test('is kept and marked when invalid, and blocks nothing else', () => {
  const bow = [...bowTie, bowTie[0]!].map(([lat, lng]) => [lng, lat]);
  const coordinates = [[bow], ...parts];
  const script = new Script().do({
    type: 'import',
    reading: read(JSON.stringify({ type: 'MultiPolygon', coordinates })),
  });
  expect(script.last?.report).toMatchObject({
    accepted: 4,
    notes: [
      { number: 1, reason: 'crosses_itself' },
      { number: 2, reason: 'holes' },
    ],
  });
  expect(script.state.shapes.polygons).toHaveLength(4);
  expect(script.state.value.polygons).toHaveLength(3);
});

describe('an area of several rings in a file', () => {
  const ring = (west: number, south: number, size: number) => [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ];
  const areas = (geometry: unknown) =>
    read(JSON.stringify({ type: 'Feature', properties: { name: 'Hudud' }, geometry }), { multipart: true });

  test('is one shape as a collection of polygons, too', () => {
    const { polygons } = areas({
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', coordinates: [ring(60, 41, 0.1), ring(60.02, 41.02, 0.02)] },
        { type: 'MultiPolygon', coordinates: [[ring(60.2, 41, 0.1)]] },
      ],
    });
    expect(polygons.map(({ shape }) => [shape.title, ringsOf(shape).length])).toEqual([['Hudud', 3]]);
  });

  test('and a point are two shapes, and the area has its hole', () => {
    const { polygons, markers, notes } = areas({
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', coordinates: [ring(60, 41, 0.1), ring(60.02, 41.02, 0.02)] },
        { type: 'Point', coordinates: [60, 41] },
      ],
    });
    expect([polygons.length, markers.length, notes.length]).toEqual([1, 1, 0]);
    expect(ringsOf(polygons[0]!.shape)).toHaveLength(2);
  });

  test('loses parts and holes of fewer than three points, with a note, and a part with its holes', () => {
    const line = [
      [60, 41],
      [60.1, 41],
      [60, 41],
    ];
    const { polygons, notes } = areas({
      type: 'MultiPolygon',
      coordinates: [
        [line, ring(60.02, 41.02, 0.01)],
        [ring(60.2, 41, 0.1), line, []],
      ],
    });
    expect(polygons.map(({ shape }) => ringsOf(shape).length)).toEqual([1]);
    expect(notes).toMatchObject([{ reason: 'empty_ring', title: 'Hudud' }]);
    expect(areas({ type: 'MultiPolygon', coordinates: [[line]] }).skipped).toMatchObject([
      { reason: 'too_few_points' },
    ]);
  });

  test('is omitted as a whole if one of its points is invalid', () => {
    const broken = ring(60.2, 41, 0.1).map(([lng], index) => [lng, index === 2 ? 'x' : 41]);
    const { polygons, skipped } = areas({
      type: 'MultiPolygon',
      coordinates: [[ring(60, 41, 0.1)], [broken]],
    });
    expect(polygons).toEqual([]);
    expect(skipped).toMatchObject([{ reason: 'not_a_number' }]);
  });

  test('updates all rings of the shape of its number, and is the same only with all of them', () => {
    const feature = (coordinates: unknown) => ({
      type: 'Feature',
      id: 7,
      geometry: { type: 'Polygon', coordinates },
    });
    const both = [ring(60, 41, 0.1), ring(60.02, 41.02, 0.02)];
    const script = new Script().do({
      type: 'import',
      reading: read(JSON.stringify(feature(both.slice(0, 1)))),
    });
    const update = { type: 'import', existing: 'update' } as const;
    const reading = read(JSON.stringify(feature(both)), { multipart: true });
    script.do({ ...update, reading });
    expect(script.last?.report).toMatchObject({ changed: 1 });
    expect(ringsOf(script.state.shapes.polygons[0]!)).toHaveLength(2);
    script.do({ ...update, reading });
    expect(script.last?.report).toMatchObject({ changed: 0, skipped: [{ reason: 'duplicate_id' }] });
  });
});
