import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../api/index.ts';
import { installWithin } from '../../history/install-triggers.ts';
import { assertRoutes } from '../../http/pipeline/api.ts';
import type { PreparedRoutes } from '../../http/pipeline/dynamic-routes.ts';
import type { LoadedPlugin } from '../../services/plugin-registry.ts';
import type { Reconciliation } from './reconciliation.ts';
import {
  findArtefact,
  makeCurrent,
  recordAttempt,
  rejectCandidate,
  type StoredArtefact,
} from '../../artefacts/artefact-store.ts';
import { checkArtefact } from '../../artefacts/check-artefact.ts';
import { migratePlugin } from '../../artefacts/migrate-plugin.ts';
import { inOpenTransaction } from './open-transaction.ts';
import type { ExternalPlugin } from '../../artefacts/external-plugins.ts';
import { probeServer } from '../../artefacts/probe.ts';
import { PluginRejected, rejection, type Rejection } from '../../artefacts/rejection.ts';

/** Lets one node at a time install. */
export const installLock = 4_607_011;

/**
 * Tries the candidates, each in a transaction of its own: it is either installed completely, or rejected without any
 * change.
 */
export async function installCandidates(given: Reconciliation): Promise<void> {
  const { external } = given.services;
  if (external.candidates.length === 0) return;
  // The next one may require the one just installed.
  for (const candidate of external.candidates) {
    await tryCandidate(given, candidate);
    await given.installed.refresh();
  }
}

async function tryCandidate(given: Reconciliation, { id, plugin }: StoredArtefact): Promise<void> {
  const { services, lifecycle } = given;
  const { database, log } = services;
  const wasRunning = lifecycle.running.has(plugin);
  try {
    const opened = await database.transaction().execute(async (transaction) => {
      const candidate = await takeCandidate(transaction, id);
      if (!candidate) return null;
      try {
        return await install(given, candidate, transaction);
      } catch (error) {
        // Before the transaction ends, so that waiting nodes see the decision.
        await rejectCandidate(database, id, rejectionsOf(error));
        throw error;
      }
    });
    await opened?.();
  } catch (error) {
    log.warn({ err: error, plugin }, 'an external plugin was rejected');
    if (wasRunning && !lifecycle.running.has(plugin)) await lifecycle.start(plugin);
  }
}

function rejectionsOf(error: unknown): readonly Rejection[] {
  if (error instanceof PluginRejected) return error.rejections;
  return [rejection('start', { problem: error instanceof Error ? error.message : String(error) })];
}

/** Waits without a limit until no other node is installing; null if another node has decided. */
async function takeCandidate(transaction: DatabaseTransaction, id: number): Promise<StoredArtefact | null> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(
    transaction,
  );
  await sql`select pg_advisory_xact_lock(${installLock})`.execute(transaction);
  await sql`set local statement_timeout to default`.execute(transaction);
  await sql`set local lock_timeout to default`.execute(transaction);
  const candidate = await findArtefact(transaction, id);
  return candidate?.state === 'candidate' ? candidate : null;
}

/** Installs a candidate within a transaction; returns the work to do after its commit. */
async function install(
  given: Reconciliation,
  candidate: StoredArtefact,
  transaction: DatabaseTransaction,
): Promise<() => Promise<void>> {
  const { services, installed, desired, lifecycle } = given;
  const { external, plugins } = services;
  // A candidate that ended the server before would do so at each start.
  if (candidate.refusals.length > 0) throw new PluginRejected(...candidate.refusals);
  await recordAttempt(services.database, candidate.id);
  const plugin = await external.unpack(candidate);
  await check(given, plugin);
  const own = plugin.manifest.id;
  const next = desired.registry([...installed.manifests.filter((one) => one.id !== own), plugin.manifest]);
  // From here on, calls to the previous version are rejected, and its statements do not block the migration.
  plugins.replace(plugins.registry.without({ [own]: 'starting' }), next);
  if (lifecycle.running.has(own)) await lifecycle.stop(own);
  try {
    await migratePlugin(transaction, plugin.artefact);
    await services.wall?.adoptTables(transaction, plugin.manifest);
    const started = await startWithin(given, plugin, { transaction, isEnabled: next.isEnabled(own) });
    await makeCurrent(transaction, candidate);
    return started;
  } finally {
    plugins.replace(desired.registry());
  }
}

async function check({ services, installed }: Reconciliation, plugin: ExternalPlugin): Promise<void> {
  const { deployment, external } = services;
  const { rejections } = checkArtefact(plugin.artefact, {
    deployment,
    builtIn: installed.builtIn,
    external: external.installed.map(({ manifest }) => manifest),
  });
  if (rejections.length > 0) throw new PluginRejected(...rejections);
  if (!plugin.artefact.hasServer) return;
  const { rejection: reason } = await probeServer(plugin.server, plugin.artefact);
  if (reason) throw new PluginRejected(reason);
}

/** Creates the module and, if the plugin is enabled, starts it with its statements in the transaction. */
async function startWithin(
  { services, lifecycle, manager, dynamicRoutes }: Reconciliation,
  plugin: ExternalPlugin,
  { transaction, isEnabled }: { transaction: DatabaseTransaction; isEnabled: boolean },
): Promise<() => Promise<void>> {
  const { plugins, database, wall } = services;
  const { id } = plugin.manifest;
  const connection = inOpenTransaction(
    wall?.handleFor(database, id) ?? database,
    wall?.handleFor(transaction, id) ?? transaction,
  );
  const former = plugins.find(id);
  let routes: PreparedRoutes | undefined;
  let loaded: LoadedPlugin | null = null;
  try {
    loaded = await lifecycle.create(plugin, manager, connection.database);
    if (loaded) {
      await installWithin(transaction, loaded.module.history ?? []);
      assertRoutes(services, [loaded]);
      routes = await dynamicRoutes.prepare(loaded);
      plugins.add(loaded);
    }
    if (isEnabled) await lifecycle.start(id);
  } catch (error) {
    await lifecycle.stop(id);
    connection.close();
    await routes?.drop();
    if (former) plugins.add(former);
    else plugins.remove(id);
    throw error;
  }
  return async () => {
    connection.release();
    if (routes) await routes.open();
    else await dynamicRoutes.remove(id);
    if (!loaded) plugins.remove(id);
  };
}
