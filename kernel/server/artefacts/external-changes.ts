import { fail, type Deployment, type Manifest } from '#kernel/contract/index.ts';
import type { Database, ExternalPluginChanges } from '../api/index.ts';
import { readArchive, writeArchive } from './archive.ts';
import { addCandidate, findArtefact, removeCurrent } from './artefact-store.ts';
import { readArtefact, type Artefact } from './artefact.ts';
import { examineArtefact } from './examine-artefact.ts';
import type { ExternalPlugins } from './external-plugins.ts';
import { PluginRejected } from './rejection.ts';

/** Adds external plugins to a running server, and removes them. */
export function createExternalPluginChanges(
  {
    deployment,
    database,
    external,
  }: { deployment: Deployment; database: Database; external: ExternalPlugins },
  builtIn: readonly Manifest[],
): ExternalPluginChanges {
  const context = () => ({
    deployment,
    builtIn,
    external: external.installed.map(({ manifest }) => manifest),
  });
  return {
    mayUpload: deployment.trust.upload,
    async examine(archive) {
      try {
        return await examineArtefact(await readArtefact(await readArchive(archive)), context());
      } catch (error) {
        if (!(error instanceof PluginRejected)) throw error;
        return { plan: null, rejections: error.rejections };
      }
    },
    add: async (archive, { adminId, database: transaction }) =>
      addCandidate(transaction, {
        ...(await candidateOf(await readArtefact(await readArchive(archive)))),
        adminId,
      }),
    async rejectionsOf(number) {
      const found = await findArtefact(database, number);
      // No node has tried it: this one has lost the database.
      if (found?.state === 'candidate') throw fail('unavailable', { retryAfter: 1 });
      return found?.state === 'refused' ? found.refusals : [];
    },
    async remove(id, { database: transaction }) {
      if (!(await removeCurrent(transaction, id))) throw fail('not_found');
    },
  };
}

/** The archive of an artefact to store; equal contents give equal bytes. */
export async function candidateOf({ manifest: { id, version }, digest, files }: Artefact) {
  return { plugin: id, version, digest, archive: await writeArchive(files) };
}
