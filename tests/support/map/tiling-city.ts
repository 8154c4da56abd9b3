import { reduce } from '../../../widgets/map/model/reducers/edit-reducers.ts';
import { createState } from '../../../widgets/map/model/reducers/reducer.ts';
import { latLng, type LatLng, type PolygonShape } from '../../../widgets/map/model/shapes/shape.ts';
import type { MapState } from '../../../widgets/map/model/state/state.ts';

const [rows, columns] = [5, 8];

/** Forty areas in five rows and eight columns, without gaps, with a corner in the middle of each border. */
export function city(): PolygonShape[] {
  const at = (y: number, x: number) => latLng(41 + y / 100, 60 + x / 100);
  return Array.from({ length: rows * columns }, (_, index) => {
    const [y, x] = [Math.floor(index / columns), index % columns];
    const ring: readonly (readonly [number, number])[] = [
      [0, 0],
      [0.1, 0.5],
      [0, 1],
      [0.5, 1.1],
      [1, 1],
      [1.1, 0.5],
      [1, 0],
      [0.5, 0.1],
    ];
    return {
      id: index,
      title: `Mahalla ${index}`,
      color: '#1d5fd1',
      coords: ring.map(([north, east]) => at(y + north, x + east)),
    };
  });
}

/** The state of a map that shows this city, on which borders are shared. */
export function startedCity(): MapState {
  const options = { sharedBorders: true, multipart: true };
  return reduce(createState({ options }), {
    type: 'replace',
    shapes: { polygons: city(), markers: [] },
    origin: 'api',
  }).state;
}

/** Returns a random number from 0 to 1. */
export type Random = () => number;

/** Random numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of a list. */
export const anyOf = <T>(list: readonly T[], random: Random): T | undefined =>
  list[Math.floor(random() * list.length)];
/** A place near another one, at most half the given degrees away in each direction. */
export const near = ([lat, lng]: LatLng, by: number, random: Random): LatLng =>
  latLng(lat + (random() - 0.5) * by, lng + (random() - 0.5) * by);
