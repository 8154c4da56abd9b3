/** The origin of an archive. */
export interface Origin {
  readonly version: string;
  /** The commit that was built, in hexadecimal. */
  readonly commit: string;
  /** The time of the commit. */
  readonly time: Date;
  /** SHA-256 of each file of the release, by file name. */
  readonly digests: Readonly<Record<string, string>>;
  /** SHA-256 of package-lock.json, which pins every package by a digest. */
  readonly lockDigest: string;
  readonly node: string;
  readonly npm: string;
}

/**
 * The provenance of a build: an in-toto statement with SLSA's predicate (https://slsa.dev/spec/v1.0/provenance). It is not
 * signed; a deployment that requires a signature adds its own.
 */
export function makeProvenance(origin: Origin): object {
  const { version, commit, time, digests, lockDigest, node, npm } = origin;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: Object.entries(digests).map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:komak:release:v1',
        externalParameters: { version, commands: ['npm ci', 'npm run release'] },
        internalParameters: { node, npm },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: lockDigest } },
        ],
      },
      runDetails: {
        builder: { id: 'urn:komak:release' },
        metadata: { startedOn: time.toISOString() },
      },
    },
  };
}
