import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { deploymentSchema, requiredIds, type DeploymentInput } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { BackupPlan } from '#kernel/server/config/backup-plan.ts';
import type { TracePlan } from '#kernel/server/config/trace-plan.ts';
import type { ObjectStoreAddress } from '#kernel/server/config/object-store.ts';
import type { InstalledPlugin } from '#kernel/server/api/installed-plugin.ts';
import { discoverPlugins } from '#kernel/server/plugins/discovery/discover-plugins.ts';
import { startServer, type RunningServer } from '#kernel/app/server/boot/start-server.ts';
import type { Database } from '#kernel/server/api/index.ts';
import { createAdmin, type AdminDraft } from './admins.ts';
import { createApi, type ApiClient } from './api.ts';
import { createDataWall, hasPluginRoles, type TestDataWall } from './data-wall.ts';
import { onDatabase } from './postgres.ts';
import { createTestDatabase } from './database.ts';
import type { TestPlugin } from './sample-plugin.ts';

export type { AdminDraft } from './admins.ts';
export type { ApiResponse, ApiCallOptions, ApiClient, ApiFile } from './api.ts';

/** Options of a test server; by default it has all plugins of the deployment. */
export interface TestServerOptions {
  /** Ids of plugins to enable, with those that they require, or plugins defined in the test. */
  readonly plugins?: readonly (string | TestPlugin)[];
  /** Settings by plugin id. */
  readonly config?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Further settings of the deployment; its plugins override `plugins` and `config`. */
  readonly deployment?: Partial<DeploymentInput>;
  /** Seeds the database with demo data. */
  readonly demo?: boolean;
  /** Uses the database of another test server, like a second node. */
  readonly databaseUrl?: string;
  /** A read replica of that database. */
  readonly replicaUrl?: string;
  /** Stores files in the folder of another test server, like nodes with a shared disk. */
  readonly data?: string;
  /** The object store for files; by default the data folder. */
  readonly objectStore?: ObjectStoreAddress;
  readonly metricsToken?: string;
  /** The destination of traces. */
  readonly traces?: TracePlan;
  /** Plan of automatic backups. */
  readonly backups?: BackupPlan;
  readonly logLevel?: string;
  /** Receives the lines of the log instead of standard output. */
  readonly logTo?: { write(line: string): void };
  /** The address at which users reach the server; by default the host of each request. */
  readonly publicUrl?: string;
  /** The folder of the deployment, which contains its table of countries. */
  readonly base?: string;
  /** The folder of a built front end. */
  readonly dist?: string | null;
}

/** A server for one test, with its own port and database. */
export interface TestServer extends RunningServer {
  readonly databaseUrl: string;
  readonly database: Database;
  /** The folder of its files. */
  readonly data: string;
  /**
   * Returns the statements that the data wall has denied since the last call; `close()` throws the first remaining one.
   */
  takeRejections(): readonly string[];
  /** A client without a session, or with a token. */
  api(as?: { token?: string; language?: Language }): ApiClient;
  /** Inserts an admin; omitted properties have defaults. */
  createAdmin(draft?: AdminDraft): Promise<{ id: number; login: string; roleId: number }>;
  /** Opens a session for a login, or for a new admin. */
  signIn(who?: string | AdminDraft, language?: Language): Promise<ApiClient>;
}

/** The parts of a running server that `testPlugin` needs. */
export type TestedServer = Omit<TestServer, 'services'> & {
  readonly services: Pick<TestServer['services'], 'plugins'>;
};

/**
 * Starts a server for a test; `close()` removes its database and files.
 * Over 60 lines: one field for each service that a test may replace.
 */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const installed = await installedFor(options);
  const owned = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const databaseUrl = options.databaseUrl ?? owned?.url ?? '';
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'komak-test-')));
  async function clean(): Promise<void> {
    await owned?.drop();
    if (options.data === undefined) await rm(data, { recursive: true, force: true });
  }
  const wall = await wallFor(databaseUrl, options, installed);
  let server: RunningServer;
  try {
    server = await startServer({
      deployment: deploymentSchema.parse({
        ...options.deployment,
        plugins: { ...pluginsOf(options, installed), ...options.deployment?.plugins },
      }),
      data,
      databaseUrl,
      replicaUrl: options.replicaUrl ?? null,
      port: 0,
      host: '127.0.0.1',
      demo: options.demo ?? false,
      plugins: installed,
      ...(wall ? { wall } : {}),
      logLevel: options.logLevel ?? process.env['KOMAK_TEST_LOG'] ?? 'silent',
      ...(options.logTo ? { logTo: options.logTo } : {}),
      publicUrl: options.publicUrl ?? null,
      ...(options.base === undefined ? {} : { base: options.base }),
      dist: options.dist ?? null,
      objectStore: options.objectStore ?? null,
      metricsToken: options.metricsToken ?? null,
      traces: options.traces ?? null,
      backups: options.backups ?? null,
    });
  } catch (error) {
    await clean();
    throw error;
  }
  const { database, sessions, pool } = server.services;
  // On a busy machine a connection may take longer than the five seconds of a deployment.
  pool.options.connectionTimeoutMillis = 60_000;

  async function signIn(who: string | AdminDraft = {}, language: Language = 'uz'): Promise<ApiClient> {
    const adminId =
      typeof who === 'string' ? await adminIdOf(database, who) : (await createAdmin(database, who)).id;
    const { token } = await sessions.open(adminId, { address: '127.0.0.1', userAgent: 'test' });
    return createApi(server.url, { token, language });
  }

  return Object.assign(Object.create(server) as RunningServer, {
    databaseUrl,
    database,
    data,
    api: (as = {}) => createApi(server.url, as),
    createAdmin: (draft?: AdminDraft) => createAdmin(database, draft),
    signIn,
    takeRejections: () => wall?.takeRejections() ?? [],
    close: async () => {
      await server.close();
      await clean();
      const [rejection] = wall?.takeRejections() ?? [];
      if (rejection !== undefined) throw new Error(rejection);
    },
  } satisfies Omit<TestServer, keyof RunningServer> & Pick<TestServer, 'close'>);
}

/**
 * The data wall of a server; none if its database is not cloned from the template, since the test is about that
 * database.
 */
async function wallFor(
  databaseUrl: string,
  { plugins = [] }: TestServerOptions,
  installed: readonly InstalledPlugin[],
): Promise<TestDataWall | null> {
  if (!(await onDatabase(databaseUrl, hasPluginRoles))) return null;
  const ofTest = new Set(plugins.map((plugin) => (typeof plugin === 'string' ? '' : plugin.manifest.id)));
  // The template contains the roles of all other plugins.
  return createDataWall(
    new Set(installed.map(({ manifest }) => manifest.id).filter((id) => !ofTest.has(id))),
  );
}

async function installedFor(options: TestServerOptions): Promise<InstalledPlugin[]> {
  const found = await discoverPlugins(resolve(import.meta.dirname, '../../plugins'));
  const given = (options.plugins ?? []).filter((plugin) => typeof plugin !== 'string');
  const own = given.map((plugin) => {
    const { manifest, migrations = null } = plugin;
    return { manifest, migrations, load: async () => plugin };
  });
  const ids = new Set(own.map(({ manifest }) => manifest.id));
  return [...own, ...found.filter(({ manifest }) => !ids.has(manifest.id))];
}

function pluginsOf(
  { plugins, config = {} }: TestServerOptions,
  installed: readonly InstalledPlugin[],
): DeploymentInput['plugins'] {
  const byId = new Map(installed.map(({ manifest }) => [manifest.id, manifest]));
  const chosen = new Set<string>();
  function choose(id: string): void {
    if (chosen.has(id)) return;
    for (const required of requiredIds(byId.get(id) ?? {})) choose(required);
    chosen.add(id);
  }
  for (const plugin of plugins ?? byId.keys()) {
    choose(typeof plugin === 'string' ? plugin : plugin.manifest.id);
  }
  return Object.fromEntries([...chosen].map((id) => [id, { config: config[id] ?? {} }]));
}

async function adminIdOf(database: Database, login: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from admins where login = ${login}`.execute(database);
  const [row] = rows;
  if (!row) throw new Error(`there is no admin "${login}"; make one with createAdmin`);
  return row.id;
}
