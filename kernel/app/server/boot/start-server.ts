import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import {
  createRegistry,
  RegistryError,
  type Deployment,
  type Manifest,
  type Registry,
  uninstalledPlugins,
} from '#kernel/contract/index.ts';
import type { TracePlan } from '#kernel/server/config/trace-plan.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { createStatements } from '#kernel/server/database/pool/statements.ts';
import { requireNotifications } from '#kernel/server/database/notifications/require-notifications.ts';
import { discoverPlugins } from '#kernel/server/plugins/discovery/discover-plugins.ts';
import type { ByteStore } from '#kernel/server/services/ports.ts';
import { createJournal } from '#kernel/server/erasure/journal.ts';
import { repeatErasures } from '#kernel/server/erasure/repeat-erasures.ts';
import { openByteStore } from '#kernel/server/storage/object-store.ts';
import { startBackups } from './start-backups.ts';
import { seedDatabase, type SeedResult } from './seed-database.ts';
import { createHttpServer, type HttpServer } from '#kernel/server/http/server.ts';
import { createMetrics, type Metrics } from '#kernel/server/http/routes/metrics.ts';
import { createSharedAssets, type SharedAssets } from '#kernel/server/http/static/shared-assets.ts';
import type { Jobs } from '#kernel/server/jobs/scheduler.ts';
import { startKernelJobs } from './kernel-jobs.ts';
import { listen } from '#kernel/server/http/listen.ts';
import { createLogger } from './logger.ts';
import type { ServerServices } from '#kernel/server/services/server-services.ts';
import { startDatabase } from './start-database.ts';
import { statementTracer, type Tracing } from '#kernel/server/tracing/tracing.ts';
import { readStates } from '#kernel/server/plugins/state/plugin-state-store.ts';
import type { DemoLogins, PluginManager } from '#kernel/server/api/index.ts';
import { addSources } from '#kernel/server/artefacts/deployed-sources.ts';
import { shareModules } from '#kernel/server/artefacts/shared-modules-hook.ts';
import { createPluginManager } from '#kernel/server/plugins/lifecycle/plugin-manager.ts';
import { createServices, type ServerParts } from './create-services.ts';
import type { ServerOptions } from './server-options.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** A listening server. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly services: ServerServices;
  readonly pluginManager: PluginManager;
  readonly registry: Registry;
  readonly seedResult: SeedResult;
  /** Loads the logins of the demonstration; null if no plugin declares any. */
  readDemoLogins(): Promise<DemoLogins | null>;
  /** The periodic jobs of the kernel and the plugins. */
  readonly jobs: Jobs;
  /**
   * Reports "not ready" while it continues to serve requests, so that a load balancer moves on before the server stops.
   */
  announceStop(): void;
  /** Closes sockets, requests, plugins, the pool and the embedded PostgreSQL, within ten seconds. */
  close(): Promise<void>;
}

/** Starts a server; throws a {@link StartupError} or a `RegistryError` on failure. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const log = createLogger(options.logLevel ?? 'info', options.logTo);
  for (const warning of options.warnings ?? []) log.warn(warning);
  const installed = options.plugins ?? (await discoverPlugins(join(root, 'plugins')));
  const manifests = installed.map(({ manifest }) => manifest);
  const registry = registryOf(manifests, options.deployment);
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const tracing = await startTracing(options.traces ?? null, log);
    // Closed last, since closing the other parts records spans too.
    if (tracing) undo.push(() => tracing.close());
    const metrics = options.metricsToken ? await createMetrics(options.metricsToken, log) : null;
    const statements = createStatements([
      ...(tracing ? [statementTracer(tracing)] : []),
      ...(metrics ? [metrics.observeStatement] : []),
    ]);
    const database = await startDatabase({
      databaseUrl: options.databaseUrl ?? null,
      directUrl: options.directUrl ?? null,
      data: options.data,
      log,
      wall: options.wall ?? null,
      statements,
    });
    undo.push(() => database.close());
    return await assemble(options, {
      log,
      installed,
      registry,
      database,
      statements,
      tracing,
      metrics,
      undo,
    });
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}

async function assemble(options: ServerOptions, parts: ServerParts): Promise<RunningServer> {
  const { log, undo, database } = parts;
  const { store, close: closeStore } = await openByteStore(
    join(options.data, 'files'),
    options.objectStore ?? null,
  );
  undo.push(async () => closeStore());
  const stopSharing = shareModules();
  undo.push(async () => stopSharing());
  const { services, files, jobs, nodeServer } = await createServices(options, parts, store);
  await addSources(services, options.base ?? root);
  const { realtime, plugins } = services;
  const http = createHttpServer(services, nodeServer);
  const states = await readStates(services.database);
  const manager = createPluginManager(services, { builtIn: parts.installed, states }, http.dynamicRoutes);
  await manager.load();
  requireNames(options.deployment, services);
  undo.push(() => manager.stopAll());
  const { server, sharedAssets } = await buildServer(options, http, { store, metrics: parts.metrics });
  undo.push(
    () => server.close(),
    () => http.dynamicRoutes.close(),
  );
  // A restored backup may contain erased citizens: no job may notify anyone of them, or send or write anything about them.
  const startJobs = jobs.hold();
  await manager.start();
  const seedResult = await seedDatabase(services, options.demo ?? false);
  const journal = createJournal(store, join(options.data, 'files', 'incoming'));
  await repeatErasures(services, journal);
  // Finds the basemap of the demonstration now, so that no request waits for the database.
  await services.basemaps.sources();
  startJobs();
  await database.releaseSeedLock();
  // Before the HTTP server, which waits for their connections.
  undo.push(() => realtime.close());
  startKernelJobs(services, { files, sharedAssets, journal });
  const { backups: plan, data, key = null } = options;
  if (plan) startBackups(services, { plan, data, store, installed: parts.installed, key });
  undo.push(await manager.follow());
  await requireNotifications(database.pool, database.notifications);
  releaseStartMemory();
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
    readDemoLogins: () => readDemoLogins(services),
    jobs,
    announceStop: () => services.shutdown.announce(),
    close: () => closeAll(undo, log),
  };
}

async function readDemoLogins({ plugins }: ServerServices): Promise<DemoLogins | null> {
  const { module } = plugins.loaded.find(({ module: { demoLogins } }) => demoLogins) ?? {};
  return (await module?.demoLogins?.()) ?? null;
}

/** Starts tracing if a collector is configured; its packages are loaded only then. */
async function startTracing(plan: TracePlan | null, log: Logger): Promise<Tracing | null> {
  if (plan === null) return null;
  const { createOpenTelemetry } = await import('#kernel/server/tracing/open-telemetry.ts');
  return createOpenTelemetry(plan, log);
}

async function buildServer(
  options: ServerOptions,
  http: HttpServer,
  { store, metrics }: { readonly store: ByteStore; readonly metrics: Metrics | null },
): Promise<{ server: FastifyInstance; sharedAssets: SharedAssets | null }> {
  const dist = options.dist === undefined ? join(root, 'dist') : options.dist;
  // Nodes that share a store may run different versions for a while and must serve each other's assets.
  const sharedAssets =
    dist !== null && options.objectStore
      ? createSharedAssets({ dist, store, temporary: join(options.data, 'files', 'incoming') })
      : null;
  await sharedAssets?.upload();
  const server = await http.build({
    dist,
    locales: options.locales ?? join(root, 'locales'),
    sharedAssets,
    metrics,
    isDemo: options.demo ?? false,
  });
  return { server, sharedAssets };
}

/** Fails on a misspelt plugin id; other unknown ids are logged, since such a plugin may be removed or not yet added. */
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

/** The longest time that a stop may take. */
const closeTimeoutMs = 10_000;

async function closeAll(undo: (() => Promise<unknown>)[], log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(() => {
      log.warn('the shutdown took too long; the remaining connections were closed');
      done();
    }, closeTimeoutMs);
  });
  await Promise.race([undoAll(undo, log), late]);
  clearTimeout(timer);
}

async function undoAll(undo: (() => Promise<unknown>)[], log?: Logger): Promise<void> {
  for (const step of undo.splice(0).toReversed()) {
    await step().catch((error: unknown) => log?.error({ err: error }, 'a step of the shutdown failed'));
  }
}

/**
 * Returns the memory that only the start needed to the system, which V8 otherwise keeps: 20 to 40 MB. Before the server
 * listens, since it blocks for some tenths of a second. Without `--expose-gc`, as in tests, it does nothing.
 */
function releaseStartMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
