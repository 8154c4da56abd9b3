import { isInRing } from '#kernel/domain/geo/point-in-ring.ts';
import { ringsOf } from '../shapes/rings.ts';
import type { Outline, Ring } from '../shapes/shape.ts';
import { middleOf } from './place.ts';
import { areaOf, perimeterOf } from './measure.ts';

/** A connected part of an area: its outer ring, and its holes. */
export type Part = readonly [outer: Ring, ...holes: Ring[]];

const known = new WeakMap<readonly Ring[], { readonly coords: Ring; readonly parts: readonly Part[] }>();

/** The parts of an area, the largest first. A ring inside of an even number of others is the outer ring of a part. */
export function partsOf(outline: Outline): readonly Part[] {
  const { coords, otherRings } = outline;
  if (!otherRings) return [[coords]];
  const cached = known.get(otherRings);
  if (cached?.coords === coords) return cached.parts;
  const parts = groupRings(ringsOf(outline));
  known.set(otherRings, { coords, parts });
  return parts;
}

/** The rings that a ring of an outline contains, by their numbers. */
export function ringsWithin(outline: Outline, ring: number): readonly number[] {
  const rings = ringsOf(outline);
  const outer = rings[ring];
  if (!outer) return [];
  const contains = containmentIn(outer);
  return rings.flatMap((inner, index) => (index !== ring && contains(inner) ? [index] : []));
}

/** The area of an outline in m². */
export function areaOfOutline(outline: Outline): number {
  return partsOf(outline).reduce(
    (sum, [outer, ...holes]) => holes.reduce((rest, hole) => rest - areaOf(hole), sum + areaOf(outer)),
    0,
  );
}

/** The length in metres of all rings. */
export function perimeterOfOutline(outline: Outline): number {
  return ringsOf(outline).reduce((sum, ring) => sum + perimeterOf(ring), 0);
}

function groupRings(rings: readonly Ring[]): readonly Part[] {
  const containments = rings.map(containmentIn);
  const containers = rings.map((ring, index) =>
    rings.flatMap((_, other) => (other !== index && containments[other]?.(ring) ? [other] : [])),
  );
  const parts = new Map<number, [Ring, ...Ring[]]>();
  for (const [index, around] of containers.entries()) {
    const ring = rings[index];
    if (ring && around.length % 2 === 0) parts.set(index, [ring]);
  }
  for (const [index, around] of containers.entries()) {
    const ring = rings[index];
    if (!ring || around.length % 2 === 0) continue;
    // The container that itself has one container less than the hole is the part around it.
    const outer = around.find((other) => containers[other]?.length === around.length - 1);
    const part = outer === undefined ? undefined : parts.get(outer);
    if (part) part.push(ring);
    else parts.set(index, [ring]);
  }
  return [...parts.values()].toSorted(([one], [other]) => areaOf(other) - areaOf(one));
}

/** Whether the ring contains another; rings may touch, so that most of the points of the other decide. */
function containmentIn(outer: Ring): (inner: Ring) => boolean {
  const flat = outer.flatMap(([lat, lng]) => [lng, lat]);
  return (inner) => {
    let inside = 0;
    let before = inner.at(-1);
    for (const place of inner) {
      const [lat, lng] = before ? middleOf(before, place) : place;
      inside += isInRing(flat, lng, lat) ? 1 : -1;
      before = place;
    }
    return inside > 0;
  };
}
