import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { random } from '#kernel/server/demo/people.ts';
import type { ApiAnswer, ApiClient, ApiFile } from '#kernel/testing/api.ts';
import { pdf } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import type { Application } from '#plugins/applications/contract.ts';
import { amount, isWhole } from '../support/amount.ts';

const points = amount(6, 50);
let server: TestServer;
let admin: ApiClient;
/** Where the server keeps files. */
let disk: string;
let mounted = false;

/** Puts a disk of 24 megabytes there; it takes the rights of root to have one. */
function mount(): boolean {
  mkdirSync(disk, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  server = await testServer({ plugins: ['applications'] });
  disk = join(server.data, 'files');
  mounted = mount();
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  admin = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
});
afterAll(async () => {
  if (mounted) execFileSync('umount', ['--lazy', disk]);
  await server?.close();
});

/** Files on the disk, and rows of applications and of files. */
async function kept(): Promise<{ files: number; rows: number; applications: number }> {
  const entries = await readdir(disk, { recursive: true, withFileTypes: true });
  const { rows } = await sql<{ rows: number; applications: number }>`
    select (select count(*)::int from files) as rows, (select count(*)::int from applications) as applications`.execute(
    server.database,
  );
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'filler').length;
  return { files, rows: rows[0]?.rows ?? -1, applications: rows[0]?.applications ?? -1 };
}

/** Leaves so many bytes of the disk. */
async function fillUpTo(left: number): Promise<void> {
  await rm(join(disk, 'filler'), { force: true });
  const { bavail, bsize } = await statfs(disk);
  await writeFile(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - left)));
}

function send(file: ApiFile): Promise<ApiAnswer<Application>> {
  const form = {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    salary: 'Tikuvchilik',
    planned_assistance: 'Tomni taʼmirlash',
  };
  return admin.upload<Application>('applications', form, [file], { idempotencyKey: crypto.randomUUID() });
}

test(
  `a disk that is full at any of ${points} points of an upload is told so, and keeps nothing of it`,
  async () => {
    if (!mounted) {
      expect(isWhole || process.getuid?.() === 0, 'there is no small disk to be had').toBe(false);
      return process.stdout.write('  not tried: a small disk takes the rights of root\n');
    }
    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, index) => (index * 7919) % 251));
    const picture = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    const uploads = [
      { name: 'a.pdf', type: 'application/pdf', content: pdf('x'.repeat(400_000)) },
      { name: 'a.png', type: 'image/png', content: picture },
    ] as const;
    const next = random(20_261_121);
    let refused = 0;
    for (let point = 0; point < points; point++) {
      const upload = uploads[point % 2 === 0 ? 0 : 1];
      await fillUpTo(Math.floor(next() * upload.content.length * 1.2));
      const before = await kept();
      const answer = await send(upload);
      if (answer.status === 201) {
        const { files, rows, applications } = before;
        const after = { files: files + 1, rows: rows + 1, applications: applications + 1 };
        expect(await kept(), `point ${point}`).toEqual(after);
        continue;
      }
      refused++;
      expect(answer, `point ${point}`).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(answer.headers.get('retry-after')).toBe('60');
      expect((answer.body as unknown as { message: string }).message).not.toBe('');
      expect(await kept(), `point ${point}`).toEqual(before);
    }
    expect(refused).toBeGreaterThan(points / 4);
    // With room again all is well.
    await rm(join(disk, 'filler'));
    expect((await send(uploads[0])).status).toBe(201);
  },
  amount(300_000, 600_000),
);
