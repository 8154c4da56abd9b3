import { boundsOf } from '../geometry/bounds.ts';
import { divide, ringsAround, type Division } from '../geometry/planar/division.ts';
import { outside } from '../geometry/planar/faces.ts';
import { isSolid } from '../geometry/planar/operations.ts';
import { shapeIndex } from '../hit/shape-index.ts';
import { outlineOf } from '../shapes/rings.ts';
import type { Bounds, MarkerShape, Outline, PolygonShape, ShapeId, Shapes } from '../shapes/shape.ts';
import { areaOfOutline, perimeterOfOutline } from '../geometry/parts.ts';

/** Land that no area covers although several lie around it, land that several cover, or a home that none contains. */
export interface BorderProblem {
  /** A gap or an overlap is a sliver where it is narrower than three metres: a border that was drawn twice. */
  readonly kind: 'gap' | 'overlap' | 'gap_sliver' | 'overlap_sliver' | 'home';
  /** The areas around a gap, or those that overlap, ascending by their order on the map. */
  readonly areas: readonly ShapeId[];
  /** Where it is; a home has none. */
  readonly outline: Outline | null;
  readonly home: MarkerShape | null;
  readonly bounds: Bounds;
  /** In m²; 0 for a home. */
  readonly size: number;
}

/** A gap or an overlap that is narrower is a sliver, in metres. */
const sliverWidth = 3;

/** Checks that areas tile and that each home lies in one: what is wrong, the largest first. Takes O(n log n). */
export function checkBorders({ polygons, markers }: Shapes): readonly BorderProblem[] {
  const division = divide(polygons);
  const neighbors = areasAround(division);
  const problems: BorderProblem[] = [];
  for (const [face, { layers, ...size }] of division.sizes.entries()) {
    if (face === outside || layers.length === 1 || !isSolid(size)) continue;
    const around = layers.length === 0 ? [...(neighbors.get(face) ?? [])] : layers;
    // A hole within one area is no gap: it was drawn.
    if (around.length < 2) continue;
    const outline = outlineOf(ringsAround(division, (one) => one === face));
    problems.push(...problemOf(polygons, layers.length === 0 ? 'gap' : 'overlap', around, outline));
  }
  return [...problems.toSorted((one, other) => other.size - one.size), ...homesOutside(polygons, markers)];
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
  return [{ kind: width < sliverWidth ? `${kind}_sliver` : kind, areas, outline, home: null, bounds, size }];
}

/** The areas that each face has a border with. */
function areasAround({ edges, faces: { faceOf } }: Division): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  for (const [half, face] of faceOf.entries()) {
    const areas = found.get(face) ?? new Set();
    for (const owner of edges.owners[half >> 1] ?? []) areas.add(owner);
    found.set(face, areas);
  }
  return found;
}

function homesOutside(
  polygons: readonly PolygonShape[],
  markers: readonly MarkerShape[],
): readonly BorderProblem[] {
  if (polygons.length === 0) return [];
  const index = shapeIndex({ polygons, markers: [] });
  return markers.flatMap((home): BorderProblem[] => {
    const [lat, lng] = home.coords;
    // At the highest zoom the reach around a border is less than a centimetre.
    if (index.at(home.coords, 30)) return [];
    return [{ kind: 'home', areas: [], outline: null, home, bounds: [lat, lng, lat, lng], size: 0 }];
  });
}
