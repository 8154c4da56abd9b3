import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reduce } from '../../model/reducers/edit-reducers.ts';
import { createState } from '../../model/reducers/reducer.ts';
import { timesMoreSteps } from '../../../../tests/support/map/steps.ts';
import { read, skipped } from '../../../../tests/support/map/read.ts';
import { Script } from '../../../../tests/support/map/script.ts';

const json = fc.oneof(
  fc.json(),
  fc
    .record({ polygons: fc.array(fc.jsonValue()), markers: fc.array(fc.jsonValue()) })
    .map((it) => JSON.stringify(it)),
);
const tokens = fc.array(
  fc.constantFrom(
    'POLYGON',
    'POINT',
    'MULTIPOLYGON',
    'Z',
    'EMPTY',
    '(',
    ')',
    '((',
    '))',
    ',',
    '60 41',
    '61',
    '-1e999',
    'x',
    ';',
  ),
  { maxLength: 40 },
);
const tags = fc.array(
  fc.constantFrom(
    '<kml>',
    '</kml>',
    '<Placemark>',
    '</Placemark>',
    '<Point>',
    '</Point>',
    '<coordinates>',
    '</coordinates>',
    '60,41',
    'x',
    '<!--',
    '-->',
    '&lt;',
    '&',
    '<![CDATA[',
    ']]>',
  ),
  { maxLength: 30 },
);
const texts = fc.oneof(
  fc.string(),
  json,
  tokens.map((it) => it.join(' ')),
  tags.map((it) => `<kml>${it.join('')}`),
);

describe('hostile texts', () => {
  test.each([
    ['nothing', '', 'empty'],
    ['a blank', '  \uFEFF ', 'empty'],
    ['a word', 'hello', 'unreadable'],
    ['what was cut off', '{"polygons":', 'unreadable'],
    ['another object', '{"a":1}', 'unreadable'],
    ['a list of numbers', '[1,2]', 'unreadable'],
    ['null', 'null', 'unreadable'],
    ['no polygons', '{"polygons":[]}', 'empty'],
    ['a million brackets', '['.repeat(1_000_000), 'unreadable'],
  ])('%s', (_what, text, failure) => {
    expect(read(text)).toMatchObject({ failure, polygons: [], markers: [] });
  });

  test('have a limit of nesting', () => {
    const deep = (open: string, close: string) => `${open.repeat(5000)}null${close.repeat(5000)}`;
    const geometry = deep('{"type":"GeometryCollection","geometries":[', ']}');
    expect(skipped(`{"type":"Feature","geometry":${geometry}}`)).toEqual(['1 unknown_type']);
    expect(skipped(deep('{"type":"FeatureCollection","features":[', ']}'))).toEqual(['1 unknown_type']);
    expect(read('GEOMETRYCOLLECTION('.repeat(10_000)).polygons).toEqual([]);
  });

  test('may use names of the prototype', () => {
    const text = `{"__proto__":{"polygons":[{}]},"constructor":1,"markers":[
      {"id":"__proto__","title":"constructor","coords":[41,60],"__proto__":{"admin":true}},
      {"id":"toString","coords":{"0":41,"1":60,"length":2}}]}`;
    const reading = read(text);
    const { state } = reduce(createState(), { type: 'import', reading, origin: 'user' });
    expect(state.shapes.markers).toEqual([
      { id: '__proto__', title: 'constructor', color: '#d64550', coords: [41, 60] },
    ]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect(read('{"type":"valueOf","markers":[{"coords":[41,60]}]}')).toMatchObject({
      format: 'export',
      markers: [{}],
    });
  });

  test('never make a read throw or accept invalid shapes, for any input', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const reading = read(text);
        const corners = reading.polygons.flatMap(({ shape }) => shape.coords);
        for (const [lat, lng] of [...corners, ...reading.markers.map(({ shape }) => shape.coords)]) {
          expect(Math.abs(lat)).toBeLessThanOrEqual(90);
          expect(Math.abs(lng)).toBeLessThanOrEqual(180);
        }
        if (reading.polygons.length + reading.markers.length + reading.skipped.length === 0)
          expect(reading.failure).not.toBeNull();
      }),
      { numRuns: 3000 },
    );
  });
});

describe('2,000 shapes take about ten times as many steps as 200', () => {
  const square = (index: number) => {
    const [lat, lng] = [38 + (index % 250) / 50, 57 + Math.floor(index / 250) / 20];
    return [
      [lat, lng],
      [lat + 0.01, lng],
      [lat + 0.01, lng + 0.01],
      [lat, lng + 0.01],
    ];
  };
  const many = <T>(count: number, item: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => item(index));
  const growth = (task: (count: number) => unknown) =>
    timesMoreSteps(
      () => task(2000),
      () => task(200),
    );

  test.each([
    ['with ids of their own', (index: number) => index],
    ['all with the same id', () => 7],
  ])('%s: read, import, undo, redo, export', (_, id) => {
    const ratio = growth((count) => {
      const polygons = many(count, (index) => ({ id: id(index), title: 'x', coords: square(index) }));
      const script = new Script().do({ type: 'import', reading: read(JSON.stringify({ polygons })) });
      expect(script.last?.report?.accepted).toBe(count);
      script.do({ type: 'undo' }).do({ type: 'redo' }).do({ type: 'replace', shapes: { polygons } }, 'api');
      expect(script.state.shapes.polygons).toHaveLength(count);
    });
    expect(ratio).toBeLessThan(20);
  });

  test.each([
    ['WKT', (count: number) => many(count, (index) => `POINT (${60 + index / 1e6} 41)`).join('\n')],
    [
      'KML',
      (count: number) => {
        const placemarks = many(
          count / 5,
          (index) =>
            `<Placemark><name>${index}</name><Point><coordinates>${60 + index / 1e6},41</coordinates></Point></Placemark>`,
        );
        return `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join('')}</Document></kml>`;
      },
    ],
  ])('as %s', (_, written) => {
    expect(growth((count) => expect(read(written(count)).skipped).toEqual([]))).toBeLessThan(20);
  });
});
