import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { ClientContext } from '#kernel/plugin-api/client.ts';
import { erasedCapability } from '../contract.ts';
import type { retention } from '../manifest.ts';
import { retentionClient } from './index.ts';

let requested: string[];
let connects: (() => void)[];

beforeEach(() => {
  requested = [];
  connects = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address);
    return new Response('{}', { status: 500 });
  });
});

// Other test files run in this process.
afterAll(() => void vi.unstubAllGlobals());

function start(capabilities: readonly string[]): void {
  const context: ClientContext<typeof retention> = {
    config: {},
    capabilities,
    on: () => undefined,
    onConnect: (handle) => void connects.push(handle),
    onReconnect: () => undefined,
    onStop: () => undefined,
  };
  retentionClient.module.start?.(context);
}

test('requests missed erasures with each connection, from a server that supports it', async () => {
  start([erasedCapability]);
  for (const connect of connects) connect();
  await expect.poll(() => requested.length).toBe(1);
  for (const connect of connects) connect();
  await expect.poll(() => requested.length).toBe(2);
});

test('sends nothing to a server that does not', () => {
  vi.useFakeTimers();
  try {
    start(['retention']);
    vi.runAllTimers();
    expect(connects).toEqual([]);
    expect(requested).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
