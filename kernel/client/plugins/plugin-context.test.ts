import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { anyone, definePlugin } from '#kernel/contract/index.ts';
import { deploymentStore, readAnnouncement } from '../deployment/deployment-store.ts';
import { EventHub } from '../realtime/event-hub.ts';
import { createContext } from './plugin-context.ts';

const plugin = definePlugin({
  id: 'sample',
  version: '1.0.0',
  events: { sample_receive: { payload: z.object({ id: z.int() }), access: anyone, area: 'none' } },
});

beforeEach(() => {
  deploymentStore.announced = readAnnouncement({ plugins: [] });
});
afterEach(() => vi.restoreAllMocks());

test('passes a payload that fits its schema to the handler, and drops others', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const hub = new EventHub();
  const taken: unknown[] = [];
  createContext(plugin, hub, []).on('sample_receive' as never, (payload) => taken.push(payload));
  hub.emit('sample_receive', { id: 1, more: true });
  hub.emit('sample_receive', { id: 'x' });
  expect(taken).toEqual([{ id: 1 }]);
  expect(warn).toHaveBeenCalledOnce();
});

test('accepts unchanged entities from a backend that announces no plugins', () => {
  deploymentStore.announced = readAnnouncement(null, false);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const hub = new EventHub();
  const taken: unknown[] = [];
  createContext(plugin, hub, []).on('sample_receive' as never, (payload) => taken.push(payload));
  hub.emit('sample_receive', { id: '7' });
  hub.emit('sample_receive', 'nothing');
  expect(taken).toEqual([{ id: '7' }]);
});

test('undoes what was registered', () => {
  const hub = new EventHub();
  const undo: (() => void)[] = [];
  const handle = vi.fn();
  const context = createContext(plugin, hub, undo);
  context.on('sample_receive' as never, handle);
  context.onReconnect(handle);
  context.onConnect?.(handle);
  hub.connected();
  expect(handle).toHaveBeenCalledOnce();
  handle.mockClear();
  for (const one of undo) one();
  hub.emit('sample_receive', { id: 1 });
  hub.reconnected();
  hub.connected();
  expect(handle).not.toHaveBeenCalled();
});

test('rejects an event that the manifest does not declare', () => {
  const context = createContext(plugin, new EventHub(), []);
  expect(() => context.on('other' as never, () => undefined)).toThrow(
    'sample does not declare the event other',
  );
});
