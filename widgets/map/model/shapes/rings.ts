import type { LatLng, Outline, PolygonShape, Ring } from './shape.ts';

/** The position of a vertex in an outline: its ring, and its index in that ring. */
interface VertexPlace {
  readonly ring: number;
  readonly at: number;
}

/** All rings of an outline. Its vertices and edges are numbered through them, from 0. */
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

/** An outline with another ring for the one of a number. */
export function withRing(outline: Outline, ring: number, replacement: Ring): Outline {
  return outlineOf(ringsOf(outline).with(ring, replacement));
}

/** Whether two outlines consist of the same lists. */
export function sameRings(one: Outline, other: Outline): boolean {
  return one.coords === other.coords && one.otherRings === other.otherRings;
}

/** The number of vertices of all rings. */
export function countVertices({ coords, otherRings }: Outline): number {
  return otherRings ? otherRings.reduce((count, ring) => count + ring.length, coords.length) : coords.length;
}

/** Which ring a vertex is in; null where there is none of that number. */
export function locateVertex(outline: Outline, vertex: number): VertexPlace | null {
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
  const place = locateVertex(outline, vertex);
  return place ? ringsOf(outline)[place.ring]?.[place.at] : undefined;
}

/** The number of the first vertex of a ring. */
export function firstVertexOf(outline: Outline, ring: number): number {
  return ringsOf(outline)
    .slice(0, ring)
    .reduce((count, { length }) => count + length, 0);
}

/** The ends of an edge: it runs from the vertex of its number to the next one of that ring. */
export function edgeEnds(outline: Outline, edge: number): readonly [from: LatLng, to: LatLng] | null {
  const place = locateVertex(outline, edge);
  const ring = place ? ringsOf(outline)[place.ring] : undefined;
  const [from, to] = [ring?.[place?.at ?? 0], ring?.[((place?.at ?? 0) + 1) % ring.length]];
  return from && to ? [from, to] : null;
}

/** An outline with another vertex after the one of a number. */
export function withVertexAfter(outline: Outline, vertex: number, place: LatLng): Outline {
  const found = locateVertex(outline, vertex);
  const ring = found ? ringsOf(outline)[found.ring] : undefined;
  return found && ring ? withRing(outline, found.ring, ring.toSpliced(found.at + 1, 0, place)) : outline;
}
