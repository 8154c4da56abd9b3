import Flatbush from 'flatbush';
import { orientation } from '#kernel/domain/geo/segments.ts';
import { NodeTable, tolerance } from './nodes.ts';

/** The owner of edges that bound no area, such as the line that splits an area. */
export const noOwner = -1;

/**
 * Straight edges between nodes. Each pair of nodes has at most one edge; an edge may belong to several areas.
 * After `split`, edges meet only at nodes.
 */
export class EdgeSet {
  readonly nodes: NodeTable;
  /** The nodes at the ends of each edge. */
  from: number[] = [];
  to: number[] = [];
  /** The areas that each edge bounds; an area that it would bound from both sides is not listed. */
  owners: (readonly number[])[] = [];
  #known = new Map<number, number>();
  readonly #owners = new OwnerLists();

  constructor(capacity: number) {
    this.nodes = new NodeTable(capacity);
  }

  get count(): number {
    return this.from.length;
  }

  /** Adds the edges of a line; a closed one ends where it starts. Points are x and y, alternating. */
  addLine(points: ArrayLike<number>, owner: number, isClosed: boolean): void {
    const count = points.length / 2;
    if (count === 0) return;
    const owners = owner === noOwner ? none : this.#owners.of(owner);
    const first = this.nodes.add(points[0] ?? 0, points[1] ?? 0);
    let last = first;
    for (let index = 1; index < count; index += 1) {
      const next = this.nodes.add(points[index * 2] ?? 0, points[index * 2 + 1] ?? 0);
      this.add(last, next, owners);
      last = next;
    }
    if (isClosed) this.add(last, first, owners);
  }

  /** Adds an edge, or its owners to an existing edge. */
  add(one: number, other: number, owners: readonly number[]): void {
    if (one === other) return;
    const key = one < other ? one * maxNodes + other : other * maxNodes + one;
    const known = this.#known.get(key);
    if (known === undefined) {
      this.#known.set(key, this.from.length);
      this.from.push(one);
      this.to.push(other);
      this.owners.push(owners);
    } else this.owners[known] = this.#owners.withoutPairs(this.owners[known] ?? none, owners);
  }

  /** Splits edges where they meet others, until none does. Returns whether any was split. */
  split(): boolean {
    let wasSplit = false;
    // Rounding bends a split edge slightly, so that it may meet others: this rarely takes more than two
    // rounds.
    for (let round = 0; round < maxRounds; round += 1) {
      const cuts = findCuts(this);
      if (cuts.size === 0) return wasSplit;
      wasSplit = true;
      this.#cut(cuts);
    }
    return wasSplit;
  }

  #cut(cuts: ReadonlyMap<number, Set<number>>): void {
    const { from, to, owners } = this;
    this.from = [];
    this.to = [];
    this.owners = [];
    this.#known = new Map();
    for (let edge = 0; edge < from.length; edge += 1) {
      const [start = 0, end = 0, own = none] = [from[edge], to[edge], owners[edge]];
      let last = start;
      for (const node of alongEdge(this.nodes, start, end, cuts.get(edge))) {
        this.add(last, node, own);
        last = node;
      }
      this.add(last, end, own);
    }
  }
}

const none: readonly number[] = [];
const maxNodes = 2 ** 26;
const maxRounds = 12;

/** Lists of owners. Edges with the same owners share one list, since a city has 100,000 edges. */
class OwnerLists {
  readonly #single = new Map<number, readonly number[]>();
  readonly #combined = new Map<readonly number[], Map<readonly number[], readonly number[]>>();

  of(owner: number): readonly number[] {
    const known = this.#single.get(owner);
    if (known) return known;
    const list = [owner];
    this.#single.set(owner, list);
    return list;
  }

  /** Combines two lists. An area on both sides of an edge has no border there, so it is left out. */
  withoutPairs(one: readonly number[], other: readonly number[]): readonly number[] {
    const known = this.#combined.get(one)?.get(other);
    if (known) return known;
    const left = new Set(one);
    for (const owner of other) if (!left.delete(owner)) left.add(owner);
    const list = [...left];
    const combined = this.#combined.get(one) ?? new Map<readonly number[], readonly number[]>();
    this.#combined.set(one, combined.set(other, list));
    return list;
  }
}

/** Nodes on an edge, in order from its start to its end. */
function alongEdge({ xs, ys }: NodeTable, start: number, end: number, cuts?: ReadonlySet<number>): number[] {
  if (!cuts) return [];
  const [x, y] = [xs[start] ?? 0, ys[start] ?? 0];
  const [dx, dy] = [(xs[end] ?? 0) - x, (ys[end] ?? 0) - y];
  const share = (node: number) => ((xs[node] ?? 0) - x) * dx + ((ys[node] ?? 0) - y) * dy;
  return [...cuts]
    .filter((node) => node !== start && node !== end)
    .toSorted((one, other) => share(one) - share(other));
}

/** The nodes at which edges must be split, by edge. */
function findCuts(set: EdgeSet): Map<number, Set<number>> {
  const cuts = new Map<number, Set<number>>();
  const { count, from, to, nodes } = set;
  if (count < 2) return cuts;
  const index = edgeIndex(set);
  const cut = (edge: number, node: number): void => {
    if (node === from[edge] || node === to[edge]) return;
    const before = cuts.get(edge);
    if (before) before.add(node);
    else cuts.set(edge, new Set([node]));
  };
  for (let edge = 0; edge < count; edge += 1) {
    const [a = 0, b = 0] = [from[edge], to[edge]];
    const { xs, ys } = nodes;
    const [ax = 0, ay = 0, bx = 0, by = 0] = [xs[a], ys[a], xs[b], ys[b]];
    index.search(
      Math.min(ax, bx) - tolerance,
      Math.min(ay, by) - tolerance,
      Math.max(ax, bx) + tolerance,
      Math.max(ay, by) + tolerance,
      (other) => {
        if (other > edge) meet(nodes, edge, a, b, other, from[other] ?? 0, to[other] ?? 0, cut);
        return false;
      },
    );
  }
  return cuts;
}

/** An index over the bounding boxes of edges. */
export function edgeIndex({ count, from, to, nodes: { xs, ys } }: EdgeSet): Flatbush {
  const index = new Flatbush(count);
  for (let edge = 0; edge < count; edge += 1) {
    const [a = 0, b = 0] = [from[edge], to[edge]];
    const [ax = 0, ay = 0, bx = 0, by = 0] = [xs[a], ys[a], xs[b], ys[b]];
    index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
  }
  index.finish();
  return index;
}

/** Records cuts where two edges meet: at the ends that lie on the other edge, otherwise at their crossing. */
// Takes numbers, not objects: it runs for every pair of edges with overlapping boxes.
// eslint-disable-next-line max-params
function meet(
  nodes: NodeTable,
  one: number,
  a: number,
  b: number,
  other: number,
  c: number,
  d: number,
  cut: (edge: number, node: number) => void,
): void {
  const { xs, ys } = nodes;
  const ax = xs[a] ?? 0;
  const ay = ys[a] ?? 0;
  const bx = xs[b] ?? 0;
  const by = ys[b] ?? 0;
  const cx = xs[c] ?? 0;
  const cy = ys[c] ?? 0;
  const dx = xs[d] ?? 0;
  const dy = ys[d] ?? 0;
  let touches = a === c || a === d || b === c || b === d;
  if (c !== a && c !== b && isOn(ax, ay, bx, by, cx, cy)) {
    cut(one, c);
    touches = true;
  }
  if (d !== a && d !== b && isOn(ax, ay, bx, by, dx, dy)) {
    cut(one, d);
    touches = true;
  }
  if (a !== c && a !== d && isOn(cx, cy, dx, dy, ax, ay)) {
    cut(other, a);
    touches = true;
  }
  if (b !== c && b !== d && isOn(cx, cy, dx, dy, bx, by)) {
    cut(other, b);
    touches = true;
  }
  if (touches) return;
  const before = orientation(ax, ay, bx, by, cx, cy);
  const after = orientation(ax, ay, bx, by, dx, dy);
  if (before > 0 === after > 0) return;
  if (orientation(cx, cy, dx, dy, ax, ay) > 0 === orientation(cx, cy, dx, dy, bx, by) > 0) return;
  const share = before / (before - after);
  const node = nodes.add(cx + share * (dx - cx), cy + share * (dy - cy));
  cut(one, node);
  cut(other, node);
}

/** Whether a point lies on an edge, within the tolerance, and not beyond its ends. */
function isOn(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const along = (x - ax) * dx + (y - ay) * dy;
  if (along <= 0 || along >= length) return false;
  const across = dx * (y - ay) - dy * (x - ax);
  return across * across <= tolerance * tolerance * length;
}
