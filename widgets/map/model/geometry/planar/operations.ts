import { ringArea } from '#kernel/domain/geo/ring-parts.ts';
import { partsOf } from '../parts.ts';
import { outlineOf } from '../../shapes/rings.ts';
import type { LatLng, Outline, Ring } from '../../shapes/shape.ts';
import { divide, ringsAround, type Division, type Face } from './division.ts';
import { outside } from './faces.ts';

/** The average width, in degrees, below which a face is a rounding error: a tenth of a millimetre. */
const minWidth = 1e-9;

/** The union of two outlines; null if both are empty. */
export function unionOf(one: Outline, other: Outline): Outline | null {
  return outlineAround(divide([one, other]), ({ layers }) => layers.length > 0);
}

/** The part of an area outside another one; null if nothing is left. */
export function subtract(from: Outline, other: Outline): Outline | null {
  return outlineAround(divide([from, other]), ({ layers }) => layers.includes(0) && !layers.includes(1));
}

/** Whether two areas share more than a border. */
export function overlaps(one: Outline, other: Outline): boolean {
  return divide([one, other]).sizes.some((face) => face.layers.length > 1 && isSolid(face));
}

/** Whether an area contains another one completely. */
export function contains(outer: Outline, inner: Outline): boolean {
  return !divide([outer, inner]).sizes.some(
    (face) => face.layers.includes(1) && !face.layers.includes(0) && isSolid(face),
  );
}

/** Whether a face is more than a rounding error between two borders. */
export function isSolid({ area, perimeter }: Pick<Face, 'area' | 'perimeter'>): boolean {
  return area > (minWidth * perimeter) / 2;
}

/**
 * The pieces into which lines divide an area, largest first. Parts that no line divides stay with the largest
 * piece. One piece if no line crosses the area.
 */
export function splitByLines(area: Outline, lines: readonly (readonly LatLng[])[]): readonly Outline[] {
  const pieces: Outline[] = [];
  const whole: Ring[] = [];
  for (const part of partsOf(area)) {
    const division = divide([outlineOf(part)], lines);
    const faces = division.sizes.flatMap((face, number) =>
      face.layers.length > 0 && isSolid(face) ? [number] : [],
    );
    const found = faces
      .map((face) => ringsAround(division, (one) => one === face))
      .filter(({ length }) => length > 0);
    if (found.length < 2) whole.push(...part);
    else pieces.push(...found.map(outlineOf));
  }
  const [largest, ...others] = pieces.map(largestFirst).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (!largest) return [area];
  return [outlineOf([largest.coords, ...(largest.otherRings ?? []), ...whole]), ...others];
}

/** An outline whose first ring is the outer one of its largest part. */
function largestFirst(outline: Outline): Outline {
  return outlineOf(partsOf(outline).flat());
}

function sizeOf({ coords }: Outline): number {
  return ringArea(coords);
}

function outlineAround(division: Division, isInside: (face: Face) => boolean): Outline | null {
  const chosen = division.sizes.map((face, number) => number !== outside && isInside(face) && isSolid(face));
  const rings = ringsAround(division, (face) => chosen[face] ?? false);
  return rings.length === 0 ? null : largestFirst(outlineOf(rings));
}
