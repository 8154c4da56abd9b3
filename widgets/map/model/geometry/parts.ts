import { ringArea, ringParts, type RingPart } from '#kernel/domain/geo/ring-parts.ts';
import { ringsOf } from '../shapes/rings.ts';
import type { Outline, Ring } from '../shapes/shape.ts';
import { perimeterOf } from './measure.ts';

type Part = RingPart<Ring>;

const known = new WeakMap<readonly Ring[], { readonly coords: Ring; readonly parts: readonly Part[] }>();

/** The parts of an area, largest first, each with its outer ring before its holes. */
export function partsOf(outline: Outline): readonly Part[] {
  const { coords, otherRings } = outline;
  if (!otherRings) return [[coords]];
  const cached = known.get(otherRings);
  if (cached?.coords === coords) return cached.parts;
  const parts = ringParts(ringsOf(outline));
  known.set(otherRings, { coords, parts });
  return parts;
}

/** The area of an outline in m². */
export function areaOfOutline(outline: Outline): number {
  return partsOf(outline).reduce(
    (sum, [outer, ...holes]) => holes.reduce((rest, hole) => rest - ringArea(hole), sum + ringArea(outer)),
    0,
  );
}

/** The length in metres of all rings. */
export function perimeterOfOutline(outline: Outline): number {
  return ringsOf(outline).reduce((sum, ring) => sum + perimeterOf(ring), 0);
}
