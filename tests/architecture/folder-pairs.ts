/** An import between two files, by their paths from the root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Two sibling folders that import each other, with an import each way. */
export interface FolderPair {
  /** `kernel/server: database <> installation`, with the names in alphabetical order. */
  readonly name: string;
  readonly forth: Import;
  readonly back: Import;
}

/**
 * Folders whose inner folders, at any depth, may not import each other. What stands at `kernel/<part>/<name>` is compared more
 * strictly, and over all parts of the kernel: `kernel-units.ts`.
 */
const layered = /^(kernel\/(client|server|identity|records)|plugins\/[^/]+|widgets\/[^/]+)(\/|$)/;

/** Pairs that are still to be separated; the list only shrinks, and a pair that is gone must leave it. */
export const remainingFolderPairs: readonly string[] = [];

/** Finds sibling folders that import each other. Tests and files beside the folders do not count. */
export function findFolderPairs(imports: readonly Import[]): FolderPair[] {
  const first = new Map<string, Import>();
  for (const one of imports) {
    const way = siblingsOf(one);
    if (way && !first.has(way.join(' > '))) first.set(way.join(' > '), one);
  }
  return [...first].flatMap(([way, forth]) => {
    const [parent = '', here = '', there = ''] = way.split(' > ');
    const back = first.get([parent, there, here].join(' > '));
    return back && here < there ? [{ name: `${parent}: ${here} <> ${there}`, forth, back }] : [];
  });
}

/** The common parent of two files and the folders below it; null for files of one folder. */
function siblingsOf({ from, to }: Import): [parent: string, here: string, there: string] | null {
  if (/\.(test|spec)\.tsx?$/.test(from)) return null;
  const [here, there] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
  const depth = here.findIndex((name, index) => name !== there[index]);
  const [left, right] = [here[depth], there[depth]];
  const parent = here.slice(0, depth).join('/');
  return left === undefined || right === undefined || !layered.test(parent) ? null : [parent, left, right];
}
