import { expect, test } from 'vitest';
import { readAnnouncement } from './deployment-store.ts';

test('reads the response of the server', () => {
  const { plugins, name, testMode } = readAnnouncement({
    plugins: [{ id: 'streets', enabled: false, reason: 'disabled', capabilities: [], config: {} }],
    branding: { name: 'Yordam', logo: null },
    testMode: true,
  });
  expect(plugins).toEqual([
    { id: 'streets', enabled: false, reason: 'disabled', capabilities: [], config: {} },
  ]);
  expect([name, testMode]).toEqual(['Yordam', true]);
});

test('reads a deployment.json', () => {
  const { plugins } = readAnnouncement({ plugins: { streets: {}, users: { enabled: false } } });
  expect(plugins?.map(({ id, enabled }) => [id, enabled])).toEqual([
    ['streets', true],
    ['users', false],
  ]);
});

test('reads the basemap sources and omits invalid ones', () => {
  const source = { id: 'osm', url: 'https://tiles.example.uz/{z}/{x}/{y}.png', attribution: '© Shahar' };
  expect(readAnnouncement({ tiles: [source, { id: 'broken' }, null] }).tiles).toEqual([source]);
  const named = { ...source, name: { uz: 'Shahar xaritasi', ru: 'Карта города' } };
  expect(readAnnouncement({ tiles: [named, { ...source, name: 'Urganch' }] }).tiles).toEqual([
    named,
    { ...source, name: 'Urganch' },
  ]);
  expect(readAnnouncement({ tiles: [{ ...source, name: { uz: 'Shahar' } }] }).tiles).toEqual([source]);
  expect(readAnnouncement(null).tiles).toEqual([]);
});

test('records traces for a server that asks for them, and for no other', () => {
  const response = { traces: { share: 0.25 } };
  expect(readAnnouncement(response).traces).toEqual({ share: 0.25 });
  expect(readAnnouncement(response, false).traces).toBe(false);
  expect(readAnnouncement(null).traces).toBeUndefined();
});

test('enables every plugin when nothing is configured', () => {
  expect(readAnnouncement(null)).toMatchObject({ plugins: null, name: 'Ko‘mak', oneId: false });
});
