import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInRing } from '#kernel/domain/geo/point-in-ring.ts';
import { latLng, type LatLng, type MarkerShape, type PolygonShape } from '../shapes/shape.ts';
import { handleAt, mouseHandleTolerance } from './ring-hit.ts';
import { mouseShapeTolerance, shapeIndex } from './shape-index.ts';
import { fromWorld, pixelsBetween, worldRing, worldX, worldY } from '../geometry/mercator.ts';

const thousandths = fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }));

/** The positions of shapes and pointer: never exactly on a corner or an edge, where rounding would decide. */
const near = thousandths.map(([lat, lng]) => latLng(41 + lat / 1000, 60 + lng / 1000));
const pointer = thousandths.map(([lat, lng]) => latLng(41.000_317_3 + lat / 1000, 60.000_171_9 + lng / 1000));
const zoom = fc.integer({ min: 4, max: 14 });
const marker = (coords: LatLng, id: number): MarkerShape => ({ id, title: '', color: '#000000', coords });
const polygon = (coords: readonly LatLng[], id: number): PolygonShape => ({
  id,
  title: '',
  color: '#000000',
  coords,
});

/** The distance in pixels from a place to a drawn edge, measured along it in small steps. */
function slowEdgePixels(from: LatLng, to: LatLng, position: LatLng, scale: number): number {
  const [ax, ay, bx, by] = [worldX(from[1]), worldY(from[0]), worldX(to[1]), worldY(to[0])];
  const [x, y] = [worldX(position[1]), worldY(position[0])];
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y) * scale;
}

/** Whether a place is inside, by the winding angles of the edges; even-odd, like the fill on screen. */
function slowInside(coords: readonly LatLng[], position: LatLng): boolean {
  const [x, y] = [worldX(position[1]), worldY(position[0])];
  const crossings = coords.filter((from, index) => {
    const to = coords[(index + 1) % coords.length]!;
    const [ax, ay, bx, by] = [worldX(from[1]), worldY(from[0]), worldX(to[1]), worldY(to[0])];
    if (ax <= x === bx <= x) return false;
    return ay + ((x - ax) / (bx - ax)) * (by - ay) > y;
  });
  return crossings.length % 2 === 1;
}

test('world pixels convert back to the same coordinates', () => {
  fc.assert(
    fc.property(near, (position) => {
      const [lat, lng] = fromWorld(worldX(position[1]), worldY(position[0]));
      expect(lat).toBeCloseTo(position[0], 9);
      expect(lng).toBeCloseTo(position[1], 9);
    }),
  );
});

describe('the shape under the pointer', () => {
  test('is the nearest marker within reach, as a linear search finds it', () => {
    fc.assert(
      fc.property(fc.array(near, { maxLength: 40 }), pointer, zoom, (positions, position, at) => {
        const markers = positions.map(marker);
        const hit = shapeIndex({ polygons: [], markers }).at(position, at);
        const distances = markers.map(({ coords }) => pixelsBetween(coords, position, at));
        const best = Math.min(...distances);
        if (Math.abs(best - mouseShapeTolerance.marker) < 1e-6) return;
        if (best > mouseShapeTolerance.marker) expect(hit).toBeNull();
        else expect(distances[hit!.id as number]).toBeCloseTo(best, 6);
      }),
      { numRuns: 500 },
    );
  });

  test('is the topmost polygon that contains the point, else one whose edge is near', () => {
    const ring = fc.array(near, { minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(ring, { maxLength: 12 }), pointer, zoom, (rings, position, at) => {
        const polygons = rings.map(polygon);
        const index = shapeIndex({ polygons, markers: [] });
        const holding = polygons.filter(({ coords }) => slowInside(coords, position));
        const [x, y] = [worldX(position[1]), worldY(position[0])];
        expect(polygons.filter(({ coords }) => isInRing(worldRing(coords), x, y))).toEqual(holding);
        const edged = polygons.filter(({ coords }) =>
          coords.some(
            (from, edge) =>
              slowEdgePixels(from, coords[(edge + 1) % coords.length]!, position, 2 ** at) <=
              mouseShapeTolerance.edge,
          ),
        );
        expect(index.at(position, at)?.id).toBe(holding.at(-1)?.id ?? edged.at(-1)?.id);
      }),
      { numRuns: 1000 },
    );
  });

  test('is a marker before a polygon, and null on an empty map', () => {
    const coords = [latLng(41, 60), latLng(42, 60), latLng(42, 61), latLng(41, 61)];
    const shapes = { polygons: [polygon(coords, 1)], markers: [marker(latLng(41.5, 60.5), 2)] };
    expect(shapeIndex(shapes).at(latLng(41.5, 60.5), 12)).toEqual({ kind: 'marker', id: 2 });
    expect(shapeIndex(shapes).at(latLng(41.6, 60.5), 12)).toEqual({ kind: 'polygon', id: 1 });
    expect(shapeIndex(shapes).at(latLng(45, 65), 12)).toBeNull();
    expect(shapeIndex({ polygons: [], markers: [] }).at(latLng(41, 60), 12)).toBeNull();
  });

  test('is found among 5,000 polygons and 100,000 markers without reading them all', () => {
    const polygons = Array.from({ length: 5000 }, (_, id) => {
      const [lat, lng] = [41 + Math.floor(id / 71) / 71, 60 + (id % 71) / 71];
      return polygon(
        [
          latLng(lat, lng),
          latLng(lat + 0.013, lng),
          latLng(lat + 0.013, lng + 0.013),
          latLng(lat, lng + 0.013),
        ],
        id,
      );
    });
    const markers = Array.from({ length: 100_000 }, (_, id) =>
      marker(latLng(41 + ((id * 7919) % 99_991) / 99_991, 60 + id / 100_000), id),
    );
    let reads = 0;
    const counted = <T extends { readonly coords: unknown }>(shape: T): T =>
      Object.defineProperty({ ...shape }, 'coords', {
        get() {
          reads += 1;
          return shape.coords;
        },
      });
    const index = shapeIndex({ polygons: polygons.map(counted), markers: markers.map(counted) });
    index.at(latLng(41, 60), 13);
    const positions = Array.from({ length: 300 }, (_, step) => latLng(41 + ((step * 37) % 997) / 997, 60.25));
    for (const level of [4, 13, 18]) {
      reads = 0;
      for (const position of positions) expect(index.at(position, level)).not.toBeUndefined();
      expect(reads).toBeLessThan(20 * positions.length);
    }
  });
});

describe('the handle under the pointer', () => {
  const ring = fc.uniqueArray(near, { minLength: 3, maxLength: 20, selector: String });

  test('is the nearest vertex, else a midpoint, else an edge, as a linear search finds them', () => {
    fc.assert(
      fc.property(ring, pointer, zoom, (coords, position, at) => {
        const next = (edge: number) => coords[(edge + 1) % coords.length]!;
        const middle = (edge: number) => {
          const [one, other] = [coords[edge]!, next(edge)];
          return fromWorld((worldX(one[1]) + worldX(other[1])) / 2, (worldY(one[0]) + worldY(other[0])) / 2);
        };
        const corners = coords.map((corner) => pixelsBetween(corner, position, at));
        const middles = coords.map((_, edge) => pixelsBetween(middle(edge), position, at));
        const edges = coords.map((from, edge) => slowEdgePixels(from, next(edge), position, 2 ** at));
        const hit = handleAt({ coords }, position, at);
        const [corner, mid, edge] = [corners, middles, edges].map((all) => Math.min(...all)) as [
          number,
          number,
          number,
        ];
        if (corner < mouseHandleTolerance.vertex) {
          expect(hit?.type === 'vertex' && corners[hit.vertex]).toBeCloseTo(corner, 6);
        } else if (mid < mouseHandleTolerance.midpoint) {
          expect(hit?.type === 'midpoint' && middles[hit.edge]).toBeCloseTo(mid, 6);
        } else if (edge < mouseHandleTolerance.edge) {
          expect(hit?.type === 'edge' && edges[hit.edge]).toBeCloseTo(edge, 6);
          expect(hit?.type === 'edge' && pixelsBetween(hit.at, position, at)).toBeCloseTo(edge, 3);
        } else expect(hit).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  test('is larger for touch, and covers less ground at a higher zoom', () => {
    const coords = [latLng(41, 60), latLng(41.1, 60), latLng(41.1, 60.1)];
    const beside = latLng(40.999, 59.999);
    expect(handleAt({ coords }, beside, 10)).toEqual({ type: 'vertex', vertex: 0 });
    expect(handleAt({ coords }, beside, 16)).toBeNull();
    expect(handleAt({ coords }, beside, 13)).not.toEqual({ type: 'vertex', vertex: 0 });
    expect(handleAt({ coords }, beside, 13, { vertex: 40, midpoint: 20, edge: 10 })).toEqual({
      type: 'vertex',
      vertex: 0,
    });
  });
});

describe('an area of several rings', () => {
  const square = (north: number, east: number, size: number) => [
    latLng(north, east),
    latLng(north, east + size),
    latLng(north + size, east + size),
    latLng(north + size, east),
  ];
  const area = {
    id: 1,
    title: '',
    color: '#102030',
    coords: square(41, 60, 0.1),
    otherRings: [square(41.03, 60.03, 0.04), square(41, 60.2, 0.05)],
  };
  const at = (lat: number, lng: number) =>
    shapeIndex({ polygons: [area], markers: [] }).at(latLng(lat, lng), 14);

  test('is hit in all of its parts, at the edge of its hole, and not in it', () => {
    expect([at(41.01, 60.01), at(41.02, 60.22), at(41.03, 60.05)]).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'polygon', id: 1 })),
    );
    expect([at(41.05, 60.05), at(41.05, 60.15)]).toEqual([null, null]);
  });

  test('has handles that are numbered through all rings', () => {
    expect(handleAt(area, latLng(41.03, 60.03), 14)).toEqual({ type: 'vertex', vertex: 4 });
    expect(handleAt(area, latLng(41.05, 60.25), 14)).toEqual({ type: 'vertex', vertex: 10 });
    expect(handleAt(area, latLng(41.03, 60.05), 14)).toMatchObject({ type: 'midpoint', edge: 4 });
    expect(handleAt(area, latLng(41.01, 60.2), 14)).toMatchObject({ type: 'edge', edge: 11 });
  });
});
