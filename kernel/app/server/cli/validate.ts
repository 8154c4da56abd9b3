import { dirname, resolve } from 'node:path';
import {
  createRegistry,
  explanationText,
  RegistryError,
  sortByRequirements,
  uninstalledPlugins,
  type Deployment,
  type Manifest,
} from '#kernel/contract/index.ts';
import type { Artefact } from '#kernel/server/artefacts/artefact.ts';
import { checkArtefact } from '#kernel/server/artefacts/check-artefact.ts';
import { readDeployed } from '#kernel/server/artefacts/deployed-sources.ts';
import { PluginRejected, rejectionText, type Rejection } from '#kernel/server/artefacts/rejection.ts';
import { readDeployment } from '#kernel/server/config/deployment-file.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { discoverPlugins } from '#kernel/server/plugins/discovery/discover-plugins.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Prints every fault of deployments, one sentence each; returns whether all are valid. Uses no database. */
export async function validate(paths: readonly string[], print: (line: string) => void): Promise<boolean> {
  let isRight = true;
  for (const path of paths) {
    const { problems, notes } = await examine(path);
    for (const line of [...problems, ...notes]) print(line);
    if (problems.length === 0) print(`${path} is valid.`);
    isRight &&= problems.length === 0;
  }
  return isRight;
}

/** A plugin that a deployment names. */
export interface DeployedPlugin {
  readonly manifest: Manifest;
  /** The hash of an external plugin; null for a built-in one. */
  readonly digest: string | null;
}

/** The plugins that a deployment can use: the built-in ones and those of its sources. */
export async function deployedPlugins(path: string, deployment: Deployment): Promise<DeployedPlugin[]> {
  const builtIn = (await discoverPlugins(resolve(root, 'plugins'))).map(({ manifest }) => manifest);
  const artefacts: Artefact[] = [];
  const rejected: string[] = [];
  const reportRejections = (id: string, rejections: readonly Rejection[]) =>
    rejected.push(...rejections.map((one) => `In ${path}, "${id}" is rejected: ${rejectionText(one)}`));
  for (const [id, { source }] of Object.entries(deployment.plugins)) {
    if (source === undefined) continue;
    try {
      artefacts.push(await readDeployed(id, source, dirname(path)));
    } catch (error) {
      if (!(error instanceof PluginRejected)) throw error;
      reportRejections(id, error.rejections);
    }
  }
  const external: Artefact[] = [];
  for (const artefact of sortByRequirements(artefacts)) {
    const others = external.map(({ manifest }) => manifest);
    reportRejections(
      artefact.manifest.id,
      checkArtefact(artefact, { deployment, builtIn, external: others }).rejections,
    );
    external.push(artefact);
  }
  if (rejected.length > 0) throw new StartupError(rejected.join('\n'));
  return [...builtIn.map((manifest) => ({ manifest, digest: null })), ...external];
}

/** The problems of a deployment, and notes on checks that need its database. */
async function examine(path: string): Promise<{ problems: string[]; notes: string[] }> {
  try {
    const deployment = await readDeployment(path);
    const manifests = (await deployedPlugins(path, deployment)).map(({ manifest }) => manifest);
    const uninstalled = uninstalledPlugins(deployment, manifests);
    const sentences = (isMisspelt: boolean) =>
      uninstalled
        .filter((one) => one.isMisspelt === isMisspelt)
        .map(({ problem }) => `In ${path}, ${problem}${problem.endsWith('?') ? '' : '.'}`);
    const registry = createRegistry(manifests, deployment);
    const missing = registry.installed
      .map(({ id }) => registry.explain(id))
      .filter(({ state }) => state === 'requires')
      .map((explanation) => `In ${path}, ${explanationText(explanation)}.`);
    const problems = [...sentences(true), ...wrongSettings(path, manifests, deployment), ...missing];
    return { problems, notes: sentences(false) };
  } catch (error) {
    if (error instanceof RegistryError)
      return { problems: error.problems.map((problem) => `In ${path}, ${problem}.`), notes: [] };
    if (error instanceof StartupError) return { problems: [error.message], notes: [] };
    throw error;
  }
}

/** The faults in plugins' settings, including disabled plugins, which may be enabled at any time. */
function wrongSettings(path: string, manifests: readonly Manifest[], deployment: Deployment): string[] {
  return manifests.flatMap(({ id, config }) => {
    const given = deployment.plugins[id]?.config ?? {};
    const [unknown] = config ? [] : Object.keys(given);
    if (unknown !== undefined) return [`In ${path}, ${id} has no settings, and "${unknown}" was given.`];
    const read = config?.strict().safeParse(given);
    if (!read || read.success) return [];
    return read.error.issues.map((issue) => {
      const key = ['plugins', id, 'config', ...issue.path].join('.');
      return `In ${path}, "${key}" is invalid: ${issue.message.replace(/^Invalid input: /, '')}.`;
    });
  });
}
