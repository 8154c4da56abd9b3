import { posix } from 'node:path';
import type { Source } from './sources.ts';

/**
 * The number of lines of code below which a file used by only one other file is not worth keeping separate.
 */
export const minHelperLines = 20;

/** Files that may be short: a name that others rely on, or one of several of its kind; each with the reason. */
const exempt: readonly (readonly [path: RegExp, reason: string])[] = [
  [/\/index\.tsx?$/, 'a table of contents'],
  [/^plugins\/.*\/(queries|sign-in)\.ts$/, 'every plugin has a file of this name'],
  [/\/routes\/health\.ts$/, 'each group of routes is a file'],
  [/\/tour\/tour-host\.tsx$/, 'the shell shows the tour by this file alone'],
  [/\/load-places\.ts$/, 'a package of the map alone has this function in its public API'],
  [
    /\/applications\/client\/model\/citizen\.ts$/,
    'its caller is a hook with its queries; it is tested without a browser',
  ],
  [/\/audit\/count-audit\.ts$/, 'its caller in the composition root has no SQL'],
  [/\/session-responses\.ts$/, 'a service, which the composition root builds for calls and files'],
  [/\/store\/list\.ts$/, 'every plugin with a list has a file of this name'],
  [/\/stem-russian\.ts$/, 'each language has its stemmer'],
];

/**
 * Finds helpers under 20 lines that only one file uses, directly or through a list of exports: they belong in
 * that file, or beside the code that they are made from; their unit tests move along. A file that is loaded
 * lazily, or imported by an `index.ts`, which is a table of contents, does not count.
 */
export function findSmallHelpers(files: readonly Source[]): string[] {
  const code = files.filter(({ path }) => !/\.test\.|^tests\//.test(path));
  const uses = files.filter(({ path }) => !/\.test\./.test(path)).flatMap(importsOf);
  return code
    .filter((file) => {
      const { path, text } = file;
      if (exempt.some(([pattern]) => pattern.test(path)) || codeLines(text) >= minHelperLines) return false;
      // A file that imports and exports it is one user.
      const found = uses.filter(({ to }) => to === path);
      const [from, ...others] = new Set(found.map((use) => use.from));
      if (from === undefined || others.length > 0) return false;
      const kinds = found.map(({ kind }) => kind);
      if (kinds.includes('lazy')) return false;
      if (kinds.includes('import')) return !from.endsWith('/index.ts');
      return code.filter((other) => isUsedIn(other, file)).length === 1;
    })
    .map(({ path }) => path);
}

/** Whether a file uses a name that a list re-exports from another; it does so by the name alone. */
function isUsedIn({ path, text }: Source, helper: Source): boolean {
  if (path === helper.path || isList.test(path)) return false;
  return namesOf(helper).some((name) => new RegExp(`\\b${name}\\b`).test(text));
}

/** Files that only list what others export; the index of a plugin uses it. */
const isList = /^(?!plugins\/).*\/index\.ts$|^kernel\/plugin-api\//;

function namesOf({ text }: Source): string[] {
  return [...text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
}

interface Use {
  readonly from: string;
  readonly to: string;
  /** Whether it is imported statically, re-exported, or loaded lazily. */
  readonly kind: 'import' | 'export' | 'lazy';
}

const reference =
  /(?:(\bimport|\bexport)\b[^;'"]*?\bfrom\s*|(\bimport\(|\bnew URL\()\s*|\bimport\s+)'([^'?]+)/g;

function importsOf({ path, text }: Source): Use[] {
  return [...text.matchAll(reference)].flatMap(([, statement, isLazy, specifier = '']) => {
    const kind = isLazy !== undefined ? 'lazy' : statement === 'export' ? 'export' : 'import';
    if (specifier.startsWith('#')) return [{ from: path, to: specifier.slice(1), kind }];
    if (!specifier.startsWith('.')) return [];
    return [{ from: path, to: posix.join(posix.dirname(path), specifier), kind }];
  });
}

/** The number of lines without comments, imports and blank lines. */
function codeLines(text: string): number {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^import\b[^;]*;/gm, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');
  return code.split('\n').filter((line) => line.trim() !== '').length;
}
