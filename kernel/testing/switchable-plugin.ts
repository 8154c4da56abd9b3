import { z } from 'zod';
import { anyone, hook, signedIn } from '#kernel/contract/index.ts';
import { onHook, route, type ServerPlugin } from '#kernel/server/api/index.ts';
import { pluginWith } from './sample-plugin.ts';

const speechHook = hook<{ text: string }>('speaking.said');
const speechSchema = z.object({ text: z.string() });

/** Counts the actions of a {@link switchablePlugin}. */
export interface PluginActivity {
  starts: number;
  stops: number;
  jobRuns: number;
  readonly received: string[];
}

/** Creates counters that start at zero. */
export function createActivity(): PluginActivity {
  return { starts: 0, stops: 0, jobRuns: 0, received: [] };
}

/** A plugin with one contribution of each kind: a call, a hook, an event, a search, a job, a setting. */
export function switchablePlugin(activity: PluginActivity = createActivity()): ServerPlugin {
  return pluginWith(
    'speaking',
    {
      routes: [
        route({
          method: 'GET',
          path: 'speaking',
          summary: 'Speaks',
          access: anyone,
          response: z.object({ volume: z.int() }),
          handle: ({ context }) => ({ volume: (context.config as { volume: number }).volume }),
        }),
      ],
      hooks: [
        onHook(speechHook, async ({ text }, effects) => {
          activity.received.push(text);
          (effects.emit as (event: string, payload: unknown) => void)('speaking_heard', { text });
        }),
      ],
      search: {
        words: {
          find: async (title) => [{ id: 1, title, subtitle: '', path: '/speaking' }],
          findByIds: async () => [],
        },
      },
      start(context) {
        activity.starts++;
        context.every('beat', 20, async () => void activity.jobRuns++);
      },
      stop: () => void activity.stops++,
    },
    {
      permissions: ['speak'],
      routes: { page: { path: '/speaking', access: signedIn } },
      menu: { page: { icon: 'bot' } },
      search: { words: { route: 'page', area: 'none' } },
      events: { speaking_heard: { payload: speechSchema, access: signedIn, area: 'none' } },
      notices: { speech: { icon: 'bot', payload: speechSchema } },
      config: z.object({
        volume: z.int().min(1).max(10).default(3),
        tone: z.enum(['low', 'high']).default('low'),
        token: z.string().max(100).default('').meta({ writeOnly: true }),
      }),
      publicConfig: ['volume'],
    },
  );
}

/** A plugin that calls the hook of the switchable plugin. */
export const hookCallingPlugin = pluginWith('telling', {
  routes: [
    route({
      method: 'POST',
      path: 'telling',
      summary: 'Tells',
      access: signedIn,
      body: z.strictObject({ text: z.string() }),
      response: z.object({}),
      handle: async ({ hooks, body }) => {
        await hooks.call(speechHook, body);
        return {};
      },
    }),
  ],
});
