import { expect, test } from 'vitest';
import { planLines } from '#kernel/server/artefacts/artefact-plan.ts';
import { readArtefact } from '#kernel/server/artefacts/artefact.ts';
import { examineArtefact } from '#kernel/server/artefacts/examine-artefact.ts';
import { queueFiles } from './support/queue.ts';

const serverOf = (module: string) => `import { z } from 'zod';
  import { anyone, definePlugin } from '@komak/plugin-api/contract';
  import { defineServer, route } from '@komak/plugin-api/server';
  const manifest = definePlugin({ id: 'queue', version: '1.0.0', permissions: ['queue_watch'],
    config: z.object({ greeting: z.string().default('salom') }),
    routes: { hall: { path: '/queue', access: anyone } }, menu: { hall: { icon: 'users' } } });
  const list = (path) => route({ method: 'GET', path, summary: 'A', access: anyone, response: z.object({}),
    handle: () => ({}) });
  export const server = defineServer(manifest, ${module});`;

test.each<[string, string, string | null]>([
  ['without a context', `{ routes: [list('queue')] }`, 'GET queue'],
  [
    'of a module that reads its context',
    `({ config, realtime }) => { const listeners = realtime.emit(config.greeting).length;
      return { routes: [list('queue'), list('queue/next')], start: () => listeners }; }`,
    'GET queue, GET queue/next',
  ],
  [
    'that only a server tells',
    `({ config }) => ({ routes: [...config.greeting].map((letter) => list(letter)) })`,
    'known only after its first start',
  ],
])('a plan names the calls %s', async (_what, module, responses) => {
  const artefact = await readArtefact(queueFiles({ server: serverOf(module) }));
  const trusted = { enabled: true, onFailure: 'quarantine', config: {}, integrity: artefact.digest } as const;
  const deployment = { trust: { keys: {}, upload: false }, plugins: { queue: trusted } };
  const { plan, rejections } = await examineArtefact(artefact, { deployment, builtIn: [], external: [] });
  expect(rejections).toEqual([]);
  expect(planLines(plan)).toContain(`  routes: ${responses}`);
});
