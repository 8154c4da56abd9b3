import { area } from '@turf/area';
import { polygon } from '@turf/helpers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latLng } from '../shapes/shape.ts';
import { boundsOf, boundsOfShapes } from './bounds.ts';
import { ringArea as areaOf } from '#kernel/domain/geo/ring-parts.ts';
import { areaMeasure, distanceBetween, lengthMeasure, perimeterOf } from './measure.ts';
import { positionFault, shifted } from './position.ts';
import { squareAround } from './ring.ts';

const position = fc
  .tuple(fc.double({ min: -80, max: 80, noNaN: true }), fc.double({ min: -170, max: 170, noNaN: true }))
  // -0 equals 0 as a coordinate, but not in `toEqual`.
  .map(([lat, lng]) => latLng(lat + 0, lng + 0));
const ring = fc.array(position, { minLength: 3, maxLength: 30 });

describe('area and length', () => {
  test('area equals that of another library', () => {
    fc.assert(
      fc.property(ring, (coords) => {
        const lngLat = coords.map(([lat, lng]) => [lng, lat]);
        const expected = area(polygon([[...lngLat, lngLat[0] as number[]]]));
        expect(Math.abs(areaOf(coords) - expected)).toBeLessThanOrEqual(1e-6 * Math.max(1e6, expected));
      }),
    );
  });

  test('do not depend on the start and direction of the ring', () => {
    fc.assert(
      fc.property(ring, fc.nat(29), (coords, by) => {
        const turned = [...coords.slice(by), ...coords.slice(0, by)].toReversed();
        expect(Math.abs(areaOf(turned) - areaOf(coords))).toBeLessThan(1e-9 * areaOf(coords) + 1e3);
        expect(perimeterOf(turned)).toBeCloseTo(perimeterOf(coords), 2);
      }),
    );
  });

  test('are known for a degree along a meridian, 111.195 km, and the new square at Urganch, about 3.7 km²', () => {
    expect(distanceBetween(latLng(41, 60), latLng(42, 60))).toBeCloseTo(111_195, 0);
    const square = squareAround(latLng(41.5585558, 60.6208756));
    expect(areaOf(square) / 1e6).toBeCloseTo(3.7, 1);
    expect(perimeterOf(square) / 1000).toBeCloseTo(7.78, 1);
    expect(areaOf([])).toBe(0);
    expect(perimeterOf([])).toBe(0);
  });

  test('are written in m² and m when small, in hectares and km when large', () => {
    expect(areaMeasure(9999)).toEqual({ value: 9999, unit: 'm2' });
    expect(areaMeasure(10_000)).toEqual({ value: 1, unit: 'ha' });
    expect(lengthMeasure(999)).toEqual({ value: 999, unit: 'm' });
    expect(lengthMeasure(1500)).toEqual({ value: 1.5, unit: 'km' });
  });
});

describe('the square', () => {
  test('has the size of the specification, and stays inside of the world', () => {
    expect(squareAround(latLng(41, 60))).toEqual([
      [40.99, 59.99],
      [40.99, 60.01],
      [41.01, 60.01],
      [41.01, 59.99],
    ]);
    for (const corner of [latLng(90, 180), latLng(-90, -180)]) {
      for (const [lat, lng] of squareAround(corner)) expect(positionFault(lat, lng)).toBeNull();
    }
  });
});

describe('coordinates', () => {
  test.each([
    [41, 60, null],
    [90, -180, null],
    [120, 41, 'swapped'],
    [200, 41, 'outside_world'],
    [91, 181, 'outside_world'],
    [Number.NaN, 1, 'not_a_number'],
    [1, Infinity, 'not_a_number'],
    ['41', 60, 'not_a_number'],
    [null, undefined, 'not_a_number'],
  ])('%s, %s: %s', (lat, lng, fault) => {
    expect(positionFault(lat, lng)).toBe(fault);
  });

  test('a move ends at the edge of the world', () => {
    expect(shifted(latLng(89, -179), [5, -5])).toEqual([90, -180]);
  });
});

describe('bounds', () => {
  test('contain every point and nothing more', () => {
    fc.assert(
      fc.property(fc.array(position, { minLength: 1 }), (positions) => {
        const [lats, lngs] = [positions.map(([lat]) => lat), positions.map(([, lng]) => lng)];
        expect(boundsOf(positions)).toEqual([
          Math.min(...lats),
          Math.min(...lngs),
          Math.max(...lats),
          Math.max(...lngs),
        ]);
      }),
    );
    expect(boundsOf([])).toBeNull();
    expect(boundsOfShapes({ polygons: [], markers: [] })).toBeNull();
  });
});
