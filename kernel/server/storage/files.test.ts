import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mimetypes, officeDocument, pdf, picture, zip } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import type { ReceivedFile } from '../services/ports.ts';
import { createFiles, type StoredFiles } from './files.ts';
import { createFolderStore } from './folder-store.ts';

let server: TestServer;
let folder: string;
let files: StoredFiles;
let logged: unknown[];

beforeAll(async () => {
  server = await testServer({ plugins: [] });
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-files-'));
  files = createFiles({
    folder,
    store: createFolderStore(folder),
    database: server.database,
    secret: 'a secret of this test',
    log: { error: (_context: unknown, text?: string) => void logged.push(text) },
  });
  logged = [];
  return async () => {
    await files.close();
    await rm(folder, { recursive: true, force: true });
  };
});

function receive(
  content: Buffer | Readable,
  name: string,
  mimetype: string,
  maxBytes = 10_000_000,
): Promise<ReceivedFile> {
  const stream = content instanceof Readable ? content : Readable.from([content], { objectMode: false });
  return files.receive({ stream, name, mimetype, maxBytes });
}

async function* broken() {
  yield pdf();
  throw new Error('the line is dead');
}

async function keep(received: readonly ReceivedFile[]) {
  return server.database.transaction().execute((transaction) => files.keep(received, 1, transaction));
}

async function stored(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('accepts', () => {
  test.each([
    ['jpg', 'image/jpeg', () => picture('jpeg'), 'surat.JPEG'],
    ['png', 'image/png', () => picture('png'), 'surat.png'],
    ['webp', 'image/webp', () => picture('webp'), 'surat.webp'],
    ['pdf', 'application/pdf', () => pdf(), 'Ариза №5.pdf'],
    ['docx', mimetypes.docx, () => officeDocument('docx'), 'maʼlumotnoma.docx'],
    ['xlsx', mimetypes.xlsx, () => officeDocument('xlsx'), 'roʻyxat.xlsx'],
  ])('%s', async (format, mimetype, make, name) => {
    const received = await receive(await make(), name, mimetype);
    expect(received).toMatchObject({ format, mimetype, name });
    const [first] = await keep([received]);
    const opened = await files.open(first?.id ?? 0);
    expect(opened).toMatchObject({ name, mimetype, inline: !['docx', 'xlsx'].includes(format) });
    const bytes = opened ? await buffer(opened.stream) : Buffer.alloc(0);
    expect(bytes.length).toBe(received.size);
    expect(await stored()).toEqual([received.storedName]);
  });

  test('re-encodes a picture: upright, without EXIF, without trailing bytes', async () => {
    const carrier = Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]);
    const received = await receive(carrier, 'a.jpg', 'image/jpeg');
    const [first] = await keep([received]);
    const opened = await files.open(first?.id ?? 0);
    const bytes = opened ? await buffer(opened.stream) : Buffer.alloc(0);
    expect(bytes.includes('script')).toBe(false);
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    expect({ width, height, exif, orientation }).toEqual({
      width: 20,
      height: 40,
      exif: undefined,
      orientation: undefined,
    });
  });

  test('several files keep their order', async () => {
    const received = [
      await receive(pdf('1'), 'b.pdf', 'application/pdf'),
      await receive(pdf('2'), 'a.pdf', 'application/pdf'),
    ];
    expect((await keep(received)).map(({ name }) => name)).toEqual(['b.pdf', 'a.pdf']);
  });
});

describe('rejects, and leaves nothing of', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const document = { content: '<document/>' };
  const huge = sharp({ create: { width: 8200, height: 5000, channels: 3, background: '#fff' } });

  test.each<[string, () => Buffer | Promise<Buffer>, string, string, string]>([
    ['an SVG', () => svg, 'a.svg', 'image/svg+xml', 'type_refused'],
    ['an SVG that is called a PNG', () => svg, 'a.png', 'image/png', 'type_refused'],
    ['HTML', () => html, 'a.html', 'text/html', 'type_refused'],
    ['HTML that is called a PDF', () => html, 'a.pdf', 'application/pdf', 'type_refused'],
    [
      'a PDF that HTML stands before',
      () => Buffer.concat([html, pdf()]),
      'a.pdf',
      'application/pdf',
      'type_refused',
    ],
    ['an empty file', () => Buffer.alloc(0), 'a.pdf', 'application/pdf', 'type_refused'],
    ['a PNG with the extension of a JPEG', () => picture('png'), 'a.jpg', 'image/jpeg', 'type_refused'],
    ['a PNG that is declared a PDF', () => picture('png'), 'a.png', 'application/pdf', 'type_refused'],
    ['a JPEG with two extensions', () => picture(), 'a.jpg.html', 'image/jpeg', 'type_refused'],
    ['a file without an extension', () => picture(), 'jpg', 'image/jpeg', 'type_refused'],
    [
      'a truncated JPEG',
      async () => (await picture()).subarray(0, 400),
      'a.jpg',
      'image/jpeg',
      'type_refused',
    ],
    ['a truncated PDF', () => pdf().subarray(0, 40), 'a.pdf', 'application/pdf', 'type_refused'],
    [
      'only the first bytes of a PNG',
      () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      'a.png',
      'image/png',
      'type_refused',
    ],
    [
      '41 megapixels',
      () => huge.clone().png({ compressionLevel: 9 }).toBuffer(),
      'a.png',
      'image/png',
      'too_many_pixels',
    ],
    [
      '9 megapixels of WebP with transparency',
      () => transparent(3000, 3000).webp({ lossless: true, effort: 0 }).toBuffer(),
      'a.webp',
      'image/webp',
      'too_many_pixels',
    ],
    [
      '31 megapixels of PNG with transparency',
      () => transparent(31_000, 1000).png().toBuffer(),
      'a.png',
      'image/png',
      'too_many_pixels',
    ],
    [
      '16 megapixels of PNG with 16 bits and transparency',
      () => transparent(16_000, 1000).toColourspace('rgb16').png().toBuffer(),
      'a.png',
      'image/png',
      'too_many_pixels',
    ],
    ['a plain ZIP', () => zip({ a: document }), 'a.docx', mimetypes.docx, 'type_refused'],
    [
      'a sheet that is called a document',
      () => officeDocument('xlsx'),
      'a.docx',
      mimetypes.docx,
      'type_refused',
    ],
    [
      'a bomb',
      () => officeDocument('docx', { 'word/media/0': { content: Buffer.alloc(30_000_000) } }),
      'a.docx',
      mimetypes.docx,
      'type_refused',
    ],
    [
      'a bomb by its own word',
      () => officeDocument('docx', { x: { content: 'x', claimed: 4_000_000_000 } }),
      'a.docx',
      mimetypes.docx,
      'type_refused',
    ],
    [
      'macros',
      () => officeDocument('docx', { 'word/vbaProject.bin': document }),
      'a.docx',
      mimetypes.docx,
      'type_refused',
    ],
    [
      'a path that climbs',
      () => officeDocument('docx', { '../../evil': document }),
      'a.docx',
      mimetypes.docx,
      'type_refused',
    ],
    [
      'a document with a tail',
      () => Buffer.concat([officeDocument('docx'), html]),
      'a.docx',
      mimetypes.docx,
      'type_refused',
    ],
    [
      'a truncated document',
      () => officeDocument('docx').subarray(0, -30),
      'a.docx',
      mimetypes.docx,
      'type_refused',
    ],
    [
      'an executable',
      () => Buffer.from('MZ\x90\0\x03\0\0\0'.padEnd(200, '\0'), 'latin1'),
      'a.pdf',
      'application/pdf',
      'type_refused',
    ],
    ['more bytes than allowed', () => Buffer.alloc(10_000_001), 'a.pdf', 'application/pdf', 'too_large'],
  ])('%s', async (_what, make, name, mimetype, code) => {
    await expect(receive(await make(), name, mimetype)).rejects.toMatchObject({ code });
    expect(await stored()).toEqual([]);
  });

  test('an upload that breaks off', async () => {
    await expect(receive(Readable.from(broken()), 'a.pdf', 'application/pdf')).rejects.toThrow('dead');
    expect(await stored()).toEqual([]);
  });

  test('a file of a request that failed', async () => {
    const received = await receive(pdf(), 'a.pdf', 'application/pdf');
    await files.discard([received]);
    expect(await stored()).toEqual([]);
  });

  test('reads a stream that is too long to its end', async () => {
    const stream = Readable.from(
      Array.from({ length: 50 }, () => Buffer.alloc(1000)),
      { objectMode: false },
    );
    await expect(receive(stream, 'a.pdf', 'application/pdf', 5000)).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(stream.readableEnded).toBe(true);
  });
});

test.each([
  ['WebP', () => transparent(2800, 2800).webp({ lossless: true, effort: 0 }), 'a.webp', 'image/webp'],
  ['PNG', () => transparent(29_000, 1000).png(), 'a.png', 'image/png'],
])('takes a large %s with transparency', async (_what, make, name, mimetype) => {
  expect((await receive(await make().toBuffer(), name, mimetype)).mimetype).toBe(mimetype);
});

function transparent(width: number, height: number) {
  return sharp({ create: { width, height, channels: 4, background: '#0b748080' } });
}

test.each([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\ali\\ariza.pdf', 'ariza.pdf'],
  ['a\u0000b\r\nc.pdf', 'abc.pdf'],
  ['fayl\u202Efdp.pdf', 'faylfdp.pdf'],
  ['...pdf.pdf', 'pdf.pdf'],
  ['<b>"x"?*|.pdf', 'bx.pdf'],
  [`${'ў'.repeat(400)}.pdf`, `${'ў'.repeat(251)}.pdf`],
])('stores the name %j as %j', async (given, expected) => {
  expect((await receive(pdf(), given, 'application/pdf')).name).toBe(expected);
});
