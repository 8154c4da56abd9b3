import { allows, type Access, type Rights } from '../access/access.ts';
import type { Deployment } from './deployment.ts';
import { findProblems } from './find-problems.ts';
import { requiredIds, type Manifest, type NoticeDeclaration } from './manifest.ts';

/** Why a plugin, a route or a menu entry is enabled or not. The texts are `kernel:explain.<state>`. */
export type Explanation =
  | { readonly state: 'enabled' }
  | { readonly state: 'not_installed'; readonly id: string }
  | { readonly state: 'disabled'; readonly id: string }
  | {
      readonly state: 'requires';
      readonly id: string;
      readonly missing: string;
      readonly because: Explanation;
    }
  | { readonly state: 'invalid_configuration'; readonly id: string; readonly problem: string }
  | { readonly state: 'quarantined'; readonly id: string; readonly problem: string }
  | { readonly state: 'denied'; readonly id: string; readonly access: Access };

/** A route of an enabled plugin under its full id, `<plugin>.<key>`. */
export interface RegisteredRoute {
  readonly id: string;
  readonly plugin: string;
  readonly key: string;
  readonly path: string;
  readonly access: Access;
  /** The kernel's slot that the page shows. */
  readonly shows?: string;
  /** The first call of the page, as in `RouteDeclaration`. */
  readonly firstRead?: string;
}

/** A type of notice of an enabled plugin, with the path of its subject; null if it has no link. */
export interface RegisteredNotice extends NoticeDeclaration {
  readonly type: string;
  readonly plugin: string;
  readonly path: string | null;
}

/** An entry of the sidebar; the entries of a plugin with several of them form a group. */
export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly path: string;
}

/** A plugin in the sidebar, with the entries that the viewer may open. */
export interface MenuGroup {
  readonly plugin: string;
  readonly label: string;
  readonly icon: string;
  readonly items: readonly MenuItem[];
}

/** The plugins of one deployment: which are enabled, what they add, and why something is missing. */
export interface Registry {
  /** Every installed plugin: in deployment order, then those that the deployment does not name. */
  readonly installed: readonly Manifest[];
  /** The enabled plugins, in deployment order. */
  readonly enabled: readonly Manifest[];
  readonly routes: readonly RegisteredRoute[];
  readonly permissions: readonly { readonly permission: string; readonly plugin: string }[];
  /** The types of notices of the enabled plugins. */
  readonly notices: readonly RegisteredNotice[];
  isEnabled(id: string): boolean;
  /** The settings of an enabled plugin, with defaults filled in. */
  config(id: string): Readonly<Record<string, unknown>>;
  /** Accepts a plugin's id (`streets`) or a route's full id (`streets.list`). */
  explain(id: string, rights?: Rights | null): Explanation;
  menu(rights: Rights | null): readonly MenuGroup[];
  /** Returns a registry in which these plugins are quarantined too, and their dependents disabled. */
  without(quarantined: Readonly<Record<string, string>>): Registry;
}

/** All problems of a set of plugins and a deployment, in one error. */
export class RegistryError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The plugins cannot be combined:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'RegistryError';
    this.problems = problems;
  }
}

/**
 * Creates the registry of a deployment; throws a {@link RegistryError} that lists every problem. Ids of plugins that
 * are not installed are ignored.
 */
export function createRegistry(
  manifests: readonly Manifest[],
  deployment: Pick<Deployment, 'plugins'>,
  quarantined: Readonly<Record<string, string>> = {},
): Registry {
  const problems = findProblems(manifests);
  if (problems.length > 0) throw new RegistryError(problems);

  const order = Object.keys(deployment.plugins);
  const installed = [
    ...order.flatMap((id) => manifests.find((manifest) => manifest.id === id) ?? []),
    ...manifests.filter((manifest) => !order.includes(manifest.id)),
  ];
  const { stateOf, configs } = createStates(installed, deployment, quarantined);
  const enabled = installed.filter((manifest) => stateOf(manifest.id).state === 'enabled');
  const routes = enabled.flatMap(routesOf);

  return {
    installed,
    enabled,
    routes,
    permissions: enabled.flatMap((manifest) =>
      (manifest.permissions ?? []).map((permission) => ({ permission, plugin: manifest.id })),
    ),
    notices: enabled.flatMap(noticesOf),
    isEnabled: (id) => stateOf(id).state === 'enabled',
    config: (id) => configs.get(id) ?? {},
    explain(id, rights) {
      const [plugin = id, key] = id.split('.');
      const state = stateOf(plugin);
      if (state.state !== 'enabled' || key === undefined) return state;
      const route = routes.find((candidate) => candidate.id === id);
      if (!route) return { state: 'not_installed', id };
      if (rights !== undefined && !allows(route.access, rights))
        return { state: 'denied', id, access: route.access };
      return state;
    },
    menu: (rights) => enabled.flatMap((manifest) => menuOf(manifest, rights)),
    without: (more) => createRegistry(manifests, deployment, { ...quarantined, ...more }),
  };
}

/** Decides for each plugin whether it is enabled, and parses its settings. */
function createStates(
  installed: readonly Manifest[],
  deployment: Pick<Deployment, 'plugins'>,
  quarantined: Readonly<Record<string, string>>,
) {
  const byId = new Map(installed.map((manifest) => [manifest.id, manifest]));
  const configs = new Map<string, Readonly<Record<string, unknown>>>();
  const states = new Map<string, Explanation>();

  function decide(id: string): Explanation {
    const manifest = byId.get(id);
    if (!manifest) return { state: 'not_installed', id };
    const settings = deployment.plugins[id];
    if (!settings?.enabled) return { state: 'disabled', id };
    const quarantine = quarantined[id];
    if (quarantine !== undefined) return { state: 'quarantined', id, problem: quarantine };
    const problem = readConfig(manifest, settings.config, configs);
    if (problem) return { state: 'invalid_configuration', id, problem };
    for (const missing of requiredIds(manifest)) {
      const because = stateOf(missing);
      if (because.state !== 'enabled') return { state: 'requires', id, missing, because };
    }
    return { state: 'enabled' };
  }

  function stateOf(id: string): Explanation {
    const state = states.get(id) ?? decide(id);
    states.set(id, state);
    return state;
  }
  return { stateOf, configs };
}

/** The sentence of an explanation in English, for logs and the command line. */
export function explanationText(explanation: Explanation): string {
  switch (explanation.state) {
    case 'enabled':
      return 'enabled';
    case 'not_installed':
      return `${explanation.id} is not installed`;
    case 'disabled':
      return `${explanation.id} is disabled`;
    case 'requires':
      return `${explanation.id} requires ${explanation.missing}: ${explanationText(explanation.because)}`;
    case 'invalid_configuration':
      return `the settings of ${explanation.id} are invalid: ${explanation.problem}`;
    case 'quarantined':
      return `${explanation.id} was quarantined: ${explanation.problem}`;
    case 'denied':
      return `the rights for ${explanation.id} are missing`;
  }
}

function routesOf(manifest: Manifest): RegisteredRoute[] {
  return Object.entries(manifest.routes ?? {}).map(([key, route]) => ({
    ...route,
    id: `${manifest.id}.${key}`,
    plugin: manifest.id,
    key,
  }));
}

function noticesOf(manifest: Manifest): RegisteredNotice[] {
  return Object.entries(manifest.notices ?? {}).map(([type, notice]) => ({
    ...notice,
    type,
    plugin: manifest.id,
    path: (notice.opens && manifest.routes?.[notice.opens.route]?.path) ?? null,
  }));
}

function menuOf(manifest: Manifest, rights: Rights | null): MenuGroup[] {
  const items = Object.entries(manifest.menu ?? {}).flatMap(([key, { icon }]) => {
    const route = manifest.routes?.[key];
    if (!route || !allows(route.access, rights)) return [];
    return [{ id: `${manifest.id}.${key}`, label: `${manifest.id}:menu.${key}`, icon, path: route.path }];
  });
  const [first] = items;
  if (!first) return [];
  return [{ plugin: manifest.id, label: `${manifest.id}:menu.title`, icon: first.icon, items }];
}

function readConfig(
  manifest: Manifest,
  given: Readonly<Record<string, unknown>>,
  configs: Map<string, Readonly<Record<string, unknown>>>,
): string | null {
  if (!manifest.config) {
    const [unknown] = Object.keys(given);
    return unknown === undefined ? null : `it has no settings, but "${unknown}" was given`;
  }
  const read = manifest.config.strict().safeParse(given);
  if (read.success) {
    configs.set(manifest.id, read.data);
    return null;
  }
  return read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`.trim()).join('; ');
}
