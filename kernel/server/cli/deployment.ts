import { createRegistry, RegistryError, type Deployment, type Manifest } from '#kernel/contract/index.ts';
import { readDeployment } from '../config/deployment-file.ts';
import { StartupError } from '../config/startup-error.ts';

/** The deployment, when it can be put together with what is installed; else a `StartupError` that says why not. */
export async function readWhole(path: string, manifests: readonly Manifest[]): Promise<Deployment> {
  const deployment = await readDeployment(path);
  try {
    createRegistry(manifests, deployment);
  } catch (error) {
    if (error instanceof RegistryError) throw new StartupError(error.message, { cause: error });
    throw error;
  }
  return deployment;
}
