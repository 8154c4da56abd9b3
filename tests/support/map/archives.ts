import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { deflateRawSync } from 'node:zlib';

type Ring = readonly (readonly [x: number, y: number])[];

/** A row of a file: the rings of its polygon and its attributes. */
export interface Area {
  readonly rings: readonly Ring[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** The WKT of UTM zone 41: metres, with the central meridian 63° east, as used by surveyors in Urganch. */
export const utm41 =
  'PROJCS["WGS_1984_UTM_Zone_41N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",63.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

/**
 * The UTM northing, in metres, of a latitude in degrees on the central meridian: the arc from the equator,
 * summed in small steps.
 */
export function northingOf(latitude: number): number {
  const [radius, flattening, steps] = [6_378_137, 1 / 298.257223563, 100_000];
  const eccentricity = flattening * (2 - flattening);
  const step = (latitude * Math.PI) / 180 / steps;
  let arc = 0;
  for (let index = 0; index < steps; index += 1) {
    const sine = Math.sin((index + 0.5) * step);
    arc += (radius * (1 - eccentricity) * step) / (1 - eccentricity * sine * sine) ** 1.5;
  }
  return arc * 0.9996;
}

/** A ZIP archive. */
export function zipOf(files: Readonly<Record<string, Buffer | string>>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const [title, packed] = [Buffer.from(name), deflateRawSync(content)];
    const size = Buffer.byteLength(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(size, 18);
    head.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, title, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), head, tail, title]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}

/** The encoding of a shapefile's texts, its name in the `.cpg` file, and its number in the DBF header. */
export interface TextEncoding {
  readonly encode: (text: string) => Buffer;
  readonly cpg: string | null;
  readonly codePage?: number;
}

const utf8: TextEncoding = { encode: (text) => Buffer.from(text), cpg: 'UTF-8' };

/** A zipped shapefile of polygons with texts in UTF-8, or in another encoding. */
export function shapefileOf(areas: readonly Area[], prj?: string, encoding = utf8): Buffer {
  return zipOf({
    'hudud/Tumanlar.SHP': shpOf(areas),
    'hudud/Tumanlar.DBF': dbfOf(areas, encoding),
    ...(encoding.cpg === null ? {} : { 'hudud/Tumanlar.cpg': encoding.cpg }),
    ...(prj === undefined ? {} : { 'hudud/Tumanlar.prj': prj }),
  });
}

/** Returns an encoder for an encoding with one byte per letter. */
export function encoderOf(label: string): (text: string) => Buffer {
  const letters = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return (text) => Buffer.from([...text].map((letter) => letters.indexOf(letter)));
}

/** The geometries (`.shp`) of a shapefile; in this format, outer rings must run clockwise. */
export function shpOf(areas: readonly Area[]): Buffer {
  const records = areas.map(({ rings }, index) => {
    const points = rings.flat();
    const content = Buffer.alloc(44 + rings.length * 4 + points.length * 16);
    content.writeInt32LE(5, 0);
    content.writeInt32LE(rings.length, 36);
    content.writeInt32LE(points.length, 40);
    let first = 0;
    for (const [part, ring] of rings.entries()) {
      content.writeInt32LE(first, 44 + part * 4);
      first += ring.length;
    }
    for (const [point, [x, y]] of points.entries()) {
      content.writeDoubleLE(x, 44 + rings.length * 4 + point * 16);
      content.writeDoubleLE(y, 52 + rings.length * 4 + point * 16);
    }
    const head = Buffer.alloc(8);
    head.writeInt32BE(index + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([head, content]);
  });
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + Buffer.concat(records).length) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(5, 32);
  return Buffer.concat([header, ...records]);
}

function dbfOf(areas: readonly Area[], { encode, codePage = 0 }: TextEncoding): Buffer {
  const names = Object.keys(areas[0]?.attributes ?? {});
  const width = 80;
  const header = Buffer.alloc(32 + names.length * 32 + 1);
  header.writeUInt8(3, 0);
  header.writeUInt32LE(areas.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + names.length * width, 10);
  header.writeUInt8(codePage, 29);
  for (const [index, name] of names.entries()) {
    header.write(name, 32 + index * 32);
    header.write('C', 32 + index * 32 + 11);
    header.writeUInt8(width, 32 + index * 32 + 16);
  }
  header.writeUInt8(13, header.length - 1);
  const rows = areas.map(({ attributes }) => {
    const row = Buffer.alloc(1 + names.length * width, ' ');
    for (const [index, name] of names.entries())
      encode(attributes[name] ?? '').copy(row, 1 + index * width, 0, width);
    return row;
  });
  return Buffer.concat([header, ...rows, Buffer.from([26])]);
}

/** A GeoPackage written by SQLite itself. */
export function geopackageOf(
  areas: readonly Area[],
  { srs = 4326, definition = '', encoding = 'UTF-8' } = {},
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'komak-gpkg-'));
  try {
    const path = join(folder, 'file.gpkg');
    const database = new DatabaseSync(path);
    const names = Object.keys(areas[0]?.attributes ?? {});
    database.exec(`
      PRAGMA page_size = 512;
      PRAGMA encoding = '${encoding}';
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, definition TEXT NOT NULL);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
        CONSTRAINT pk PRIMARY KEY (table_name, column_name));
      CREATE TABLE "Mahalla, hammasi" ("fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, -- the key
        geom BLOB, ratio DOUBLE CHECK (ratio IN (0, 1, 0.5)), ${names.map((name) => `"${name}" TEXT(80)`).join(', ')});`);
    const run = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).run(...values);
    run('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?)', 'srs', srs, definition);
    run('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?)', 'Mahalla, hammasi', 'geom', srs);
    const insert = database.prepare(
      `INSERT INTO "Mahalla, hammasi" VALUES (NULL, ?, 0.5${', ?'.repeat(names.length)})`,
    );
    database.exec('BEGIN');
    for (const { rings, attributes } of areas)
      insert.run(geometryOf(rings), ...names.map((name) => attributes[name] ?? null));
    database.exec('COMMIT');
    database.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A polygon in a GeoPackage: a header whose bounding box is all zeros, then WKB. */
function geometryOf(rings: readonly Ring[]): Buffer {
  const head = Buffer.alloc(40);
  head.write('GP');
  head.writeUInt8(3, 3);
  const parts = rings.map((ring) => {
    const count = Buffer.alloc(4);
    count.writeUInt32LE(ring.length);
    return Buffer.concat([count, Buffer.from(Float64Array.from(ring.flat()).buffer)]);
  });
  const start = Buffer.alloc(9);
  start.writeUInt8(1, 0);
  start.writeUInt32LE(3, 1);
  start.writeUInt32LE(rings.length, 5);
  return Buffer.concat([head, start, ...parts]);
}
