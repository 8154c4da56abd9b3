import { sql } from 'kysely';
import type { AdmitPresence } from '#kernel/server/realtime/page-presence.ts';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Registry } from '#kernel/contract/index.ts';
import { createCallerLimit } from '#kernel/server/concurrency/caller-limit.ts';
import { createLoadShedding } from '#kernel/server/concurrency/load-shedder.ts';
import { createPasswords, createSessions } from '#kernel/identity/server/index.ts';
import { createNodeMessages } from '#kernel/server/database/notifications/node-messages.ts';
import { readBackupStates } from '#kernel/server/backup/nightly/runs.ts';
import type { Statements } from '#kernel/server/database/pool/statements.ts';
import { openReplica, type Replica } from '#kernel/server/database/replica/replica.ts';
import type { InstalledPlugin } from '#kernel/server/api/installed-plugin.ts';
import type { ByteStore, WatchedSessions } from '#kernel/server/services/ports.ts';
import { createFiles, type StoredFiles } from '#kernel/server/storage/files.ts';
import { createBasemaps } from '#kernel/server/installation/basemaps.ts';
import { readCountries } from '#kernel/server/installation/countries.ts';
import { createEmbedTokens } from '#kernel/server/installation/embed-tokens.ts';
import { loadTexts } from '#kernel/server/i18n/texts.ts';
import { readSecret } from '#kernel/server/installation/installation.ts';
import { createJobs, type HoldableJobs } from '#kernel/server/jobs/scheduler.ts';
import { createNodeServer } from '#kernel/server/http/listen.ts';
import { createSessionResponses } from '#kernel/server/http/responses/session-responses.ts';
import { createSheetReader } from '#kernel/server/spreadsheets/index.ts';
import { createRealtime } from '#kernel/server/realtime/realtime.ts';
import { createMasks } from '#kernel/server/personal/mask-personal.ts';
import { createPluginRegistry } from '#kernel/server/services/plugin-registry.ts';
import { createShutdown, type ServerServices } from '#kernel/server/services/server-services.ts';
import { readDemoBasemap } from './seed-database.ts';
import type { ServerDatabase } from './start-database.ts';
import type { Metrics } from '#kernel/server/http/routes/metrics.ts';
import type { Tracing } from '#kernel/server/tracing/tracing.ts';
import type { Database } from '#kernel/server/api/index.ts';
import { createExternalPlugins } from '#kernel/server/artefacts/external-plugins.ts';
import { checkTrust } from '#kernel/server/artefacts/signature.ts';
import { createVault } from '#kernel/server/installation/vault.ts';
import type { ServerOptions } from './server-options.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Concurrent uploads of one caller, who may be several windows, or a widget's visitors behind one address. */
const uploadsPerCaller = 6;

/** The parts of a server that exist before its services. */
export interface ServerParts {
  readonly log: Logger;
  readonly installed: readonly InstalledPlugin[];
  readonly registry: Registry;
  readonly database: ServerDatabase;
  readonly statements: Statements | null;
  readonly tracing: Tracing | null;
  readonly metrics: Metrics | null;
  /** Steps to undo, in the order in which they were done. */
  readonly undo: (() => Promise<unknown>)[];
}

/** Builds the services that all parts of a server share, before any plugin is loaded. */
export async function createServices(
  options: ServerOptions,
  { log, registry, database: opened, statements, tracing, undo }: ServerParts,
  store: ByteStore,
): Promise<{ services: ServerServices; files: StoredFiles; jobs: HoldableJobs; nodeServer: Server }> {
  const { pool, database, notifications } = opened;
  const jobs = createJobs(pool, log, tracing);
  undo.push(() => jobs.stop());
  const sessions = createSessions({ database, notifications, log });
  undo.push(() => sessions.close());
  const replica = openReplicaOf(options, pool, log, statements);
  undo.push(async () => replica?.close());
  const secret = await readSecret(pool);
  const files = createFiles({ folder: join(options.data, 'files'), store, database, secret, log });
  undo.push(() => files.close());
  const plugins = createPluginRegistry(registry);
  const nodeServer = createNodeServer();
  const realtime = openRealtime(
    options,
    { log, tracing, database: opened },
    { nodeServer, sessions, plugins },
  );
  undo.push(() => realtime.close());
  const services: ServerServices = {
    deployment: options.deployment,
    log,
    pool,
    database,
    replica,
    tracing,
    wall: options.wall ?? null,
    notifications,
    texts: await loadTexts(options.locales ?? join(root, 'locales')),
    sessions,
    sessionResponses: createSessionResponses(sessions),
    files,
    basemaps: await createBasemaps(options.deployment, options.base ?? root, {
      log,
      readDemoFile: () => readDemoBasemap({ pool, plugins }),
    }),
    countries: await readCountries(options.base ?? root, log),
    vault: createVault(secret, options.key ?? null),
    maskPersonal: createMasks(),
    passwords: createPasswords(),
    readSheet: createSheetReader(),
    jobs,
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
  return { services, files, jobs, nodeServer };
}

function openRealtime(
  { deployment, publicUrl }: ServerOptions,
  { log, tracing, database: opened }: Pick<ServerParts, 'log' | 'tracing' | 'database'>,
  {
    nodeServer,
    sessions,
    plugins,
  }: {
    readonly nodeServer: Server;
    readonly sessions: WatchedSessions;
    readonly plugins: ServerServices['plugins'];
  },
): ServerServices['realtime'] {
  const { pool, database, notifications, shared } = opened;
  return createRealtime({
    server: nodeServer,
    sessions,
    allowedOrigins: deployment.allowedOrigins,
    publicUrl: publicUrl ?? null,
    log,
    shared: shared ? { pool, notifications } : null,
    tracing,
    admitPresence: createPresenceAdmission({ plugins, database }),
  });
}

function openReplicaOf(
  { replicaUrl, wall }: ServerOptions,
  pool: ServerDatabase['pool'],
  log: Logger,
  statements: Statements | null,
): Replica | null {
  if (!replicaUrl) return null;
  return openReplica(replicaUrl, { pool }, { log, wall: wall ?? null, statements });
}

function openExternalPlugins(
  { deployment, data }: ServerOptions,
  database: Database,
  log: Logger,
): ServerServices['external'] {
  const isTrusted: Parameters<typeof createExternalPlugins>[0]['isTrusted'] = (artefact) =>
    checkTrust(artefact, deployment).rejection === null;
  return createExternalPlugins({ database, data, log, isTrusted });
}

/**
 * Creates the check whether a user may open a record, which the record's plugin decides; it returns the user's name, or
 * null.
 */
function createPresenceAdmission({
  plugins,
  database,
}: Pick<ServerServices, 'plugins' | 'database'>): AdmitPresence {
  return async (subject, id, viewer) => {
    const [pluginId = '', kind = ''] = subject.split('.');
    const plugin = plugins.loaded.find((one) => one.id === pluginId);
    const mayOpen =
      plugin && Object.hasOwn(plugin.module.presence ?? {}, kind) && plugin.module.presence?.[kind];
    if (!plugin || !mayOpen || !plugins.registry.isEnabled(pluginId)) return null;
    if (!(await mayOpen(id, viewer, plugin.context))) return null;
    const { rows } = await sql<{ first_name: string; last_name: string }>`
      select first_name, last_name from admins where id = ${viewer.id}`.execute(database);
    return rows[0] ?? null;
  };
}
