import { ringsOf } from '../../shapes/rings.ts';
import { latLng, type LatLng, type Outline, type Ring } from '../../shapes/shape.ts';
import { EdgeSet, noOwner } from './edges.ts';
import { findFaces, outside, startOf, type Faces } from './faces.ts';

/** A face of a division, covered by some areas or by none. */
export interface Face {
  /** The indices of the areas that cover it, ascending. */
  readonly layers: readonly number[];
  /** In square degrees. */
  readonly area: number;
  /** The length of its border in degrees; both sides of an edge within the face count. */
  readonly perimeter: number;
}

/** An overlay of outlines: every point belongs to one face, and every corner is kept. */
export interface Division {
  readonly edges: EdgeSet;
  readonly faces: Faces;
  /** By index; the first face is the outside, whose area counts as infinite. */
  readonly sizes: readonly Face[];
}

/** Overlays outlines, and lines that bound no area. Takes O(n log n). */
export function divide(outlines: readonly Outline[], lines: readonly (readonly LatLng[])[] = []): Division {
  const corners = outlines.reduce(
    (sum, outline) => sum + ringsOf(outline).reduce((n, { length }) => n + length, 0),
    0,
  );
  const edges = new EdgeSet(corners + lines.reduce((sum, { length }) => sum + length, 0));
  for (const [owner, outline] of outlines.entries())
    for (const ring of ringsOf(outline)) edges.addLine(pointsOf(ring), owner, true);
  for (const line of lines) edges.addLine(pointsOf(line), noOwner, false);
  edges.split();
  const faces = findFaces(edges);
  return { edges, faces, sizes: sizesOf(edges, faces) };
}

/** The rings around all selected faces, as even-odd rings that visit no corner twice. */
export function ringsAround(
  { edges, faces: { faceOf, next } }: Division,
  isChosen: (face: number) => boolean,
): Ring[] {
  const bounds = (half: number) =>
    isChosen(faceOf[half] ?? outside) && !isChosen(faceOf[half ^ 1] ?? outside);
  const isDone = new Uint8Array(faceOf.length);
  const rings: Ring[] = [];
  for (let start = 0; start < faceOf.length; start += 1) {
    if (isDone[start] || !bounds(start)) continue;
    const nodes: number[] = [];
    let half = start;
    do {
      isDone[half] = 1;
      nodes.push(startOf(edges, half));
      half = next[half] ?? start;
      // Turns around the node until the border of the selection continues.
      while (!bounds(half)) half = next[half ^ 1] ?? start;
    } while (half !== start);
    for (const loop of loopsOf(nodes)) rings.push(loop.map((node) => positionOf(edges, node)));
  }
  return rings;
}

/** The place of a node. */
export function positionOf({ nodes: { xs, ys } }: EdgeSet, node: number): LatLng {
  return latLng(ys[node] ?? 0, xs[node] ?? 0);
}

/** Splits a closed path that visits a node twice into paths that do not. */
function loopsOf(nodes: readonly number[]): number[][] {
  const loops: number[][] = [];
  const way: number[] = [];
  const seen = new Map<number, number>();
  for (const node of nodes) {
    const at = seen.get(node);
    if (at !== undefined) {
      const loop = way.splice(at);
      for (const one of loop) seen.delete(one);
      loops.push(loop);
    }
    seen.set(node, way.length);
    way.push(node);
  }
  loops.push(way);
  return loops.filter(({ length }) => length > 2);
}

/** Longitude and latitude of places, alternating. */
function pointsOf(positions: readonly LatLng[]): Float64Array {
  const points = new Float64Array(positions.length * 2);
  for (const [index, [lat, lng]] of positions.entries()) {
    points[index * 2] = lng;
    points[index * 2 + 1] = lat;
  }
  return points;
}

function sizesOf(edges: EdgeSet, { count, faceOf, layers }: Faces): readonly Face[] {
  const areas = new Float64Array(count);
  const perimeters = new Float64Array(count);
  const { xs, ys } = edges.nodes;
  const [originX, originY] = [xs[0] ?? 0, ys[0] ?? 0];
  for (let half = 0; half < faceOf.length; half += 1) {
    const face = faceOf[half] ?? outside;
    const [a, b] = [startOf(edges, half), startOf(edges, half ^ 1)];
    const [ax, ay] = [(xs[a] ?? 0) - originX, (ys[a] ?? 0) - originY];
    const [bx, by] = [(xs[b] ?? 0) - originX, (ys[b] ?? 0) - originY];
    areas[face]! += (ax * by - bx * ay) / 2;
    perimeters[face]! += Math.hypot(bx - ax, by - ay);
  }
  return Array.from({ length: count }, (_, face) => ({
    layers: layers[face] ?? [],
    area: face === outside ? Infinity : (areas[face] ?? 0),
    perimeter: perimeters[face] ?? 0,
  }));
}
