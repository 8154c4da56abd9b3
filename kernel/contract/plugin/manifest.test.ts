import { describe, expect, test } from 'vitest';
import { definePlugin, isPlugin, pluginOf } from './manifest.ts';

const streets = definePlugin({ id: 'streets', version: '1.0.0' });

test('a plugin is its frozen manifest', () => {
  expect(streets).toMatchObject({ id: 'streets', version: '1.0.0' });
  expect(Object.isFrozen(streets)).toBe(true);
});

test('recognizes a plugin by its shape', () => {
  expect(isPlugin(streets)).toBe(true);
  expect([{ id: 'streets', version: '1.0.0' }, null, 'streets', undefined].some(isPlugin)).toBe(false);
});

describe('finding the plugin of a module', () => {
  test('finds it among other exports', () => {
    expect(pluginOf({ other: 1, streets, text: 'x' }, 'here')).toBe(streets);
  });

  test.each([
    ['none', {}, 0],
    ['two', { streets, users: definePlugin({ id: 'users', version: '1.0.0' }) }, 2],
  ])('requires one plugin, not %s', (_name, module, count) => {
    expect(() => pluginOf(module, 'plugins/x/manifest.ts')).toThrow(
      `plugins/x/manifest.ts must export exactly one definePlugin(…), and exports ${count}`,
    );
  });
});
