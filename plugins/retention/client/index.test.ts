import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { ClientContext } from '#kernel/plugin-api/client.ts';
import { erasedCapability } from '../contract.ts';
import type { retention } from '../manifest.ts';
import { retentionClient } from './index.ts';

let asked: string[];
let connects: (() => void)[];

beforeEach(() => {
  asked = [];
  connects = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
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
  await expect.poll(() => asked.length).toBe(1);
  for (const connect of connects) connect();
  await expect.poll(() => asked.length).toBe(2);
});

test('sends nothing to a server that does not', () => {
  vi.useFakeTimers();
  try {
    start(['retention']);
    vi.runAllTimers();
    expect(connects).toEqual([]);
    expect(asked).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
