import { requiredIds } from '#kernel/contract/index.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import type { ExternalPluginPlan } from '../api/index.ts';
import type { Artefact } from './artefact.ts';
import { createdTables } from './created-tables.ts';
import type { Signer } from './signature.ts';

/** Describes an artefact for the plan: its contributions, and the results of its checks. */
export function planArtefact(
  artefact: Artefact,
  { signer, routes, from }: { signer: Signer | null; routes: readonly string[] | null; from: string | null },
): ExternalPluginPlan {
  const { manifest, files, migrations, digest, apiVersion } = artefact;
  const {
    requires = [],
    routes: pages = {},
    permissions = [],
    events = {},
    extensions = [],
    calls = [],
  } = manifest;
  return {
    id: manifest.id,
    version: manifest.version,
    from,
    apiVersion,
    requires: Array.isArray(requires)
      ? requiredIds(manifest)
      : Object.entries(requires).map(([id, range]) => `${id} ${range}`),
    pages: Object.values(pages).map(({ path }) => path),
    permissions,
    tables: [...new Set(migrations.flatMap(({ sql }) => createdTables(sql)))],
    events: Object.keys(events),
    slots: extensions,
    routes,
    calls,
    languages,
    isolation: manifest.isolation ?? null,
    clientBytes: files.get('client.js')?.length ?? 0,
    serverBytes: files.get('server.js')?.length ?? 0,
    digest,
    signer: signer?.by === 'key' ? signer.key : null,
  };
}

/**
 * The lines of a plan, for the command line. Without a deployment that lists the trusted keys, the signature cannot be
 * verified, and is left out.
 */
export function planLines(plan: ExternalPluginPlan, { verified = true } = {}): string[] {
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['plugin-api', [plan.apiVersion]],
    ['requires', plan.requires],
    ['pages', plan.pages],
    ['permissions', plan.permissions],
    ['tables', plan.tables],
    ['events', plan.events],
    ['routes', plan.routes ?? ['known only after its first start']],
    ['extends', plan.slots],
    ['may call', plan.calls],
    ['languages', plan.languages],
    ['runs', [plan.isolation === 'frame' ? 'in a frame' : 'in the shell']],
    ['bytes', [`client ${plan.clientBytes}`, `server ${plan.serverBytes}`]],
    ['contents', [plan.digest]],
    ['signed by', verified ? [plan.signer ?? 'no key of the deployment'] : []],
  ];
  return [
    `${plan.id} ${plan.version}${plan.from === null ? '' : ` (replaces ${plan.from})`}`,
    ...lines
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => `  ${name}: ${values.join(', ')}`),
  ];
}
