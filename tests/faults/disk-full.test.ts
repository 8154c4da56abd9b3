import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { random } from '#kernel/server/demo/people.ts';
import { createFiles, openStore, type StoredFiles } from '#kernel/server/files/index.ts';
import { pdf } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { amount } from '../support/amount.ts';

const points = amount(8, 50);
const disk = mkdtempSync(join(tmpdir(), 'komak-full-'));
const mounted = mount();

/** A disk of four megabytes; it takes the rights of root to have one. */
function mount(): boolean {
  mkdirSync(disk, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let server: TestServer;
let files: StoredFiles;

beforeAll(async () => {
  if (!mounted) return;
  server = await testServer({ plugins: [] });
  const { store } = await openStore(join(disk, 'files'), null);
  files = createFiles({ store, folder: join(disk, 'files'), database: server.database, secret: 'a secret' });
});
afterAll(async () => {
  await server?.close();
  if (mounted) execFileSync('umount', [disk]);
  await rm(disk, { recursive: true, force: true });
});

async function stored(): Promise<string[]> {
  const entries = await readdir(join(disk, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Leaves so many bytes of the disk. */
async function fillUpTo(left: number): Promise<void> {
  await rm(join(disk, 'filler'), { force: true });
  const { bavail, bsize } = await statfs(disk);
  await writeFile(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - left)));
}

test(
  `a disk that is full at any of ${points} points of an upload is told so, and keeps nothing of it`,
  async () => {
    if (!mounted) {
      expect(process.getuid?.(), 'whoever has the rights of root gets a small disk').not.toBe(0);
      return process.stdout.write('  not tried: a small disk takes the rights of root\n');
    }
    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, index) => (index * 7919) % 251));
    const picture = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    const uploads = [
      { name: 'a.pdf', mimetype: 'application/pdf', content: pdf('x'.repeat(400_000)) },
      { name: 'a.png', mimetype: 'image/png', content: picture },
    ];
    const next = random(20_261_121);
    let refused = 0;
    for (let point = 0; point < points; point++) {
      const { content, name, mimetype } = uploads[point % uploads.length] ?? {
        content: Buffer.alloc(0),
        name: '',
        mimetype: '',
      };
      await fillUpTo(Math.floor(next() * content.length * 1.2));
      const stream = Readable.from([content], { objectMode: false });
      const outcome = await files
        .receive({ stream, name, mimetype, maxBytes: 10_000_000 })
        .catch((error: { code?: string }) => error);
      if ('storedName' in outcome) {
        expect(await stored()).toEqual([expect.stringContaining(outcome.storedName)]);
        await files.discard([outcome]);
      } else {
        expect(outcome, `point ${point}`).toMatchObject({ code: 'unavailable', retryAfter: 60 });
        refused++;
      }
      expect(await stored(), `point ${point}`).toEqual([]);
    }
    expect(refused).toBeGreaterThan(points / 4);
    // With room again all is well.
    await rm(join(disk, 'filler'));
    const [first] = uploads;
    const stream = Readable.from([first?.content ?? ''], { objectMode: false });
    const { size } = await files.receive({
      stream,
      name: 'a.pdf',
      mimetype: 'application/pdf',
      maxBytes: 10_000_000,
    });
    expect(size).toBe(first?.content.length);
  },
  amount(300_000, 600_000),
);
