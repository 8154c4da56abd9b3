import { dirname, resolve } from 'node:path';
import {
  createRegistry,
  explanationText,
  RegistryError,
  sortByRequirements,
  type Deployment,
  type Manifest,
} from '#kernel/contract/index.ts';
import type { Artefact } from '../artefacts/artefact.ts';
import { checkArtefact } from '../artefacts/check-artefact.ts';
import { readDeployed } from '../artefacts/deployed-sources.ts';
import { PluginRefused, refusalText, type Refusal } from '../artefacts/refusal.ts';
import { readDeployment } from '../config/deployment-file.ts';
import { StartupError } from '../config/startup-error.ts';
import { discoverPlugins } from '../plugins/discovery/discover-plugins.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Says everything that is wrong in deployments, a sentence each; true when all are right. Asks no database. */
export async function validate(paths: readonly string[], say: (line: string) => void): Promise<boolean> {
  let isRight = true;
  for (const path of paths) {
    const problems = await problemsIn(path);
    for (const problem of problems) say(problem);
    if (problems.length === 0) say(`${path} is right.`);
    isRight &&= problems.length === 0;
  }
  return isRight;
}

/** The manifests that a deployment puts together: those that come with Ko‘mak, and those of the sources that it names. */
export async function manifestsOf(path: string, deployment: Deployment): Promise<Manifest[]> {
  const builtIn = (await discoverPlugins(resolve(root, 'plugins'))).map(({ manifest }) => manifest);
  const artefacts: Artefact[] = [];
  const refused: string[] = [];
  const refuseAll = (id: string, refusals: readonly Refusal[]) =>
    refused.push(...refusals.map((one) => `In ${path}, "${id}" is refused: ${refusalText(one)}`));
  for (const [id, { source }] of Object.entries(deployment.plugins)) {
    if (source === undefined) continue;
    try {
      artefacts.push(await readDeployed(id, source, dirname(path)));
    } catch (error) {
      if (!(error instanceof PluginRefused)) throw error;
      refuseAll(id, error.refusals);
    }
  }
  const outside: Manifest[] = [];
  for (const artefact of sortByRequirements(artefacts)) {
    refuseAll(artefact.manifest.id, checkArtefact(artefact, { deployment, builtIn, outside }).refusals);
    outside.push(artefact.manifest);
  }
  if (refused.length > 0) throw new StartupError(refused.join('\n'));
  return [...builtIn, ...outside];
}

async function problemsIn(path: string): Promise<string[]> {
  try {
    const deployment = await readDeployment(path);
    const manifests = await manifestsOf(path, deployment);
    const registry = createRegistry(manifests, deployment);
    const missing = registry.installed
      .map(({ id }) => registry.explain(id))
      .filter(({ state }) => state === 'requires')
      .map((explanation) => `In ${path}, ${explanationText(explanation)}.`);
    return [...wrongSettings(path, manifests, deployment), ...missing];
  } catch (error) {
    if (error instanceof RegistryError) return error.problems.map((problem) => `In ${path}, ${problem}.`);
    if (error instanceof StartupError) return [error.message];
    throw error;
  }
}

/** Of plugins that are switched off too: they may be switched on at any time. */
function wrongSettings(path: string, manifests: readonly Manifest[], deployment: Deployment): string[] {
  return manifests.flatMap(({ id, config }) => {
    const given = deployment.plugins[id]?.config ?? {};
    const [unknown] = config ? [] : Object.keys(given);
    if (unknown !== undefined) return [`In ${path}, ${id} has no settings, and "${unknown}" was given.`];
    const read = config?.strict().safeParse(given);
    if (!read || read.success) return [];
    return read.error.issues.map((issue) => {
      const key = ['plugins', id, 'config', ...issue.path].join('.');
      return `In ${path}, "${key}" is wrong: ${issue.message.replace(/^Invalid input: /, '')}.`;
    });
  });
}
