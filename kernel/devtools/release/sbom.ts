import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const entrySchema = z.object({
  version: z.string().optional(),
  name: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
});
const lockSchema = z.object({ version: z.string(), packages: z.record(z.string(), entrySchema) });

/** A shipped package as a CycloneDX component. */
export interface SbomComponent {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  /** Its package URL (https://github.com/package-url/purl-spec). */
  readonly purl: string;
  /** An SPDX expression; absent if the package declares none. */
  readonly licenses?: readonly [{ readonly expression: string }];
  /** The digest with which npm verifies it. */
  readonly hashes: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
}

/** A software bill of materials in CycloneDX's JSON (https://cyclonedx.org/docs/1.6/json/). */
export interface Sbom {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: {
    readonly timestamp: string;
    readonly component: { readonly type: 'application'; readonly name: 'komak'; readonly version: string };
  };
  readonly components: readonly SbomComponent[];
}

/** Licences of packages whose package.json declares no SPDX licence, determined from their LICENSE files. */
const readByHand: Readonly<Record<string, string>> = {
  'png-js': 'MIT',
  'splaytree-ts': 'BSD-3-Clause',
  'xmlhttprequest-ssl': 'MIT',
};

/**
 * Reads the packages of a release from `package-lock.json`, each once; equal for equal commits. `npm sbom` omits a
 * fifth of them, which development uses too; cyclonedx-npm requires a native add-on.
 */
export async function readSbom(root: string, time: Date): Promise<Sbom> {
  const { version, packages } = lockSchema.parse(
    JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')),
  );
  const shipped = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, entry]) => toComponent(path, entry));
  const components = [...new Map(shipped.map((one) => [one['bom-ref'], one])).values()].toSorted((a, b) =>
    a['bom-ref'] < b['bom-ref'] ? -1 : 1,
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, components]))}`,
    version: 1,
    metadata: { timestamp: time.toISOString(), component: { type: 'application', name: 'komak', version } },
    components,
  };
}

function toComponent(path: string, entry: z.infer<typeof entrySchema>): SbomComponent {
  const name = entry.name ?? nameAt(path);
  const version = entry.version ?? '';
  const expression = entry.license ?? readByHand[name];
  const [algorithm, digest] = entry.integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(expression !== undefined && { licenses: [{ expression: readByHand[name] ?? expression }] as const }),
    hashes:
      algorithm === 'sha512' && digest !== undefined
        ? [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }]
        : [],
  };
}

/** The name of the package at a path in `node_modules`. */
export function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The licence of a package as an SPDX expression; empty if unknown. */
export const licenseOf = ({ licenses }: SbomComponent): string => licenses?.[0].expression ?? '';

/** A UUID of version 8 (RFC 9562), made from a digest. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...groups, hex.slice(20, 32)].join('-');
}
