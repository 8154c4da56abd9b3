import type Flatbush from 'flatbush';
import { edgeIndex, type EdgeSet } from './edges.ts';
import { tolerance } from './nodes.ts';

/** The index of the face outside everything. */
export const outside = 0;

/**
 * The faces into which edges divide the plane. Each edge has two half-edges: `2e` runs from its start to its end, `2e + 1`
 * back; a half-edge has its face on its left.
 */
export interface Faces {
  /** The number of faces; face 0 is the outside. */
  readonly count: number;
  /** The face of each half-edge. */
  readonly faceOf: Int32Array;
  /** The next half-edge around its face, for each half-edge. */
  readonly next: Int32Array;
  /** The indices of the areas that cover each face. */
  readonly layers: readonly (readonly number[])[];
}

/** Finds the faces between edges that meet only at nodes. */
export function findFaces(edges: EdgeSet): Faces {
  const next = followers(edges);
  const { cycleOf, areas, firsts } = cyclesOf(edges, next);
  const faceOfCycle = facesOfCycles(edges, cycleOf, areas, firsts);
  const faceOf = new Int32Array(next.length);
  for (let half = 0; half < next.length; half += 1) faceOf[half] = faceOfCycle[cycleOf[half] ?? 0] ?? outside;
  const count = 1 + areas.filter((area) => area > 0).length;
  return { count, faceOf, next, layers: layersOf(edges, faceOf, count) };
}

/** The node where a half-edge starts. */
export function startOf({ from, to }: EdgeSet, half: number): number {
  return (half % 2 === 0 ? from : to)[half >> 1] ?? 0;
}

/** For each half-edge, the next one around its face: at its end, the first one clockwise from its reverse. */
function followers(edges: EdgeSet): Int32Array {
  const { count, from, to, nodes } = edges;
  const starts = new Int32Array(nodes.count + 1);
  for (let edge = 0; edge < count; edge += 1) {
    starts[from[edge] ?? 0]! += 1;
    starts[to[edge] ?? 0]! += 1;
  }
  let sum = 0;
  for (let node = 0; node <= nodes.count; node += 1) {
    sum += starts[node] ?? 0;
    starts[node] = sum;
  }
  const around = new Int32Array(count * 2);
  for (let half = count * 2 - 1; half >= 0; half -= 1) {
    const node = startOf(edges, half);
    starts[node]! -= 1;
    around[starts[node] ?? 0] = half;
  }
  const next = new Int32Array(count * 2);
  for (let node = 0; node < nodes.count; node += 1) {
    const [first = 0, end = 0] = [starts[node], starts[node + 1]];
    const ways = around.subarray(first, end);
    if (ways.length > 2) sortByAngle(edges, ways);
    for (let at = 0; at < ways.length; at += 1) {
      const before = ways[at === 0 ? ways.length - 1 : at - 1] ?? 0;
      next[(ways[at] ?? 0) ^ 1] = before;
    }
  }
  return next;
}

function sortByAngle(edges: EdgeSet, ways: Int32Array): void {
  const { xs, ys } = edges.nodes;
  const angle = (half: number) => {
    const [from, to] = [startOf(edges, half), startOf(edges, half ^ 1)];
    return Math.atan2((ys[to] ?? 0) - (ys[from] ?? 0), (xs[to] ?? 0) - (xs[from] ?? 0));
  };
  const angles = new Map(Array.from(ways, (half) => [half, angle(half)]));
  ways.sort((one, other) => (angles.get(one) ?? 0) - (angles.get(other) ?? 0));
}

/** The closed paths around faces. One around the inside of a face has a positive area. */
function cyclesOf(edges: EdgeSet, next: Int32Array) {
  const { nodes } = edges;
  const cycleOf = new Int32Array(next.length).fill(-1);
  const areas: number[] = [];
  const firsts: number[] = [];
  for (let start = 0; start < next.length; start += 1) {
    if (cycleOf[start] !== -1) continue;
    let area = 0;
    let half = start;
    const origin = startOf(edges, start);
    const [originX, originY] = [nodes.xs[origin] ?? 0, nodes.ys[origin] ?? 0];
    do {
      cycleOf[half] = areas.length;
      const [a, b] = [startOf(edges, half), startOf(edges, half ^ 1)];
      area +=
        ((nodes.xs[a] ?? 0) - originX) * ((nodes.ys[b] ?? 0) - originY) -
        ((nodes.xs[b] ?? 0) - originX) * ((nodes.ys[a] ?? 0) - originY);
      half = next[half] ?? start;
    } while (half !== start);
    areas.push(area / 2);
    firsts.push(start);
  }
  return { cycleOf, areas, firsts };
}

/**
 * The face of each cycle: a new one for a cycle around the inside of a face, otherwise the face that
 * surrounds it.
 */
function facesOfCycles(
  edges: EdgeSet,
  cycleOf: Int32Array,
  areas: readonly number[],
  firsts: readonly number[],
) {
  const faces = new Int32Array(areas.length).fill(-1);
  let count = 1;
  for (const [cycle, area] of areas.entries()) {
    if (area <= 0) continue;
    faces[cycle] = count;
    count += 1;
  }
  const holes = [...areas.keys()].filter((cycle) => faces[cycle] === -1);
  const west = leftmostNodes(edges, cycleOf, new Set(holes));
  let index: Flatbush | null = null;
  const faceOfHole = (cycle: number): number => {
    const known = faces[cycle] ?? outside;
    if (known >= 0) return known;
    index ??= edgeIndex(edges);
    const half = halfEdgeWestOf(edges, index, west.get(cycle) ?? startOf(edges, firsts[cycle] ?? 0));
    const face = half === null ? outside : faceOfHole(cycleOf[half] ?? 0);
    faces[cycle] = face;
    return face;
  };
  for (const cycle of holes) faceOfHole(cycle);
  return faces;
}

function leftmostNodes(
  edges: EdgeSet,
  cycleOf: Int32Array,
  cycles: ReadonlySet<number>,
): Map<number, number> {
  const { xs } = edges.nodes;
  const found = new Map<number, number>();
  for (let half = 0; half < cycleOf.length; half += 1) {
    const cycle = cycleOf[half] ?? 0;
    if (!cycles.has(cycle)) continue;
    const node = startOf(edges, half);
    const before = found.get(cycle);
    if (before === undefined || (xs[node] ?? 0) < (xs[before] ?? 0)) found.set(cycle, node);
  }
  return found;
}

/** The first half-edge west of a node; null if there is none. */
function halfEdgeWestOf(edges: EdgeSet, index: Flatbush, node: number): number | null {
  const { xs, ys } = edges.nodes;
  const [x, y] = [xs[node] ?? 0, ys[node] ?? 0];
  let found: Meeting | null = null;
  index.search(-Infinity, y, x, y, (edge) => {
    const half = downwards(edges, edge);
    const [top, bottom] = [startOf(edges, half), startOf(edges, half ^ 1)];
    const [topX = 0, topY = 0, bottomX = 0, bottomY = 0] = [xs[top], ys[top], xs[bottom], ys[bottom]];
    // An end counts only for the edge above it, so that a corner is met once.
    if (topY <= y || bottomY > y || top === node || bottom === node) return false;
    const at = topX + ((y - topY) / (bottomY - topY)) * (bottomX - topX);
    if (at < x && (found === null || isEastOf(edges, { half, at }, found))) found = { half, at };
    return false;
  });
  return (found as Meeting | null)?.half ?? null;
}

/** The downward half-edge; its face lies east of it. */
function downwards({ from, to, nodes: { ys } }: EdgeSet, edge: number): number {
  return (ys[from[edge] ?? 0] ?? 0) > (ys[to[edge] ?? 0] ?? 0) ? edge * 2 : edge * 2 + 1;
}

interface Meeting {
  readonly half: number;
  readonly at: number;
}

/** Which of two edges lies further east; if they meet in a corner on the line of sight, their slopes decide. */
function isEastOf(edges: EdgeSet, one: Meeting, other: Meeting): boolean {
  if (Math.abs(one.at - other.at) > tolerance) return one.at > other.at;
  const [top, bottom] = [startOf(edges, one.half), startOf(edges, one.half ^ 1)];
  if (top === startOf(edges, other.half)) return eastward(edges, one.half) > eastward(edges, other.half);
  if (bottom === startOf(edges, other.half ^ 1))
    return eastward(edges, one.half) < eastward(edges, other.half);
  return one.at > other.at;
}

/** How far east an edge moves for each unit that it moves down. */
function eastward(edges: EdgeSet, half: number): number {
  const { xs, ys } = edges.nodes;
  const [top, bottom] = [startOf(edges, half), startOf(edges, half ^ 1)];
  return ((xs[bottom] ?? 0) - (xs[top] ?? 0)) / ((ys[top] ?? 0) - (ys[bottom] ?? 0));
}

/** The areas that cover each face: from face to face they change by the owners of the edge between. */
function layersOf({ count: edgeCount, owners }: EdgeSet, faceOf: Int32Array, count: number) {
  // The half-edges of each face that have another face behind them.
  const borders: number[][] = Array.from({ length: count }, () => []);
  for (let half = 0; half < edgeCount * 2; half += 1) {
    const face = faceOf[half] ?? outside;
    if (face !== faceOf[half ^ 1]) borders[face]?.push(half);
  }
  const layers: (readonly number[] | undefined)[] = Array.from({ length: count });
  layers[outside] = [];
  const queue = [outside];
  for (let face = queue.pop(); face !== undefined; face = queue.pop()) {
    const here = layers[face] ?? [];
    for (const half of borders[face] ?? []) {
      const other = faceOf[half ^ 1] ?? outside;
      if (layers[other]) continue;
      layers[other] = toggled(here, owners[half >> 1] ?? []);
      queue.push(other);
    }
  }
  return layers.map((layer) => layer ?? []);
}

function toggled(layer: readonly number[], owners: readonly number[]): readonly number[] {
  const unchanged = layer.filter((one) => !owners.includes(one));
  const added = owners.filter((one) => !layer.includes(one));
  return [...unchanged, ...added].toSorted((one, other) => one - other);
}
