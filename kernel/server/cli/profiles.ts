import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createRegistry, explanationText, RegistryError, type Registry } from '#kernel/contract/index.ts';
import { readDeployment } from '../config/deployment-file.ts';
import { readEnvironment } from '../config/environment.ts';
import { StartupError } from '../config/startup-error.ts';
import { contributionsOf } from '../plugins/state/contributions.ts';
import { deployedConfig, secretsOf } from '../plugins/state/settings.ts';
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
  const [from, to, ...more] = files;
  if (from === undefined || to === undefined || more.length > 0) return null;
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
  const changed = changes(id, from, to);
  if (before === after) return changed;
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
    ...changed,
  ];
}

/** Another version, and settings that differ, also of a plugin that is off. Values of secrets are not said. */
function changes(id: string, from: Profile, to: Profile): string[] {
  const [former, current] = [from, to].map(({ registry }) => registry.installed.find((one) => one.id === id));
  // It comes or goes as a whole.
  if (!former || !current) return [];
  const [before, after] = [deployedConfig(from.deployment, former), deployedConfig(to.deployment, current)];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const secrets = secretsOf(current);
  const entries = [from.deployment.plugins[id], to.deployment.plugins[id]] as const;
  const other = ['source', 'integrity', 'onFailure'] as const;
  return [
    ...(former.version === current.version ? [] : [`~ ${id} ${former.version} becomes ${current.version}`]),
    ...[...keys].flatMap((key) => {
      const name = `plugins.${id}.config.${key}`;
      return changeOf(name, [before[key], after[key]], secrets.includes(key));
    }),
    ...other.flatMap((key) => changeOf(`plugins.${id}.${key}`, [entries[0]?.[key], entries[1]?.[key]])),
  ];
}

/** Long values are not written out, nor those of secrets. */
const longest = 60;

/** What became of a value, in a line; none where it is the same. */
function changeOf(name: string, values: readonly [unknown, unknown], isSecret = false): string[] {
  if (isDeepStrictEqual(...(values as [unknown, unknown]))) return [];
  const texts = values.map((value) => (value === undefined ? 'none' : JSON.stringify(value)));
  const isShown = !isSecret && texts.every((text) => text.length <= longest);
  return [`~ "${name}" ${isShown ? texts.join(' → ') : 'differs'}`];
}

function generalDifferences(from: Profile, to: Profile): string[] {
  const { plugins: _from, ...before } = from.deployment;
  const { plugins: _to, ...after } = to.deployment;
  const keys = Object.keys(after) as (keyof typeof after)[];
  return keys.flatMap((key) => changeOf(key, [before[key], after[key]]));
}
