import { resolve } from 'node:path';
import {
  createRegistry,
  explanationText,
  RegistryError,
  type Deployment,
  type Manifest,
} from '#kernel/contract/index.ts';
import { readDeployment } from '../config/deployment-file.ts';
import { StartupError } from '../config/startup-error.ts';
import { discoverPlugins } from '../plugins/discovery/discover-plugins.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Says everything that is wrong in a deployment, a sentence each; true when it is right. Asks no database. */
export async function validate(path: string, say: (line: string) => void): Promise<boolean> {
  const problems = await problemsIn(path);
  for (const problem of problems) say(problem);
  if (problems.length === 0) say(`${path} is right.`);
  return problems.length === 0;
}

async function problemsIn(path: string): Promise<string[]> {
  try {
    const deployment = await readDeployment(path);
    const manifests = (await discoverPlugins(resolve(root, 'plugins'))).map(({ manifest }) => manifest);
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
