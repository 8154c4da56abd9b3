import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openSession } from '#kernel/identity/server/session/session-store.ts';
import { findRunningDatabase, stopOrphan } from '#kernel/server/database/embedded/embedded.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { createAdmin } from '#kernel/testing/admins.ts';
import { startNode, type NodeProcess } from './node-process.ts';

/** A server that is restarted on the same data folder, with its own PostgreSQL. */
export interface Installation {
  readonly data: string;
  /** The running server. */
  readonly node: NodeProcess;
  /** The token of a super admin with the permission `application_receiver`. */
  readonly token: string;
  /** Milliseconds from the start of a process until it listens, for every start except the first. */
  readonly startTimes: readonly number[];
  /** Starts it again after it has ended. */
  restart(): Promise<NodeProcess>;
  /** Runs a callback on its database. */
  withDatabase<Result>(work: (opened: OpenDatabase) => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

/**
 * Creates an installation with a neighbourhood, an admin and a session; further variables are passed to its
 * server.
 */
export async function install(more: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const data = await mkdtemp(join(tmpdir(), 'komak-fault-'));
  const variables = { KOMAK_DATA: data, KOMAK_DEMO: '0', LOG_LEVEL: 'error', ...more };
  const startTimes: number[] = [];
  let node = await startNode(variables);

  async function withDatabase<Result>(work: (opened: OpenDatabase) => Promise<Result>): Promise<Result> {
    const connection = await findRunningDatabase(data);
    if (!connection) throw new Error('there is no PostgreSQL on the data folder');
    const opened = openDatabase(connection);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  }

  const token = await withDatabase(async ({ database }) => {
    await sql`
      insert into neighborhoods (name_uz, name_ru, coords, color)
      values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(database);
    const { id } = await createAdmin(database, {
      role: 'super_admin',
      permissions: ['application_receiver'],
    });
    const session = await openSession(database, id, { address: '127.0.0.1', userAgent: 'test' });
    if (!session) throw new Error('no session was opened');
    return session.token;
  });

  return {
    data,
    token,
    startTimes,
    get node() {
      return node;
    },
    async restart() {
      const began = performance.now();
      node = await startNode(variables);
      startTimes.push(performance.now() - began);
      return node;
    },
    withDatabase,
    async remove() {
      await node.stop();
      await stopOrphan(data);
      await rm(data, { recursive: true, force: true });
    },
  };
}
