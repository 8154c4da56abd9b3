import { sql } from 'kysely';
import { requiredIds, type Manifest } from '#kernel/contract/index.ts';
import type { ServerServices } from '../../services/server-services.ts';
import type { Database, SwitchPlan } from '../../api/index.ts';
import { contributionsOf, dependentsOf, requirementsOf, tablesOf } from './contributions.ts';
import { requireManifest } from './settings.ts';

/** Maximum number of rows that are counted. */
const maxCounted = 10_000;

/** Plans to enable or disable a plugin: what changes with it, what prevents it, what remains. */
export async function planSwitch(
  { plugins, database }: Pick<ServerServices, 'plugins' | 'database'>,
  manifests: readonly Manifest[],
  manifest: Manifest,
  on: boolean,
): Promise<SwitchPlan> {
  const { id } = manifest;
  const { registry } = plugins;
  const also = on
    ? requirementsOf(id, manifests).filter((one) => registry.explain(one).state === 'disabled')
    : dependentsOf(id, registry.enabled);
  const leaving = on ? [] : [manifest, ...also.map((one) => requireManifest(manifests, one))];
  const moduleOf = (one: Manifest) => plugins.find(one.id)?.module ?? null;
  const preserved: SwitchPlan['preserved'][number][] = [];
  for (const one of leaving) {
    const folder = plugins.find(one.id)?.migrations;
    for (const table of folder ? await tablesOf(folder) : []) {
      const rows = await countRows(database, table);
      if (rows === null) continue;
      preserved.push({ plugin: one.id, table, rows: Math.min(rows, maxCounted), capped: rows > maxCounted });
    }
  }
  return {
    on,
    also,
    forbidden: on
      ? requiredIds(manifest).filter((one) => !manifests.some((other) => other.id === one))
      : leaving.filter((one) => one.essential).map((one) => one.id),
    removed: leaving.map((one) => ({ id: one.id, adds: contributionsOf(one, moduleOf(one)) })),
    preserved,
    roles: await countRoles(
      database,
      leaving.flatMap((one) => one.permissions ?? []),
    ),
  };
}

async function countRoles(database: Database, permissions: readonly string[]): Promise<number> {
  if (permissions.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) from admin_roles where permissions && ${permissions}::text[]`.execute(database);
  return rows[0]?.count ?? 0;
}

/** The number of rows in a table, counted up to a limit; null if the table does not exist. */
async function countRows(database: Database, table: string): Promise<number | null> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass(${table}) is not null there`.execute(database);
  if (!found[0]?.there) return null;
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from ${sql.table(table)} limit ${maxCounted + 1}) counted`.execute(database);
  return rows[0]?.count ?? 0;
}
