import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { licenseOf, nameAt, type SbomComponent } from './sbom.ts';

/** Licences that shipped packages may have (https://spdx.org/licenses/); others have to be reviewed first. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // The library beneath `sharp`: it is linked at run time and shipped as its own file.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Whether an SPDX expression can be kept with allowed licences: all that `AND` joins, one of those that `OR` joins. */
export function isAllowedLicense(expression: string): boolean {
  const bare = expression.replace(/[()]/g, ' ').trim();
  if (bare === '') return false;
  return bare
    .split(/\s+AND\s+/)
    .every((part) => part.split(/\s+OR\s+/).some((name) => allowed.has(name.trim())));
}

/** A package with its licence and the texts that must go with it. */
export interface PackageLicense {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Contents of its LICENSE, LICENCE, COPYING and NOTICE files. */
  readonly texts: readonly string[];
}

/**
 * Reads the licence texts of installed packages. Those of one platform have none: which of them is installed depends on who builds,
 * they are not in the archive, and npm installs each with its own text.
 */
export async function readLicenses(
  root: string,
  components: readonly SbomComponent[],
): Promise<readonly PackageLicense[]> {
  const folders = await installedFolders(root);
  return Promise.all(
    components.map(async (component) => {
      const { name, version } = component;
      const folder = folders.get(`${name}@${version}`);
      return { name, version, license: licenseOf(component), texts: folder ? await textsIn(folder) : [] };
    }),
  );
}

/** One text file with every licence, as their conditions ask of those who pass copies on. */
export function formatLicenses(licenses: readonly PackageLicense[]): string {
  const head = 'Ko‘mak contains the packages below, each under its own licence.\n';
  const parts = licenses.map(({ name, version, license, texts }) =>
    [`${'='.repeat(80)}\n${name} ${version}\nLicence: ${license || 'not named'}`, ...texts].join('\n\n'),
  );
  return `${[head, ...parts].join('\n')}\n`;
}

async function textsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder))
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** Folders of packages that are installed on every platform by `name@version`, from npm's own list of what it has installed. */
async function installedFolders(root: string): Promise<Map<string, string>> {
  const list = JSON.parse(await readFile(join(root, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; os?: string[]; cpu?: string[]; libc?: string[] }>;
  };
  return new Map(
    Object.entries(list.packages)
      .filter(([, { os, cpu, libc }]) => !os && !cpu && !libc)
      .map(([path, { version }]) => [`${nameAt(path)}@${version}`, join(root, path)]),
  );
}
