import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createRegistry, explanationText, RegistryError, type Registry } from '#kernel/contract/index.ts';
import { readDeployment } from '../config/deployment-file.ts';
import { readEnvironment } from '../config/environment.ts';
import { StartupError } from '../config/startup-error.ts';
import { contributionsOf } from '../plugins/state/contributions.ts';
import { manifestsOf, validate } from './validate.ts';

type Say = (line: string) => void;

/** `komak validate [file …]`: the deployment of this installation, or several profiles at once. */
export function validateProfiles(files: readonly string[], say: Say): Promise<boolean> {
  const paths = files.length > 0 ? files : [readEnvironment(process.env).deployment];
  return validate(
    paths.map((file) => resolve(file)),
    say,
  );
}

/** `komak diff <from> <to>`: what would change if one deployment took the place of another, as a plan. */
export async function diffProfiles(files: readonly string[], say: Say): Promise<boolean | null> {
  const [from, to] = files;
  if (from === undefined || to === undefined) return null;
  const lines = differences(await read(from), await read(to));
  for (const line of lines) say(line);
  if (lines.length === 0) say(`${from} and ${to} say the same.`);
  return true;
}

interface Profile {
  readonly deployment: Awaited<ReturnType<typeof readDeployment>>;
  readonly registry: Registry;
}

async function read(file: string): Promise<Profile> {
  const path = resolve(file);
  const deployment = await readDeployment(path);
  try {
    return { deployment, registry: createRegistry(await manifestsOf(path, deployment), deployment) };
  } catch (error) {
    if (error instanceof RegistryError) throw new StartupError(error.message, { cause: error });
    throw error;
  }
}

function differences(from: Profile, to: Profile): string[] {
  const ids = new Set([...from.registry.installed, ...to.registry.installed].map(({ id }) => id));
  const order = (profile: Profile) => profile.registry.enabled.map(({ id }) => id);
  const stay = order(from).filter((id) => to.registry.isEnabled(id));
  const isMoved = !isDeepStrictEqual(
    stay,
    order(to).filter((id) => from.registry.isEnabled(id)),
  );
  return [
    ...[...ids].flatMap((id) => pluginDifferences(id, from, to)),
    ...(isMoved ? [`the menu is in another order: ${order(to).join(', ')}`] : []),
    ...generalDifferences(from, to),
  ];
}

function pluginDifferences(id: string, from: Profile, to: Profile): string[] {
  const [before, after] = [from.registry.isEnabled(id), to.registry.isEnabled(id)];
  if (before && after) return changes(id, from, to);
  if (!before && !after) return [];
  const { registry } = after ? to : from;
  const manifest = registry.installed.find((one) => one.id === id);
  const { pages, permissions, events } = contributionsOf(manifest ?? { id, version: '' }, null);
  const because = after ? '' : ` (${explanationText(to.registry.explain(id))})`;
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['pages', pages.map(({ path }) => path)],
    ['permissions', permissions],
    ['events', events],
  ];
  return [
    `${after ? '+' : '-'} ${id}${because}`,
    ...parts
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => `    ${name}: ${values.join(', ')}`),
  ];
}

/** Another version, and settings that differ. Values of settings may be secrets, and are not said. */
function changes(id: string, from: Profile, to: Profile): string[] {
  const versionOf = ({ registry }: Profile) => registry.installed.find((one) => one.id === id)?.version;
  const [before, after] = [from.registry.config(id), to.registry.config(id)];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter((key) => !isDeepStrictEqual(before[key], after[key]));
  const entries = [from.deployment.plugins[id], to.deployment.plugins[id]] as const;
  const other = (['source', 'integrity', 'onFailure'] as const).filter(
    (key) => entries[0]?.[key] !== entries[1]?.[key],
  );
  return [
    ...(versionOf(from) === versionOf(to) ? [] : [`~ ${id} ${versionOf(from)} becomes ${versionOf(to)}`]),
    ...(changed.length === 0 ? [] : [`~ ${id} has other settings: ${changed.join(', ')}`]),
    ...other.map((key) => `~ "plugins.${id}.${key}" differs`),
  ];
}

function generalDifferences(from: Profile, to: Profile): string[] {
  const { plugins: _from, ...before } = from.deployment;
  const { plugins: _to, ...after } = to.deployment;
  const keys = Object.keys(after) as (keyof typeof after)[];
  return keys.filter((key) => !isDeepStrictEqual(before[key], after[key])).map((key) => `~ "${key}" differs`);
}
