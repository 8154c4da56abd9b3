import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { makeArchive, type ArchiveFile } from './archive.ts';
import { formatLicenses, isAllowedLicense, readLicenses } from './licenses.ts';
import { readSbom } from './sbom.ts';

/** The sources of a release. */
export interface ReleaseSource {
  readonly root: string;
  /** The name of the archive and of the folder in it. */
  readonly folder: string;
  readonly files: readonly ArchiveFile[];
  readonly time: Date;
}

/** The committed files at or below some paths: an ignored file, such as one with secrets, is never released. */
export async function committedFiles(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', '--', ...paths], {
    cwd: root,
    maxBuffer: 64 * 2 ** 20,
  });
  return stdout.split('\0').filter((path) => path !== '');
}

/**
 * The files of a release by name: its archive, SBOM and licences. The last two are in the archive as well, since licences require
 * their texts with every copy. Throws if a package has a licence that was not reviewed.
 */
export async function makeReleaseFiles({
  root,
  folder,
  files,
  time,
}: ReleaseSource): Promise<Record<string, Buffer>> {
  const sbom = await readSbom(root, time);
  const licenses = await readLicenses(root, sbom.components);
  const rejected = licenses.filter(({ license }) => !isAllowedLicense(license));
  if (rejected.length > 0) {
    const names = rejected.map(({ name, license }) => `${name} (${license || 'none named'})`);
    throw new Error(`Licences that have not been reviewed: ${names.join(', ')}`);
  }
  const notices: Record<string, Buffer> = {
    'sbom.cdx.json': toJson(sbom),
    'third-party-licenses.txt': Buffer.from(formatLicenses(licenses)),
  };
  const added = Object.entries(notices).map(([path, content]) => ({ path, content }));
  return { [`${folder}.tar.gz`]: await makeArchive(folder, [...files, ...added], time), ...notices };
}

/** Serializes a value as an indented JSON file. */
export function toJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
