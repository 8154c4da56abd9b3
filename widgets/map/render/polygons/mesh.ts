import earcut, { deviation } from 'earcut';
import { isConvex } from '../../model/geometry/convex.ts';
import { saysConvex } from '../../model/geometry/self-intersections.ts';
import { worldX, worldY } from '../../model/geometry/mercator.ts';
import { checkOf, type Bounds, type LatLng } from '../../model/index.ts';
import { clippedRing } from './clip-ring.ts';
import { coarseRing, type Level } from './simplify-ring.ts';
import { crossedFill, type Fill } from './self-intersecting-fill.ts';

/** A polygon as it is drawn. */
export interface Mesh extends Fill {
  /** The way around it, not closed. */
  readonly edge: Float64Array;
}

/** How closely polygons are drawn, and how much of very long ones: null is all of them. */
export interface Closeness {
  readonly level: Level;
  readonly box: Bounds | null;
}

/** Of a ring with more corners than this, those that nobody looks at are left out. */
const longRing = 20_000;

/** By what part of its area triangles may miss a polygon. */
const tolerance = 1e-6;

const meshes = new WeakMap<readonly LatLng[], { readonly closeness: Closeness; readonly mesh: Mesh }>();

/**
 * What is drawn of a polygon. One that crosses itself is filled where it goes around an odd number of times, as it is hit;
 * where nobody can tell where that is, it has an edge and no fill.
 */
export function meshOf(coords: readonly LatLng[], closeness: Closeness): Mesh {
  const known = meshes.get(coords);
  if (known && isSameCloseness(known.closeness, closeness)) return known.mesh;
  const mesh = made(coords, closeness);
  meshes.set(coords, { closeness, mesh });
  return mesh;
}

/** Whether two of them draw the same. */
export function isSameCloseness(one: Closeness, other: Closeness): boolean {
  return one.level === other.level && one.box === other.box;
}

function made(coords: readonly LatLng[], closeness: Closeness): Mesh {
  const drawn = drawnOf(coords, closeness);
  const edge = flat(drawn);
  const check = checkOf(coords);
  if (drawn === coords && saysConvex(check) && isLow(edge)) {
    return { edge, places: edge, triangles: fanOf(drawn.length) };
  }
  const isSmall = edge.length <= table.length;
  const world = layOut(edge, isSmall ? table : new Float64Array(edge.length));
  if (isConvex(world, drawn.length)) return { edge, places: edge, triangles: fanOf(drawn.length) };
  const { crossings, gaveUp } = check;
  if (gaveUp) return { edge, places: edge, triangles: [] };
  if (crossings.length > 0) return { edge, ...crossedFill(coords, crossings) };
  const ring = isSmall ? world.slice(0, edge.length) : world;
  const triangles = earcut(ring);
  // One that touches itself, so that it crosses itself nowhere, is not always cut rightly.
  const isRight = coords.length > longRing || deviation(ring, null, 2, triangles) < tolerance;
  return isRight ? { edge, places: edge, triangles } : { edge, ...crossedFill(coords, []) };
}

function drawnOf(coords: readonly LatLng[], { level, box }: Closeness): readonly LatLng[] {
  const ring = coarseRing(coords, level);
  return box && ring.length > longRing ? clippedRing(ring, box) : ring;
}

function flat(coords: readonly LatLng[]): Float64Array {
  const places = new Float64Array(coords.length * 2);
  for (let at = 0; at < coords.length; at += 1) {
    places[at * 2] = coords[at]?.[1] ?? 0;
    places[at * 2 + 1] = coords[at]?.[0] ?? 0;
  }
  return places;
}

/** Small rings, of which there may be thousands, are laid out here one after the other. */
const table = new Float64Array(64);

/** As the map lays them out: what is straight there is not in degrees. */
function layOut(places: Float64Array, world: Float64Array): Float64Array {
  for (let at = 0; at < places.length; at += 2) {
    world[at] = worldX(places[at] ?? 0);
    world[at + 1] = worldY(places[at + 1] ?? 0);
  }
  return world;
}

/** Degrees of latitude over which the map stretches all alike, but for less than a pixel of a screen that is full of them. */
const evenly = 0.1;

/** Whether what is convex in degrees is so on the map too. */
function isLow(places: Float64Array): boolean {
  let south = Infinity;
  let north = -Infinity;
  for (let at = 1; at < places.length; at += 2) {
    const lat = places[at] ?? 0;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  return north - south <= evenly;
}

/** Fans by their corners: all convex rings with as many have the same one. */
const fans = new Map<number, readonly number[]>();

function fanOf(count: number): readonly number[] {
  const known = fans.get(count);
  if (known) return known;
  const triangles: number[] = [];
  for (let corner = 2; corner < count; corner += 1) triangles.push(0, corner - 1, corner);
  fans.set(count, triangles);
  return triangles;
}
