import { squaredDistance } from '#kernel/domain/geo/segments.ts';
import { boundsOf } from '../geometry/bounds.ts';
import { partsOf } from '../geometry/parts.ts';
import { nearDistance } from '../geometry/position.ts';
import { divide, positionOf, ringsAround, type Division } from '../geometry/planar/division.ts';
import { startOf } from '../geometry/planar/faces.ts';
import { isSolid } from '../geometry/planar/operations.ts';
import { outlineOf, ringsOf, withOutline } from '../shapes/rings.ts';
import { latLng, type LatLng, type Outline, type PolygonShape, type Ring } from '../shapes/shape.ts';
import { isLost, isGained, layer } from './follow-layers.ts';
import { isCounterclockwise, junctionLines } from './junction-lines.ts';
import { areasNear } from './shared-corners.ts';

/** An area whose border has moved, and those around it. */
export interface Followed {
  /** The area, with an additional corner wherever a border between two others ends on it. */
  readonly own: Outline;
  /** The areas around it, in order; unchanged ones are the same objects. */
  readonly neighbors: readonly PolygonShape[];
  /** Those that would be covered completely; they are unchanged. */
  readonly covered: readonly PolygonShape[];
}

/** The owner of land outside all areas. */
const nobody = -1;

/**
 * The weight of a border to land outside all areas, so that a corner moved along the edge of the city gives
 * land to the adjacent area.
 */
const unownedWeight = 0.5;

/** A corner within this many degrees of the line between its neighbours is on a straight line. */
const straightness = 1e-9;

/**
 * Makes the areas around one follow its border: gained land is removed from them, and lost land goes to the
 * one whose border it adjoins. Land lost at the edge of the city belongs to no area. For a new area, `before`
 * has no ring.
 */
export function followBorder(before: Outline, after: Outline, neighbors: readonly PolygonShape[]): Followed {
  const box = boundsOf([...ringsOf(before), ...ringsOf(after)].flat());
  const near = box ? areasNear(neighbors, box) : [];
  const outlines = [before, after, ...near];
  const rough = divide(outlines);
  const lines = junctionLines(rough, before, after);
  const division = lines.length > 0 ? divide(outlines, lines) : rough;
  const successors = successorsOf(division);
  const changed = changedLayers(division, successors);
  const ringsFor = (isIn: (layers: readonly number[], face: number) => boolean) =>
    ringsAround(division, (face) => isIn(division.sizes[face]?.layers ?? [], face));
  const own = ringsFor((layers) => layers.includes(layer.after));
  const around = near.map((polygon, index) => {
    const number = index + layer.neighbors;
    if (!changed.has(number)) return ringsOf(polygon);
    return ringsFor(
      (layers, face) => (layers.includes(number) && !isGained(layers)) || successors.get(face) === number,
    );
  });
  const isNeeded = neededCorners({ before, after, near }, [own, ...around]);
  const moved = new Map<PolygonShape, PolygonShape>();
  const covered: PolygonShape[] = [];
  for (const [index, polygon] of near.entries()) {
    if (!changed.has(index + layer.neighbors)) continue;
    const outline = cleaned(around[index] ?? [], isNeeded);
    if (outline) moved.set(polygon, withOutline(polygon, inOrderOf(polygon, outline)));
    else covered.push(polygon);
  }
  return {
    own: inOrderOf(after, cleaned(own, isNeeded) ?? after),
    neighbors: neighbors.map((polygon) => moved.get(polygon) ?? polygon),
    covered,
  };
}

/** The neighbour that receives each lost place: the one with the longest common border. */
function successorsOf({ edges, faces: { faceOf }, sizes }: Division): ReadonlyMap<number, number> {
  const successors = new Map<number, number>();
  const layersOf = (face: number) => sizes[face]?.layers ?? [];
  const waiting = new Set([...sizes.keys()].filter((face) => isLost(layersOf(face))));
  while (waiting.size > 0) {
    const borders = new Map<number, Map<number, number>>();
    for (const [half, face] of faceOf.entries()) {
      const beyond = faceOf[half ^ 1] ?? 0;
      const layers = layersOf(beyond);
      if (!waiting.has(face) || waiting.has(beyond) || layers.includes(layer.after)) continue;
      const [owner = successors.get(beyond) ?? nobody] = layers.filter((one) => one >= layer.neighbors);
      const length = lengthOfHalf(edges, half) * (owner === nobody ? unownedWeight : 1);
      const found = borders.get(face) ?? new Map<number, number>();
      borders.set(face, found.set(owner, (found.get(owner) ?? 0) + length));
    }
    if (borders.size === 0) break;
    for (const [face, found] of borders) {
      const [longest] = [...found].toSorted(([, one], [, other]) => other - one);
      successors.set(face, longest?.[0] ?? nobody);
      waiting.delete(face);
    }
  }
  return successors;
}

function lengthOfHalf(edges: Division['edges'], half: number): number {
  return nearDistance(positionOf(edges, startOf(edges, half)), positionOf(edges, startOf(edges, half ^ 1)));
}

/** The neighbours that gain or lose more than a rounding error. */
function changedLayers({ sizes }: Division, successors: ReadonlyMap<number, number>): ReadonlySet<number> {
  const changed = new Set<number>();
  for (const [number, face] of sizes.entries()) {
    if (!isSolid(face)) continue;
    if (isGained(face.layers)) for (const one of face.layers) if (one >= layer.neighbors) changed.add(one);
    const heir = successors.get(number);
    if (heir !== undefined && heir !== nobody) changed.add(heir);
  }
  return changed;
}

/**
 * Returns a function that tells whether a ring's corner is needed. It is not if it is absent from the old
 * border and lies on a straight line.
 */
function neededCorners(
  { before, after, near }: { before: Outline; after: Outline; near: readonly Outline[] },
  rings: readonly (readonly Ring[])[],
): (position: LatLng, at: number, ring: Ring) => boolean {
  const keysOf = (outlines: readonly Outline[]) =>
    new Set(outlines.flatMap((outline) => ringsOf(outline).flat()).map(roundedKey));
  const [old, drawn, others] = [keysOf([before]), keysOf([after]), keysOf(near)];
  const ways = new Map<string, Set<string>>();
  for (const ring of rings.flat()) {
    for (const [at, position] of ring.entries()) {
      const key = roundedKey(position);
      const [last, next] = besides(ring, at).map(roundedKey);
      ways.set(key, (ways.get(key) ?? new Set()).add(last ?? key).add(next ?? key));
    }
  }
  return (position, at, ring) => {
    const key = roundedKey(position);
    if (drawn.has(key) || (others.has(key) && !old.has(key)) || (ways.get(key)?.size ?? 0) > 2) return true;
    const [[lastLat, lastLng], [nextLat, nextLng]] = besides(ring, at);
    return squaredDistance(lastLng, lastLat, nextLng, nextLat, position[1], position[0]) > straightness ** 2;
  };
}

/** The previous and the next corner. */
function besides(ring: Ring, at: number): readonly [last: LatLng, next: LatLng] {
  const [here = latLng(0, 0)] = ring;
  return [ring.at(at - 1) ?? here, ring[(at + 1) % ring.length] ?? here];
}

/** A key shared by positions within a tenth of a millimetre. */
function roundedKey([lat, lng]: LatLng): string {
  return `${lat.toFixed(9)} ${lng.toFixed(9)}`;
}

/** An outline without unneeded corners; null if nothing remains. */
function cleaned(rings: readonly Ring[], isNeeded: ReturnType<typeof neededCorners>): Outline | null {
  const left = rings.map((ring) => ring.filter(isNeeded)).filter(({ length }) => length > 2);
  return left.length > 0 ? outlineOf(partsOf(outlineOf(left)).flat()) : null;
}

/**
 * An outline whose rings have the same start and direction as another's, so that corners keep their indices
 * where possible.
 */
function inOrderOf(like: Outline, outline: Outline): Outline {
  return outlineOf(
    ringsOf(outline).map((ring) => {
      const keys = new Set(ring.map(roundedKey));
      const model = ringsOf(like).find((one) => one.some((position) => keys.has(roundedKey(position))));
      const first = model?.find((position) => keys.has(roundedKey(position)));
      if (!model || !first) return ring;
      const turned = isCounterclockwise(ring) === isCounterclockwise(model) ? ring : ring.toReversed();
      const at = turned.findIndex((position) => roundedKey(position) === roundedKey(first));
      return [...turned.slice(at), ...turned.slice(0, at)];
    }),
  );
}
