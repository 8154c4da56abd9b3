/** An import between two files, by their paths from the root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Two siblings in one folder that import each other, with an import in each direction. */
export interface FolderPair {
  /**
   * `kernel/server: database <> installation`, with the names in alphabetical order. The files directly in
   * the folder count as one sibling of its subfolders, written as a dot: `plugins/users/server: . <>
   * transfer`.
   */
  readonly name: string;
  readonly forth: Import;
  readonly back: Import;
}

/**
 * Finds sibling folders that import each other, and folders whose own files both import from and are imported
 * by a subfolder, in the whole repository and at any depth. Ignores tests, and the files beside the top-level
 * folders. Among the latter, `kernel/domain` counts as one of its own: widgets import it, `kernel/client` imports widgets,
 * and `domain-imports-zod-only` holds that it imports neither.
 *
 * Units at `kernel/<part>/<name>` are compared more strictly, across all parts of the kernel:
 * `kernel-units.ts`.
 */
export function findFolderPairs(imports: readonly Import[]): FolderPair[] {
  const first = new Map<string, Import>();
  for (const one of imports) {
    const way = neighboursOf(one);
    if (way && !first.has(way.join(' > '))) first.set(way.join(' > '), one);
  }
  return [...first].flatMap(([way, forth]) => {
    const [parent = '', here = '', there = ''] = way.split(' > ');
    const back = first.get([parent, there, here].join(' > '));
    return back && here < there ? [{ name: `${parent}: ${here} <> ${there}`, forth, back }] : [];
  });
}

/**
 * The common folder of two files and the siblings in it that they belong to; null for files in the same
 * folder.
 */
function neighboursOf({ from, to }: Import): [parent: string, here: string, there: string] | null {
  if (/\.(test|spec)\.tsx?$/.test(from)) return null;
  const [here, there] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
  let depth = 0;
  while (depth < here.length && here[depth] === there[depth]) depth += 1;
  const [left = '.', right = '.'] =
    depth === 0 ? [here, there].map(topLevelFolder) : [here[depth], there[depth]];
  if (left === right || (depth === 0 && [left, right].includes('.'))) return null;
  return [depth === 0 ? 'root' : here.slice(0, depth).join('/'), left, right];
}

function topLevelFolder([first, second]: readonly string[]): string | undefined {
  return first === 'kernel' && second === 'domain' ? 'kernel/domain' : first;
}
