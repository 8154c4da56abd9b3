import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { read, rings, shapesOf, skipped } from '../../../../tests/support/map/read.ts';
import { someShapes } from '../../../../tests/support/map/shapes.ts';
import { readJsonValue } from './read-json.ts';
import { readText } from './read-text.ts';

describe('GeoJSON', () => {
  const feature = (geometry: unknown, rest: object = {}) =>
    JSON.stringify({ type: 'Feature', properties: {}, geometry, ...rest });

  test('is read in the variants of other tools', () => {
    fc.assert(
      fc.property(someShapes, ({ polygons, markers }) => {
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
        expect(shapesOf(reading)).toEqual(JSON.parse(JSON.stringify({ polygons, markers })));
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

  test('reports a hole, and keeps the outer ring', () => {
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

  test('splits a multi-polygon into numbered shapes', () => {
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

  test('omits lines, empty and unknown geometries, each with a reason', () => {
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

  test('reads several texts, with points in both notations, holes, lines, empty and invalid ones', () => {
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

  test('reads placemarks with name, colour, holes and parts', () => {
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
      ['Ikki 1', '#1d5fd1'],
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
  ])('%s is rejected', (_, text, failure) => {
    expect(read(text)).toMatchObject({ failure, polygons: [], markers: [] });
  });

  test('cannot be read without a parser, as in a worker', () => {
    expect(readText(kml(''))).toMatchObject({ format: 'kml', failure: 'unreadable' });
  });
});

describe('responses of stats/households-locations', () => {
  test("are neighbourhoods and households in their category's colour, named in the requested language", () => {
    const response = {
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
    const reading = readJsonValue(response, { language: 'ru' });
    expect(reading.format).toBe('locations');
    expect(shapesOf(reading)).toEqual({
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
