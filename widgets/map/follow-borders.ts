import { readValue } from './model/exchange/read-value.ts';
import { toOutlineValue, type Outline, type ShapeId } from './model/index.ts';
import type { PolygonInput } from './ui/api/map-props.ts';

/** A border in the format of pages. */
export type OutlineInput = Pick<PolygonInput, 'coords' | 'geometry'>;

type OutlineValue = ReturnType<typeof toOutlineValue>;

/** The areas after the border of one has moved. */
export interface FollowedBorders {
  /** The area itself, with an additional corner wherever a border between two others ends on it. */
  readonly own: OutlineValue;
  /** The areas around it whose border moves along. */
  readonly changed: readonly (OutlineValue & { readonly id: ShapeId })[];
  /** The ids of areas that would be covered completely; they are unchanged. */
  readonly covered: readonly ShapeId[];
}

/**
 * Updates the areas around one after a change of its border: gained land is removed from them, and lost land
 * is added to the one whose border it adjoins. `before` is empty for a new area. Null if the area is invalid.
 * The code is loaded at the first call.
 */
export async function followBorders(
  before: OutlineInput | null,
  after: OutlineInput,
  neighbors: readonly PolygonInput[],
): Promise<FollowedBorders | null> {
  const { followBorder } = await import('./model/borders/follow.ts');
  const [old, now] = [before ? outlineOf(before) : nothing, outlineOf(after)];
  if (!old || !now) return null;
  const around = readValue({ polygons: neighbors, markers: [] }).polygons.map(({ shape }) => shape);
  const followed = followBorder(old, now, around);
  return {
    own: toOutlineValue(followed.own),
    changed: followed.neighbors.flatMap((polygon, index) =>
      polygon === around[index] ? [] : [{ id: polygon.id, ...toOutlineValue(polygon) }],
    ),
    covered: followed.covered.map(({ id }) => id),
  };
}

const nothing: Outline = { coords: [] };

function outlineOf(outline: OutlineInput) {
  const { polygons } = readValue({ polygons: [{ id: 1, title: '', ...outline }], markers: [] });
  return polygons[0]?.shape;
}
