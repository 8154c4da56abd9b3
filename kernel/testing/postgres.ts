import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#kernel/server/database/embedded/embedded.ts';

/** A PostgreSQL server for one test run, in which each test has a database. */
export interface TestPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** Uses `TEST_DATABASE_URL`, or starts a PostgreSQL in a temporary folder that is removed after the run. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  const data = await mkdtemp(join(tmpdir(), 'komak-tests-'));
  const embedded = await startEmbedded(data, { durable: false, maxConnections: 200 });
  const { host, user, password } = embedded.connection;
  return {
    url: `postgres://${user}:${password}@/postgres?host=${encodeURIComponent(host)}`,
    async stop() {
      await embedded.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Replaces the database of a connection URL. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
}

/** Runs a callback with one connection, which is closed afterwards. */
export async function onDatabase<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
