import type { LatLng, Outline, PolygonShape, Ring } from './shape.ts';

/** The position of a vertex in an outline: its ring, and its index in that ring. */
interface VertexIndex {
  readonly ring: number;
  readonly at: number;
}

/** All rings of an outline. Vertices and edges are numbered across them, starting at 0. */
export function ringsOf({ coords, otherRings }: Outline): readonly Ring[] {
  return otherRings ? [coords, ...otherRings] : [coords];
}

/** An outline of some rings, at least one. */
export function outlineOf(rings: readonly Ring[]): Outline {
  const coords = rings[0] ?? [];
  return rings.length > 1 ? { coords, otherRings: rings.slice(1) } : { coords };
}

/** A polygon with another outline. */
export function withOutline({ otherRings: _before, ...shape }: PolygonShape, after: Outline): PolygonShape {
  const { coords, otherRings } = after;
  return otherRings ? { ...shape, coords, otherRings } : { ...shape, coords };
}

/** An outline with the ring at an index replaced. */
export function withRing(outline: Outline, ring: number, replacement: Ring): Outline {
  return outlineOf(ringsOf(outline).with(ring, replacement));
}

/** Whether two outlines consist of the same ring objects. */
export function sameRings(one: Outline, other: Outline): boolean {
  return one.coords === other.coords && one.otherRings === other.otherRings;
}

/** The number of vertices of all rings. */
export function countVertices({ coords, otherRings }: Outline): number {
  return otherRings ? otherRings.reduce((count, ring) => count + ring.length, coords.length) : coords.length;
}

/** The position of a vertex; null if there is none with that index. */
export function locateVertex(outline: Outline, vertex: number): VertexIndex | null {
  if (!Number.isInteger(vertex) || vertex < 0) return null;
  let at = vertex;
  for (const [ring, { length }] of ringsOf(outline).entries()) {
    if (at < length) return { ring, at };
    at -= length;
  }
  return null;
}

/** The place of a vertex. */
export function vertexAt(outline: Outline, vertex: number): LatLng | undefined {
  const found = locateVertex(outline, vertex);
  return found ? ringsOf(outline)[found.ring]?.[found.at] : undefined;
}

/** The index of a ring's first vertex. */
export function firstVertexOf(outline: Outline, ring: number): number {
  return ringsOf(outline)
    .slice(0, ring)
    .reduce((count, { length }) => count + length, 0);
}

/** The ends of an edge: it runs from the vertex with the same index to the next one in that ring. */
export function edgeEnds(outline: Outline, edge: number): readonly [from: LatLng, to: LatLng] | null {
  const found = locateVertex(outline, edge);
  const ring = found ? ringsOf(outline)[found.ring] : undefined;
  const [from, to] = [ring?.[found?.at ?? 0], ring?.[((found?.at ?? 0) + 1) % ring.length]];
  return from && to ? [from, to] : null;
}

/** An outline with a vertex inserted after the one at an index. */
export function withVertexAfter(outline: Outline, vertex: number, position: LatLng): Outline {
  const found = locateVertex(outline, vertex);
  const ring = found ? ringsOf(outline)[found.ring] : undefined;
  return found && ring ? withRing(outline, found.ring, ring.toSpliced(found.at + 1, 0, position)) : outline;
}
