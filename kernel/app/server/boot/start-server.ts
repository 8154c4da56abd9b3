import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream, Logger } from 'pino';
import {
  createRegistry,
  RegistryError,
  type Deployment,
  type Manifest,
  type Registry,
  uninstalledPlugins,
} from '#kernel/contract/index.ts';
import { createCallerLimit } from '#kernel/server/concurrency/caller-limit.ts';
import { createLoadShedding } from '#kernel/server/concurrency/load-shedder.ts';
import { createPasswords, createSessions } from '#kernel/identity/server/index.ts';
import { createNodeMessages } from '#kernel/server/database/notifications/node-messages.ts';
import { readBackupStates } from '#kernel/server/backup/nightly/runs.ts';
import type { BackupPlan } from '#kernel/server/config/backup-plan.ts';
import type { TracePlan } from '#kernel/server/config/trace-plan.ts';
import type { ObjectStoreAddress } from '#kernel/server/config/object-store.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import type { DataWall } from '#kernel/server/database/pool/data-wall.ts';
import { createStatements, type Statements } from '#kernel/server/database/pool/statements.ts';
import { openReplica, type Replica } from '#kernel/server/database/replica/replica.ts';
import { requireNotifications } from '#kernel/server/database/notifications/require-notifications.ts';
import type { InstalledPlugin } from '#kernel/server/api/installed-plugin.ts';
import { discoverPlugins } from '#kernel/server/plugins/discovery/discover-plugins.ts';
import type { ByteStore } from '#kernel/server/services/ports.ts';
import { createJournal } from '#kernel/server/erasure/journal.ts';
import { repeatErasures } from '#kernel/server/erasure/repeat-erasures.ts';
import { createFiles, type StoredFiles } from '#kernel/server/storage/files.ts';
import { openByteStore } from '#kernel/server/storage/object-store.ts';
import { startBackups } from './start-backups.ts';
import { offerDemoBasemap, seedDatabase, type SeedResult } from './seed-database.ts';
import { createHttpServer, type HttpServer } from '#kernel/server/http/server.ts';
import { createSharedAssets, type SharedAssets } from '#kernel/server/http/static/shared-assets.ts';
import { createBasemaps } from '#kernel/server/installation/basemaps.ts';
import { readCountries } from '#kernel/server/installation/countries.ts';
import { createEmbedTokens } from '#kernel/server/installation/embed-tokens.ts';
import { loadTexts } from '#kernel/server/i18n/texts.ts';
import { readSecret } from '#kernel/server/installation/installation.ts';
import { createJobs, type JobRuns, type Jobs } from '#kernel/server/jobs/scheduler.ts';
import { createSheetReader } from '#kernel/server/spreadsheets/index.ts';
import { startKernelJobs } from './kernel-jobs.ts';
import { listen } from '#kernel/server/http/listen.ts';
import { createLogger } from './logger.ts';
import { createPresenceAdmission } from './admit-presence.ts';
import { createRealtime } from '#kernel/server/realtime/realtime.ts';
import { createMasks } from '#kernel/server/personal/mask-personal.ts';
import { createPluginRegistry } from '#kernel/server/services/plugin-registry.ts';
import { createShutdown, type ServerServices } from '#kernel/server/services/server-services.ts';
import { startDatabase, type ServerDatabase } from './start-database.ts';
import { traceStatements, type Tracing } from '#kernel/server/tracing/tracing.ts';
import { readStates } from '#kernel/server/plugins/state/plugin-state-store.ts';
import type { Database, DemoLogins, PluginManager } from '#kernel/server/api/index.ts';
import { addSources } from '#kernel/server/artefacts/deployed-sources.ts';
import { createExternalPlugins } from '#kernel/server/artefacts/external-plugins.ts';
import { shareModules } from '#kernel/server/artefacts/shared-modules-hook.ts';
import { checkTrust } from '#kernel/server/artefacts/signature.ts';
import { createPluginManager } from '#kernel/server/plugins/lifecycle/plugin-manager.ts';
import { createVault } from '#kernel/server/installation/vault.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Uploads that one person has under way at once: several windows, or a widget's visitors behind one address. */
const uploadsPerCaller = 6;

/** Options of a server. */
export interface ServerOptions {
  readonly deployment: Deployment;
  /** Folder of the files, and of our own PostgreSQL. */
  readonly data: string;
  /** Null or absent: a PostgreSQL of our own. */
  readonly databaseUrl?: string | null;
  /** The address behind a pooler, if the database is reached through one. */
  readonly directUrl?: string | null;
  /** A replica of that database, for reads; absent or null if there is none. */
  readonly replicaUrl?: string | null;
  /** The store of files; absent or null: the data folder. */
  readonly objectStore?: ObjectStoreAddress | null;
  /** The backups that it makes by itself; absent or null: none. */
  readonly backups?: BackupPlan | null;
  /** The token that readers of `/metrics` must send; absent or null disables them. */
  readonly metricsToken?: string | null;
  /** The destination of traces; absent or null: none are recorded. */
  readonly traces?: TracePlan | null;
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** The public address of the deployment; absent or null: the address of each request, for development. */
  readonly publicUrl?: string | null;
  /** Fill an empty database for a demonstration. */
  readonly demo?: boolean;
  /** Folder from which the deployment names the sources of external plugins, with its table of countries. */
  readonly base?: string;
  /** The installed plugins; those of the folder `plugins` when absent. */
  readonly plugins?: readonly InstalledPlugin[];
  readonly logLevel?: string;
  /** Logged at the start. */
  readonly warnings?: readonly string[];
  /** The destination of the log; standard output when absent. */
  readonly logTo?: DestinationStream;
  /** Seals secrets in the database; absent or null where the database keeps a key of its own. */
  readonly key?: string | null;
  /** Folder of the built front end, or null for none. */
  readonly dist?: string | null;
  readonly locales?: string;
  /** Gives each plugin a role in the database; for tests. */
  readonly wall?: DataWall;
}

/** A server that listens. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly services: ServerServices;
  readonly pluginManager: PluginManager;
  readonly registry: Registry;
  readonly seedResult: SeedResult;
  /** The logins of the demonstration, if a plugin declares some. */
  readonly demoLogins: DemoLogins | null;
  /** The periodic jobs of the kernel and the plugins. */
  readonly jobs: Jobs;
  /** Reports "not ready" while it continues to serve calls, so that a load balancer can use other nodes before it stops. */
  announceStop(): void;
  /** Closes sockets, requests, plugins, the pool and the embedded PostgreSQL, within ten seconds. */
  close(): Promise<void>;
}

/** Starts a server; throws a {@link StartupError} or a `RegistryError` when it cannot. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const log = createLogger(options.logLevel ?? 'info', options.logTo);
  for (const warning of options.warnings ?? []) log.warn(warning);
  const installed = options.plugins ?? (await discoverPlugins(join(root, 'plugins')));
  const manifests = installed.map(({ manifest }) => manifest);
  const registry = registryOf(manifests, options.deployment);
  const statements = createStatements();
  const database = await startDatabase({
    databaseUrl: options.databaseUrl ?? null,
    directUrl: options.directUrl ?? null,
    data: options.data,
    log,
    wall: options.wall ?? null,
    // Their times are not read without a token or a collector.
    statements: options.metricsToken || options.traces ? statements : null,
  });
  const undo: (() => Promise<unknown>)[] = [() => database.close()];
  try {
    const tracing = await startTracing(options.traces ?? null, statements, log);
    // Closed last, since closing the others has spans too.
    if (tracing) undo.unshift(() => tracing.close());
    return await assemble(options, { log, installed, registry, database, statements, tracing, undo });
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
  readonly statements: Statements;
  readonly tracing: Tracing | null;
  /** Steps to undo, in the order in which they were done. */
  readonly undo: (() => Promise<unknown>)[];
}

async function assemble(options: ServerOptions, parts: Parts): Promise<RunningServer> {
  const { log, undo, database } = parts;
  const { store, close: closeStore } = await openByteStore(
    join(options.data, 'files'),
    options.objectStore ?? null,
  );
  undo.push(async () => closeStore());
  const stopSharing = shareModules();
  undo.push(async () => stopSharing());
  const { services, files } = await createServices(options, parts, store);
  await addSources(services, options.base ?? root);
  const { realtime, plugins, jobs } = services;
  const http = createHttpServer(services);
  const states = await readStates(services.database);
  const manager = createPluginManager(services, { builtIn: parts.installed, states }, http.dynamicRoutes);
  await manager.load();
  requireNames(options.deployment, services);
  undo.push(() => manager.stopAll());
  const { server, sharedAssets } = await buildServer(options, http, store);
  undo.push(
    () => server.close(),
    () => http.dynamicRoutes.close(),
  );
  await manager.start();
  const seedResult = await seedDatabase(services, options.demo ?? false);
  await offerDemoBasemap(services);
  const journal = createJournal(store, join(options.data, 'files', 'incoming'));
  await repeatErasures(services, journal);
  await database.releaseSeedLock();
  realtime.attach(server.server);
  undo.push(() => realtime.close());
  startKernelJobs(services, { files, sharedAssets, journal });
  const { backups: plan, data, key = null } = options;
  if (plan) startBackups(services, { plan, data, store, installed: parts.installed, key });
  await manager.follow();
  undo.push(() => manager.unfollow());
  await requireNotifications(database.pool, database.notifications);
  const { port, close } = await listen(server, options);
  undo.push(close);
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    port,
    services,
    pluginManager: manager.manager,
    get registry() {
      return plugins.registry;
    },
    seedResult,
    demoLogins: plugins.loaded.find(({ module }) => module.demoLogins)?.module.demoLogins ?? null,
    jobs,
    announceStop: () => services.shutdown.announce(),
    close: () => closeAll(undo, log),
  };
}

/** Starts to record traces where a collector is named; only then the packages for it are loaded. */
async function startTracing(
  plan: TracePlan | null,
  statements: Statements,
  log: Logger,
): Promise<Tracing | null> {
  if (plan === null) return null;
  const { createOpenTelemetry } = await import('#kernel/server/tracing/open-telemetry.ts');
  const tracing = createOpenTelemetry(plan, log);
  traceStatements(statements, tracing);
  return tracing;
}

/** Builds what all parts of a server share, before any plugin is loaded. */
async function createServices(
  options: ServerOptions,
  { log, registry, database: { pool, database, notifications, shared }, statements, tracing, undo }: Parts,
  store: ByteStore,
): Promise<{ services: ServerServices; files: StoredFiles }> {
  const jobRuns = new Map<string, JobRuns>();
  const jobs = createJobs(pool, log, jobRuns, tracing);
  undo.push(() => jobs.stop());
  const sessions = createSessions({ database, notifications, log });
  undo.push(() => sessions.close());
  const replica = openReplicaOf(options, pool, log, statements);
  undo.push(async () => replica?.close());
  const secret = await readSecret(pool);
  const files = createFiles({ folder: join(options.data, 'files'), store, database, secret, log });
  undo.push(() => files.close());
  const plugins = createPluginRegistry(registry);
  const realtime = createRealtime({
    sessions,
    allowedOrigins: options.deployment.allowedOrigins,
    publicUrl: options.publicUrl ?? null,
    log,
    shared: shared ? { pool, notifications } : null,
    tracing,
    admitPresence: createPresenceAdmission({ plugins, database }),
  });
  undo.push(() => realtime.close());
  const services: ServerServices = {
    deployment: options.deployment,
    log,
    pool,
    database,
    replica,
    statements,
    tracing,
    wall: options.wall ?? null,
    notifications,
    texts: await loadTexts(options.locales ?? join(root, 'locales')),
    sessions,
    files,
    basemaps: await createBasemaps(options.deployment, options.base ?? root, log),
    countries: await readCountries(options.base ?? root, log),
    vault: createVault(secret, options.key ?? null),
    maskPersonal: createMasks(),
    passwords: createPasswords(),
    readSheet: createSheetReader(),
    jobs,
    jobRuns,
    readBackupStates: options.backups ? () => readBackupStates(pool) : null,
    publicUrl: options.publicUrl ?? null,
    loadShedding: createLoadShedding(),
    uploads: createCallerLimit(uploadsPerCaller),
    nodeMessages: createNodeMessages(notifications),
    embedTokens: createEmbedTokens(secret),
    realtime,
    external: openExternalPlugins(options, database, log),
    plugins,
    shutdown: createShutdown(),
  };
  return { services, files };
}

function openReplicaOf(
  { replicaUrl, wall, metricsToken, traces }: ServerOptions,
  pool: ServerDatabase['pool'],
  log: Logger,
  statements: Statements,
): Replica | null {
  if (!replicaUrl) return null;
  return openReplica(
    replicaUrl,
    { pool },
    { log, wall: wall ?? null, statements: metricsToken || traces ? statements : null },
  );
}

function openExternalPlugins(
  { deployment, data }: ServerOptions,
  database: Database,
  log: Logger,
): ServerServices['external'] {
  const isTrusted: Parameters<typeof createExternalPlugins>[0]['isTrusted'] = (artefact) =>
    checkTrust(artefact, deployment).refusal === null;
  return createExternalPlugins({ database, data, log, isTrusted });
}

async function buildServer(
  options: ServerOptions,
  http: HttpServer,
  store: ByteStore,
): Promise<{ server: FastifyInstance; sharedAssets: SharedAssets | null }> {
  const dist = options.dist === undefined ? join(root, 'dist') : options.dist;
  // Nodes that share a store may run different versions for a while, and serve each other's pages.
  const sharedAssets =
    dist !== null && options.objectStore
      ? createSharedAssets({ dist, store, temporary: join(options.data, 'files', 'incoming') })
      : null;
  await sharedAssets?.upload();
  const server = await http.build({
    dist,
    locales: options.locales ?? join(root, 'locales'),
    sharedAssets,
    metricsToken: options.metricsToken ?? null,
    isDemo: options.demo ?? false,
  });
  return { server, sharedAssets };
}

/** A misspelt plugin would just be missing; another one may have been removed, or is not added yet. */
function requireNames(deployment: Deployment, { plugins, log }: ServerServices): void {
  for (const { problem, isMisspelt } of uninstalledPlugins(deployment, plugins.registry.installed)) {
    if (isMisspelt) throw new StartupError(`In deployment.json, ${problem}`);
    log.warn(problem);
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

/** Stopping waits no longer than this. */
const closeTimeoutMs = 10_000;

async function closeAll(undo: (() => Promise<unknown>)[], log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(() => {
      log.warn('stopping took too long; the remaining connections were closed');
      done();
    }, closeTimeoutMs);
  });
  await Promise.race([undoAll(undo, log), late]);
  clearTimeout(timer);
}

async function undoAll(undo: (() => Promise<unknown>)[], log?: Logger): Promise<void> {
  for (const step of undo.splice(0).toReversed()) {
    await step().catch((error: unknown) => log?.error({ err: error }, 'a step of stopping failed'));
  }
}
