import { latLng, type LatLng } from '../shapes/shape.ts';

/** The width of the world in pixels at zoom 0, as in deck.gl. */
export const worldSize = 512;

/** The latitude where the Mercator square ends. */
const lastLatitude = 85.051129;

/** The x of a longitude, in pixels at zoom 0. */
export function worldX(lng: number): number {
  return ((lng + 180) / 360) * worldSize;
}

/** The y of a latitude, in pixels at zoom 0. */
export function worldY(lat: number): number {
  const held = Math.min(lastLatitude, Math.max(-lastLatitude, lat));
  return (worldSize / 2) * (1 + Math.log(Math.tan(Math.PI / 4 + (held * Math.PI) / 360)) / Math.PI);
}

/** Returns the position of a place, in pixels at zoom 0. */
export function worldPoint([lat, lng]: LatLng): [x: number, y: number] {
  return [worldX(lng), worldY(lat)];
}

/** Returns the place that lies the given pixels east and north at zoom 0. */
export function fromWorld(x: number, y: number): LatLng {
  const lat = (Math.atan(Math.exp(((y * 2) / worldSize - 1) * Math.PI)) * 360) / Math.PI - 90;
  return latLng(lat, (x / worldSize) * 360 - 180);
}

/** The distance between two places in pixels on the screen. */
export function pixelsBetween(one: LatLng, other: LatLng, zoom: number): number {
  return Math.hypot(worldX(one[1]) - worldX(other[1]), worldY(one[0]) - worldY(other[0])) * 2 ** zoom;
}

/** The number of numbers in a shared buffer. */
const bufferLength = 4096;

let buffer = new Float64Array(0);
let used = 0;

/** A part of a shared buffer: an own buffer for each of thousands of rings would take longer than filling it. */
function allocate(length: number): Float64Array {
  if (used + length > buffer.length) {
    buffer = new Float64Array(Math.max(length, bufferLength));
    used = 0;
  }
  const part = new Float64Array(buffer.buffer, used * Float64Array.BYTES_PER_ELEMENT, length);
  used += length;
  return part;
}

const rings = new WeakMap<readonly LatLng[], Float64Array>();

/** The vertices of a ring in pixels at zoom 0: x, y, x, y. Memoized by the ring. */
export function worldRing(coords: readonly LatLng[]): Float64Array {
  const cached = rings.get(coords);
  if (cached) return cached;
  const ring = allocate(coords.length * 2);
  // By index, not by iterator: this runs for thousands of rings in code that is not optimized yet.
  for (let index = 0; index < coords.length; index += 1) {
    const position = coords[index] as LatLng;
    ring[index * 2] = worldX(position[1]);
    ring[index * 2 + 1] = worldY(position[0]);
  }
  rings.set(coords, ring);
  return ring;
}
