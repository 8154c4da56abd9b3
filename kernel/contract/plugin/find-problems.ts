import { closestWord } from '#kernel/domain/text/closest-word.ts';
import type { Deployment } from './deployment.ts';
import { requiredIds, type EventDeclaration, type Manifest } from './manifest.ts';

/** All problems of a set of manifests: faults of each, conflicts between them, and cyclic requirements. */
export function findProblems(manifests: readonly Manifest[]): string[] {
  return [
    ...findClashes(manifests).map(
      ({ kind, name, other, owner }) =>
        `the ${nouns[kind]} "${name}" is declared by both ${other} and ${owner}`,
    ),
    ...manifests.flatMap(findFaults),
    ...findCycles(manifests),
  ];
}

const nouns = {
  id: 'plugin id',
  path: 'path',
  permission: 'permission',
  event: 'event',
  notice: 'notice',
} as const;

/** A declaration that must be unique among plugins and is not. */
export interface Clash {
  readonly kind: keyof typeof nouns;
  /** Path parameters are replaced by `:…`. */
  readonly name: string;
  /** The plugin that comes later, and the one that comes first. */
  readonly owner: string;
  readonly other: string;
}

/** Finds the declarations that more than one plugin makes. */
export function findClashes(manifests: readonly Manifest[]): Clash[] {
  const owners = new Map<string, string>();
  const clashes: Clash[] = [];
  for (const manifest of manifests) {
    const owner = manifest.id;
    for (const [kind, name] of claimsOf(manifest)) {
      const other = owners.get(`${kind} ${name}`);
      if (other === undefined) owners.set(`${kind} ${name}`, owner);
      else clashes.push({ kind, name, owner, other });
    }
  }
  return clashes;
}

function claimsOf({ id, routes = {}, permissions = [], events = {}, notices = {} }: Manifest) {
  const all = (kind: Clash['kind'], names: readonly string[]) => names.map((name) => [kind, name] as const);
  return [
    ...all('id', [id]),
    ...all(
      'path',
      Object.values(routes).map(({ path }) => comparablePath(path)),
    ),
    ...all('permission', permissions),
    ...all('event', Object.keys(events)),
    ...all('notice', Object.keys(notices)),
  ];
}

/** Equal for two paths that match the same addresses: routers ignore parameter names, case and a trailing slash. */
function comparablePath(path: string): string {
  return path
    .toLowerCase()
    .replace(/:\w+/g, ':…')
    .replace(/\/\*$/, '')
    .replace(/(?<=.)\/+$/, '');
}

/** The problems of a single manifest. Types exclude some of them, but not for manifests in plain JavaScript. */
export function findFaults(manifest: Manifest): string[] {
  const { id, routes = {}, events = {}, notices = {}, menu = {} } = manifest;
  const faults: string[] = [];
  if (!/^[a-z][a-z0-9_]*$/.test(id)) faults.push(`"${id}" is not a valid plugin id: use a-z, 0-9 and _`);
  for (const [event, { access, area }] of Object.entries<Partial<EventDeclaration>>(events)) {
    if (!access || !area)
      faults.push(`the event "${event}" of ${id} does not declare its access and its area`);
  }
  for (const [type, { opens }] of Object.entries(notices)) {
    // In a notification, the type is a field beside `id` and `type`.
    if (!/^[a-z][a-z0-9_]*$/.test(type) || type === 'id' || type === 'type')
      faults.push(`"${type}" of ${id} is not a valid type of notice: use a-z, 0-9 and _`);
    if (opens && !routes[opens.route]?.path.includes('/:id'))
      faults.push(`the notice "${type}" of ${id} must open a route with an :id`);
  }
  for (const key of Object.keys(menu)) {
    if (!routes[key]) faults.push(`the menu entry "${id}.${key}" has no route`);
  }
  return faults;
}

/** A plugin that a deployment names but that is not installed. */
export interface UninstalledPlugin {
  /** A sentence without a full stop. */
  readonly problem: string;
  /**
   * Whether the id resembles an installed plugin that the deployment does not name. Otherwise it may be an external
   * plugin that is installed later.
   */
  readonly isMisspelt: boolean;
}

/**
 * Finds the plugins that a deployment names but that are not installed, except external ones (with a source or a hash).
 */
export function uninstalledPlugins(
  { plugins }: Pick<Deployment, 'plugins'>,
  manifests: readonly Manifest[],
): UninstalledPlugin[] {
  const ids = manifests.map((manifest) => manifest.id);
  return Object.entries(plugins)
    .filter(
      ([id, { source, integrity }]) => !ids.includes(id) && source === undefined && integrity === undefined,
    )
    .map(([id]) => {
      const near = closestWord(id, ids);
      const hint = near ? `; did you mean "${near}"?` : '';
      return {
        problem: `the deployment names the plugin "${id}", which is not installed${hint}`,
        isMisspelt: near !== null && !Object.hasOwn(plugins, near),
      };
    });
}

/** Finds cyclic requirements; one sentence for each cycle. */
export function findCycles(manifests: readonly Manifest[]): string[] {
  const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  const done = new Set<string>();
  const found: string[] = [];
  function visit(id: string, trail: readonly string[]): void {
    if (trail.includes(id)) {
      found.push(
        `plugins require each other in a cycle: ${[...trail.slice(trail.indexOf(id)), id].join(' → ')}`,
      );
      return;
    }
    if (done.has(id)) return;
    for (const next of requiredIds(byId.get(id) ?? {})) visit(next, [...trail, id]);
    done.add(id);
  }
  for (const { id } of manifests) visit(id, []);
  return found;
}
