import { z } from 'zod';
import { superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  type ColumnValues,
  defineHistory,
  type HistoryCall,
  pluginTable,
  readDecisionTime,
  type ShownIn,
  type TrackedField,
} from '#kernel/plugin-api/server.ts';
import { pluginParamsSchema } from '../contract.ts';
import { plugins } from '../manifest.ts';
import { assertPlan } from './assert-plan.ts';
import { never } from './presenter.ts';

const settingsSchema = z.record(z.string(), z.unknown());

const enabledField: TrackedField = {
  name: 'enabled',
  columns: ['enabled'],
  label: 'plugins:history.enabled',
  show({ enabled }, { text }) {
    if (typeof enabled !== 'boolean') return { text: text('plugins:history.asDeployed') };
    return { flag: enabled };
  },
};

/** All settings that are not secret; of two versions only the differing ones are listed. */
const settingsField: TrackedField = {
  name: 'settings',
  columns: ['shown_config', 'plugin'],
  label: 'plugins:settings.title',
  show({ shown_config, plugin }, shown) {
    const id = String(plugin);
    const own = settingsSchema
      .nullable()
      .catch(null)
      .parse(shown_config ?? null);
    const values = { ...deployedOf(id, shown), ...own };
    const items = Object.entries(values).map(([key, value]) => ({
      text: `${nameOf(id, key, shown)}: ${valueText(value)}`,
    }));
    return { items };
  },
};

/** The settings of the deployment's file; none for a plugin that is no longer installed. */
function deployedOf(id: string, { context }: ShownIn): Readonly<Record<string, unknown>> {
  return context.plugins.list().find((one) => one.id === id)?.settings?.deployed ?? {};
}

function nameOf(id: string, key: string, { text }: ShownIn): string {
  const label = `${id}:config.${key}.label`;
  const found = text(label);
  return found === label ? key : found;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function find(
  { context, database }: HistoryCall<typeof plugins>,
  id: string,
  options: { readonly lock: boolean },
): Promise<{ updatedAt: string }> {
  // Throws if there is none.
  context.plugins.report(id);
  return { updatedAt: (await readDecisionTime(database, id, options)) ?? never };
}

/** The history of plugins: enabling, disabling, and settings without secrets. */
export const history = defineHistory(plugins, {
  tracked: pluginTable,
  fields: [enabledField, settingsField],
  path: 'plugins',
  access: superAdmin,
  id: pluginParamsSchema.shape.id,
  find,
  async restore(call, id, columns) {
    const { context, database, viewer } = call;
    const by = { adminId: viewer.id, database };
    const report = context.plugins.report(id);
    if (Object.hasOwn(columns, 'enabled')) await switchTo(call, id, columns['enabled'] ?? report.deployed);
    if (Object.hasOwn(columns, 'shown_config')) {
      const settings = settingsSchema.parse(columns['shown_config'] ?? {});
      await context.plugins.configure(id, { ...report.settings?.deployed, ...settings }, by);
    }
    const details = { plugin: id, fields: fieldsOf(columns) };
    await call.audit({ action: 'plugins.plugin.restore', subjectType: 'plugin', subjectId: null, details });
    return find(call, id, { lock: false });
  },
});

async function switchTo(
  { context, database, viewer }: HistoryCall<typeof plugins>,
  id: string,
  on: unknown,
): Promise<void> {
  const made = await context.plugins.plan(id, on === true);
  assertPlan(made, []);
  await context.plugins.decide(made, id, { adminId: viewer.id, database });
}

function fieldsOf(columns: ColumnValues): string[] {
  return Object.keys(columns).map((column) => (column === 'shown_config' ? 'config' : column));
}
