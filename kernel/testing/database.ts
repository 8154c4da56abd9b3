import { sortByRequirements } from '#kernel/contract/index.ts';
import { createHash, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { migrate, readMigrations } from '#kernel/server/database/migrations/migrate.ts';
import { openDatabase } from '#kernel/server/database/pool/pool.ts';
import { discoverPlugins, migrationsOf } from '#kernel/server/plugins/discovery/discover-plugins.ts';
import { kernelMigrations } from '#kernel/app/server/boot/start-database.ts';
import type { InstalledPlugin } from '#kernel/server/api/installed-plugin.ts';
import { createDataWall } from './data-wall.ts';
import { onDatabase, withDatabase } from './postgres.ts';

const templateLock = 4_607_009;

/** The database of one test. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Clones the migrated template, in some forty milliseconds; `empty` creates a database without tables. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server = serverUrl();
  const template = options.empty ? 'template1' : await ensureTemplate(server);
  const name = `komak_test_${randomBytes(6).toString('hex')}`;
  // Copying files takes a fifth of the time of the default, which logs every block.
  const make = `create database ${name} template ${template} strategy file_copy`;
  await onDatabase(server, (client) => client.query(make));
  return {
    url: withDatabase(server, name),
    drop: async () => {
      await onDatabase(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

function serverUrl(): string {
  const url = process.env['KOMAK_TEST_POSTGRES'];
  if (!url) throw new Error('the tests run with kernel/testing/global-setup.ts as globalSetup');
  return url;
}

let template: Promise<string> | undefined;

/** Creates the template once per run, from the first test file. */
function ensureTemplate(server: string): Promise<string> {
  template ??= makeTemplate(server);
  return template;
}

async function makeTemplate(server: string): Promise<string> {
  const installed = sortByRequirements(await discoverPlugins(resolve(import.meta.dirname, '../../plugins')));
  const name = `komak_template_${await fingerprintOf(installed)}`;
  await onDatabase(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return;
    await client.query(`drop database if exists ${name}_new`);
    await client.query(`create database ${name}_new`);
    await migrateAll(withDatabase(server, `${name}_new`), installed);
    // Renamed when complete, so that an aborted run leaves no partial template.
    await client.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}

/** Migrates each plugin under its own role, so that a migration cannot touch tables of others either. */
async function migrateAll(url: string, installed: readonly InstalledPlugin[]): Promise<void> {
  const wall = createDataWall();
  const opened = openDatabase({ connectionString: url });
  try {
    await migrate(opened.pool, kernelMigrations);
    for (const { manifest, migrations } of installed) {
      const role = await wall.prepareRole(opened.database, manifest);
      if (!migrations) continue;
      // The test's server hits the same error and quarantines the plugin.
      await migrate(opened.pool, [{ plugin: manifest.id, folder: migrations, role }]).catch(() => []);
    }
  } finally {
    await opened.close();
  }
}

async function fingerprintOf(installed: readonly InstalledPlugin[]): Promise<string> {
  const requirements = installed.map(({ manifest }) => [manifest.id, manifest.requires]);
  const hash = createHash('sha256').update(`roles ${JSON.stringify(requirements)}\n`);
  for (const set of [...kernelMigrations, ...migrationsOf(installed)]) {
    const files = await readMigrations(set).catch(() => []);
    for (const { name, checksum } of files) hash.update(`${set.plugin}/${name} ${checksum}\n`);
  }
  return hash.digest('hex').slice(0, 12);
}
