import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { allOf } from '#kernel/contract/index.ts';
import { pluginWith } from '#kernel/testing/sample-plugin.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { listenAs, type Listener } from '#kernel/testing/sockets.ts';
import { inTransaction } from './effects.ts';

interface Block {
  readonly id: number;
}

const access = allOf('block_watch');
const payload = z.object({ id: z.int() });
const blocks = pluginWith(
  'blocks',
  {},
  {
    permissions: ['block_watch'],
    events: {
      block_all: { payload, access, area: 'none' },
      block_own: { payload, access, area: 'own' },
      block_mine: { payload, access, area: 'admins' },
    },
  },
);
const log: string[] = [];
let server: TestServer;
const neighborhood = 2;
const admins = {
  watcher: { permissions: ['block_watch'], neighborhoodIds: [neighborhood] },
  elsewhere: { permissions: ['block_watch'], neighborhoodIds: [neighborhood + 1] },
  stranger: { permissions: [], neighborhoodIds: [neighborhood] },
} as const;
const ids = new Map<string, number>();
const listeners = new Map<string, Map<string, Listener<Block>>>();

beforeAll(async () => {
  server = await testServer({
    plugins: [blocks],
    logLevel: 'error',
    logTo: { write: (line) => void log.push(line) },
  });
  for (const [name, draft] of Object.entries(admins)) {
    const { id, login } = await server.createAdmin(draft);
    ids.set(name, id);
    const api = await server.signIn(login);
    const opened = new Map<string, Listener<Block>>();
    for (const event of Object.keys(blocks.manifest.events ?? {})) {
      opened.set(event, await listenAs<Block>(server, api, event));
    }
    listeners.set(name, opened);
  }
});
afterAll(async () => {
  for (const opened of listeners.values()) for (const listener of opened.values()) listener.stop();
  await server.close();
});

/** Emits like plain JavaScript, without the types of the manifest. */
async function emit(event: string, ...rest: readonly unknown[]): Promise<void> {
  const origin = { actor: { adminId: null, sessionId: null, address: null }, manifest: blocks.manifest };
  await inTransaction(server.services, origin, async (effects) => {
    (effects.emit as (event: string, ...rest: readonly unknown[]) => void)(event, ...rest);
  });
}

function recipients(event: string, id: number): string[] {
  return [...listeners]
    .filter(([, opened]) => opened.get(event)?.received.some((block) => block.id === id))
    .map(([name]) => name);
}

test('an event reaches users with its access, within its area, and users that it names', async () => {
  await emit('block_all', { id: 1 });
  await emit('block_own', { id: 2 }, { neighborhoodId: neighborhood });
  await emit('block_mine', { id: 3 }, { adminIds: [ids.get('elsewhere'), ids.get('stranger')] });
  await expect.poll(() => recipients('block_mine', 3)).toEqual(['elsewhere']);
  expect(recipients('block_own', 2)).toEqual(['watcher']);
  expect(recipients('block_all', 1)).toEqual(['watcher', 'elsewhere']);
});

test('an event without the recipients that its area requires reaches nobody, and is logged', async () => {
  await emit('block_own', { id: 4 });
  await emit('block_own', { id: 5 }, { neighborhoodId: undefined });
  await emit('block_mine', { id: 6 }, { neighborhoodId: neighborhood });
  await emit('block_all', { id: 7 });
  await expect.poll(() => recipients('block_all', 7)).toEqual(['watcher', 'elsewhere']);
  expect([4, 5].flatMap((id) => recipients('block_own', id))).toEqual([]);
  expect(recipients('block_mine', 6)).toEqual([]);
  expect(log.filter((line) => line.includes('does not name its audience'))).toHaveLength(3);
});
