import { join, resolve } from 'node:path';
import type { DestinationStream, Logger } from 'pino';
import {
  createRegistry,
  RegistryError,
  type Deployment,
  type Manifest,
  type Registry,
} from '#kernel/contract/index.ts';
import { createLoadShedding } from '../concurrency/load-shedder.ts';
import { createSessions } from '#kernel/identity/server/index.ts';
import { createNodeMessages } from '../database/notifications/node-messages.ts';
import type { ObjectStoreAddress } from '../config/object-store.ts';
import { StartupError } from '../config/startup-error.ts';
import { createContext } from '../plugins/lifecycle/create-context.ts';
import { requireNotifications } from '../database/notifications/require-notifications.ts';
import { discoverPlugins, type InstalledPlugin } from '../plugins/discovery/discover-plugins.ts';
import { createFiles, openByteStore, type ByteStore, type StoredFiles } from '../storage/index.ts';
import { seedDatabase, type SeedResult } from '../installation/seed-database.ts';
import { preparePlugins, startPlugins, stopPlugins } from '../plugins/lifecycle/plugin-lifecycle.ts';
import { createHttpServer } from '../http/server.ts';
import { createSharedAssets } from '../http/static/shared-assets.ts';
import { createEmbedTokens } from '../http/security/embed-tokens.ts';
import { loadTexts } from '../i18n/texts.ts';
import { readSecret } from '../installation/installation.ts';
import { createJobs, type Jobs } from '../jobs/scheduler.ts';
import { startKernelJobs } from '../jobs/kernel-jobs.ts';
import { listen } from '../http/listen.ts';
import { createLogger } from './logger.ts';
import { createRealtime } from '../realtime/realtime.ts';
import type { LoadedPlugin, Runtime } from '../services/runtime.ts';
import { startDatabase, type ServerDatabase } from '../database/start-database.ts';
import { noteProblem, readStates, withStates, type PluginStates } from '../plugins/state/states.ts';
import { createPluginManager } from '../plugins/lifecycle/plugin-manager.ts';
import { createVault } from '../installation/vault.ts';

const root = resolve(import.meta.dirname, '../../..');

/** What a server is started with. */
export interface ServerOptions {
  readonly deployment: Deployment;
  /** Folder of the files, and of our own PostgreSQL. */
  readonly data: string;
  /** Null or absent: a PostgreSQL of our own. */
  readonly databaseUrl?: string | null;
  /** Where a pooler stands before that database: the address behind it. */
  readonly directUrl?: string | null;
  /** Where files are stored; absent or null: in the data folder. */
  readonly objectStore?: ObjectStoreAddress | null;
  /** Whoever reads `/metrics` has to show it; absent or null: nobody reads them. */
  readonly metricsToken?: string | null;
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Fill an empty database for a demonstration. */
  readonly demo?: boolean;
  /** The installed plugins; those of the folder `plugins` when absent. */
  readonly plugins?: readonly InstalledPlugin[];
  readonly logLevel?: string;
  /** Logged at the start. */
  readonly warnings?: readonly string[];
  /** Where the log goes; standard output when absent. */
  readonly logTo?: DestinationStream;
  /** Seals secrets in the database; absent or null where the database keeps a key of its own. */
  readonly key?: string | null;
  /** Folder of the built front end, or null for none. */
  readonly dist?: string | null;
  readonly locales?: string;
}

/** A server that listens. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly runtime: Runtime;
  readonly registry: Registry;
  readonly seedResult: SeedResult;
  /** Seals, sweeps and the plugins' own work that comes round. */
  readonly jobs: Jobs;
  /** Says that it is not ready any more, and goes on answering, so that a balancer can look elsewhere before it stops. */
  announceStop(): void;
  /** Sockets first, then requests, plugins, the pool, our PostgreSQL; takes ten seconds at most. */
  close(): Promise<void>;
}

/** Starts a server; throws a {@link StartupError} or a `RegistryError` when it cannot. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const log = createLogger(options.logLevel ?? 'info', options.logTo);
  for (const warning of options.warnings ?? []) log.warn(warning);
  const installed = options.plugins ?? (await discoverPlugins(join(root, 'plugins')));
  const registry = registryOf(
    installed.map(({ manifest }) => manifest),
    options.deployment,
  );
  const database = await startDatabase({
    databaseUrl: options.databaseUrl ?? null,
    directUrl: options.directUrl ?? null,
    data: options.data,
    log,
  });
  const undo: (() => Promise<unknown>)[] = [() => database.close()];
  try {
    return await assemble(options, { log, installed, registry, database, undo });
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}

interface Parts {
  readonly log: Logger;
  readonly installed: readonly InstalledPlugin[];
  readonly registry: Registry;
  readonly database: ServerDatabase;
  /** What has to be undone, in the order in which it was done. */
  readonly undo: (() => Promise<unknown>)[];
}

async function assemble(options: ServerOptions, parts: Parts): Promise<RunningServer> {
  const { log, undo, database } = parts;
  const { store, close: closeStore } = await openByteStore(
    join(options.data, 'files'),
    options.objectStore ?? null,
  );
  undo.push(async () => closeStore());
  const { runtime, jobs, files, states } = await createRuntime(options, parts, store);
  const dist = options.dist === undefined ? join(root, 'dist') : options.dist;
  // Nodes that share a store may run different versions for a while, and serve each other's pages.
  const sharedAssets =
    dist !== null && options.objectStore
      ? createSharedAssets({ dist, store, temporary: join(options.data, 'files', 'incoming') })
      : null;
  await sharedAssets?.upload();
  const { server, dynamicRoutes } = await createHttpServer(runtime, {
    dist,
    locales: options.locales ?? join(root, 'locales'),
    sharedAssets,
    metricsToken: options.metricsToken ?? null,
  });
  undo.push(
    () => server.close(),
    () => dynamicRoutes.close(),
  );
  await startPlugins(runtime, jobs);
  await noteQuarantined(runtime, states);
  const seedResult = await seedDatabase(runtime, options.demo ?? false);
  await database.releaseSeedLock();
  const realtime = createRealtime({
    server: server.server,
    sessions: runtime.sessions,
    allowedOrigins: options.deployment.allowedOrigins,
    log,
    ...(database.shared ? { sharedPool: database.pool } : {}),
  });
  runtime.realtime = realtime;
  undo.push(() => realtime.close());
  startKernelJobs(jobs, runtime, { files, sharedAssets });
  const switchboard = createPluginManager({
    runtime,
    installed: parts.installed,
    states,
    jobs,
    dynamicRoutes,
  });
  runtime.pluginManager = switchboard;
  undo.push(() => switchboard.close());
  await requireNotifications(database.pool, log);
  const { port, close } = await listen(server, options);
  undo.push(close);
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    port,
    runtime,
    get registry() {
      return runtime.registry;
    },
    seedResult,
    jobs,
    announceStop() {
      runtime.isStopping = true;
    },
    close: () => closeAll(undo, log),
  };
}

async function createRuntime(
  options: ServerOptions,
  { log, installed, registry, database, undo }: Parts,
  store: ByteStore,
): Promise<{ runtime: Runtime; jobs: Jobs; files: StoredFiles; states: PluginStates }> {
  const { deployment } = options;
  const { pool } = database;
  const states = await readStates(database.database);
  const manifests = registry.installed;
  const wanted = withStates(
    deployment,
    states,
    manifests.map(({ id }) => id),
  );
  const ready = await preparePlugins(installed, {
    registry: createRegistry(manifests, wanted),
    deployment,
    pool,
  });
  const jobs = createJobs(pool, log);
  undo.push(() => jobs.stop());
  const sessions = createSessions({ database: database.database, pool, log });
  undo.push(() => sessions.close());
  const secret = await readSecret(pool);
  const files = createFiles({
    folder: join(options.data, 'files'),
    store,
    database: database.database,
    secret,
  });
  const plugins: LoadedPlugin[] = [];
  const runtime: Runtime = {
    deployment,
    log,
    pool,
    database: database.database,
    texts: await loadTexts(options.locales ?? join(root, 'locales')),
    sessions,
    files,
    vault: createVault(secret, options.key ?? null),
    loadShedding: createLoadShedding(),
    nodeMessages: createNodeMessages(pool, log),
    embedTokens: createEmbedTokens(secret),
    realtime: null,
    registry: ready.registry,
    upcoming: null,
    quarantined: ready.quarantined,
    plugins,
    isStopping: false,
    pluginManager: null,
  };
  for (const { manifest, module } of ready.prepared) {
    plugins.push({ id: manifest.id, module, context: createContext(runtime, manifest, jobs) });
  }
  undo.push(() => stopPlugins(runtime));
  return { runtime, jobs, files, states };
}

/** For those who ask from outside of this process, such as the command line. */
async function noteQuarantined(runtime: Runtime, states: PluginStates): Promise<void> {
  for (const { id } of runtime.registry.installed) {
    const problem = runtime.quarantined[id] ?? null;
    if (problem !== (states.get(id)?.problem ?? null)) await noteProblem(runtime.database, id, problem);
  }
}

function registryOf(manifests: readonly Manifest[], deployment: Deployment): Registry {
  try {
    return createRegistry(manifests, deployment);
  } catch (error) {
    if (error instanceof RegistryError) throw new StartupError(error.message, { cause: error });
    throw error;
  }
}

/** Milliseconds after which stopping does not wait any more. */
const patience = 10_000;

async function closeAll(undo: (() => Promise<unknown>)[], log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(() => {
      log.warn('stopping took too long; what was left was cut off');
      done();
    }, patience);
  });
  await Promise.race([undoAll(undo, log), late]);
  clearTimeout(timer);
}

async function undoAll(undo: (() => Promise<unknown>)[], log?: Logger): Promise<void> {
  for (const step of undo.splice(0).toReversed()) {
    await step().catch((error: unknown) => log?.error({ err: error }, 'a step of stopping failed'));
  }
}
