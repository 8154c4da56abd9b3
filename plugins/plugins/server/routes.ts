import { z } from 'zod';
import { CodedError, fail, superAdmin, type Viewer } from '#kernel/plugin-api/contract.ts';
import {
  type DatabaseTransaction,
  routesOf,
  type ServerContext,
  writeAudit,
} from '#kernel/plugin-api/server.ts';
import {
  planQuerySchema,
  planSchema,
  pluginDetailSchema,
  pluginParamsSchema as params,
  pluginSchema,
  settingsBodySchema,
  switchBodySchema,
} from '../contract.ts';
import { plugins } from '../manifest.ts';
import { assertPlan } from './assert-plan.ts';
import { presentDetail, presentPlan, presentPlugin } from './presenter.ts';

const route = routesOf(plugins);

/** `GET plugins/installed`. */
export const list = route({
  method: 'GET',
  path: 'plugins/installed',
  summary: 'The installed plugins, and why each is enabled or disabled',
  access: superAdmin,
  response: z.array(pluginSchema),
  handle: ({ context }) => context.plugins.list().map(presentPlugin),
});

/** `GET plugins/{id}`. */
export const show = route({
  method: 'GET',
  path: 'plugins/:id',
  summary: 'A plugin with its contributions and settings',
  access: superAdmin,
  params,
  response: pluginDetailSchema,
  handle: ({ context, params: { id } }) => presentDetail(context.plugins.report(id)),
});

/** `GET plugins/{id}/plan`. */
export const plan = route({
  method: 'GET',
  path: 'plugins/:id/plan',
  summary: 'Previews the effects of enabling or disabling a plugin',
  access: superAdmin,
  params,
  query: planQuerySchema,
  response: planSchema,
  handle: async ({ context, params: { id }, query }) =>
    presentPlan(await context.plugins.plan(id, query.enabled)),
});

interface Caller {
  readonly viewer: Viewer;
  readonly sessionId: number;
  readonly address: string;
  readonly context: ServerContext;
}

/**
 * Stores the decision in a transaction with its audit entry, then applies it on this node: the response
 * reports the result.
 */
async function decide(
  { viewer, sessionId, address, context }: Caller,
  id: string,
  work: (by: { adminId: number; database: DatabaseTransaction }) => Promise<{
    verb: string;
    details?: Readonly<Record<string, unknown>>;
  }>,
) {
  await context.transaction(async ({ database }) => {
    const { verb, details = {} } = await work({ adminId: viewer.id, database });
    await writeAudit(
      database,
      { adminId: viewer.id, sessionId, address },
      {
        action: `plugins.plugin.${verb}`,
        subjectType: 'plugin',
        subjectId: null,
        details: { plugin: id, ...details },
      },
    );
  });
  await context.plugins.apply();
  return presentDetail(context.plugins.report(id));
}

/** `PUT plugins/{id}`. */
export const change = route({
  method: 'PUT',
  path: 'plugins/:id',
  summary: 'Enables or disables a plugin on every node and in every open browser',
  access: superAdmin,
  params,
  body: switchBodySchema,
  response: pluginDetailSchema,
  transaction: false,
  async handle(call) {
    const { id } = call.params;
    const { enabled, with: confirmed } = call.body;
    // Before the transaction: a request that holds one connection must not wait for another.
    const made = await call.context.plugins.plan(id, enabled);
    assertPlan(made, confirmed);
    return decide(call, id, async (by) => {
      await call.context.plugins.decide(made, id, by);
      return { verb: enabled ? 'enable' : 'disable', details: { also: made.also } };
    });
  },
});

/** `PUT plugins/{id}/settings`. */
export const configure = route({
  method: 'PUT',
  path: 'plugins/:id/settings',
  summary: 'Changes the settings of a plugin',
  access: superAdmin,
  params,
  body: settingsBodySchema,
  response: pluginDetailSchema,
  transaction: false,
  versioned: true,
  async handle(call) {
    const { id } = call.params;
    const manager = call.context.plugins;
    try {
      return await decide(call, id, async (by) => {
        const { version } = call;
        const changed = await manager.configure(id, call.body.config, { ...by, version });
        return { verb: 'configure', details: { fields: Object.keys(changed) } };
      });
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'edit_conflict') throw error;
      // They may have been saved on another node, and this one not been notified yet.
      await manager.apply();
      throw fail('edit_conflict', { beside: { current: presentDetail(manager.report(id)) } });
    }
  },
});

/** `POST plugins/{id}/attempts`. */
export const retry = route({
  method: 'POST',
  path: 'plugins/:id/attempts',
  summary: 'Starts a plugin again that failed to start',
  access: superAdmin,
  params,
  response: pluginDetailSchema,
  transaction: false,
  handle: (call) =>
    decide(call, call.params.id, async (by) => {
      await call.context.plugins.retry(call.params.id, by);
      return { verb: 'retry' };
    }),
});
