import { resolve } from 'node:path';
import {
  createRegistry,
  explanationText,
  RegistryError,
  type Deployment,
  type Manifest,
  type Registry,
} from '#kernel/contract/index.ts';
import { readDeployment } from '#kernel/server/config/deployment-file.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { contributionsOf } from '#kernel/server/plugins/state/contributions.ts';
import { deployedConfig, secretsOf } from '#kernel/server/plugins/state/settings.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import { deployedPlugins, validate } from './validate.ts';

type Print = (line: string) => void;

/** `komak validate [file …]`: validates this installation's deployment, or the given profiles. */
export function validateProfiles(files: readonly string[], print: Print): Promise<boolean> {
  const paths = files.length > 0 ? files : [readEnvironment(process.env).deployment];
  return validate(
    paths.map((file) => resolve(file)),
    print,
  );
}

/** `komak diff <from> <to>`: prints what would change if one deployment replaced the other, as a plan. */
export async function diffProfiles(files: readonly string[], print: Print): Promise<boolean | null> {
  const [from, to, ...more] = files;
  if (from === undefined || to === undefined || more.length > 0) return null;
  const lines = differences(await read(from), await read(to));
  for (const line of lines) print(line);
  if (lines.length === 0) print(`${from} and ${to} are equivalent.`);
  return true;
}

interface Profile {
  readonly deployment: Deployment;
  readonly registry: Registry;
  readonly digests: ReadonlyMap<string, string | null>;
}

async function read(file: string): Promise<Profile> {
  const path = resolve(file);
  const deployment = await readDeployment(path);
  try {
    const plugins = await deployedPlugins(path, deployment);
    return {
      deployment,
      registry: createRegistry(
        plugins.map(({ manifest }) => manifest),
        deployment,
      ),
      digests: new Map(plugins.map(({ manifest, digest }) => [manifest.id, digest])),
    };
  } catch (error) {
    if (error instanceof RegistryError) throw new StartupError(error.message, { cause: error });
    throw error;
  }
}

function differences(from: Profile, to: Profile): string[] {
  const ids = new Set(
    [from, to].flatMap(({ registry, deployment }) => [
      ...registry.installed.map(({ id }) => id),
      ...Object.keys(deployment.plugins),
    ]),
  );
  const order = (profile: Profile) => profile.registry.enabled.map(({ id }) => id);
  const stay = order(from).filter((id) => to.registry.isEnabled(id));
  const isMoved = !sameValues(
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

/** Changes of version and settings, also of a disabled plugin. Values of secrets are not shown. */
function changes(id: string, from: Profile, to: Profile): string[] {
  const manifests = [from, to].map(({ registry }) => registry.installed.find((one) => one.id === id));
  const [former, current] = manifests;
  const [before, after] = [configOf(id, from, former), configOf(id, to, current)];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const secrets = manifests.flatMap((manifest) => (manifest ? secretsOf(manifest) : []));
  // The secret settings of a plugin that is not installed are unknown, so all are treated as secret.
  const isSecret = (key: string) => secrets.includes(key) || !(former && current);
  const entry = ({ deployment }: Profile) => ({ onFailure: 'quarantine', ...deployment.plugins[id] });
  const entries = [entry(from), entry(to)] as const;
  const other = ['source', 'integrity', 'onFailure'] as const;
  return [
    ...versionChange(id, from, to),
    ...[...keys].flatMap((key) =>
      changeOf(`plugins.${id}.config.${key}`, [before[key], after[key]], isSecret(key)),
    ),
    ...other.flatMap((key) => changeOf(`plugins.${id}.${key}`, [entries[0][key], entries[1][key]])),
  ];
}

function configOf(id: string, { deployment }: Profile, manifest: Manifest | undefined) {
  return manifest ? deployedConfig(deployment, manifest) : (deployment.plugins[id]?.config ?? {});
}

/** An external plugin that is added, removed or replaced; the hash differs if the same version was rebuilt. */
function versionChange(id: string, from: Profile, to: Profile): string[] {
  const [former, current] = [from, to].map(({ registry }) => registry.installed.find((one) => one.id === id));
  if (!former || !current) {
    if (current) return [`~ ${id} ${current.version} is installed`];
    return former ? [`~ ${id} ${former.version} is no longer installed`] : [];
  }
  if (former.version !== current.version) return [`~ ${id} ${former.version} becomes ${current.version}`];
  const [before, after] = [from.digests.get(id), to.digests.get(id)];
  return before === after ? [] : [`~ ${id} ${current.version} has other contents: ${before} → ${after}`];
}

/** Longer values, and those of secrets, are not printed. */
const longest = 60;

/** The change of one value as a line; empty if it is equal. */
function changeOf(name: string, values: readonly [unknown, unknown], isSecret = false): string[] {
  if (sameValues(...values)) return [];
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
