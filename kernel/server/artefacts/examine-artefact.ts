import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExternalPluginPlan } from '../api/index.ts';
import { planArtefact } from './artefact-plan.ts';
import type { Artefact } from './artefact.ts';
import { checkArtefact, type CheckContext } from './check-artefact.ts';
import { probeServer, type ProbedServer } from './probe.ts';
import type { Rejection } from './rejection.ts';
import { artefactFolder } from './shared-modules-hook.ts';

/**
 * The contributions of an artefact, and every reason to reject it. The server module is loaded in a thread of its own,
 * if there is no other fault and the deployment trusts it.
 */
export async function examineArtefact(
  artefact: Artefact,
  context: CheckContext,
): Promise<{ readonly plan: ExternalPluginPlan; readonly rejections: readonly Rejection[] }> {
  const { rejections, signer } = checkArtefact(artefact, context);
  const isProbed = rejections.length === 0 && artefact.hasServer;
  const { rejection, calls } = isProbed ? await probeFiles(artefact) : notProbed(artefact);
  const former = context.external.find(({ id }) => id === artefact.manifest.id);
  return {
    plan: planArtefact(artefact, { signer, routes: calls, from: former?.version ?? null }),
    rejections: rejection ? [rejection] : rejections,
  };
}

/** The result for an artefact without a server module, or whose module is not loaded. */
function notProbed({ hasServer }: Artefact): ProbedServer {
  return { rejection: null, calls: hasServer ? null : [] };
}

async function probeFiles(artefact: Artefact): Promise<ProbedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'komak-probe-'));
  try {
    const file = join(folder, artefactFolder, 'server.mjs');
    await mkdir(join(folder, artefactFolder));
    await writeFile(file, artefact.files.get('server.js') ?? '');
    return await probeServer(pathToFileURL(file).href, artefact);
  } finally {
    await rm(folder, { recursive: true });
  }
}
