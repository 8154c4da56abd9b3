import type { Import } from './folder-pairs.ts';

/** Units of the kernel with circular imports, with one import for each step. */
export interface UnitCircle {
  /**
   * `kernel/client/data → kernel/client/ui → kernel/client/data`, starting with the first in alphabetical
   * order.
   */
  readonly name: string;
  readonly steps: readonly Import[];
}

/**
 * Finds circular imports between units of the kernel. A unit is an entry at `kernel/<part>/<name>`: a folder
 * with everything in it, such as `kernel/client/data` or `kernel/identity/server`, or a file beside such
 * folders. No unit may reach itself through the imports of others: so the units form layers, each depending
 * only on lower ones. Ignores tests.
 *
 * Reports a shortest circle for each unit that no earlier circle contains.
 */
export function findUnitCircles(imports: readonly Import[]): UnitCircle[] {
  const ways = waysOf(imports);
  const circles: UnitCircle[] = [];
  const named = new Set<string>();
  for (const unit of [...ways.keys()].toSorted()) {
    const steps = named.has(unit) ? null : shortestCircle(ways, unit);
    if (steps === null) continue;
    const units = steps.map(({ from }) => unitOf(from) ?? '');
    for (const one of units) named.add(one);
    circles.push({ name: [...units, unit].join(' → '), steps });
  }
  return circles;
}

/** For each unit, the units that it imports, with the first import of each. */
function waysOf(imports: readonly Import[]): Map<string, Map<string, Import>> {
  const ways = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const [from, to] = [unitOf(one.from), unitOf(one.to)];
    if (from === null || to === null || from === to || /\.(test|spec)\.tsx?$/.test(one.from)) continue;
    const targets = ways.get(from) ?? new Map<string, Import>();
    ways.set(from, targets);
    if (!targets.has(to)) targets.set(to, one);
  }
  return ways;
}

/** The imports of a shortest path from a unit back to itself; null if there is none. */
function shortestCircle(
  ways: ReadonlyMap<string, ReadonlyMap<string, Import>>,
  start: string,
): Import[] | null {
  const reached = new Map<string, Import[]>([[start, []]]);
  for (const [unit, steps] of reached) {
    for (const [next, step] of ways.get(unit) ?? []) {
      if (next === start) return [...steps, step];
      // Iterating a map includes entries added meanwhile.
      if (!reached.has(next)) reached.set(next, [...steps, step]);
    }
  }
  return null;
}

/** The unit of a file; null outside the kernel's parts. */
function unitOf(path: string): string | null {
  const [root, part, name] = path.split('/');
  return root === 'kernel' && part !== undefined && name !== undefined ? `kernel/${part}/${name}` : null;
}
