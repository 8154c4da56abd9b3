import { describe, expect, test } from 'vitest';
import {
  encoderOf,
  geopackageOf,
  northingOf,
  shapefileOf,
  shpOf,
  utm41,
  zipOf,
  type Area,
} from '../../../../tests/support/map/archives.ts';
import { read as readString } from '../../../../tests/support/map/read.ts';
import { readSource } from './read-source.ts';

const read = (bytes: Buffer) => readSource(new Blob([new Uint8Array(bytes)]), {});

const triangle = (x: number, y: number, size: number) =>
  [
    [x, y],
    [x, y + size],
    [x + size, y],
    [x, y],
  ] as const;

const areas: readonly Area[] = [
  {
    rings: [triangle(60, 41, 1), [...triangle(60.2, 41.2, 0.1)].toReversed()],
    attributes: { ADM2_UZ: 'Urganch tumani', ADM2_RU: 'Ургенчский район', ADM2_PCODE: 'UZ1' },
  },
  {
    rings: [triangle(62, 41, 1)],
    attributes: { ADM2_UZ: 'Gʻazalkent', ADM2_RU: 'Газалкент', ADM2_PCODE: 'UZ2' },
  },
];
const coordinates = [
  [41, 60],
  [42, 60],
  [41, 61],
];
/** For one degree of latitude on the projection's meridian, in metres. */
const [south, north] = [northingOf(41), northingOf(42)];
const projected: readonly Area[] = [
  {
    rings: [
      [
        [500_000, south],
        [500_000, north],
        [550_000, south],
        [500_000, south],
      ],
    ],
    attributes: { NAME: 'A' },
  },
];

describe.each([
  ['a shapefile', (some: readonly Area[]) => shapefileOf(some), 'shapefile'],
  ['a GeoPackage', (some: readonly Area[]) => geopackageOf(some), 'geopackage'],
  [
    'a GeoPackage in UTF-16',
    (some: readonly Area[]) => geopackageOf(some, { encoding: 'UTF-16' }),
    'geopackage',
  ],
])('%s', (_, write, format) => {
  test('gives its areas with their names and numbers', async () => {
    const reading = await read(write(areas));
    expect(reading).toMatchObject({
      format,
      failure: null,
      skipped: [],
      notes: [{ number: 1, reason: 'holes' }],
    });
    expect(reading.polygons.map(({ shape }) => shape)).toMatchObject([
      { id: 'UZ1', title: 'Urganch tumani', titles: { ru: 'Ургенчский район' }, coords: coordinates },
      { id: 'UZ2', title: 'Gʻazalkent', titles: { ru: 'Газалкент' } },
    ]);
  });

  test('of thousands of areas and long outlines is read whole', async () => {
    const corners = Array.from({ length: 3000 }, (__, index) => {
      const angle = (-index / 3000) * 2 * Math.PI;
      return [60 + Math.cos(angle), 41 + Math.sin(angle)] as const;
    });
    const long: Area = { rings: [[...corners, corners[0] ?? [0, 0]]], attributes: { name: 'uzun' } };
    const many = Array.from({ length: 3000 }, (__, index): Area => {
      return { rings: [triangle(60, 41, 1)], attributes: { name: `${'x'.repeat(index % 60)}${index}` } };
    });
    const { polygons } = await read(write([long, ...many]));
    expect(polygons[0]?.shape.coords).toEqual(corners.map(([lng, lat]) => [lat, lng]));
    expect(polygons.slice(1).map(({ shape }) => shape.title)).toEqual(
      many.map(({ attributes }) => attributes['name']),
    );
  });

  test('that is truncated or damaged is unreadable, and never hangs', async () => {
    const whole = write(areas);
    expect((await read(whole.subarray(0, whole.length - 200))).failure).not.toBeNull();
    for (let at = 16; at < whole.length; at += 37) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
      const { polygons, skipped, failure } = await read(damaged);
      // The rest is read, or reported as empty.
      expect(polygons.length + skipped.length > 0).toBe(failure === null);
    }
  });
});

describe('other projections', () => {
  test.each([
    ['a shapefile', shapefileOf(projected, utm41)],
    ['a GeoPackage', geopackageOf(projected, { srs: 32_641, definition: utm41 })],
  ])('of %s become latitude and longitude', async (_, bytes) => {
    const [first, second, third] = (await read(bytes)).polygons[0]?.shape.coords ?? [];
    for (const [position, latitude] of [
      [first, 41],
      [second, 42],
    ] as const) {
      expect(position?.[0]).toBeCloseTo(latitude, 6);
      expect(position?.[1]).toBeCloseTo(63, 6);
    }
    expect(third?.[1]).toBeGreaterThan(63.5);
  });

  // As written by ArcGIS and QGIS. The expected coordinates were calculated independently, through geocentric
  // coordinates.
  test.each([
    ['1942', 'D_Pulkovo_1942', 'Krasovsky_1940', [41.5501032, 60.6190699]],
    ['1942, as EPSG names it', 'Pulkovo 1942', 'Krassowsky 1940', [41.5501032, 60.6190699]],
    ['1995', 'D_Pulkovo_1995', 'Krasovsky_1940', [41.5500841, 60.6190109]],
  ] as const)('of Pulkovo %s are converted to WGS 84', async (_, datum, spheroid, expected) => {
    const definition = `GEOGCS["GCS",DATUM["${datum}",SPHEROID["${spheroid}",6378245.0,298.3,AUTHORITY["EPSG","7024"]]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`;
    const surveyed: readonly Area[] = [{ rings: [triangle(60.62, 41.55, 0.1)], attributes: { NAME: 'A' } }];
    for (const bytes of [
      shapefileOf(surveyed, definition),
      geopackageOf(surveyed, { srs: 4284, definition }),
    ]) {
      const [first] = (await read(bytes)).polygons[0]?.shape.coords ?? [];
      expect(first?.[0]).toBeCloseTo(expected[0], 6);
      expect(first?.[1]).toBeCloseTo(expected[1], 6);
    }
  });

  test('with their own parameters for WGS 84 use these', async () => {
    const definition =
      'GEOGCS["GCS",DATUM["Pulkovo_1942",SPHEROID["Krassowsky 1940",6378245,298.3],TOWGS84[0,0,0,0,0,0,0]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
    const surveyed: readonly Area[] = [{ rings: [triangle(60.62, 41.55, 0.1)], attributes: { NAME: 'A' } }];
    const [first] = (await read(shapefileOf(surveyed, definition))).polygons[0]?.shape.coords ?? [];
    expect(first?.[1]).toBeCloseTo(60.62, 6);
  });

  test('of a shapefile that does not name it are listed, not drawn', async () => {
    expect((await read(shapefileOf(projected))).skipped).toMatchObject([
      { title: 'A', reason: 'outside_world' },
    ]);
  });

  test('that are unknown make a GeoPackage unreadable', async () => {
    expect(await read(geopackageOf(projected, { srs: 32_641, definition: 'nothing' }))).toMatchObject({
      failure: 'unreadable',
      polygons: [],
    });
  });
});

describe('the attributes of a shapefile', () => {
  const named = (name: string): readonly Area[] => [
    { rings: [triangle(60, 41, 1)], attributes: { NAME: name, CODE: '7' } },
  ];
  const long = 'Ж'.repeat(100);

  test.each([
    ['Windows-1251 without a name', 'windows-1251', null, 0],
    ['Windows-1251 as ArcGIS names it', 'windows-1251', 'ANSI 1251', 0],
    ['Windows-1251 by its number in the head', 'windows-1251', null, 0xc9],
    ['DOS-866 by its number in the head', 'ibm866', null, 0x65],
    ['DOS-866 by the number of its page', 'ibm866', '866\r\n', 0],
    ['an encoding with an unknown name', 'windows-1251', 'System', 0],
  ])('are read in %s', async (_, label, cpg, codePage) => {
    const encoding = { encode: encoderOf(label), cpg, codePage };
    const [polygon] = (await read(shapefileOf(named('Гулистон МФЙ'), undefined, encoding))).polygons;
    expect(polygon?.shape).toMatchObject({ title: 'Гулистон МФЙ', id: '7' });
  });

  test.each([null, 'UTF-8', '65001'])('are read in UTF-8 where it is named as %s', async (cpg) => {
    const encoding = { encode: (text: string) => Buffer.from(text), cpg, codePage: 0xc9 };
    expect((await read(shapefileOf(named('Гулистон'), undefined, encoding))).polygons[0]?.shape.title).toBe(
      'Гулистон',
    );
    // A field of eighty bytes cuts the text, and another one within a letter.
    const cut = await read(shapefileOf(named(`a${long}`), undefined, encoding));
    expect(cut.polygons[0]?.shape.title).toBe(`a${'Ж'.repeat(39)}\uFFFD`);
  });
});

describe('a text file', () => {
  const geojson = JSON.stringify({
    type: 'Feature',
    properties: { name: 'Гулистон' },
    geometry: { type: 'Point', coordinates: [60.6, 41.5] },
  });
  const kmlIn = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><kml><Placemark><name>Гулистон</name><Point><coordinates>60.6,41.5</coordinates></Point></Placemark></kml>`;
  const swapped = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

  test.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${geojson}`)],
    ['UTF-16', Buffer.from(`\uFEFF${geojson}`, 'utf16le')],
    ['UTF-16 of the other order', swapped(geojson)],
    ['UTF-16, as its XML says', Buffer.from(`\uFEFF${kmlIn('UTF-16')}`, 'utf16le')],
    ['UTF-8, though its XML says UTF-16', Buffer.from(kmlIn('UTF-16'))],
    ['Windows-1251', encoderOf('windows-1251')(geojson)],
    ['KOI8-R, as its XML says', encoderOf('koi8-r')(kmlIn('koi8-r'))],
    ['UTF-8 with an encoding that nobody knows', Buffer.from(kmlIn('mine'))],
    ['Windows-1251 in a KMZ', zipOf({ 'doc.kml': encoderOf('windows-1251')(kmlIn('windows-1251')) })],
  ])('is read in %s', async (_, bytes) => {
    expect((await read(bytes)).markers[0]?.shape).toMatchObject({ title: 'Гулистон', coords: [41.5, 60.6] });
  });
});

describe('an archive', () => {
  const kml =
    '<kml><Placemark><name>Bozor</name><Point><coordinates>60.6,41.5</coordinates></Point></Placemark></kml>';

  test('may be a KMZ, or contain several layers', async () => {
    expect((await read(zipOf({ 'doc.kml': kml }))).markers[0]?.shape).toMatchObject({
      title: 'Bozor',
      coords: [41.5, 60.6],
    });
    const layers = zipOf({ 'a.shp': shpOf(areas), 'b.shp': shpOf(areas), '__MACOSX/a.shp': 'rest' });
    expect((await read(layers)).polygons).toHaveLength(4);
  });

  test('without anything for a map is unreadable', async () => {
    expect((await read(zipOf({ 'a.txt': 'text' }))).failure).toBe('unreadable');
  });

  test('with a truncated shapefile is unreadable', async () => {
    const shp = shpOf(areas);
    expect((await read(zipOf({ 'a.shp': shp.subarray(0, shp.length - 10) }))).failure).toBe('unreadable');
  });
});

test('waypoints of GPX become places; tracks are listed', () => {
  const gpx = `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1">
    <wpt lat="41.55" lon="60.62"><name>Maktab</name><ele>90</ele></wpt>
    <wpt lat="41.56" lon="60.63"/>
    <trk><name>Yoʻl</name><trkseg><trkpt lat="41" lon="60"/><trkpt lat="41.1" lon="60.1"/></trkseg></trk></gpx>`;
  const reading = readString(gpx);
  expect(reading).toMatchObject({ format: 'gpx', failure: null });
  expect(reading.markers.map(({ shape: { title, coords } }) => [title, coords])).toEqual([
    ['Maktab', [41.55, 60.62]],
    ['', [41.56, 60.63]],
  ]);
  expect(reading.skipped).toMatchObject([{ title: 'Yoʻl', reason: 'unknown_type' }]);
});
