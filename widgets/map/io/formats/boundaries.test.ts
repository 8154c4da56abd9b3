import { describe, expect, test } from 'vitest';
import { areaOf, distanceBetween } from '../../model/geometry/measure.ts';
import { latLng } from '../../model/shapes/shape.ts';
import { boundary, district, type Corner } from '../../../../tests/support/map/boundaries.ts';
import { read } from '../../../../tests/support/map/read.ts';
import { bowTie, Script } from '../../../../tests/support/map/script.ts';

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
    // None of it is taken for wrong: all of it can be saved.
    expect(script.state.problems.size).toBe(0);
    expect(script.state.value.polygons).toHaveLength(3);
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
