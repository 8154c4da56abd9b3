import { boundsOf } from '../geometry/bounds.ts';
import { divide, ringsAround, type Division } from '../geometry/planar/division.ts';
import { outside } from '../geometry/planar/faces.ts';
import { isSolid } from '../geometry/planar/operations.ts';
import { outlineOf } from '../shapes/rings.ts';
import {
  latLng,
  type Bounds,
  type MarkerShape,
  type Outline,
  type PolygonShape,
  type ShapeId,
  type Shapes,
} from '../shapes/shape.ts';
import { findMisplaced, type HouseholdPositions } from './household-check.ts';
import { areaOfOutline, perimeterOfOutline } from '../geometry/parts.ts';

/** A gap between areas, an overlap, or a household that no area contains. */
export interface BorderProblem {
  /** A gap or an overlap narrower than three metres is a sliver: a border that was drawn twice. */
  readonly kind: 'gap' | 'overlap' | 'gap_sliver' | 'overlap_sliver' | 'household' | 'household_several';
  /** The areas around a gap, or those that overlap or contain a household, in the order of the map. */
  readonly areas: readonly ShapeId[];
  /** The outline of the problem; null for a household. */
  readonly outline: Outline | null;
  /** The title of a household; null for other problems. */
  readonly household: string | null;
  readonly bounds: Bounds;
  /** In m²; 0 for a household. */
  readonly size: number;
}

/** The width, in metres, below which a gap or an overlap is a sliver. */
const sliverWidth = 3;

/**
 * Checks that areas tile the plane; returns the problems, largest first. Takes O(n log n). Finds gaps that at least two
 * areas enclose; not those that are open to the outside, since the outline of a city is not known.
 */
export function checkTiling(polygons: readonly PolygonShape[]): readonly BorderProblem[] {
  const division = divide(polygons);
  const neighbors = areasAround(division);
  const problems: BorderProblem[] = [];
  for (const [face, { layers, ...size }] of division.sizes.entries()) {
    if (face === outside || layers.length === 1 || !isSolid(size)) continue;
    const around = layers.length === 0 ? [...(neighbors.get(face) ?? [])] : layers;
    // A hole within one area is not a gap: it was drawn on purpose.
    if (around.length < 2) continue;
    const outline = outlineOf(ringsAround(division, (one) => one === face));
    problems.push(...problemOf(polygons, layers.length === 0 ? 'gap' : 'overlap', around, outline));
  }
  return problems.toSorted((one, other) => other.size - one.size);
}

/**
 * Checks that areas tile the plane and that each household is in exactly one area: the map's markers, and
 * `households` of its overlay.
 */
export function checkBorders(
  { polygons, markers }: Shapes,
  households: HouseholdPositions | null = null,
): readonly BorderProblem[] {
  const all = households ? [householdsOf(markers), households] : [householdsOf(markers)];
  return [...checkTiling(polygons), ...all.flatMap((some) => misplacedHouseholds(polygons, some))];
}

function problemOf(
  polygons: readonly PolygonShape[],
  kind: 'gap' | 'overlap',
  numbers: readonly number[],
  outline: Outline,
): readonly BorderProblem[] {
  const bounds = boundsOf(outline.coords);
  if (!bounds) return [];
  const size = areaOfOutline(outline);
  const width = (2 * size) / perimeterOfOutline(outline);
  const areas = numbers.toSorted((one, other) => one - other).flatMap((number) => polygons[number]?.id ?? []);
  return [
    { kind: width < sliverWidth ? `${kind}_sliver` : kind, areas, outline, household: null, bounds, size },
  ];
}

/** The areas adjacent to each face. */
function areasAround({ edges, faces: { faceOf } }: Division): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  for (let half = 0; half < faceOf.length; half += 1) {
    const face = faceOf[half] ?? outside;
    let areas = found.get(face);
    if (!areas) found.set(face, (areas = new Set()));
    for (const owner of edges.owners[half >> 1] ?? []) areas.add(owner);
  }
  return found;
}

function misplacedHouseholds(
  polygons: readonly PolygonShape[],
  households: HouseholdPositions,
): readonly BorderProblem[] {
  return findMisplaced(polygons, households).map(({ row, areas }) => {
    const [lat, lng] = households.placeOf(row);
    return {
      kind: areas.length === 0 ? 'household' : 'household_several',
      areas: areas.flatMap((area) => polygons[area]?.id ?? []),
      outline: null,
      household: households.titleOf(row),
      bounds: [lat, lng, lat, lng],
      size: 0,
    };
  });
}

/** The markers of a map as households. */
function householdsOf(markers: readonly MarkerShape[]): HouseholdPositions {
  return {
    count: markers.length,
    placeOf: (row) => markers[row]?.coords ?? latLng(0, 0),
    titleOf: (row) => markers[row]?.title ?? '',
  };
}
