import { positionOf, type Division } from '../geometry/planar/division.ts';
import { startOf } from '../geometry/planar/faces.ts';
import { nearDistance, samePosition } from '../geometry/position.ts';
import { ringsOf } from '../shapes/rings.ts';
import { latLng, type LatLng, type Outline, type Ring } from '../shapes/shape.ts';
import { isLost, layer } from './follow-layers.ts';

/**
 * Lines from each place where a border between two neighbours ended on an area's old border to its new
 * border: they divide the lost land between both. If the corner itself was moved, the line leads to its new
 * position.
 */
export function junctionLines(
  division: Division,
  before: Outline,
  after: Outline,
): readonly (readonly LatLng[])[] {
  const { edges, faces, sizes } = division;
  const onAfter = new Set(borderOf(division, layer.after).map((half) => startOf(edges, half)));
  const inLost = new Set<number>();
  for (const [half, face] of faces.faceOf.entries())
    if (isLost(sizes[face]?.layers ?? [])) inLost.add(startOf(edges, half));
  return junctionsOf(division).flatMap((node) => {
    if (onAfter.has(node) || !inLost.has(node)) return [];
    const from = positionOf(edges, node);
    const to = successorOf(from, before, after);
    return to ? [[from, beyond(from, to)]] : [];
  });
}

/** The half-edges whose left side lies within an area and whose right side does not. */
function borderOf({ faces: { faceOf }, sizes }: Division, number: number): readonly number[] {
  const isIn = (face: number) => sizes[face]?.layers.includes(number) ?? false;
  return [...faceOf.keys()].filter((half) => isIn(faceOf[half] ?? 0) && !isIn(faceOf[half ^ 1] ?? 0));
}

/** The corners where the old border changed from one neighbour to another, or to none. */
function junctionsOf(division: Division): number[] {
  const { edges, faces, sizes } = division;
  const beside = new Map<number, Set<string>>();
  for (const half of borderOf(division, layer.before)) {
    const layers = sizes[faces.faceOf[half ^ 1] ?? 0]?.layers ?? [];
    const owner = layers.filter((one) => one >= layer.neighbors).join();
    for (const node of [startOf(edges, half), startOf(edges, half ^ 1)])
      beside.set(node, (beside.get(node) ?? new Set()).add(owner));
  }
  return [...beside].flatMap(([node, owners]) => (owners.size > 1 ? [node] : []));
}

/** The place on a new border that corresponds to one on the old border; null if the borders have nothing in common. */
function successorOf(position: LatLng, before: Outline, after: Outline): LatLng | null {
  for (const ring of ringsOf(before).map(counterclockwise)) {
    const edge = ring.findIndex((from, at) =>
      isBetween(from, ring[(at + 1) % ring.length] ?? from, position),
    );
    if (edge < 0) continue;
    const corner = ring[edge];
    const whole = corner && samePosition(corner, position) ? ring : ring.toSpliced(edge + 1, 0, position);
    for (const now of ringsOf(after).map(counterclockwise)) {
      const found = onWayBetween(position, whole, now);
      if (found) return found;
    }
  }
  return null;
}

/** Finds the corresponding place for `successorOf`, between the nearest corners that both rings have. */
function onWayBetween(position: LatLng, before: Ring, after: Ring): LatLng | null {
  const at = before.findIndex((one) => samePosition(one, position));
  const turned = [...before.slice(at), ...before.slice(0, at)];
  const isCommon = (one: LatLng) => after.some((other) => samePosition(one, other));
  const [end, start] = [turned.find(isCommon), turned.findLast(isCommon)];
  if (!end || !start) return null;
  const way = wayBetween(turned, start, end);
  const now = wayBetween(after, start, end);
  const index = way.findIndex((one) => samePosition(one, position));
  if (way.length === now.length) return now[index] ?? null;
  return pointAlong(now, lengthOf(way.slice(0, index + 1)) / lengthOf(way));
}

/** The corners of a ring from one corner to another; the whole ring if they are the same. */
function wayBetween(ring: Ring, start: LatLng, end: LatLng): readonly LatLng[] {
  const first = ring.findIndex((one) => samePosition(one, start));
  const turned = [...ring.slice(first), ...ring.slice(0, first), ring[first] ?? start];
  return turned.slice(0, turned.findIndex((one, at) => at > 0 && samePosition(one, end)) + 1);
}

/** A place this close to a corner, as a share of the path, counts as that corner. */
const cornerShare = 0.05;

/** The place at a share of a path, snapped to a corner if one is close. */
function pointAlong(way: readonly LatLng[], share: number): LatLng | null {
  const total = lengthOf(way);
  let gone = 0;
  for (const [at, from] of way.entries()) {
    if (Math.abs(gone / total - share) < cornerShare) return from;
    const to = way[at + 1];
    if (!to) return from;
    const length = lengthOf([from, to]);
    if (gone + length > (share + cornerShare) * total) {
      const part = (share * total - gone) / length;
      return latLng(from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]));
    }
    gone += length;
  }
  return null;
}

function lengthOf(way: readonly LatLng[]): number {
  return way.reduce((sum, position, at) => sum + nearDistance(position, way[at + 1] ?? position), 0);
}

function counterclockwise(ring: Ring): Ring {
  return isCounterclockwise(ring) ? ring : ring.toReversed();
}

/** Whether a ring runs counterclockwise, with north up. */
export function isCounterclockwise(ring: Ring): boolean {
  const signedArea = ring.reduce((sum, [lat, lng], at) => {
    const [toLat, toLng] = ring[(at + 1) % ring.length] ?? [lat, lng];
    return sum + lng * toLat - toLng * lat;
  }, 0);
  return signedArea >= 0;
}

/** Whether a place is the start of an edge, or lies on it. */
function isBetween([lat, lng]: LatLng, [toLat, toLng]: LatLng, [y, x]: LatLng): boolean {
  if (y === lat && x === lng) return true;
  if (y === toLat && x === toLng) return false;
  const [first, second] = [Math.hypot(y - lat, x - lng), Math.hypot(toLat - y, toLng - x)];
  return first + second - Math.hypot(toLat - lat, toLng - lng) < 1e-12;
}

/** A point slightly beyond a place, so that a line to it crosses the edge on which the place lies. */
function beyond([lat, lng]: LatLng, [y, x]: LatLng): LatLng {
  return latLng(y + (y - lat) * 1e-7, x + (x - lng) * 1e-7);
}
