import { sql } from 'kysely';
import {
  createRegistry,
  type Deployment,
  type Manifest,
  type PluginSettings,
  type Registry,
} from '#kernel/contract/index.ts';
import type { Database, DatabaseTransaction } from '../../api/index.ts';
import { asKernel } from '../../database/pool/data-wall.ts';
import { setActor } from '../../history/set-actor.ts';
import type { ServerServices } from '../../services/server-services.ts';

/** A decision about a plugin that was made after the deployment was written. */
export interface PluginState {
  readonly plugin: string;
  /** Null: as the deployment says. */
  readonly enabled: boolean | null;
  /** Settings that differ from the deployment's, by key. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly attempt: number;
  /** The reason of the last failed start, on any node. */
  readonly problem: string | null;
  readonly failedAt: string | null;
  readonly changedBy: string | null;
  readonly changedAt: string | null;
}

/** The decisions about plugins, by plugin. */
export type PluginStates = ReadonlyMap<string, PluginState>;

/** The version of the settings of a plugin without any decision. */
export const undecided = '1970-01-01T00:00:00.000Z';

const without: PluginSettings = { enabled: false, onFailure: 'quarantine', config: {} };

/** Reads the decisions about plugins. */
export async function readStates(database: Database | DatabaseTransaction): Promise<PluginStates> {
  const { rows } = await sql<PluginState>`
    select s.plugin, s.enabled, s.config, s.attempt, s.problem, s.failed_at "failedAt", s.changed_at "changedAt",
      nullif(concat_ws(' ', a.first_name, a.last_name), '') "changedBy"
    from plugin_states s left join admins a on a.id = s.changed_by order by s.changed_at, s.plugin`.execute(
    database,
  );
  return new Map(rows.map((row) => [row.plugin, row]));
}

/** The plugins of the deployment with the decisions applied; decisions about plugins that are not installed are left out. */
export function applyStates(
  deployment: Pick<Deployment, 'plugins'>,
  states: PluginStates,
  installed: readonly string[],
): Pick<Deployment, 'plugins'> {
  const plugins = { ...deployment.plugins };
  for (const { plugin, enabled, config } of states.values()) {
    const given = plugins[plugin];
    if (!installed.includes(plugin) || (!given && enabled !== true)) continue;
    const settings = given ?? without;
    plugins[plugin] = {
      ...settings,
      enabled: enabled ?? settings.enabled,
      config: { ...settings.config, ...config },
    };
  }
  return { plugins };
}

/** A decision about a plugin; absent fields stay as they are. */
export interface PluginStateChange {
  /** Null: as the deployment says. */
  readonly enabled?: boolean | null;
  readonly config?: Readonly<Record<string, unknown>>;
  /** The settings that are not secret. */
  readonly shownConfig?: Readonly<Record<string, unknown>>;
  /** Every node tries to start the plugin again. */
  readonly retry?: boolean;
}

/** Writes a decision; a trigger notifies every node once the transaction is durable. */
export async function writeState(
  database: Database | DatabaseTransaction,
  plugin: string,
  { enabled, config, shownConfig, retry = false }: PluginStateChange,
  adminId: number | null,
): Promise<void> {
  const given = config === undefined ? null : JSON.stringify(config);
  const shown = shownConfig === undefined ? null : JSON.stringify(shownConfig);
  const decided = enabled !== undefined;
  if (adminId !== null) setActor(database, adminId);
  await sql`
    insert into plugin_states (plugin, enabled, config, shown_config, attempt, changed_by, changed_at)
    values (${plugin}, ${enabled ?? null}::boolean, coalesce(${given}::jsonb, '{}'), ${shown}::jsonb, ${retry ? 1 : 0}, ${adminId}, now())
    on conflict (plugin) do update set
      enabled = case when ${decided}::boolean then excluded.enabled else plugin_states.enabled end,
      config = case when ${given}::jsonb is null then plugin_states.config else excluded.config end,
      shown_config = coalesce(excluded.shown_config, plugin_states.shown_config),
      attempt = plugin_states.attempt + ${retry ? 1 : 0},
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(asKernel(database));
}

/**
 * Reads the settings of a plugin that differ from the deployment's, with their version, and locks them until the transaction
 * ends.
 */
export async function lockConfig(
  database: DatabaseTransaction,
  plugin: string,
): Promise<{ readonly config: PluginState['config']; readonly version: string }> {
  const own = asKernel(database);
  // Before the first decision there is no row to lock.
  await sql`select pg_advisory_xact_lock(hashtext('plugin_states'), hashtext(${plugin}))`.execute(own);
  const { rows } = await sql<Pick<PluginState, 'config' | 'changedAt'>>`
    select config, changed_at as "changedAt" from plugin_states where plugin = ${plugin} for update`.execute(
    own,
  );
  return { config: rows[0]?.config ?? {}, version: rows[0]?.changedAt ?? undecided };
}

/** Records why a plugin did not start, or with null that it did, for the command line. */
export async function recordProblem(
  database: Database,
  plugin: string,
  problem: string | null,
): Promise<void> {
  if (problem === null) {
    await sql`update plugin_states set problem = null, failed_at = null
      where plugin = ${plugin} and problem is not null`.execute(database);
    return;
  }
  await sql`
    insert into plugin_states (plugin, problem, failed_at) values (${plugin}, ${problem.slice(0, 2000)}, now())
    on conflict (plugin) do update set problem = excluded.problem, failed_at = excluded.failed_at`.execute(
    database,
  );
}

/** Which plugins should run: the deployment, what was decided since, and what could not be started. */
export interface DesiredPlugins {
  /** The decisions of the last refresh. */
  readonly states: PluginStates;
  /** Reads the decisions again, and releases plugins that are worth another start. */
  refresh(): Promise<void>;
  /** The registry that the decisions ask for, without quarantined plugins; of the installed plugins, or of others. */
  registry(manifests?: readonly Manifest[]): Registry;
  quarantine(id: string, problem: string): void;
}

/** Follows the decisions about plugins, from the given ones on. */
export function createDesiredPlugins(
  { deployment, plugins, database }: Pick<ServerServices, 'deployment' | 'plugins' | 'database'>,
  manifests: () => readonly Manifest[],
  first: PluginStates,
): DesiredPlugins {
  /** The decided attempt at which a plugin was quarantined; a later one is worth another start. */
  const attempts = new Map<string, number>();
  let states = first;
  const attemptOf = (id: string) => states.get(id)?.attempt ?? 0;

  return {
    get states() {
      return states;
    },
    async refresh() {
      states = await readStates(database);
      for (const id of Object.keys(plugins.problems)) {
        const isOn = states.get(id)?.enabled ?? deployment.plugins[id]?.enabled ?? false;
        if (!isOn || attempts.get(id) !== attemptOf(id)) plugins.release(id);
      }
    },
    registry(installed = manifests()) {
      const ids = installed.map(({ id }) => id);
      return createRegistry(installed, applyStates(deployment, states, ids), plugins.problems);
    },
    quarantine(id, problem) {
      attempts.set(id, attemptOf(id));
      plugins.quarantine(id, problem);
    },
  };
}

/** The table of plugin states whose history is stored: enabled or not, and settings without secrets. */
export const pluginTable = {
  kind: 'plugin',
  table: 'plugin_states',
  key: 'plugin',
  isDecision: true,
} as const;

/** The time of the last change of a plugin's state; null without one. `lock` locks it until the end of the transaction. */
export async function readDecisionTime(
  database: Database | DatabaseTransaction,
  plugin: string,
  { lock = false } = {},
): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select changed_at as at from plugin_states where plugin = ${plugin} ${lock ? sql`for update` : sql``}`.execute(
    asKernel(database),
  );
  return rows[0]?.at ?? null;
}
