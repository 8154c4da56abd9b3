import { posix } from 'node:path';
import type { Source } from './sources.ts';

/** A file with fewer lines of code is no file of its own where one neighbour alone imports it. */
export const minHelperLines = 20;

/** Files that may be short: a name that others rely on, or one of several of its kind; each with the reason. */
const exempt: readonly (readonly [path: RegExp, reason: string])[] = [
  [/\/(index|manifest|contract|queries|sign-in)\.tsx?$/, 'every plugin has a file of this name'],
  [/\/migrations\//, 'each migration is a file'],
  [/^kernel\/app\/server\/boot\/admit-presence\.ts$/, 'its caller has nearly 400 lines'],
  [/\/(query-string|global-setup)\.ts$/, 'the configuration of a tool names it'],
  [/\/stem-russian\.ts$/, 'each language has its stemmer'],
];

/**
 * Finds helpers under 20 lines that one file of their folder imports alone: they belong into that file. What is loaded
 * lazily, re-exported, listed by an `index.ts` or imported by a test is no helper of its neighbour.
 */
export function findSmallHelpers(files: readonly Source[]): string[] {
  const code = files.filter(({ path }) => !/\.test\.|^tests\//.test(path));
  const uses = files.flatMap(importsOf);
  return code
    .filter(({ path, text }) => {
      if (exempt.some(([pattern]) => pattern.test(path)) || codeLines(text) >= minHelperLines) return false;
      const [use, ...others] = uses.filter(({ to }) => to === path);
      if (use === undefined || others.length > 0 || !use.isPlain) return false;
      return posix.dirname(use.from) === posix.dirname(path) && !use.from.endsWith('/index.ts');
    })
    .map(({ path }) => path);
}

interface Use {
  readonly from: string;
  readonly to: string;
  /** Imported at once, and not to be exported again. */
  readonly isPlain: boolean;
}

const reference =
  /(?:(\bimport|\bexport)\b[^;'"]*?\bfrom\s*|(\bimport\(|\bnew URL\()\s*|\bimport\s+)'([^'?]+)/g;

function importsOf({ path, text }: Source): Use[] {
  return [...text.matchAll(reference)].flatMap(([, statement, isLazy, specifier = '']) => {
    const isPlain = statement !== 'export' && isLazy === undefined;
    if (specifier.startsWith('#')) return [{ from: path, to: specifier.slice(1), isPlain }];
    if (!specifier.startsWith('.')) return [];
    return [{ from: path, to: posix.join(posix.dirname(path), specifier), isPlain }];
  });
}

/** Lines without comments, imports and blank ones. */
function codeLines(text: string): number {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^import\b[^;]*;/gm, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');
  return code.split('\n').filter((line) => line.trim() !== '').length;
}
