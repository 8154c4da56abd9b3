import { isInRing } from './point-in-ring.ts';

/** Latitude and longitude in degrees. */
export type Position = readonly [lat: number, lng: number];

/** A connected part of an area: its outer ring, and its holes. */
export type RingPart<R> = readonly [outer: R, ...holes: R[]];

/** The mean radius of the earth in metres. */
export const earthRadius = 6_371_008.8;

/** The area in m² that a ring encloses on the globe. */
export function ringArea(ring: readonly Position[]): number {
  let sum = 0;
  let [lat, lng] = ring.at(-1) ?? [0, 0];
  for (const [nextLat, nextLng] of ring) {
    sum += radians(nextLng - lng) * (2 + Math.sin(radians(lat)) + Math.sin(radians(nextLat)));
    lat = nextLat;
    lng = nextLng;
  }
  return Math.abs((sum * earthRadius * earthRadius) / 2);
}

/**
 * Groups the rings of an area into its parts, the largest first. A ring inside an even number of others is the outer
 * ring of a part; a ring inside an odd number is a hole of the part around it. The rings must not cross each other.
 */
export function ringParts<R extends readonly Position[]>(rings: readonly R[]): readonly RingPart<R>[] {
  const containments = rings.map(containmentIn);
  const containers = rings.map((ring, index) =>
    rings.flatMap((_, other) => (other !== index && containments[other]?.(ring) ? [other] : [])),
  );
  const parts = new Map<number, [R, ...R[]]>();
  for (const [index, ring] of rings.entries()) if (isEven(containers[index])) parts.set(index, [ring]);
  for (const [index, ring] of rings.entries()) {
    const around = containers[index] ?? [];
    if (isEven(around)) continue;
    // The enclosing outer ring has exactly one container fewer than the hole.
    const outer = around.find((other) => containers[other]?.length === around.length - 1);
    const part = outer === undefined ? undefined : parts.get(outer);
    if (part) part.push(ring);
    else parts.set(index, [ring]);
  }
  return [...parts.values()].toSorted(([one], [other]) => ringArea(other) - ringArea(one));
}

/** The indexes of the rings that a ring contains. */
export function ringsWithin(rings: readonly (readonly Position[])[], ring: number): readonly number[] {
  const outer = rings[ring];
  if (!outer) return [];
  const contains = containmentIn(outer);
  return rings.flatMap((inner, index) => (index !== ring && contains(inner) ? [index] : []));
}

/** Whether the ring contains another. Rings may touch, so the majority of the other's points decides. */
function containmentIn(outer: readonly Position[]): (inner: readonly Position[]) => boolean {
  const flat = outer.flatMap(([lat, lng]) => [lng, lat]);
  const [south, west, north, east] = boxOf(outer);
  return (inner) => {
    if (inner.some(([lat, lng]) => lat < south || lat > north || lng < west || lng > east)) return false;
    let inside = 0;
    let before = inner.at(-1);
    for (const position of inner) {
      const from = before ?? position;
      inside += isInRing(flat, (from[1] + position[1]) / 2, (from[0] + position[0]) / 2) ? 1 : -1;
      before = position;
    }
    return inside > 0;
  };
}

/** The box around some places, in degrees; without places, a box that contains nothing (south is Infinity, north -Infinity). */
export function boxOf(
  places: Iterable<Position>,
): [south: number, west: number, north: number, east: number] {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lat, lng] of places) {
    if (lat < south) south = lat;
    if (lat > north) north = lat;
    if (lng < west) west = lng;
    if (lng > east) east = lng;
  }
  return [south, west, north, east];
}

function isEven(list: readonly unknown[] = []): boolean {
  return list.length % 2 === 0;
}

/** Converts degrees to radians. */
export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
