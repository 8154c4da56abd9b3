import sharp from 'sharp';

const headerLength = 127;

/** A PMTiles archive (version 3, uncompressed) with one tile of one colour for the whole world. */
export async function archiveOf(color: string): Promise<Buffer> {
  const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: color } })
    .png()
    .toBuffer();
  // One entry: count, tile id, run length, length, and offset plus one.
  const directory = Buffer.from([1, 0, 1, ...varint(picture.length), 1]);
  const metadata = Buffer.from('{}');
  const header = Buffer.alloc(headerLength);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  const metadataAt = headerLength + directory.length;
  const picturesAt = metadataAt + metadata.length;
  const parts = [
    [headerLength, directory.length],
    [metadataAt, metadata.length],
    [picturesAt, 0],
    [picturesAt, picture.length],
    [1, 1],
  ] as const;
  let at = 8;
  for (const number of [...parts.flat(), 1]) {
    header.writeBigUInt64LE(BigInt(number), at);
    at += 8;
  }
  // Clustered; directories and PNG tiles without compression; zoom 0 to 0.
  header.set([1, 1, 1, 2, 0, 0], at);
  const edges = [-180, -85, 180, 85];
  for (const [index, degrees] of edges.entries()) header.writeInt32LE(degrees * 1e7, 102 + index * 4);
  return Buffer.concat([header, directory, metadata, picture]);
}

function varint(number: number): number[] {
  return number < 128 ? [number] : [(number % 128) + 128, ...varint(Math.floor(number / 128))];
}
