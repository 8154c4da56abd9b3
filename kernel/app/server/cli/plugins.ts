import { resolve } from 'node:path';
import {
  createRegistry,
  explanationText,
  RegistryError,
  requiredIds,
  type Deployment,
  type Manifest,
  type Registry,
  uninstalledPlugins,
} from '#kernel/contract/index.ts';
import { closestWord } from '#kernel/domain/text/closest-word.ts';
import { nobody, writeAudit } from '#kernel/server/audit/write-audit.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { discoverPlugins } from '#kernel/server/plugins/discovery/discover-plugins.ts';
import { contributionsOf, dependentsOf, requirementsOf } from '#kernel/server/plugins/state/contributions.ts';
import {
  applyStates,
  readStates,
  writeState,
  type PluginStates,
} from '#kernel/server/plugins/state/plugin-state-store.ts';
import { readManifests } from '#kernel/server/artefacts/artefact-store.ts';
import type { OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { openForCommand } from './open-database.ts';
import { slotsOf } from './plugin-slots.ts';
import { validate } from './validate.ts';
import { readDeployment } from '#kernel/server/config/deployment-file.ts';

type Print = (line: string) => void;

const root = resolve(import.meta.dirname, '../../../..');

/** Runs one command on plugins: true when done, false when rejected, null if the command is unknown. */
export async function runPlugins(
  command: string,
  rest: readonly string[],
  print: Print,
): Promise<boolean | null> {
  const flags = rest.filter((word) => word.startsWith('--'));
  const [first] = rest.filter((word) => !word.startsWith('--'));
  const environment = readEnvironment(process.env);
  if (command === 'validate') {
    return validate([first === undefined ? environment.deployment : resolve(first)], print);
  }
  if (command === 'list') return list(print);
  if (!['explain', 'enable', 'disable'].includes(command) || first === undefined) return null;
  if (command === 'explain') return explain(first, print);
  return change(first, command === 'enable', { agreed: flags.includes('--yes'), print });
}

/** The installed plugins and their states, as far as this process can read them. */
interface Known {
  readonly manifests: readonly Manifest[];
  readonly registry: Registry;
  readonly states: PluginStates;
}

/** The manifests of the built-in plugins, and of the external ones in the database. */
export async function installedManifests(database: OpenDatabase | null): Promise<Manifest[]> {
  const builtIn = await discoverPlugins(resolve(root, 'plugins'));
  const external = database ? await readManifests(database.database) : [];
  return [...builtIn.map(({ manifest }) => manifest), ...external];
}

async function know(database: OpenDatabase | null, print: Print): Promise<Known> {
  const environment = readEnvironment(process.env);
  const manifests = await installedManifests(database);
  const deployment = await readWhole(environment.deployment, manifests);
  const states: PluginStates = database ? await readStates(database.database) : new Map();
  if (!database) print('There is no database yet: this is the state of deployment.json.');
  const ids = manifests.map(({ id }) => id);
  return { manifests, states, registry: createRegistry(manifests, applyStates(deployment, states, ids)) };
}

/** Opens the database if there is one, runs the callback and closes it. */
export async function withDatabase<Result>(
  work: (database: OpenDatabase | null) => Promise<Result>,
): Promise<Result> {
  const database = await openForCommand(readEnvironment(process.env));
  try {
    return await work(database);
  } finally {
    await database?.close();
  }
}

function list(print: Print): Promise<boolean> {
  return withDatabase(async (database) => {
    const { registry, states } = await know(database, print);
    const width = Math.max(...registry.installed.map(({ id }) => id.length));
    for (const { id, version } of registry.installed) {
      print(`${id.padEnd(width)}  ${version.padEnd(8)}  ${wordsFor(id, registry, states)}`);
    }
    return true;
  });
}

async function explain(id: string, print: Print): Promise<boolean> {
  if (id === 'kernel') {
    for (const { id: slot, props } of await slotsOf(id)) print(`slot: ${slot} ${props}`.trimEnd());
    return true;
  }
  return withDatabase(async (database) => {
    const known = await know(database, print);
    const { registry, states } = known;
    const manifest = requireInstalled(id, known.manifests);
    const adds = contributionsOf(manifest, null);
    const state = states.get(id);
    print(`${id} ${manifest.version}: ${wordsFor(id, registry, states)}`);
    if (typeof state?.enabled === 'boolean') {
      print(`  ${state.enabled ? 'enabled' : 'disabled'} by ${state.changedBy ?? 'the command line'}`);
    }
    const lines: readonly (readonly [string, readonly string[]])[] = [
      ['requires', requiredIds(manifest)],
      ['required by', known.manifests.filter((one) => requiredIds(one).includes(id)).map((one) => one.id)],
      ['pages', adds.pages.map(({ path }) => path)],
      ['permissions', adds.permissions],
      ['events', adds.events],
      ['extends', adds.extensions],
      ['capabilities', adds.capabilities],
      ['settings', Object.entries(registry.config(id)).map(([key]) => key)],
    ];
    for (const [name, values] of lines) if (values.length > 0) print(`  ${name}: ${values.join(', ')}`);
    for (const { id: slot, props } of await slotsOf(id)) print(`  slot: ${slot} ${props}`.trimEnd());
    return true;
  });
}

function change(
  id: string,
  on: boolean,
  { agreed, print }: { agreed: boolean; print: Print },
): Promise<boolean> {
  return withDatabase(async (database) => {
    if (!database) {
      throw new StartupError('There is no database yet; start Ko‘mak once, or set it in deployment.json.');
    }
    const { manifests, registry, states } = await know(database, print);
    const manifest = requireInstalled(id, manifests);
    const also = on
      ? requirementsOf(id, manifests).filter((one) => registry.explain(one).state === 'disabled')
      : dependentsOf(id, registry.enabled);
    const vital = [manifest.id, ...also].filter(
      (one) => manifests.find((other) => other.id === one)?.essential,
    );
    if (!on && vital.length > 0) {
      print(`${id} was not disabled: without ${vital.join(', ')} nobody could sign in to enable it again.`);
      print('To disable it anyway, set "enabled": false in deployment.json.');
      return false;
    }
    if (also.length > 0 && !agreed) {
      print(`${also.join(', ')} ${on ? 'must be enabled first' : 'requires it, and would be disabled too'}.`);
      print('Nothing was changed. Add --yes to confirm.');
      return false;
    }
    const deployed = (await readWhole(readEnvironment(process.env).deployment, manifests)).plugins;
    await database.database.transaction().execute(async (transaction) => {
      for (const one of on ? [...also, id] : [id]) {
        const asDeployed = (deployed[one]?.enabled ?? false) === on;
        await writeState(transaction, one, { enabled: asDeployed ? null : on, retry: on }, null);
      }
      await writeAudit(transaction, nobody, {
        action: `plugins.plugin.${on ? 'enable' : 'disable'}`,
        subjectType: 'plugin',
        subjectId: null,
        details: { plugin: id, also, from: 'command line' },
      });
    });
    const already = states.get(id)?.enabled === on ? ' This was already its state.' : '';
    print(
      `${id} is ${on ? 'enabled' : 'disabled'}: on every running node now, otherwise at the next start.${already}`,
    );
    return true;
  });
}

/** Why a plugin is enabled or not, and the problem of its last start. */
function wordsFor(id: string, registry: Registry, states: PluginStates): string {
  const explanation = registry.explain(id);
  const problem = states.get(id)?.problem;
  if (explanation.state !== 'enabled' || !problem) return explanationText(explanation);
  return explanationText({ state: 'quarantined', id, problem });
}

export function requireInstalled(id: string, manifests: readonly Manifest[]): Manifest {
  const found = manifests.find((manifest) => manifest.id === id);
  if (found) return found;
  const near = closestWord(
    id,
    manifests.map((manifest) => manifest.id),
  );
  throw new StartupError(`The plugin "${id}" is not installed${near ? `; did you mean "${near}"?` : '.'}`);
}

/** Reads the deployment; throws a `StartupError` if it does not fit the installed plugins. */
export async function readWhole(path: string, manifests: readonly Manifest[]): Promise<Deployment> {
  const deployment = await readDeployment(path);
  try {
    createRegistry(manifests, deployment);
  } catch (error) {
    if (error instanceof RegistryError) throw new StartupError(error.message, { cause: error });
    throw error;
  }
  const misspelt = uninstalledPlugins(deployment, manifests).find(({ isMisspelt }) => isMisspelt);
  if (misspelt) throw new StartupError(`In ${path}, ${misspelt.problem}`);
  return deployment;
}
