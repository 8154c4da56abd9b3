import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latLng, type Bounds, type LatLng } from '../../model/index.ts';
import { boundary } from '../../../../tests/support/map/boundaries.ts';
import { isInRing } from '#kernel/domain/geo/point-in-ring.ts';
import { worldX, worldY } from '../../model/geometry/mercator.ts';
import { meshOf, type Mesh } from './mesh.ts';

const whole = { level: null, box: null } as const;

/** The number of triangles of a mesh that contain a place. */
function layersAt({ positions, triangles }: Mesh, [lat, lng]: LatLng): number {
  let layers = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [0, 1, 2].flatMap((corner) => {
      const offset = (triangles[at + corner] ?? 0) * 2;
      return [positions[offset] ?? 0, positions[offset + 1] ?? 0];
    });
    if (isInRing(Float64Array.from(corners), worldX(lng), worldY(lat))) layers += 1;
  }
  return layers;
}

/** How often a place should be filled: once if the ring winds around it an odd number of times. */
function wantedAt(ring: readonly LatLng[], [lat, lng]: LatLng): number {
  const world = Float64Array.from(ring.flatMap((position) => [worldX(position[1]), worldY(position[0])]));
  return isInRing(world, worldX(lng), worldY(lat)) ? 1 : 0;
}

/** Corners on a grid, so that most rings cross or touch themselves; tested beside the grid, and near the equator. */
const corner = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }))
  .map(([lat, lng]) => latLng(lat / 100, lng / 100));
const probe = fc
  .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }))
  .map(([lat, lng]) => latLng((lat + 0.513) / 8000, (lng + 0.317) / 8000));

test('fills what a ring surrounds an odd number of times exactly once, for any ring', () => {
  fc.assert(
    fc.property(
      fc.array(corner, { minLength: 3, maxLength: 9 }),
      fc.array(probe, { minLength: 30, maxLength: 30 }),
      (ring, probes) => {
        const mesh = meshOf({ coords: ring }, whole);
        for (const position of probes) expect(layersAt(mesh, position)).toBe(wantedAt(ring, position));
      },
    ),
    { numRuns: 400 },
  );
});

function star(points: number, step: number): readonly LatLng[] {
  return Array.from({ length: points }, (_, index) => {
    const angle = (index * step * 2 * Math.PI) / points;
    return latLng(41 + 0.01 * Math.cos(angle), 60 + 0.01 * Math.sin(angle));
  });
}

test.each([
  ['a bow tie', [latLng(41, 60), latLng(41.01, 60.01), latLng(41.01, 60), latLng(41, 60.01)], 2, 0],
  [
    'one whose edges lie on one another',
    [latLng(0.01, 0.03), latLng(0.02, 0.01), latLng(0, 0.05), latLng(0.03, 0), latLng(0, 0.03)],
    2,
    0,
  ],
  ['a star of five points', star(5, 2), 5, 0],
  ['a star of seven points, around whose middle it goes thrice', star(7, 3), 8, 1],
] as const)('fills %s where it can be hit', (_, ring, least, middle) => {
  const mesh = meshOf({ coords: ring }, whole);
  expect(mesh.triangles.length / 3).toBeGreaterThanOrEqual(least);
  if (ring.length > 4) expect(layersAt(mesh, latLng(41, 60))).toBe(middle);
  for (const position of [
    latLng(0.019689, 0.010665),
    latLng(0.015, 0.0205),
    latLng(0.0101, 0.02),
    latLng(0.005, 0.027),
  ])
    expect(layersAt(mesh, position)).toBe(wantedAt(ring, position));
  expect(mesh.outlines[0]).toHaveLength(ring.length * 2);
});

test('a ring with too many self-intersections has an edge and no fill', () => {
  const tangle = star(301, 150);
  const mesh = meshOf({ coords: tangle }, whole);
  expect(mesh.outlines[0]).toHaveLength(602);
  expect(mesh.triangles).toHaveLength(0);
});

test('draws the visible part of a very long ring at a high zoom, without a gap', () => {
  const long = boundary({ middle: [60.62, 41.56], radius: 0.2, corners: 60_000, seed: 3 })
    .slice(0, -1)
    .map(([lng, lat]) => latLng(lat, lng));
  const edge = long[20_000] ?? latLng(0, 0);
  const box: Bounds = [edge[0] - 0.01, edge[1] - 0.01, edge[0] + 0.01, edge[1] + 0.01];
  const mesh = meshOf({ coords: long }, { level: null, box });
  expect((mesh.outlines[0]?.length ?? 0) / 2).toBeLessThan(long.length / 10);
  for (let step = 0; step < 30; step += 1) {
    const position = latLng(
      box[0] + ((step * 37) % 200) * 1e-4 + 3e-6,
      box[1] + ((step * 53) % 200) * 1e-4 + 7e-6,
    );
    expect(layersAt(mesh, position)).toBe(wantedAt(long, position));
  }
  expect(meshOf({ coords: long }, { level: null, box })).toBe(mesh);
  expect(meshOf({ coords: long }, { level: 8, box }).outlines[0]!.length / 2).toBeLessThan(long.length / 10);
});

test('fills areas of several rings by the even-odd rule, whether their rings cross or not', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(corner, { minLength: 3, maxLength: 6 }), { minLength: 2, maxLength: 4 }),
      fc.array(probe, { minLength: 20, maxLength: 20 }),
      ([coords = [], ...otherRings], probes) => {
        const mesh = meshOf({ coords, otherRings }, whole);
        expect(mesh.outlines).toHaveLength(otherRings.length + 1);
        for (const position of probes) {
          const count = [coords, ...otherRings].reduce((sum, ring) => sum + wantedAt(ring, position), 0);
          expect(layersAt(mesh, position)).toBe(count % 2);
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('a square with a square hole is eight triangles', () => {
  const square = (at: number, size: number) => [
    latLng(at, at),
    latLng(at, at + size),
    latLng(at + size, at + size),
    latLng(at + size, at),
  ];
  const mesh = meshOf({ coords: square(0, 0.04), otherRings: [square(0.01, 0.02)] }, whole);
  expect(mesh.triangles.length / 3).toBe(8);
  expect(mesh.positions.length / 2).toBe(8);
});
