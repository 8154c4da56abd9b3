import semver from 'semver';
import {
  apiVersion,
  findCycles,
  findClashes,
  findFaults,
  type Deployment,
  type Manifest,
} from '#kernel/contract/index.ts';
import type { Artefact } from './artefact.ts';
import { rejection, type Rejection } from './rejection.ts';
import { checkTrust, type Signer } from './signature.ts';

/** The host for which an artefact is checked. */
export interface CheckContext {
  readonly deployment: Pick<Deployment, 'trust' | 'plugins'>;
  /** The built-in plugins. */
  readonly builtIn: readonly Manifest[];
  /** The installed external plugins, including another version of this one. */
  readonly external: readonly Manifest[];
}

/** All reasons why an artefact does not fit this host, and who signed it. Executes none of its code. */
export function checkArtefact(
  artefact: Artefact,
  { deployment, builtIn, external }: CheckContext,
): { readonly rejections: readonly Rejection[]; readonly signer: Signer | null } {
  const { manifest, apiVersion: wanted, hasServer, migrations } = artefact;
  const { id } = manifest;
  const others = [...builtIn, ...external.filter((one) => one.id !== id)];
  const rejections: Rejection[] = [];
  if (!semver.satisfies(apiVersion, wanted))
    rejections.push(rejection('api_version', { wanted, given: apiVersion }));
  if (builtIn.some((one) => one.id === id) || id === 'kernel')
    rejections.push(rejection('taken_id', { name: id, other: 'Ko‘mak' }));
  else rejections.push(...conflicts(manifest, others));
  rejections.push(...unmetRequirements(manifest, others), ...brokenRequirements(manifest, others));
  const { extensions = [], events = {} } = manifest;
  const isMore =
    hasServer || migrations.length > 0 || extensions.length > 0 || Object.keys(events).length > 0;
  if (manifest.isolation === 'frame' && isMore) rejections.push(rejection('frame_server'));
  const trust = checkTrust(artefact, deployment);
  if (trust.rejection) rejections.push(trust.rejection);
  return { rejections, signer: trust.signer };
}

function conflicts(manifest: Manifest, others: readonly Manifest[]): Rejection[] {
  return [
    ...findClashes([...others, manifest]).map(({ kind, name, other }) =>
      rejection(`taken_${kind}`, { name, other }),
    ),
    ...[...findFaults(manifest), ...findCycles([...others, manifest])].map((problem) =>
      rejection('faulty_manifest', { problem }),
    ),
  ];
}

function unmetRequirements(manifest: Manifest, others: readonly Manifest[]): Rejection[] {
  return requirementsOf(manifest).flatMap(([required, wanted]) => {
    const given = others.find(({ id }) => id === required);
    if (!given) return rejection('missing_requirement', { id: manifest.id, required });
    if (semver.satisfies(given.version, wanted)) return [];
    return rejection('version_range', { id: manifest.id, required, wanted, given: given.version });
  });
}

/** Finds the plugins that require this one in another version. */
function brokenRequirements({ id, version }: Manifest, others: readonly Manifest[]): Rejection[] {
  return others.flatMap((other) =>
    requirementsOf(other)
      .filter(([required, wanted]) => required === id && !semver.satisfies(version, wanted))
      .map(([, wanted]) => rejection('needed_by', { other: other.id, id, wanted, given: version })),
  );
}

/** The plugins that a plugin requires, each with its accepted range of versions. */
function requirementsOf({ requires = [] }: Manifest): [string, string][] {
  if (!Array.isArray(requires)) return Object.entries(requires as Readonly<Record<string, string>>);
  return (requires as readonly string[]).map((id) => [id, '*']);
}
