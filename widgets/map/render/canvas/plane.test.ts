import { WebMercatorViewport } from '@deck.gl/core';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { worldPoint } from '../../model/geometry/mercator.ts';
import { latLng } from '../../model/index.ts';
import { planeOf } from './plane.ts';

const size = { width: 1240, height: 812 } as const;

beforeEach(() => vi.stubGlobal('devicePixelRatio', 1));

test('edges are smoothed by a pixel of the screen, not of the page', () => {
  const viewport = new WebMercatorViewport({ ...size, longitude: 60.6, latitude: 41.5, zoom: 12 });
  expect(planeOf(viewport).smoothing).toBe(0.5);
  vi.stubGlobal('devicePixelRatio', 2);
  expect(planeOf(viewport).smoothing).toBe(0.25);
});

/** The shader's computation, in floats of its precision. */
function drawnAt(world: number, axis: 0 | 1, { origin, shift, scale }: ReturnType<typeof planeOf>): number {
  const high = Math.fround(world);
  const low = Math.fround(world - high);
  const apart = Math.fround(Math.fround(high - origin[axis]) + low);
  return Math.fround(Math.fround(apart * Math.fround(scale)) + Math.fround(shift[axis]));
}

test('places relative to an origin within half a degree are drawn likewise from single floats', () => {
  const near = fc.double({ min: -0.35, max: 0.35, noNaN: true });
  fc.assert(
    fc.property(
      fc.record({
        lat: fc.double({ min: -60, max: 60, noNaN: true }),
        lng: fc.double({ min: -170, max: 170, noNaN: true }),
      }),
      fc.tuple(near, near, near, near),
      fc.integer({ min: 8, max: 18 }),
      ({ lat, lng }, [north, east, up, right], zoom) => {
        const viewport = new WebMercatorViewport({
          latitude: lat + north,
          longitude: lng + east,
          zoom,
          ...size,
        });
        const origin = worldPoint(latLng(lat, lng));
        const position = latLng(lat + north + up / 2 ** zoom, lng + east + right / 2 ** zoom);
        const world = worldPoint(position);
        const [x = 0, y = 0] = viewport.project([position[1], position[0]]);
        const view = planeOf(viewport, origin);
        expect(
          Math.abs(drawnAt(Math.fround(world[0] - origin[0]), 0, view) + size.width / 2 - x),
        ).toBeLessThan(0.05);
        expect(
          Math.abs(size.height / 2 - drawnAt(Math.fround(world[1] - origin[1]), 1, view) - y),
        ).toBeLessThan(0.05);
      },
    ),
  );
});

test('places are drawn where the camera projects them, to a twentieth of a pixel at each zoom', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -75, max: 75, noNaN: true }),
      fc.double({ min: -170, max: 170, noNaN: true }),
      fc.integer({ min: 2, max: 18 }),
      fc.tuple(fc.integer({ min: 0, max: size.width }), fc.integer({ min: 0, max: size.height })),
      (latitude, longitude, zoom, [x, y]) => {
        const viewport = new WebMercatorViewport({ latitude, longitude, zoom, ...size });
        const [lng = 0, lat = 0] = viewport.unproject([x, y]);
        if (Math.abs(lat) > 85 || Math.abs(lng) > 180) return;
        const [east, north] = worldPoint(latLng(lat, lng));
        const view = planeOf(viewport);
        expect(Math.abs(drawnAt(east, 0, view) + size.width / 2 - x)).toBeLessThan(0.05);
        expect(Math.abs(size.height / 2 - drawnAt(north, 1, view) - y)).toBeLessThan(0.05);
        // The size of a screen pixel in clip space, which is 2 wide and 2 high.
        expect(view.pixel).toEqual([2 / size.width, 2 / size.height]);
      },
    ),
  );
});
