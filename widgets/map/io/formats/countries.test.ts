import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ringArea as areaOf } from '#kernel/domain/geo/ring-parts.ts';
import { latLng, type PolygonShape } from '../../model/shapes/shape.ts';
import { read } from '../../../../tests/support/map/read.ts';
import { Script } from '../../../../tests/support/map/script.ts';

/** A real file of the world's countries; its source is stated in it. */
const text = readFileSync(
  new URL('../../../../tests/support/map/countries.geojson', import.meta.url),
  'utf8',
);

type Ring = [lng: number, lat: number][];
interface Country {
  readonly id: string;
  readonly properties: { readonly name: string };
  readonly geometry:
    | { readonly type: 'Polygon'; coordinates: Ring[] }
    | { readonly type: 'MultiPolygon'; coordinates: Ring[][] };
}
const { features } = JSON.parse(text) as { features: Country[] };

/** Each country as parts, each with its holes. */
const countries = new Map(
  features.map(({ id, properties: { name }, geometry: { type, coordinates } }) => {
    const parts = type === 'Polygon' ? [coordinates] : coordinates;
    const outers = parts.map(([outer = []]) => outer.slice(0, -1).map(([lng, lat]) => latLng(lat, lng)));
    return [name, { id, outers }];
  }),
);

const script = new Script().do({ type: 'import', reading: read(text) });
const { polygons } = script.state.shapes;
const partsOf = (name: string): PolygonShape[] =>
  polygons.filter(({ title }) => title === name || title.startsWith(`${name} `));
/** In km². */
const sizeOf = (name: string) => partsOf(name).reduce((sum, { coords }) => sum + areaOf(coords), 0) / 1e6;

describe('boundaries of six countries with 10,000 vertices', () => {
  test('are imported vertex by vertex, with a report of the differences from the file', () => {
    expect(script.last?.report).toMatchObject({ failure: null, accepted: 81, skipped: [] });
    // Enclaves of Tajikistan, Uzbekistan and Kyrgyzstan in each other, and Lesotho, the Vatican and San Marino, are holes.
    expect(
      script.last?.report?.notes.map(({ number, title, reason }) => `${number} ${title}: ${reason}`),
    ).toEqual([
      '2 Uzbekistan 2: holes',
      '4 Kyrgyzstan: holes',
      '5 South Africa 1: holes',
      '9 Italy 1: holes',
      '20 Italy 12: crosses_itself',
      '41 Fiji 4: antimeridian',
      '41 Fiji 4: crosses_itself',
      '42 Fiji 5: antimeridian',
      '42 Fiji 5: crosses_itself',
      '43 Fiji 6: antimeridian',
      '43 Fiji 6: crosses_itself',
    ]);
    for (const [name, { id, outers }] of countries) {
      const parts = partsOf(name);
      expect(parts.map(({ coords }) => coords)).toEqual(outers);
      expect(parts.map((part) => part.id)).toEqual(
        outers.length === 1 ? [id] : outers.map((_, index) => `${id}-${index + 1}`),
      );
    }
    expect([...countries].map(([name, { outers }]) => `${name}: ${outers.length}`)).toEqual([
      'Uzbekistan: 3',
      'Kyrgyzstan: 1',
      'South Africa: 3',
      'Lesotho: 1',
      'Italy: 29',
      'Fiji: 44',
    ]);
  });

  test.each([
    ['Uzbekistan', 447_400],
    ['Kyrgyzstan', 199_950],
    ['Lesotho', 30_355],
    ['Italy', 301_340],
  ])('%s has the area of almanacs', (name, known) => {
    expect(Math.abs(sizeOf(name) / known - 1)).toBeLessThan(0.01);
  });

  test('South Africa has its area with Lesotho, its hole, and without it once that is subtracted', () => {
    const own = sizeOf('South Africa') - sizeOf('Lesotho');
    expect(Math.abs(own / 1_221_037 - 1)).toBeLessThan(0.01);
  });

  test('marks and withholds self-intersecting boundaries, and exports the rest', () => {
    const wrong = [...script.state.problems.keys()];
    expect(wrong).toEqual(['380-12', '242-4', '242-5', '242-6']);
    expect(script.state.value.polygons.map(({ id }) => id)).toEqual(
      polygons.map(({ id }) => id).filter((id) => !wrong.includes(`${id}`)),
    );
  });
});

test('reports an island across the 180th meridian instead of drawing a belt around the world', () => {
  const island = [
    [179.5, -17],
    [-179.5, -17],
    [-179.5, -16],
    [179.5, -16],
    [179.5, -17],
  ];
  const reading = read(JSON.stringify({ type: 'Polygon', coordinates: [island] }));
  expect(reading.notes).toMatchObject([{ number: 1, kind: 'polygon', reason: 'antimeridian' }]);
  const cut = [
    [179.5, -17],
    [180, -17],
    [180, -16],
    [179.5, -16],
    [179.5, -17],
  ];
  expect(read(JSON.stringify({ type: 'Polygon', coordinates: [cut] })).notes).toEqual([]);
});
