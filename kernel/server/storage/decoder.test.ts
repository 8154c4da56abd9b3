import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { picture } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
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
  folder = await mkdtemp(join(tmpdir(), 'komak-decoder-'));
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

function receive(content: Buffer, name: string, mimetype: string) {
  const stream = Readable.from([content], { objectMode: false });
  return files.receive({ stream, name, mimetype, maxBytes: 10_000_000 });
}

function transparent(width: number, height: number) {
  return sharp({ create: { width, height, channels: 4, background: '#0b748080' } });
}

/** Whether a decoder is writing its result. */
async function isDecoding(): Promise<boolean> {
  return (await readdir(folder, { recursive: true })).some((name) => name.endsWith('.made'));
}

/** The id of the process that decodes images; 0 if there is none. */
async function findDecoder(): Promise<number> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  for (const child of children.trim().split(' ')) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('tinypool')) return Number(child);
  }
  return 0;
}

test('a crashing decoder affects nothing else and has no secrets', async () => {
  process.env['KOMAK_CANARY'] = 'a canary';
  const large = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#0b7480' } })
    .png()
    .toBuffer();
  const cut = receive(large, 'katta.png', 'image/png');
  const outcome = expect(cut).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  await expect.poll(isDecoding, { interval: 1 }).toBe(true);
  const decoder = await findDecoder();
  expect(decoder).toBeGreaterThan(0);
  // Paused until the signal that crashes it, so that it cannot finish before.
  process.kill(decoder, 'SIGSTOP');
  expect(await readFile(`/proc/${decoder}/environ`, 'utf8')).not.toContain('a canary');
  process.kill(decoder, 'SIGSEGV');
  process.kill(decoder, 'SIGCONT');
  await outcome;
  delete process.env['KOMAK_CANARY'];
  expect(logged).toEqual(['the process that decodes images has ended']);
  expect((await receive(await picture(), 'kichik.jpg', 'image/jpeg')).format).toBe('jpg');
  await files.close();
  expect((await receive(await picture(), 'kichik.jpg', 'image/jpeg')).format).toBe('jpg');
});

test('a decoder that exits while idle affects nothing else', async () => {
  expect((await receive(await picture(), 'bir.jpg', 'image/jpeg')).format).toBe('jpg');
  process.kill(await findDecoder(), 'SIGKILL');
  await expect.poll(() => logged).toEqual(['the process that decodes images has ended']);
  expect((await receive(await picture(), 'ikki.jpg', 'image/jpeg')).format).toBe('jpg');
});

test('a decoder that exits while it starts fails the waiting upload', async () => {
  const outcome = expect(receive(await picture(), 'bir.jpg', 'image/jpeg')).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 5,
  });
  await expect.poll(findDecoder, { interval: 1 }).toBeGreaterThan(0);
  process.kill(await findDecoder(), 'SIGKILL');
  await outcome;
  expect(logged).toEqual(['the process that decodes images has ended']);
  expect((await receive(await picture(), 'uch.jpg', 'image/jpeg')).format).toBe('jpg');
});

test('a small picture is processed beside a large one', async () => {
  expect((await receive(await picture(), 'bir.jpg', 'image/jpeg')).format).toBe('jpg');
  const order: string[] = [];
  const large = await transparent(5400, 5400).png().toBuffer();
  const first = receive(large, 'katta.png', 'image/png').then(() => order.push('large'));
  await expect.poll(isDecoding, { interval: 1 }).toBe(true);
  await receive(await picture(), 'kichik.jpg', 'image/jpeg').then(() => order.push('small'));
  await first;
  expect(order).toEqual(['small', 'large']);
});

test('a transparent WebP counts more than its pixels, and waits for the large one in progress', async () => {
  expect((await receive(await picture(), 'bir.jpg', 'image/jpeg')).format).toBe('jpg');
  const order: string[] = [];
  const noise = randomBytes(700 * 700 * 3);
  const tile = await sharp(noise, { raw: { width: 700, height: 700, channels: 3 } })
    .png()
    .toBuffer();
  const large = await sharp({ create: { width: 6300, height: 6300, channels: 3, background: '#000' } })
    .composite([{ input: tile, tile: true }])
    .png({ palette: true, colours: 4 })
    .toBuffer();
  const webp = await transparent(1100, 1000).webp({ effort: 0 }).toBuffer();
  const first = receive(large, 'katta.png', 'image/png').then(() => order.push('large'));
  await expect.poll(isDecoding, { interval: 1 }).toBe(true);
  await receive(webp, 'shaffof.webp', 'image/webp').then(() => order.push('transparent'));
  await first;
  expect(order).toEqual(['large', 'transparent']);
}, 60_000);
