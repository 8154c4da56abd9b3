import pg from 'pg';
import project from '../../../package.json' with { type: 'json' };
import { startChild } from './child-process.ts';
import type { ServerAddress } from './serve.ts';

/** The real server in a separate process, and a connection pool to its database. */
export interface BenchServer extends ServerAddress {
  readonly pool: pg.Pool;
  /** Opens a session and returns its token. */
  signIn(admin: { readonly login: string } | { readonly id: number }): Promise<string>;
  /** Resident bytes of the server's process, and of the one that decodes images; the latter only on Linux. */
  memory(): Promise<number>;
  /** Milliseconds of CPU time that the server's process has used. */
  processorTime(): Promise<number>;
  stop(): Promise<void>;
}

/** The flags of Node with which `npm start` runs the server. */
const startFlags = project.scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** Starts the server on its own PostgreSQL in a folder; with `pages` it serves the built front end too. */
export async function startBenchServer(
  folder: string,
  flags: readonly string[] = [],
  { pages = false } = {},
): Promise<BenchServer> {
  const options = JSON.stringify({ data: folder, pages });
  const child = startChild(new URL('./serve.ts', import.meta.url), options, [...startFlags, ...flags]);
  const address = await child.request<ServerAddress>();
  const pool = new pg.Pool({ ...address.database, max: 2 });
  pool.on('error', () => {});
  const idOf = async (login: string) => {
    const { rows } = await pool.query<{ id: number }>('select id::int from admins where login = $1', [login]);
    return rows[0]?.id;
  };
  return {
    ...address,
    pool,
    async signIn(admin) {
      const session = 'id' in admin ? admin.id : await idOf(admin.login);
      return (await child.request<{ token: string }>({ session })).token;
    },
    memory: async () => (await child.request<{ memory: number }>({ memory: true })).memory,
    processorTime: async () => (await child.request<{ processor: number }>({ processor: true })).processor,
    async stop() {
      await pool.end();
      await child.stop();
    },
  };
}
