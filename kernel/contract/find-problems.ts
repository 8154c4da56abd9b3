import { closestWord } from '#kernel/domain/text/closest-word.ts';
import { requiredIds, type EventDeclaration, type Manifest } from './plugin.ts';

/** Every conflict between manifests, plugins that a deployment names and that are not installed, and circles of requirements. */
export function findProblems(manifests: readonly Manifest[], named: readonly string[]): string[] {
  return [...conflicts(manifests), ...unknownPlugins(manifests, named), ...cycles(manifests)];
}

function conflicts(manifests: readonly Manifest[]): string[] {
  const owners = new Map<string, string>();
  const problems: string[] = [];
  function claim(what: string, owner: string): void {
    const other = owners.get(what);
    if (other === undefined) owners.set(what, owner);
    else problems.push(`${what} is declared by both ${other} and ${owner}`);
  }
  for (const manifest of manifests) {
    if (!/^[a-z][a-z0-9_]*$/.test(manifest.id))
      problems.push(`"${manifest.id}" is no plugin id: use a-z, 0-9 and _`);
    claim(`the plugin id "${manifest.id}"`, manifest.id);
    for (const { path } of Object.values(manifest.routes ?? {})) {
      claim(`the path "${path.replace(/:\w+/g, ':…')}"`, manifest.id);
    }
    for (const permission of manifest.permissions ?? []) claim(`the permission "${permission}"`, manifest.id);
    for (const [event, { access, area }] of Object.entries<Partial<EventDeclaration>>(
      manifest.events ?? {},
    )) {
      claim(`the event "${event}"`, manifest.id);
      // Repeats what the types guarantee, for manifests in plain JavaScript.
      if (!access || !area)
        problems.push(`the event "${event}" of ${manifest.id} does not declare its access and its area`);
    }
    for (const [type, { opens }] of Object.entries(manifest.notices ?? {})) {
      claim(`the notice "${type}"`, manifest.id);
      // It stands beside these in a notification, and as a field in what browsers read.
      if (!/^[a-z][a-z0-9_]*$/.test(type) || type === 'id' || type === 'type')
        problems.push(`"${type}" of ${manifest.id} is no type of notice: use a-z, 0-9 and _`);
      if (opens && !manifest.routes?.[opens.route]?.path.includes('/:id'))
        problems.push(`the notice "${type}" of ${manifest.id} opens no route with an :id`);
    }
    for (const key of Object.keys(manifest.menu ?? {})) {
      if (!manifest.routes?.[key]) problems.push(`the menu entry "${manifest.id}.${key}" has no route`);
    }
  }
  return problems;
}

function unknownPlugins(manifests: readonly Manifest[], named: readonly string[]): string[] {
  const ids = manifests.map((manifest) => manifest.id);
  return named
    .filter((id) => !ids.includes(id))
    .map((id) => {
      const near = closestWord(id, ids);
      return `the deployment names the plugin "${id}", which is not installed${near ? `; did you mean "${near}"?` : ''}`;
    });
}

function cycles(manifests: readonly Manifest[]): string[] {
  const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  const done = new Set<string>();
  const found: string[] = [];
  function visit(id: string, trail: readonly string[]): void {
    if (trail.includes(id)) {
      found.push(
        `plugins require one another in a circle: ${[...trail.slice(trail.indexOf(id)), id].join(' → ')}`,
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
