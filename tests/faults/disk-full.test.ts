import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { random } from '#kernel/devtools/demo/people.ts';
import type { ApiResponse, ApiClient, ApiFile } from '#kernel/testing/api.ts';
import { pdf } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import type { Application } from '#plugins/applications/contract.ts';
import { byLength, isFullLength } from '../support/test-length.ts';
import { filesIn, mountSmallDisk, simulateSmallDisk, type SmallDisk } from './support/small-disk.ts';

const points = byLength(20, 50);
let server: TestServer;
let admin: ApiClient;
/** The server's file folder. */
let folder: string;
let disk: SmallDisk;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications'] });
  folder = join(server.data, 'files');
  disk = isFullLength ? await mountSmallDisk(folder) : await simulateSmallDisk(folder);
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  admin = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
});
afterAll(async () => {
  disk?.remove();
  await server?.close();
});

/** Counts files on the disk, and rows of applications and of files. */
async function countStored(): Promise<{ files: number; rows: number; applications: number }> {
  const { rows } = await sql<{ rows: number; applications: number }>`
    select (select count(*)::int from files) as rows, (select count(*)::int from applications) as applications`.execute(
    server.database,
  );
  return {
    files: await filesIn(folder),
    rows: rows[0]?.rows ?? -1,
    applications: rows[0]?.applications ?? -1,
  };
}

function send(file: ApiFile): Promise<ApiResponse<Application>> {
  const form = {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    salary: 'Tikuvchilik',
    planned_assistance: 'Tomni taʼmirlash',
  };
  return admin.upload<Application>('applications', form, [file], { idempotencyKey: crypto.randomUUID() });
}

test(
  `reports a full disk at any of ${points} points of an upload, and stores nothing of it`,
  async () => {
    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, index) => (index * 7919) % 251));
    const picture = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    const uploads = [
      { name: 'a.pdf', type: 'application/pdf', content: pdf('x'.repeat(400_000)) },
      { name: 'a.png', type: 'image/png', content: picture },
    ] as const;
    const next = random(20_261_121);
    let rejected = 0;
    for (let point = 0; point < points; point++) {
      const upload = uploads[point % 2 === 0 ? 0 : 1];
      await disk.setFreeBytes(Math.floor(next() * upload.content.length * 1.2));
      const before = await countStored();
      const response = await send(upload);
      if (response.status === 201) {
        const { files, rows, applications } = before;
        const after = { files: files + 1, rows: rows + 1, applications: applications + 1 };
        expect(await countStored(), `point ${point}`).toEqual(after);
        continue;
      }
      rejected++;
      expect(response, `point ${point}`).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(response.headers.get('retry-after')).toBe('60');
      expect((response.body as unknown as { message: string }).message).not.toBe('');
      expect(await countStored(), `point ${point}`).toEqual(before);
    }
    expect(rejected).toBeGreaterThan(points / 4);
    // With free space uploads succeed again.
    await disk.setFreeBytes(Infinity);
    expect((await send(uploads[0])).status).toBe(201);
  },
  byLength(300_000, 600_000),
);
