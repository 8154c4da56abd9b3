import { sql } from 'kysely';
import { z } from 'zod';
import { fail, type Explanation, type Manifest } from '#kernel/contract/index.ts';
import { problemsOf } from '#kernel/contract/issues.ts';
import type { Jobs } from '../../jobs/scheduler.ts';
import type { Runtime } from '../../services/runtime.ts';
import { dependentsOf, contributionsOf, requirementsOf, tablesOf } from '../lifecycle/contributions.ts';
import type { PluginReport, PluginManager, SwitchPlan } from '../../services/plugin-manager.ts';
import {
  deployedConfig,
  differing,
  keepSecrets,
  requireManifest,
  secretsOf,
  withoutSecrets,
} from './settings.ts';
import { writeState, type PluginStates } from './states.ts';

/** Rows of a table are counted up to here. */
const mostCounted = 10_000;

/** Tells about plugins, and writes down what is decided about them. */
export function createPluginStateStore(given: {
  readonly runtime: Runtime;
  readonly manifests: readonly Manifest[];
  readonly jobs: Jobs;
  readonly states: () => PluginStates;
}): Omit<PluginManager, 'apply'> {
  const { runtime, manifests, jobs } = given;
  const { deployment } = runtime;
  const halfOf = (id: string) => runtime.plugins.find((loaded) => loaded.id === id)?.module ?? null;
  const find = (id: string) => requireManifest(manifests, id);

  function report(id: string): PluginReport {
    const manifest = find(id);
    const state = given.states().get(id);
    const { registry } = runtime;
    return {
      id,
      version: manifest.version,
      reasons: chainOf(registry.explain(id)),
      essential: manifest.essential ?? false,
      requires: [...(manifest.requires ?? [])],
      requiredBy: manifests.filter((one) => one.requires?.includes(id)).map((one) => one.id),
      deployed: deployment.plugins[id]?.enabled ?? false,
      switched: typeof state?.enabled === 'boolean',
      changedBy: state?.changedBy ?? null,
      changedAt: state?.changedAt ?? null,
      adds: { ...contributionsOf(manifest, halfOf(id)), jobs: jobs.names(`${id}.`) },
      loaded: halfOf(id) !== null || registry.isEnabled(id),
      settings: settingsOf(manifest),
    };
  }

  function settingsOf(manifest: Manifest): PluginReport['settings'] {
    if (!manifest.config) return null;
    const deployed = deployedConfig(deployment, manifest);
    const override = given.states().get(manifest.id)?.config ?? {};
    const secrets = secretsOf(manifest);
    const values = { ...deployed, ...override };
    return {
      schema: z.toJSONSchema(manifest.config.strict(), { io: 'input', unrepresentable: 'any' }),
      values: withoutSecrets(values, secrets),
      deployed: withoutSecrets(deployed, secrets),
      overridden: Object.keys(override),
      visible: [...(manifest.publicConfig ?? [])],
      secrets: secrets.map((key) => ({ key, set: (values[key] ?? '') !== '' })),
    };
  }

  return {
    list: () => runtime.registry.installed.map(({ id }) => report(id)),
    report,
    plan: (id, on) => planOf(id, on),
    async decide({ on, also }, id, { adminId, database }) {
      for (const one of on ? [...also, id] : [id]) {
        const deployed = deployment.plugins[one]?.enabled ?? false;
        await writeState(database, one, { enabled: on === deployed ? null : on, retry: on }, adminId);
      }
    },
    async configure(id, values, { adminId, database }) {
      const manifest = find(id);
      if (!manifest.config) throw fail('not_found');
      const deployed = deployedConfig(deployment, manifest);
      const former = { ...deployed, ...given.states().get(id)?.config };
      const whole = keepSecrets(values, former, secretsOf(manifest));
      const read = manifest.config.strict().safeParse(whole, { reportInput: true });
      if (!read.success) throw fail('invalid', { fields: problemsOf(read.error.issues) });
      await writeState(database, id, { config: differing(read.data, deployed), retry: true }, adminId);
      return differing(read.data, former);
    },
    async retry(id, { adminId, database }) {
      if (runtime.registry.explain(find(id).id).state !== 'quarantined') throw fail('conflict');
      await writeState(database, id, { retry: true }, adminId);
    },
  };

  async function planOf(id: string, on: boolean): Promise<SwitchPlan> {
    const manifest = find(id);
    const { registry } = runtime;
    const also = on
      ? requirementsOf(id, manifests).filter((one) => registry.explain(one).state === 'disabled')
      : dependentsOf(id, registry.enabled);
    const falling = on ? [] : [manifest, ...also.map(find)];
    return {
      on,
      also,
      forbidden: on
        ? (manifest.requires ?? []).filter((one) => !manifests.some((other) => other.id === one))
        : falling.filter((one) => one.essential).map((one) => one.id),
      goes: falling.map((one) => ({ id: one.id, adds: contributionsOf(one, halfOf(one.id)) })),
      stays: await stayingOf(falling),
      roles: await countRoles(falling),
    };
  }

  async function stayingOf(falling: readonly Manifest[]): Promise<SwitchPlan['stays']> {
    const tables: { plugin: string; table: string; rows: number; capped: boolean }[] = [];
    for (const { id } of falling) {
      for (const table of await tablesOf(halfOf(id))) {
        const rows = await countRows(runtime, table);
        if (rows !== null)
          tables.push({ plugin: id, table, rows: Math.min(rows, mostCounted), capped: rows > mostCounted });
      }
    }
    return tables;
  }

  async function countRoles(falling: readonly Manifest[]): Promise<number> {
    const permissions = falling.flatMap((one) => one.permissions ?? []);
    if (permissions.length === 0) return 0;
    const { rows } = await sql<{ count: number }>`
      select count(*) from admin_roles where permissions && ${permissions}::text[]`.execute(runtime.database);
    return rows[0]?.count ?? 0;
  }
}

/** How many rows a table has, counted up to a limit; null where there is no such table. */
async function countRows({ database }: Runtime, table: string): Promise<number | null> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass(${table}) is not null there`.execute(database);
  if (!found[0]?.there) return null;
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from ${sql.table(table)} limit ${mostCounted + 1}) counted`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** The reasons one behind the other: it requires this, which requires that, which is switched off. */
export function chainOf(explanation: Explanation): PluginReport['reasons'] {
  switch (explanation.state) {
    case 'enabled':
      return [{ state: 'enabled', id: '' }];
    case 'requires':
      return [
        { state: 'requires', id: explanation.id, missing: explanation.missing },
        ...chainOf(explanation.because),
      ];
    case 'quarantined':
    case 'invalid_configuration':
      return [{ state: explanation.state, id: explanation.id, problem: explanation.problem }];
    case 'not_installed':
    case 'disabled':
    case 'denied':
      return [{ state: explanation.state, id: explanation.id }];
  }
}
