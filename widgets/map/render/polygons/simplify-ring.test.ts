import { expect, test } from 'vitest';
import { latLng, type LatLng } from '../../model/index.ts';
import { boundary } from '../../../../tests/support/map/boundaries.ts';
import { Camera, type Point } from '../camera/camera.ts';
import { simplifyRing, levelAt } from './simplify-ring.ts';

const ring = boundary({ middle: [60.62, 41.56], radius: 0.1, corners: 6000, seed: 3 })
  .slice(0, -1)
  .map(([lng, lat]) => latLng(lat, lng));

function pixelsOf(coords: readonly LatLng[], zoom: number): Point[] {
  const camera = new Camera({ latitude: 41.56, longitude: 60.62, zoom });
  camera.set(camera.view, { width: 800, height: 600 });
  return coords.map((position) => camera.project(position));
}

/** The distance of a point from a ring. */
function distance({ x, y }: Point, corners: readonly Point[]): number {
  let least = Infinity;
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length] as Point;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const share = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
    const along = Math.min(1, Math.max(0, share));
    least = Math.min(least, Math.hypot(from.x + along * dx - x, from.y + along * dy - y));
  }
  return least;
}

test.each([8, 10, 12])('at zoom %s a long boundary has fewer vertices, and looks the same', (zoom) => {
  const drawn = simplifyRing(ring, levelAt(zoom));
  expect(drawn.length).toBeLessThan(ring.length * 0.8);
  const corners = pixelsOf(drawn, zoom);
  for (const point of pixelsOf(ring, zoom)) expect(distance(point, corners)).toBeLessThan(1.1);
});

test('keeps every vertex at a high zoom, and of short rings always', () => {
  expect(simplifyRing(ring, levelAt(16.5))).toBe(ring);
  expect(simplifyRing(ring.slice(0, 8), levelAt(3))).toHaveLength(8);
});

test('a boundary smaller than a pixel stays a ring', () => {
  const small = boundary({ middle: [60, 41], radius: 0.0001, corners: 500, seed: 1 }).map(([lng, lat]) =>
    latLng(lat, lng),
  );
  const drawn = simplifyRing(small, levelAt(4));
  expect(drawn.length).toBeGreaterThanOrEqual(6);
  expect(drawn.length).toBeLessThan(20);
});
