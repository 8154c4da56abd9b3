import type { z } from 'zod';
import type { PluginReport, SwitchPlan } from '#kernel/plugin-api/server.ts';
import type { additionsSchema, InstalledPlugin, Plan, pluginDetailSchema } from '../contract.ts';

type Adds = z.input<typeof additionsSchema>;

/** A plugin as presented in the list. */
export function presentPlugin(report: PluginReport): InstalledPlugin {
  return {
    id: report.id,
    version: report.version,
    reasons: [...report.reasons],
    essential: report.essential,
    requires: [...report.requires],
    requiredBy: [...report.requiredBy],
    deployed: report.deployed,
    switched: report.switched,
    changedBy: report.changedBy,
    changedAt: report.changedAt,
  };
}

/** A plugin with all its details. */
export function presentDetail(report: PluginReport): z.input<typeof pluginDetailSchema> {
  const { settings } = report;
  return {
    ...presentPlugin(report),
    adds: { ...presentAdditions(report.adds), jobs: [...report.adds.jobs] },
    loaded: report.loaded,
    external: report.external && { ...report.external },
    settings: settings && {
      schema: settings.schema,
      values: settings.values,
      deployed: settings.deployed,
      overridden: [...settings.overridden],
      visible: [...settings.visible],
      version: versionOf(report),
      secrets: settings.secrets.map(({ key, set }) => ({ key, set })),
    },
  };
}

/** The version of the settings of a plugin: when something was last decided about it. */
function versionOf({ changedAt }: Pick<PluginReport, 'changedAt'>): string {
  return changedAt ?? never;
}

/** The version of a plugin about which nothing was decided. */
export const never = '1970-01-01T00:00:00.000Z';

/** A plan, as shown for confirmation. */
export function presentPlan(plan: SwitchPlan): Plan {
  return {
    on: plan.on,
    also: [...plan.also],
    forbidden: [...plan.forbidden],
    removed: plan.removed.map(({ id, adds }) => ({ id, adds: presentAdditions(adds) })),
    preserved: plan.preserved.map(({ plugin, table, rows, capped }) => ({ plugin, table, rows, capped })),
    roles: plan.roles,
  };
}

function presentAdditions(adds: SwitchPlan['removed'][number]['adds']): Adds {
  const accessOf = (access: (typeof adds.pages)[number]['access']) => ({
    rule: access.rule,
    ...('permissions' in access ? { permissions: [...access.permissions] } : {}),
  });
  return {
    pages: adds.pages.map(({ key, path, access }) => ({ key, path, access: accessOf(access) })),
    menu: [...adds.menu],
    permissions: [...adds.permissions],
    capabilities: [...adds.capabilities],
    events: [...adds.events],
    notices: [...adds.notices],
    extensions: [...adds.extensions],
    calls: adds.calls.map(({ method, path, summary, access }) => ({
      method,
      path,
      summary,
      access: accessOf(access),
    })),
    hooks: [...adds.hooks],
    searches: adds.searches,
  };
}
