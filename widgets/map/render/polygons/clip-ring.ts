import { latLng, type Bounds, type LatLng } from '../../model/index.ts';

/** One side of a box: what is inside of it, and where an edge crosses it. */
interface Side {
  readonly holds: (place: LatLng) => boolean;
  readonly crossedBy: (from: LatLng, to: LatLng) => LatLng;
}

/** Clips a ring to a box; the result follows the sides of the box where the ring is outside. */
export function clipRing(coords: readonly LatLng[], box: Bounds): readonly LatLng[] {
  return sidesOf(box).reduce(cut, coords);
}

function cut(coords: readonly LatLng[], { holds, crossedBy }: Side): readonly LatLng[] {
  const clipped: LatLng[] = [];
  let from = coords.at(-1);
  for (const to of coords) {
    if (from && holds(from) !== holds(to)) clipped.push(crossedBy(from, to));
    if (holds(to)) clipped.push(to);
    from = to;
  }
  return clipped;
}

function sidesOf([south, west, north, east]: Bounds): readonly Side[] {
  return [sideOf(0, south, 1), sideOf(0, north, -1), sideOf(1, west, 1), sideOf(1, east, -1)];
}

function sideOf(axis: 0 | 1, limit: number, way: 1 | -1): Side {
  return {
    holds: (place) => way * (place[axis] - limit) >= 0,
    crossedBy(from, to) {
      const share = (limit - from[axis]) / (to[axis] - from[axis]);
      const along = from[(1 - axis) as 0 | 1] + share * (to[(1 - axis) as 0 | 1] - from[(1 - axis) as 0 | 1]);
      return axis === 0 ? latLng(limit, along) : latLng(along, limit);
    },
  };
}
