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
import { refusal, type Refusal } from './refusal.ts';
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
): { readonly refusals: readonly Refusal[]; readonly signer: Signer | null } {
  const { manifest, apiVersion: wanted, hasServer, migrations } = artefact;
  const { id } = manifest;
  const others = [...builtIn, ...external.filter((one) => one.id !== id)];
  const refusals: Refusal[] = [];
  if (!semver.satisfies(apiVersion, wanted))
    refusals.push(refusal('api_version', { wanted, given: apiVersion }));
  if (builtIn.some((one) => one.id === id) || id === 'kernel')
    refusals.push(refusal('taken_id', { name: id, other: 'Ko‘mak' }));
  else refusals.push(...conflicts(manifest, others));
  refusals.push(...unmetRequirements(manifest, others), ...brokenRequirements(manifest, others));
  const { extensions = [], events = {} } = manifest;
  const isMore =
    hasServer || migrations.length > 0 || extensions.length > 0 || Object.keys(events).length > 0;
  if (manifest.isolation === 'frame' && isMore) refusals.push(refusal('frame_server'));
  const trust = checkTrust(artefact, deployment);
  if (trust.refusal) refusals.push(trust.refusal);
  return { refusals, signer: trust.signer };
}

function conflicts(manifest: Manifest, others: readonly Manifest[]): Refusal[] {
  return [
    ...findClashes([...others, manifest]).map(({ kind, name, other }) =>
      refusal(`taken_${kind}`, { name, other }),
    ),
    ...[...findFaults(manifest), ...findCycles([...others, manifest])].map((problem) =>
      refusal('faulty_manifest', { problem }),
    ),
  ];
}

function unmetRequirements(manifest: Manifest, others: readonly Manifest[]): Refusal[] {
  return requirementsOf(manifest).flatMap(([required, wanted]) => {
    const given = others.find(({ id }) => id === required);
    if (!given) return refusal('missing_requirement', { id: manifest.id, required });
    if (semver.satisfies(given.version, wanted)) return [];
    return refusal('version_range', { id: manifest.id, required, wanted, given: given.version });
  });
}

/** Finds the plugins that require this one in another version. */
function brokenRequirements({ id, version }: Manifest, others: readonly Manifest[]): Refusal[] {
  return others.flatMap((other) =>
    requirementsOf(other)
      .filter(([required, wanted]) => required === id && !semver.satisfies(version, wanted))
      .map(([, wanted]) => refusal('needed_by', { other: other.id, id, wanted, given: version })),
  );
}

/** The plugins that a plugin requires, each with its accepted range of versions. */
function requirementsOf({ requires = [] }: Manifest): [string, string][] {
  if (!Array.isArray(requires)) return Object.entries(requires as Readonly<Record<string, string>>);
  return (requires as readonly string[]).map((id) => [id, '*']);
}
