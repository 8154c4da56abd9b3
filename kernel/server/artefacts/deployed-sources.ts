import { sql } from 'kysely';
import type { Logger } from 'pino';
import { sortByRequirements, type Deployment } from '#kernel/contract/index.ts';
import type { Database } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';
import { addCandidate } from './artefact-store.ts';
import { readArtefact, readSource, type Artefact } from './artefact.ts';
import { candidateOf } from './external-changes.ts';
import { PluginRejected, rejectPlugin } from './rejection.ts';

/**
 * Adds the external plugins that the deployment names, unless the same contents are installed or a candidate;
 * unreadable ones are logged.
 */
export async function addSources(
  { deployment, database, log }: { deployment: Deployment; database: Database; log: Logger },
  base: string,
): Promise<void> {
  const artefacts: Artefact[] = [];
  for (const [id, { source }] of Object.entries(deployment.plugins)) {
    if (source === undefined) continue;
    try {
      artefacts.push(await readDeployed(id, source, base));
    } catch (error) {
      if (!(error instanceof PluginRejected)) throw error;
      log.error(
        { plugin: id, source },
        `an external plugin of the deployment was rejected: ${error.message}`,
      );
    }
  }
  // Candidates are tried one by one, in this order.
  for (const artefact of sortByRequirements(artefacts)) await addWhereNew(database, artefact);
}

/** Reads the source that a deployment names for a plugin; throws `PluginRejected`. */
export async function readDeployed(id: string, source: string, base: string): Promise<Artefact> {
  const artefact = await readArtefact(await readSource(source, base));
  const { manifest } = artefact;
  if (manifest.id !== id)
    rejectPlugin('not_json', {
      path: 'manifest.json',
      problem: `it is of "${manifest.id}", but is named "${id}"`,
    });
  return artefact;
}

async function addWhereNew(database: Database, artefact: Artefact): Promise<void> {
  const { manifest, digest } = artefact;
  const { rows } = await sql`
    select from plugin_artefacts
    where plugin = ${manifest.id} and digest = ${digest} and state in ('candidate', 'current')`.execute(
    asKernel(database),
  );
  if (rows.length > 0) return;
  await addCandidate(database, { ...(await candidateOf(artefact)), adminId: null });
}
