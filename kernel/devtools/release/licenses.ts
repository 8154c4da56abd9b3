import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { licenseOf, nameAt, type SbomComponent } from './sbom.ts';

/** Accepted licences of shipped packages (https://spdx.org/licenses/); any other must be reviewed first. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // libvips, the library behind `sharp`: it is linked at run time and shipped as a separate file.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Whether an SPDX expression is satisfied by accepted licences: all operands of `AND`, one operand of `OR`. */
export function isAllowedLicense(expression: string): boolean {
  const bare = expression.replace(/[()]/g, ' ').trim();
  if (bare === '') return false;
  return bare
    .split(/\s+AND\s+/)
    .every((part) => part.split(/\s+OR\s+/).some((name) => allowed.has(name.trim())));
}

/** A package, its licence, and the texts that must be distributed with it. */
export interface PackageLicense {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The contents of its LICENSE, LICENCE, COPYING and NOTICE files. */
  readonly texts: readonly string[];
}

/**
 * Reads the licence texts of installed packages. Packages for one platform get none: which of them is installed depends
 * on the building machine, the archive does not contain them, and npm installs each with its own text.
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

/** Formats all licences as one text file, since the licences require their text with every copy. */
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

/** Folders of the installed packages by `name@version`, from npm's own list; without those for one platform. */
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
