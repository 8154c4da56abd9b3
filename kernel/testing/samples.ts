import { crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** Media types as browsers declare them. */
export const mimetypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** A small picture with coordinates in its EXIF, rotated: 40 × 20 as stored, 20 × 40 as shown. */
export function picture(format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 20, channels: 3, background: '#0b7480' } })
    .withExif({ IFD3: { GPSLatitude: '41/1 33/1 0/1' }, IFD0: { ImageDescription: 'secret' } })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();
}

/** A minimal document with a text, which passes the checks of uploads. */
export function pdf(text = 'Ariza'): Buffer {
  return Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Title (${text}) >>\nendobj\ntrailer\n<< >>\n%%EOF\n`);
}

/** The entries of a ZIP file by name; `claimed` overrides the size that the directory declares. */
export type ZipEntries = Readonly<Record<string, { content: string | Buffer; claimed?: number }>>;

/** Makes a ZIP file. */
export function zip(entries: ZipEntries): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, { content, claimed }] of Object.entries(entries)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(plain), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimed ?? plain.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name), packed]);
    const bytes = Buffer.alloc(14);
    bytes.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), shared, bytes, Buffer.from(name));
    bodies.push(body);
    offset += body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(entries).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, listed, Buffer.from('PK\u0005\u0006'), end]);
}

/** Makes a minimal Word document or Excel workbook. */
export function officeDocument(format: 'docx' | 'xlsx', more: ZipEntries = {}): Buffer {
  const main = format === 'docx' ? 'word/document.xml' : 'xl/workbook.xml';
  const types =
    '<?xml version="1.0"?><Types>' +
    `<Override PartName="/${main}" ContentType="${mimetypes[format]}.main+xml"/></Types>`;
  return zip({ '[Content_Types].xml': { content: types }, [main]: { content: '<document/>' }, ...more });
}
