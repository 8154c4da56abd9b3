import { iter } from 'but-unzip';
import { combine, parseDbf, parseShp } from 'shpjs';
import { Collector, type ReadOptions } from '../../model/exchange/collector.ts';
import type { ParseResult } from '../../model/exchange/parse-result.ts';
import { withDatumShift } from './datum.ts';
import { decodeText, encodingOfDbf } from './decode-text.ts';
import { readFeatures } from './geojson.ts';
import { readText } from './read-text.ts';
import { xmlParser } from './xml-parser.ts';

/** The maximum unpacked size in bytes, since a small file can expand beyond any memory. */
const maxBytes = 300_000_000;

/** Reads the shapefiles of an archive, in the projection of their `.prj`, or the document of a KMZ. */
export async function readZip(bytes: Uint8Array, options: ReadOptions): Promise<ParseResult> {
  const collector = new Collector(options);
  try {
    const files = await unpack(bytes);
    const layers = [...files.keys()].filter((name) => name.endsWith('.shp'));
    const kml = [...files].find(([name]) => name.endsWith('.kml'))?.[1];
    if (layers.length === 0 && kml) return readText(decodeText(kml), { ...options, xml: xmlParser });
    if (layers.length === 0) return collector.reading(null, 'unreadable');
    readFeatures(
      layers.flatMap((name) => featuresOf(files, name.slice(0, -4))),
      collector,
    );
    return collector.reading('shapefile');
  } catch (error) {
    return collector.reading(null, error instanceof TooLarge ? 'too_large' : 'unreadable');
  }
}

function featuresOf(files: ReadonlyMap<string, Uint8Array>, name: string): readonly unknown[] {
  const [shp, dbf, prj, cpg] = ['shp', 'dbf', 'prj', 'cpg'].map((ending) => files.get(`${name}.${ending}`));
  if (!shp) return [];
  checkShp(new DataView(shp.buffer, shp.byteOffset, shp.byteLength));
  if (dbf) checkDbf(new DataView(dbf.buffer, dbf.byteOffset, dbf.byteLength));
  const shapes = parseShp(shp, prj && withDatumShift(textOf(prj)));
  if (!dbf) return combine([shapes]).features;
  return combine([shapes, parseDbf(dbf, encodingOfDbf(dbf, cpg ? textOf(cpg) : null))]).features;
}

/** Throws if records exceed the file, which shpjs silently ignores, or point backwards, which it follows endlessly. */
function checkShp(view: DataView): void {
  const end = view.getInt32(24) * 2;
  let at = 100;
  while (at < end) {
    const length = view.getInt32(at + 4) * 2;
    if (length < 0) throw new Error('The shapefile is damaged');
    at += 8 + length;
  }
  if (at > view.byteLength) throw new Error('The shapefile is incomplete');
}

/** Throws if there are fewer rows than the header declares. */
function checkDbf(view: DataView): void {
  const [rows, head, row] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
  if (row === 0 || head + rows * row > view.byteLength) throw new Error('The attributes are incomplete');
}

/** The maximum length of an archive's end record with its comment. */
const longestEnd = 65_557;

class TooLarge extends Error {}

/** The relevant files of an archive, by their names in lower case. */
async function unpack(bytes: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  // but-unzip searches the end of a truncated archive forever.
  if (!textOf(bytes.subarray(-longestEnd)).includes('PK\u0005\u0006'))
    throw new Error('The archive is incomplete');
  let left = maxBytes;
  const files = new Map<string, Uint8Array>();
  for (const file of iter(bytes, (packed) => inflate(packed, left))) {
    const name = file.filename.toLowerCase();
    if (!/\.(?:shp|dbf|prj|cpg|kml)$/u.test(name) || name.includes('__macosx')) continue;
    const content = await file.read();
    left -= content.length;
    files.set(name, content);
  }
  return files;
}

async function inflate(packed: Uint8Array, maxSize: number): Promise<Uint8Array> {
  const stream = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > maxSize) {
      await reader.cancel();
      throw new TooLarge();
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
