import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createState, reduce } from '../reducer.ts';
import { allRights } from '../rights.ts';
import { latLng, noShapes, type Shapes } from '../shape.ts';
import { timesLonger } from '../testing/pace.ts';
import { Script } from '../testing/script.ts';
import { readJsonValue, readText, type TextOptions } from './index.ts';
import { exportFileName, toExport, toValue } from './write.ts';

const xml = new DOMParser({
  onError: (_, message) => {
    throw new Error(message);
  },
});
const read = (text: string, options: TextOptions = {}) => readText(text, { xml, ...options });
const skipped = (text: string, options: TextOptions = {}) =>
  read(text, options).skipped.map(({ number, reason }) => `${number} ${reason}`);
const rings = (text: string, options: TextOptions = {}) =>
  read(text, options).polygons.map(({ shape }) => shape.coords);

const place = fc
  .tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
  .map(([lat, lng]) => latLng(lat + 0, lng + 0));
const triangle = fc.uniqueArray(place, { minLength: 3, maxLength: 8, selector: String });
const head = {
  title: fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/\p{Cc}/gu, '')),
  color: fc.constantFrom('#16a34a', '#FFF', '#12345678'),
};
const shapes: fc.Arbitrary<Shapes> = fc
  .record({
    polygons: fc.array(fc.record({ ...head, coords: triangle }), { maxLength: 5 }),
    markers: fc.array(fc.record({ ...head, coords: place }), { maxLength: 5 }),
  })
  .map(({ polygons, markers }) => ({
    polygons: polygons.map((shape, index) => ({ id: index, ...shape })),
    markers: markers.map((shape, index) => ({ id: `m${index}`, ...shape })),
  }));

const view = { center: latLng(41.5585558, 60.6208756), zoom: 13, now: new Date('2026-11-21T08:15:30Z') };
const found = (reading: ReturnType<typeof read>) => ({
  polygons: reading.polygons.map(({ shape }) => shape),
  markers: reading.markers.map(({ shape }) => shape),
});

describe('the export', () => {
  test('has the shape and the name of the specification', () => {
    expect(toExport(noShapes, view)).toEqual({
      polygons: [],
      markers: [],
      mapCenter: [41.5585558, 60.6208756],
      mapZoom: 13,
      exportedAt: '2026-11-21T08:15:30.000Z',
    });
    expect(exportFileName(view.now)).toBe(`map-data-${view.now.getTime()}.json`);
  });

  test('is a copy that the host may change', () => {
    const script = new Script().do({ type: 'add_marker', id: 'm', title: '', at: latLng(41, 60) });
    const value = toValue(script.state.value);
    value.markers[0]!.coords[0] = 7;
    value.markers.length = 0;
    expect(script.state.value.markers[0]?.coords).toEqual([41, 60]);
  });

  test('comes in again as it went out', () => {
    fc.assert(
      fc.property(shapes, (given) => {
        const reading = read(JSON.stringify(toExport(given, view)));
        expect(found(reading)).toEqual(JSON.parse(JSON.stringify(given)));
        expect(reading).toMatchObject({ format: 'export', skipped: [], notes: [] });
      }),
    );
  });
});

describe('GeoJSON', () => {
  const feature = (geometry: unknown, rest: object = {}) =>
    JSON.stringify({ type: 'Feature', properties: {}, geometry, ...rest });

  test('comes in as it was written by others', () => {
    fc.assert(
      fc.property(shapes, ({ polygons, markers }) => {
        const lngLat = ([lat, lng]: readonly [number, number]) => [lng, lat, 120.5];
        const features = [
          ...polygons.map(({ id, title, color, coords }) => ({
            type: 'Feature',
            id,
            properties: { name: title, fill: color },
            geometry: { type: 'Polygon', coordinates: [[...coords.map(lngLat), lngLat(coords[0]!)]] },
          })),
          ...markers.map(({ id, title, color, coords }) => ({
            type: 'Feature',
            id,
            properties: { title, color },
            geometry: { type: 'Point', coordinates: lngLat(coords) },
          })),
        ];
        const reading = read(JSON.stringify({ type: 'FeatureCollection', features }));
        expect(found(reading)).toEqual(JSON.parse(JSON.stringify({ polygons, markers })));
      }),
    );
  });

  const ring = [
    [60, 41],
    [61, 41],
    [61, 42],
    [60, 41],
  ];
  const hole = [
    [60.5, 41.2],
    [60.6, 41.2],
    [60.6, 41.3],
    [60.5, 41.2],
  ];

  test('a hole is reported, and the outer ring is kept', () => {
    const reading = read(
      feature({ type: 'Polygon', coordinates: [ring, hole] }, { properties: { name: 'Koʻl' } }),
    );
    expect(reading.polygons[0]?.shape.coords).toEqual([
      [41, 60],
      [41, 61],
      [42, 61],
    ]);
    expect(reading.notes).toEqual([{ number: 1, title: 'Koʻl', kind: 'polygon', reason: 'holes' }]);
  });

  test('a multi-polygon becomes several, told apart by a number', () => {
    const parts = [[ring], [ring.map(([lng, lat]) => [lng! + 5, lat!]), hole], [[[1, 1]]]];
    const reading = read(
      feature({ type: 'MultiPolygon', coordinates: parts }, { id: 9, properties: { name: 'Orol' } }),
    );
    expect(reading.polygons.map(({ shape: { id, title } }) => `${id} ${title}`)).toEqual([
      '9-1 Orol 1',
      '9-2 Orol 2',
    ]);
    expect(reading.notes).toMatchObject([{ number: 2, reason: 'holes' }]);
    expect(reading.skipped).toMatchObject([{ number: 3, reason: 'too_few_points', title: 'Orol 3' }]);
  });

  test('lines, nothing and the unknown are left out, each with its reason', () => {
    const geometries = [
      { type: 'LineString', coordinates: ring },
      null,
      { type: 'Circle' },
      { type: 'constructor', coordinates: ring },
      { type: 'Polygon', coordinates: [] },
      { type: 'Point', coordinates: ['60', '41'] },
      { type: 'Point', coordinates: [60] },
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [60, 41] },
          { type: 'LineString', coordinates: [] },
        ],
      },
    ];
    const features = geometries.map((geometry) => ({ type: 'Feature', properties: null, geometry }));
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    expect(skipped(text)).toEqual([
      '1 unknown_type',
      '2 empty',
      '3 unknown_type',
      '4 unknown_type',
      '5 empty',
      '6 not_a_number',
      '7 not_a_number',
      '9 unknown_type',
    ]);
    expect(read(text).markers).toHaveLength(1);
  });
});

describe('latitude and longitude exchanged', () => {
  const urganch = latLng(41.55, 60.62);
  const wrong = {
    markers: [{ coords: [60.6, 41.5] }],
    polygons: [
      {
        coords: [
          [60.6, 41.5],
          [60.7, 41.5],
          [60.7, 41.6],
        ],
      },
    ],
  };
  const text = JSON.stringify(wrong);

  test('are recognised by where the map looks', () => {
    expect(skipped(text, { near: urganch })).toEqual(['1 swapped', '2 swapped']);
    expect(read(text).polygons).toHaveLength(1);
  });

  test.each([
    ['Toshkent', 69.24, 41.31],
    ['Fargʻona', 71.78, 40.38],
    ['Termiz', 67.28, 37.22],
  ])('are recognised in %s also while the map looks at Urganch', (_, lat, lng) => {
    expect(skipped(JSON.stringify({ markers: [{ coords: [lat, lng] }] }), { near: urganch })).toEqual([
      '1 swapped',
    ]);
    expect(skipped(JSON.stringify({ markers: [{ coords: [lng, lat] }] }), { near: urganch })).toEqual([]);
  });

  test('are read the other way round, or as written, if one says so', () => {
    expect(rings(text, { near: urganch, axes: 'exchanged' })).toEqual([
      [
        [41.5, 60.6],
        [41.5, 60.7],
        [41.6, 60.7],
      ],
    ]);
    expect(rings(text, { near: urganch, axes: 'as_written' })).toEqual([
      [
        [60.6, 41.5],
        [60.7, 41.5],
        [60.7, 41.6],
      ],
    ]);
  });

  test('are recognised without that where they leave the world', () => {
    expect(skipped(JSON.stringify({ markers: [{ coords: [140, 36] }] }))).toEqual(['1 swapped']);
    expect(skipped('POINT (36 140)')).toEqual(['1 swapped']);
  });

  test('what lies elsewhere in either order is not suspected', () => {
    expect(
      skipped(JSON.stringify({ markers: [{ coords: [51.5, -0.1] }, { coords: [41.6, 60.5] }] }), {
        near: urganch,
      }),
    ).toEqual([]);
  });
});

describe('WKT', () => {
  test.each([
    ['POLYGON ((60 41, 61 41, 61 42, 60 41))'],
    ['SRID=4326;polygon z((60 41 5,61 41 5,61 42 5,60 41 5))'],
    ['POLYGONZM((60 41 5 1,61 41 5 1,61 42 5 1))'],
    ['id\twkt\n7\t"MULTIPOLYGON(((6e1 4.1E1, 61. 41.0, +61 42, 60 41)))"'],
    ['GEOMETRYCOLLECTION (POLYGON ((60 41, 61 41, 61 42, 60 41)))'],
  ])('%s', (text) => {
    expect(rings(text)).toEqual([
      [
        [41, 60],
        [41, 61],
        [42, 61],
      ],
    ]);
  });

  test('several, with points in both manners, holes, lines, empty ones and broken ones', () => {
    const reading = read(`
      POINT(60 41); MULTIPOINT((60 41), (61 42)); MULTIPOINT(60 41, 61 42)
      POLYGON((60 41,61 41,61 42,60 41),(60.5 41.2,60.6 41.2,60.6 41.3,60.5 41.2))
      LINESTRING(1 1, 2 2)
      POINT EMPTY
      POLYGON((60 41, 61
      POINT(north east)
      POINT(-60.5 -41.5)`);
    expect(reading.markers.map(({ shape }) => shape.coords)).toEqual([
      [41, 60],
      [41, 60],
      [42, 61],
      [41, 60],
      [42, 61],
      [-41.5, -60.5],
    ]);
    expect(reading.polygons).toHaveLength(1);
    expect(reading.notes).toMatchObject([{ number: 6, reason: 'holes' }]);
    expect(reading.skipped.map(({ number, reason }) => `${number} ${reason}`)).toEqual([
      '7 unknown_type',
      '8 empty',
      '9 not_a_number',
      '10 not_a_number',
    ]);
  });
});

describe('KML', () => {
  const kml = (inner: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;
  const ring = '<LinearRing><coordinates>60,41,0 61,41,0\n 61,42,0 60,41,0</coordinates></LinearRing>';

  test('placemarks come in with name, colour, holes and parts', () => {
    const reading = read(
      kml(`
      <Style id="green"><PolyStyle><color>ff4aa316</color></PolyStyle></Style>
      <Placemark id="p"><name>Mahalla &amp; bogʻ</name><styleUrl>#green</styleUrl><description><![CDATA[<b>unclosed<br>]]></description>
        <Polygon><outerBoundaryIs>${ring}</outerBoundaryIs><innerBoundaryIs>${ring}</innerBoundaryIs></Polygon></Placemark>
      <Folder><Placemark><name>Ikki</name><MultiGeometry><Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon><Point><coordinates>60.5,41.5</coordinates></Point></MultiGeometry></Placemark></Folder>
      <Placemark><name>Yoʻl</name><LineString><coordinates>60,41 61,42</coordinates></LineString></Placemark>`),
    );
    expect(reading).toMatchObject({ format: 'kml', failure: null });
    expect(reading.polygons.map(({ shape }) => [shape.title, shape.color])).toEqual([
      ['Mahalla & bogʻ', '#16a34a'],
      ['Ikki 1', '#2563eb'],
    ]);
    expect(reading.polygons[0]?.shape).toMatchObject({
      id: 'p',
      coords: [
        [41, 60],
        [41, 61],
        [42, 61],
      ],
    });
    expect(reading.markers[0]?.shape).toMatchObject({ title: 'Ikki 2', coords: [41.5, 60.5] });
    expect(reading.notes).toMatchObject([{ number: 1, reason: 'holes' }]);
    expect(reading.skipped).toMatchObject([{ number: 4, title: 'Yoʻl', reason: 'unknown_type' }]);
  });

  test.each([
    [
      'a laugh of a billion',
      `<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>${kml('&b;')}`,
      'unreadable',
    ],
    [
      'a reference to a file',
      `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml>&x;</kml>`,
      'unreadable',
    ],
    ['a tower of elements', `<kml>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</kml>`, 'too_deep'],
    ['a page of the web', '<html><body>map</body></html>', 'unreadable'],
    ['half a document', '<kml><Placemark>', 'unreadable'],
    ['crossed elements', '<kml><a></kml></a>', 'unreadable'],
    ['a comment without end', '<kml><!-- ', 'unreadable'],
    ['nothing inside', kml(''), 'empty'],
  ])('%s is refused', (_, text, failure) => {
    expect(read(text)).toMatchObject({ failure, polygons: [], markers: [] });
  });

  test('without a parser, as in a worker, it is unreadable', () => {
    expect(readText(kml(''))).toMatchObject({ format: 'kml', failure: 'unreadable' });
  });
});

describe('answers of stats/households-locations', () => {
  test('are neighbourhoods and households in the colour of their category, named in the language asked for', () => {
    const answer = {
      neighborhoods: [
        {
          id: 3,
          uz: { name: 'Bogʻ' },
          ru: { name: 'Баг' },
          color: '#16a34a',
          coords: [
            [41, 60],
            [41, 61],
            [42, 61],
            [41, 60],
          ],
        },
      ],
      households: [
        { id: 3, coords: [41.5, 60.5], household_category: { id: 1, uz: { name: 'Muhtoj' }, color: '#f00' } },
        { id: 4, coords: null },
      ],
    };
    const reading = readJsonValue(answer, { language: 'ru' });
    expect(reading.format).toBe('locations');
    expect(found(reading)).toEqual({
      polygons: [
        {
          id: 3,
          title: 'Баг',
          color: '#16a34a',
          coords: [
            [41, 60],
            [41, 61],
            [42, 61],
          ],
        },
      ],
      markers: [{ id: 3, title: 'Muhtoj', color: '#f00', coords: [41.5, 60.5] }],
    });
    expect(reading.skipped).toMatchObject([{ number: 3, reason: 'not_a_number' }]);
  });
});

describe('hostile texts', () => {
  test.each([
    ['', 'empty'],
    ['  \uFEFF ', 'empty'],
    ['hello', 'unreadable'],
    ['{"polygons":', 'unreadable'],
    ['{"a":1}', 'unreadable'],
    ['[1,2]', 'unreadable'],
    ['null', 'unreadable'],
    ['{"polygons":[]}', 'empty'],
    ['['.repeat(1_000_000), 'unreadable'],
  ])('%.20s: %s', (text, failure) => {
    expect(read(text)).toMatchObject({ failure, polygons: [], markers: [] });
  });

  test('depth without end stops somewhere', () => {
    const deep = (open: string, close: string) => `${open.repeat(5000)}null${close.repeat(5000)}`;
    const geometry = deep('{"type":"GeometryCollection","geometries":[', ']}');
    expect(skipped(`{"type":"Feature","geometry":${geometry}}`)).toEqual(['1 unknown_type']);
    expect(skipped(deep('{"type":"FeatureCollection","features":[', ']}'))).toEqual(['1 unknown_type']);
    expect(read('GEOMETRYCOLLECTION('.repeat(10_000)).polygons).toEqual([]);
  });

  test('keys of the prototype are names like others', () => {
    const text = `{"__proto__":{"polygons":[{}]},"constructor":1,"markers":[
      {"id":"__proto__","title":"constructor","coords":[41,60],"__proto__":{"admin":true}},
      {"id":"toString","coords":{"0":41,"1":60,"length":2}}]}`;
    const reading = read(text);
    const { state } = reduce(createState(), { type: 'import', reading, origin: 'user' });
    expect(state.shapes.markers).toEqual([
      { id: '__proto__', title: 'constructor', color: '#dc2626', coords: [41, 60] },
    ]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('whatever it is, reading neither throws nor lets in what is unsound', () => {
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

describe('an import', () => {
  const file = JSON.stringify({
    polygons: [
      {
        id: 'a',
        title: 'A',
        coords: [
          [41, 60],
          [41.1, 60.1],
          [41, 60.1],
          [41.1, 60],
        ],
      },
    ],
    markers: [
      { id: 1, coords: [41, 60] },
      { id: 2, coords: [42, 60] },
      { id: 3, coords: [43, 60] },
    ],
  });

  test('goes as far as rights and limits let it, and says the rest', () => {
    const script = new Script({
      limits: { polygon: null, marker: 2 },
      rights: { ...allRights, polygon: { add: false, edit: true, delete: true } },
    });
    script.do({ type: 'import', reading: read(file) });
    expect(script.last?.report).toMatchObject({
      accepted: 2,
      skipped: [
        { number: 1, title: 'A', kind: 'polygon', reason: 'not_allowed' },
        { number: 4, kind: 'marker', reason: 'limit' },
      ],
    });
    script.do({ type: 'undo' });
    expect(script.state.shapes).toEqual(noShapes);
  });

  test('keeps an invalid polygon on the screen, with a note', () => {
    const script = new Script().do({ type: 'import', reading: read(file) });
    expect(script.last?.report).toMatchObject({
      accepted: 4,
      notes: [{ number: 1, title: 'A', reason: 'crosses_itself' }],
    });
    expect(script.state.shapes.polygons).toHaveLength(1);
    expect(script.state.value.polygons).toEqual([]);
  });

  test('of the same file again adds nothing; of another with the same ids loses nothing', () => {
    const script = new Script()
      .do({ type: 'import', reading: read(file) })
      .do({ type: 'import', reading: read(file) });
    expect(script.last?.report).toMatchObject({
      accepted: 0,
      skipped: [1, 2, 3, 4].map((number) => ({ number, reason: 'duplicate_id' })),
    });
    script.do({ type: 'import', reading: read(JSON.stringify({ markers: [{ id: 1, coords: [44, 60] }] })) });
    expect(script.state.shapes.markers.at(-1)).toMatchObject({ id: '1-2', coords: [44, 60] });
    const wkt = 'POINT(70 40)';
    script.do({ type: 'import', reading: read(wkt) }).do({ type: 'import', reading: read(wkt) });
    expect(script.state.shapes.markers).toHaveLength(5);
  });

  test('that could not be read changes nothing and says why', () => {
    const script = new Script().do({ type: 'import', reading: read('?') });
    expect(script.last).toMatchObject({ changed: false, report: { failure: 'unreadable', accepted: 0 } });
  });
});

describe('50,000 shapes take about ten times as long as 5,000', () => {
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
  const grows = (task: (count: number) => unknown) =>
    timesLonger(
      () => task(50_000),
      () => task(5000),
      2,
    );

  test.each([
    ['with ids of their own', (index: number) => index],
    ['all with the same id', () => 7],
  ])(
    '%s: read, imported, undone, redone, given again',
    (_, id) => {
      const ratio = grows((count) => {
        const polygons = many(count, (index) => ({ id: id(index), title: 'x', coords: square(index) }));
        const script = new Script().do({ type: 'import', reading: read(JSON.stringify({ polygons })) });
        expect(script.last?.report?.accepted).toBe(count);
        script.do({ type: 'undo' }).do({ type: 'redo' }).do({ type: 'replace', shapes: { polygons } }, 'api');
        expect(script.state.shapes.polygons).toHaveLength(count);
      });
      expect(ratio).toBeLessThan(40);
    },
    60_000,
  );

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
  ])(
    'as %s',
    (_, written) => {
      expect(grows((count) => expect(read(written(count)).skipped).toEqual([]))).toBeLessThan(40);
    },
    60_000,
  );
});
