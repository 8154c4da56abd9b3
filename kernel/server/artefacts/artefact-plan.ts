import { requiredIds } from '#kernel/contract/index.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import type { Artefact } from './artefact.ts';
import type { Signer } from './signature.ts';

/** What an artefact would bring, before it is installed. */
export interface ArtefactPlan {
  readonly id: string;
  readonly version: string;
  readonly apiVersion: string;
  readonly requires: readonly string[];
  readonly pages: readonly string[];
  readonly permissions: readonly string[];
  readonly tables: readonly string[];
  readonly events: readonly string[];
  readonly slots: readonly string[];
  /** Calls that a plugin in a frame may make. */
  readonly calls: readonly string[];
  readonly languages: readonly string[];
  readonly isolation: 'frame' | null;
  /** Bytes of the client and the server module. */
  readonly clientBytes: number;
  readonly serverBytes: number;
  readonly digest: string;
  /** The key that signed it; null where the deployment trusts its hash, or nobody vouches for it. */
  readonly signer: string | null;
}

/** Describes an artefact. */
export function planArtefact(artefact: Artefact, signer: Signer | null): ArtefactPlan {
  const { manifest, files, migrations, digest, apiVersion } = artefact;
  const { requires = [], routes = {}, permissions = [], events = {}, extensions = [], calls = [] } = manifest;
  return {
    id: manifest.id,
    version: manifest.version,
    apiVersion,
    requires: Array.isArray(requires)
      ? requiredIds(manifest)
      : Object.entries(requires).map(([id, range]) => `${id} ${range}`),
    pages: Object.values(routes).map(({ path }) => path),
    permissions,
    tables: migrations.flatMap(({ sql }) =>
      [...sql.matchAll(/^\s*create table (?:if not exists )?(\w+)/gim)].map(([, table = '']) => table),
    ),
    events: Object.keys(events),
    slots: extensions,
    calls,
    languages,
    isolation: manifest.isolation ?? null,
    clientBytes: files.get('client.js')?.length ?? 0,
    serverBytes: files.get('server.js')?.length ?? 0,
    digest,
    signer: signer?.by === 'key' ? signer.key : null,
  };
}

/** The lines of a plan, for the command line. */
export function planLines(plan: ArtefactPlan): string[] {
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['plugin-api', [plan.apiVersion]],
    ['requires', plan.requires],
    ['pages', plan.pages],
    ['permissions', plan.permissions],
    ['tables', plan.tables],
    ['events', plan.events],
    ['extends', plan.slots],
    ['may call', plan.calls],
    ['languages', plan.languages],
    ['runs', [plan.isolation === 'frame' ? 'in a frame' : 'in the shell']],
    ['bytes', [`client ${plan.clientBytes}`, `server ${plan.serverBytes}`]],
    ['contents', [plan.digest]],
    ['signed by', plan.signer === null ? ['nobody'] : [plan.signer]],
  ];
  return [
    `${plan.id} ${plan.version}`,
    ...lines
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => `  ${name}: ${values.join(', ')}`),
  ];
}
