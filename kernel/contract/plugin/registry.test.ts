import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allOf, anyone, signedIn, superAdmin, type Rights } from '../access/access.ts';
import { deploymentSchema, type Deployment, type DeploymentInput } from './deployment.ts';
import { uninstalledPlugins } from './find-problems.ts';
import type { Manifest } from './manifest.ts';
import { createRegistry, explanationText, RegistryError, type Registry } from './registry.ts';

const guest: Rights = { role: 'admin', permissions: [] };
const clerk: Rights = { role: 'admin', permissions: ['street_add'] };

describe('enabled plugins', () => {
  test('are those of the deployment, in its order', () => {
    const registry = registryOf([plugin('a'), plugin('b'), plugin('c')], { c: {}, a: {} });
    expect(idsOf(registry.enabled)).toEqual(['c', 'a']);
    expect(idsOf(registry.installed)).toEqual(['c', 'a', 'b']);
  });

  test('omit a plugin that the deployment does not name', () => {
    const registry = registryOf([plugin('a')], {});
    expect(registry.isEnabled('a')).toBe(false);
    expect(registry.explain('a')).toEqual({ state: 'disabled', id: 'a' });
  });

  test('may be none', () => {
    const registry = registryOf([], {});
    const { enabled, routes, permissions, notices } = registry;
    expect([enabled, routes, permissions, notices, registry.menu(clerk)]).toEqual([[], [], [], [], []]);
  });

  test('contribute routes with full ids, unlike disabled ones', () => {
    const streets = plugin('streets', { routes: { list: { path: '/streets', access: signedIn } } });
    expect(registryOf([streets], { streets: {} }).routes).toEqual([
      { id: 'streets.list', plugin: 'streets', key: 'list', path: '/streets', access: signedIn },
    ]);
    expect(registryOf([streets], { streets: { enabled: false } }).routes).toEqual([]);
  });

  test('contribute their permissions', () => {
    const streets = plugin('streets', { permissions: ['street_add'] });
    expect(registryOf([streets], { streets: {} }).permissions).toEqual([
      { permission: 'street_add', plugin: 'streets' },
    ]);
    expect(registryOf([streets], { streets: { enabled: false } }).permissions).toEqual([]);
  });
});

test('contribute notices with the path of their subject', () => {
  const payload = z.object({ id: z.int() });
  const streets = plugin('streets', {
    routes: { detail: { path: '/streets/:id', access: signedIn } },
    notices: {
      street: { icon: 'road', payload, opens: { route: 'detail', id: 'id' } },
      holiday: { icon: 'bell', payload },
    },
  });
  expect(registryOf([streets], { streets: {} }).notices).toMatchObject([
    { type: 'street', plugin: 'streets', icon: 'road', path: '/streets/:id' },
    { type: 'holiday', plugin: 'streets', icon: 'bell', path: null },
  ]);
  expect(registryOf([streets], { streets: { enabled: false } }).notices).toEqual([]);
});

describe('conflicts', () => {
  const route = (path: string) => ({ routes: { page: { path, access: anyone } } });
  const notice = { icon: 'bell', payload: z.object({ id: z.int() }) };

  test.each<[string, Manifest[], string]>([
    ['two plugins with one id', [plugin('a'), plugin('a')], 'the plugin id "a" is declared by both a and a'],
    [
      'two plugins with one path',
      [plugin('a', route('/same')), plugin('b', route('/same'))],
      'the path "/same" is declared by both a and b',
    ],
    [
      'paths that differ in the name of a parameter only',
      [plugin('a', route('/x/:id')), plugin('b', route('/x/:other'))],
      'the path "/x/:…" is declared by both a and b',
    ],
    ...['/Same', '/same/', '/same/*'].map((path): [string, Manifest[], string] => [
      `a path that matches the same addresses as another: ${path}`,
      [plugin('a', route('/same')), plugin('b', route(path))],
      'the path "/same" is declared by both a and b',
    ]),
    [
      'two plugins with one permission',
      [plugin('a', { permissions: ['p'] }), plugin('b', { permissions: ['p'] })],
      'the permission "p" is declared by both a and b',
    ],
    [
      'two plugins with one event',
      [
        plugin('a', { events: { e: { payload: z.object({}), access: anyone, area: 'none' } } }),
        plugin('b', { events: { e: { payload: z.object({}), access: anyone, area: 'none' } } }),
      ],
      'the event "e" is declared by both a and b',
    ],
    [
      'an event without an area',
      [plugin('a', { events: { e: { payload: z.object({}), access: anyone } as never } })],
      'the event "e" of a does not declare its access and its area',
    ],
    [
      'two plugins with one notice',
      [plugin('a', { notices: { n: notice } }), plugin('b', { notices: { n: notice } })],
      'the notice "n" is declared by both a and b',
    ],
    [
      'a notice whose name is none',
      [plugin('a', { notices: { 'My-Notice': notice } })],
      '"My-Notice" of a is not a valid type of notice: use a-z, 0-9 and _',
    ],
    [
      'a notice that opens no route',
      [plugin('a', { notices: { n: { ...notice, opens: { route: 'detail', id: 'id' } } } })],
      'the notice "n" of a must open a route with an :id',
    ],
    [
      'a notice that opens a route without an id',
      [plugin('a', { ...route('/x'), notices: { n: { ...notice, opens: { route: 'page', id: 'id' } } } })],
      'the notice "n" of a must open a route with an :id',
    ],
    [
      'a menu entry without a route',
      [plugin('a', { menu: { list: { icon: 'x' } } })],
      'the menu entry "a.list" has no route',
    ],
    ['an id that is none', [plugin('My-Plugin')], '"My-Plugin" is not a valid plugin id: use a-z, 0-9 and _'],
  ])('%s', (_name, manifests, problem) => {
    const deployment = Object.fromEntries(manifests.map(({ id }) => [id, {}]));
    expect(problemsOf(() => registryOf(manifests, deployment))).toEqual([problem]);
  });

  test('treat an unknown name as misspelt if the similar plugin is missing', () => {
    const uninstalled = (deployment: DeploymentInput['plugins']) =>
      uninstalledPlugins(deploymentSchema.parse({ plugins: deployment }), [plugin('applications')]);
    const problem =
      'the deployment names the plugin "aplications", which is not installed; did you mean "applications"?';
    expect(uninstalled({ aplications: {} })).toEqual([{ problem, isMisspelt: true }]);
    expect(uninstalled({ aplications: {}, applications: {} })).toEqual([{ problem, isMisspelt: false }]);
    expect(uninstalled({ weather: {} })).toEqual([
      { problem: 'the deployment names the plugin "weather", which is not installed', isMisspelt: false },
    ]);
    // External plugins, which may be installed later.
    const integrity = `sha256-${'0'.repeat(64)}`;
    expect(uninstalled({ aplications: { source: './a.tgz' }, weather: { integrity } })).toEqual([]);
    expect(registryOf([plugin('applications')], { weather: {} }).isEnabled('weather')).toBe(false);
  });

  test('print a cycle of requirements', () => {
    const manifests = [
      plugin('a', { requires: ['b'] }),
      plugin('b', { requires: ['c'] }),
      plugin('c', { requires: ['a'] }),
    ];
    expect(problemsOf(() => registryOf(manifests, {}))).toEqual([
      'plugins require each other in a cycle: a → b → c → a',
    ]);
  });

  test('report a plugin that requires itself as a cycle', () => {
    expect(problemsOf(() => registryOf([plugin('a', { requires: ['a'] })], {}))).toEqual([
      'plugins require each other in a cycle: a → a',
    ]);
  });

  test('do not include two paths to one plugin', () => {
    const manifests = [
      plugin('top', { requires: ['left', 'right'] }),
      plugin('left', { requires: ['base'] }),
      plugin('right', { requires: ['base'] }),
      plugin('base'),
    ];
    const registry = registryOf(manifests, { top: {}, left: {}, right: {}, base: {} });
    expect(registry.explain('top')).toEqual({ state: 'enabled' });
  });

  test('are all reported at once, also in the message', () => {
    const broken = () => registryOf([plugin('a'), plugin('a'), plugin('Mine')], {});
    expect(problemsOf(broken)).toHaveLength(2);
    expect(broken).toThrow(/the plugin id "a".*\n.*"Mine"/s);
  });
});

describe('explain', () => {
  const base = plugin('base', {
    routes: { list: { path: '/base', access: allOf('street_add') } },
    permissions: ['street_add'],
  });
  const middle = plugin('middle', { requires: ['base'] });
  const top = plugin('top', { requires: ['middle'] });

  test('finds an enabled plugin and its route', () => {
    const registry = registryOf([base], { base: {} });
    expect(registry.explain('base')).toEqual({ state: 'enabled' });
    expect(registry.explain('base.list')).toEqual({ state: 'enabled' });
    expect(registry.explain('base.list', clerk)).toEqual({ state: 'enabled' });
  });

  test('denies a route without the permission, and names the rule', () => {
    const registry = registryOf([base], { base: {} });
    const denied = { state: 'denied', id: 'base.list', access: allOf('street_add') };
    expect(registry.explain('base.list', guest)).toEqual(denied);
    expect(registry.explain('base.list', null)).toEqual(denied);
  });

  test('reports what is not installed', () => {
    const registry = registryOf([base], { base: {} });
    expect(registry.explain('other')).toEqual({ state: 'not_installed', id: 'other' });
    expect(registry.explain('other.list')).toEqual({ state: 'not_installed', id: 'other' });
    expect(registry.explain('base.other')).toEqual({ state: 'not_installed', id: 'base.other' });
  });

  test('reports a route of a disabled plugin as disabled', () => {
    const registry = registryOf([base], { base: { enabled: false } });
    expect(registry.explain('base.list', clerk)).toEqual({ state: 'disabled', id: 'base' });
  });

  test('follows a chain of requirements to its end', () => {
    const registry = registryOf([base, middle, top], { top: {}, middle: {}, base: { enabled: false } });
    const explanation = registry.explain('top');
    expect(explanation).toEqual({
      state: 'requires',
      id: 'top',
      missing: 'middle',
      because: {
        state: 'requires',
        id: 'middle',
        missing: 'base',
        because: { state: 'disabled', id: 'base' },
      },
    });
    expect(explanationText(explanation)).toBe('top requires middle: middle requires base: base is disabled');
    expect(registry.enabled).toEqual([]);
  });

  test('reports a requirement that is not installed', () => {
    const registry = registryOf([middle], { middle: {} });
    expect(explanationText(registry.explain('middle'))).toBe('middle requires base: base is not installed');
  });

  test('includes the dependents of a plugin that failed', () => {
    const registry = registryOf([base, middle], { base: {}, middle: {} }).without({ base: 'no table' });
    expect(registry.explain('base')).toEqual({ state: 'quarantined', id: 'base', problem: 'no table' });
    expect(explanationText(registry.explain('middle'))).toBe(
      'middle requires base: base was quarantined: no table',
    );
    expect(registry.routes).toEqual([]);
  });

  test('keeps both failures when a second one is reported', () => {
    const registry = registryOf([base, plugin('other')], { base: {}, other: {} })
      .without({ base: 'first' })
      .without({ other: 'second' });
    expect(registry.enabled).toEqual([]);
  });

  test('has a sentence for each state', () => {
    expect(explanationText({ state: 'enabled' })).toBe('enabled');
    expect(explanationText({ state: 'not_installed', id: 'x' })).toBe('x is not installed');
    expect(explanationText({ state: 'denied', id: 'x.y', access: superAdmin })).toBe(
      'the rights for x.y are missing',
    );
  });
});

describe('settings', () => {
  const timed = plugin('timed', { config: z.object({ days: z.int().min(1).default(15) }) });

  test('have defaults', () => {
    expect(registryOf([timed], { timed: {} }).config('timed')).toEqual({ days: 15 });
  });

  test('are taken from the deployment', () => {
    expect(registryOf([timed], { timed: { config: { days: 3 } } }).config('timed')).toEqual({ days: 3 });
  });

  test.each([
    [{ days: 0 }, /^days /],
    [{ days: 'many' }, /^days /],
    [{ dyas: 3 }, /dyas/],
  ])('%j is an invalid configuration', (config, problem) => {
    const registry = registryOf([timed], { timed: { config } });
    expect(registry.explain('timed')).toEqual({
      state: 'invalid_configuration',
      id: 'timed',
      problem: expect.stringMatching(problem) as string,
    });
    expect(registry.isEnabled('timed')).toBe(false);
    expect(explanationText(registry.explain('timed'))).toMatch(/^the settings of timed are invalid: /);
  });

  test('are invalid for a plugin that has none', () => {
    const registry = registryOf([plugin('plain')], { plain: { config: { days: 3 } } });
    expect(registry.explain('plain')).toMatchObject({
      state: 'invalid_configuration',
      problem: 'it has no settings, but "days" was given',
    });
  });

  test('of a disabled or unknown plugin are empty', () => {
    const registry = registryOf([timed], { timed: { enabled: false, config: { days: 3 } } });
    expect([registry.config('timed'), registry.config('unknown')]).toEqual([{}, {}]);
  });
});

describe('menu items', () => {
  const streets = plugin('streets', {
    permissions: ['street_add'],
    routes: {
      list: { path: '/streets', access: allOf('street_add') },
      help: { path: '/streets/help', access: signedIn },
      hidden: { path: '/streets/:id', access: signedIn },
    },
    menu: { list: { icon: 'road' }, help: { icon: 'book' } },
  });
  const settings = plugin('settings', {
    routes: { page: { path: '/settings', access: signedIn } },
    menu: { page: { icon: 'gear' } },
  });

  test('shows the entries of each plugin under its title, in deployment order', () => {
    expect(registryOf([streets, settings], { settings: {}, streets: {} }).menu(clerk)).toEqual([
      {
        plugin: 'settings',
        label: 'settings:menu.title',
        icon: 'gear',
        items: [{ id: 'settings.page', label: 'settings:menu.page', icon: 'gear', path: '/settings' }],
      },
      {
        plugin: 'streets',
        label: 'streets:menu.title',
        icon: 'road',
        items: [
          { id: 'streets.list', label: 'streets:menu.list', icon: 'road', path: '/streets' },
          { id: 'streets.help', label: 'streets:menu.help', icon: 'book', path: '/streets/help' },
        ],
      },
    ]);
  });

  test('omits entries without permission, and takes the icon of the first entry left', () => {
    const [group] = registryOf([streets], { streets: {} }).menu(guest);
    expect(group).toMatchObject({ icon: 'book', items: [{ id: 'streets.help' }] });
  });

  test('omits a plugin without entries', () => {
    expect(registryOf([streets, settings], { streets: {}, settings: {} }).menu(null)).toEqual([]);
  });

  test('omits a disabled plugin', () => {
    const registry = registryOf([streets, settings], { streets: { enabled: false }, settings: {} });
    expect(registry.menu(clerk).map((group) => group.plugin)).toEqual(['settings']);
  });
});

function plugin(id: string, more: Partial<Manifest> = {}): Manifest {
  return { id, version: '1.0.0', ...more };
}

type SettingsInput = Partial<Deployment['plugins'][string]>;

function registryOf(manifests: readonly Manifest[], plugins: Record<string, SettingsInput>): Registry {
  return createRegistry(manifests, deploymentSchema.parse({ plugins }));
}

function idsOf(manifests: readonly Manifest[]): string[] {
  return manifests.map(({ id }) => id);
}

function problemsOf(make: () => unknown): readonly string[] {
  try {
    make();
  } catch (error) {
    if (error instanceof RegistryError) return error.problems;
    throw error;
  }
  return [];
}
