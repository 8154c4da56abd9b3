import type { ServerPlugin } from '#kernel/server/api/index.ts';
import type { TestedServer } from '../server.ts';
import { findLeaks } from './leak-recorder.ts';

/** Starts and stops the server module twice, beside the running one, and reports what it leaves behind. */
export async function checkServerLifecycle(
  server: TestedServer,
  plugin: ServerPlugin,
): Promise<readonly string[]> {
  const loaded = server.services.plugins.find(plugin.manifest.id);
  if (!loaded) {
    const [reason] = server.pluginManager.report(plugin.manifest.id).reasons;
    return [`the server module is not loaded: ${reason?.problem ?? reason?.state ?? ''}`];
  }
  const described: string[] = [];
  const problems: string[] = [];
  const context = Object.create(loaded.context, {
    // The kernel itself ends these, so they are not started here.
    every: { value: () => {} },
    onNodeMessage: { value: () => {} },
  }) as typeof loaded.context;
  for (let round = 0; round < 2; round++) {
    const leaks = await findLeaks(async () => {
      const module = plugin.create(context);
      described.push(
        JSON.stringify([module.routes?.map(({ method, path }) => `${method} ${path}`), module.hooks?.length]),
      );
      await module.start?.(context);
      await module.stop?.();
    });
    if (round === 0)
      problems.push(...leaks.map((leak) => `the server module leaves ${leak} behind when it stops`));
  }
  if (described[0] !== described[1])
    problems.push('the server module declares other routes or hooks when it is started again');
  return problems;
}

/** Disables and enables the plugin in the running server: its calls and jobs must disappear and come back unchanged. */
export async function checkSwitching(server: TestedServer, id: string): Promise<readonly string[]> {
  const { pluginManager: manager, database } = server;
  const plan = await manager.plan(id, false);
  // An essential plugin, or one that such a plugin requires, cannot be disabled.
  if (plan.forbidden.length > 0) return [];
  const decide = async (one: string, on: boolean): Promise<void> => {
    const decided = await manager.plan(one, on);
    await database
      .transaction()
      .execute((transaction) => manager.decide(decided, one, { adminId: null, database: transaction }));
  };
  const call = server.services.plugins
    .find(id)
    ?.module.routes?.find(({ method, path }) => method === 'GET' && !path.includes(':'));
  const problems: string[] = [];
  const before = JSON.stringify(manager.report(id).adds);
  await decide(id, false);
  await manager.apply();
  const { adds } = manager.report(id);
  if (adds.jobs.length > 0) problems.push('a job continues when the plugin is disabled');
  const status = call ? (await server.api().get(call.path)).status : 404;
  if (status !== 404) problems.push(`GET ${call?.path} returns ${status} when the plugin is disabled`);
  for (const one of [id, ...plan.also]) await decide(one, true);
  await manager.apply();
  const after = JSON.stringify(manager.report(id).adds);
  if (after !== before) problems.push(`after it was enabled again, it adds ${after} instead of ${before}`);
  return problems;
}
