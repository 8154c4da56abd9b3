import { TileType, zxyToTileId } from 'pmtiles';

/** A tile and its bytes. */
export interface ArchivedTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly bytes: Uint8Array;
}

/** The metadata of an archive. */
export interface ArchiveDescription {
  /** West, south, east, north, in degrees. */
  readonly bounds: readonly [number, number, number, number];
  readonly metadata: Readonly<Record<string, unknown>>;
}

const headerLength = 127;
/** A reader fetches the header and the root directory in its first request. */
const rootLimit = 16_384 - headerLength;
const uncompressed = 1;

/**
 * Writes vector tiles as a PMTiles archive (version 3) with a single directory: for small maps. Nothing is
 * compressed, so that the same tiles yield the same bytes on every machine. The only package that writes this
 * format leaves the bounds empty, and MapLibre then requests no tile.
 */
export function writeArchive(tiles: readonly ArchivedTile[], description: ArchiveDescription): Buffer {
  const sorted = tiles
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes }))
    .toSorted((one, other) => one.id - other.id);
  const contents = Buffer.concat(sorted.map(({ bytes }) => bytes));
  const directory = directoryOf(sorted.map(({ id, bytes }) => ({ id, length: bytes.length })));
  if (directory.length > rootLimit) throw new RangeError('There are more tiles than one directory holds');
  const metadata = Buffer.from(JSON.stringify(description.metadata));
  const zooms = tiles.map(({ z }) => z);
  const header = headerOf({
    sections: [directory.length, metadata.length, 0, contents.length],
    count: sorted.length,
    zooms: [Math.min(...zooms), Math.max(...zooms)],
    bounds: description.bounds,
  });
  return Buffer.concat([header, directory, metadata, contents]);
}

/** The entries as columns, as the format requires; each tile follows the previous one. */
function directoryOf(entries: readonly { readonly id: number; readonly length: number }[]): Buffer {
  const steps = entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0));
  const runs = entries.map(() => 1);
  const lengths = entries.map(({ length }) => length);
  // An offset is written plus one; zero means that it follows the previous entry.
  const offsets = entries.map((_, index) => (index === 0 ? 1 : 0));
  return Buffer.from([entries.length, ...steps, ...runs, ...lengths, ...offsets].flatMap(varint));
}

function headerOf(archive: {
  /** The lengths of root directory, metadata, leaf directories and tiles, in file order. */
  readonly sections: readonly number[];
  readonly count: number;
  readonly zooms: readonly [number, number];
  readonly bounds: ArchiveDescription['bounds'];
}): Buffer {
  const header = Buffer.alloc(headerLength);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(3, 7);
  let at = 8;
  let start = headerLength;
  const write64 = (value: number) => {
    at = header.writeBigUInt64LE(BigInt(value), at);
  };
  for (const length of archive.sections) {
    write64(start);
    write64(length);
    start += length;
  }
  // Addressed tiles, entries, contents.
  for (let field = 0; field < 3; field++) write64(archive.count);
  const isClustered = 1;
  header.set([isClustered, uncompressed, uncompressed, TileType.Mvt, ...archive.zooms], at);
  const [west, south, east, north] = archive.bounds;
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
  for (const [index, degrees] of [west, south, east, north].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4);
  header.writeUInt8(archive.zooms[1], 118);
  header.writeInt32LE(Math.round(longitude * 1e7), 119);
  header.writeInt32LE(Math.round(latitude * 1e7), 123);
  return header;
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
