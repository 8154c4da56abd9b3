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
  /** Null: as in the deployment. */
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

/** The decisions about plugins, by plugin id. */
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

/** The deployment's plugins with the decisions applied; decisions about plugins that are not installed are ignored. */
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

/** A change of a decision; absent fields are unchanged. */
export interface PluginStateChange {
  /** Null: as in the deployment. */
  readonly enabled?: boolean | null;
  readonly config?: Readonly<Record<string, unknown>>;
  /** The settings that are not secret. */
  readonly shownConfig?: Readonly<Record<string, unknown>>;
  /** Makes every node try to start the plugin again. */
  readonly retry?: boolean;
}

/** Writes a decision; a trigger notifies every node after the commit. */
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

/** Records why a plugin did not start, for the command line; null if it did. */
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

/** Which plugins should run: the deployment, later decisions, and failed starts. */
export interface DesiredPlugins {
  /** The decisions as of the last refresh. */
  readonly states: PluginStates;
  /** Reads the decisions again, and releases quarantined plugins for which another attempt was requested. */
  refresh(): Promise<void>;
  /**
   * The registry according to the decisions, without quarantined plugins; of the installed plugins, or of the given
   * ones.
   */
  registry(manifests?: readonly Manifest[]): Registry;
  quarantine(id: string, problem: string): void;
}

/** Tracks the decisions about plugins, starting with the given ones. */
export function createDesiredPlugins(
  { deployment, plugins, database }: Pick<ServerServices, 'deployment' | 'plugins' | 'database'>,
  manifests: () => readonly Manifest[],
  first: PluginStates,
): DesiredPlugins {
  /** The attempt number at which a plugin was quarantined; a later number allows another start. */
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

/** The history-tracked columns of plugin states: enabled or not, and settings without secrets. */
export const pluginTable = {
  kind: 'plugin',
  table: 'plugin_states',
  key: 'plugin',
  isDecision: true,
} as const;

/**
 * The time of the last change of a plugin's state; null if there is none. `lock` locks it until the end of the
 * transaction.
 */
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
