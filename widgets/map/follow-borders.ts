import { readValue } from './model/exchange/read-value.ts';
import { toOutlineValue, type Outline, type ShapeId } from './model/index.ts';
import type { PolygonInput } from './ui/api/map-props.ts';

/** A border as pages have it. */
export type OutlineInput = Pick<PolygonInput, 'coords' | 'geometry'>;

type OutlineValue = ReturnType<typeof toOutlineValue>;

/** What becomes of areas when the border of one moves. */
export interface FollowedBorders {
  /** The area itself; it has a corner wherever a border between two others ends on it. */
  readonly own: OutlineValue;
  /** The areas around it whose border moves along. */
  readonly changed: readonly (OutlineValue & { readonly id: ShapeId })[];
  /** The areas of which nothing would be left; they stay as they were. */
  readonly covered: readonly ShapeId[];
}

/**
 * Lets the areas around one follow its border: what it has won is taken from them, and what it has left goes to the one along
 * whose border it lies. A new area has nothing before. Null where the area is none. The code loads when it is first asked for.
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
