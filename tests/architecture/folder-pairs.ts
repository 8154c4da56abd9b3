/** An import between two files, by their paths from the root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Two neighbours in one folder that import each other, with an import each way. */
export interface FolderPair {
  /**
   * `kernel/server: database <> installation`, with the names in alphabetical order. The files that stand in the folder itself
   * are one neighbour of its subfolders, named by a dot: `plugins/users/server: . <> transfer`.
   */
  readonly name: string;
  readonly forth: Import;
  readonly back: Import;
}

/** Pairs that stay, each with the reason; a pair that is gone must leave the list. */
export const remainingFolderPairs: readonly string[] = [
  // kernel/client shows the map of widgets/map, and widgets import kernel/domain, which imports neither: three layers of two folders.
  'root: kernel <> widgets',
];

/**
 * Finds folders side by side that import each other, and folders whose own files import a subfolder and are imported from it, in
 * the whole repository and at any depth. Tests do not count, nor the files beside the top-level folders.
 *
 * What stands at `kernel/<part>/<name>` is compared more strictly, and over all parts of the kernel: `kernel-units.ts`.
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

/** The common folder of two files and the neighbours in it that they belong to; null for files of one folder. */
function neighboursOf({ from, to }: Import): [parent: string, here: string, there: string] | null {
  if (/\.(test|spec)\.tsx?$/.test(from)) return null;
  const [here, there] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
  let depth = 0;
  while (depth < here.length && here[depth] === there[depth]) depth += 1;
  const [left = '.', right = '.'] = [here[depth], there[depth]];
  if (left === right || (depth === 0 && [left, right].includes('.'))) return null;
  return [depth === 0 ? 'root' : here.slice(0, depth).join('/'), left, right];
}
