import { describe, expect, test } from 'vitest';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import { drawCity } from './city-map.ts';

describe('the demonstration city', () => {
  const city = drawCity(20_261_121);

  test('is the same every time, around Urganch', () => {
    expect(drawCity(20_261_121)).toEqual(city);
    for (const [lat, lng] of city.flat()) {
      expect(Math.abs(lat - 41.55)).toBeLessThan(0.06);
      expect(Math.abs(lng - 60.62)).toBeLessThan(0.1);
    }
  });

  test('has simple polygons of five to nine vertices without gaps or overlaps', () => {
    for (const polygon of city) {
      expect(polygon.length).toBeGreaterThanOrEqual(5);
      expect(polygon.length).toBeLessThanOrEqual(9);
      expect(crossings(polygon)).toBe(0);
      expect(areaOf(polygon)).toBeGreaterThan(0);
    }
    // Each border is traversed once in each direction, or once along the city's edge, so the areas add up to
    // that of the outline.
    const borders = new Map<string, [Coordinates, Coordinates]>();
    for (const polygon of city) {
      for (const [from, to] of edges(polygon)) {
        if (!borders.delete(`${to}|${from}`)) borders.set(`${from}|${to}`, [from, to]);
      }
    }
    const cityEdge = [...borders.values()].reduce((sum, [from, to]) => sum + cross(from, to), 0) / 2;
    expect(city.reduce((sum, polygon) => sum + areaOf(polygon), 0)).toBeCloseTo(cityEdge, 12);
    for (const [index, one] of city.entries()) {
      for (const other of city.slice(index + 1)) {
        for (const edge of edges(one))
          for (const against of edges(other)) expect(cuts(edge, against)).toBe(false);
      }
    }
  });
});

type Edge = [Coordinates, Coordinates];

function edges(polygon: readonly Coordinates[]): Edge[] {
  return polygon.map((from, index) => [from, polygon[(index + 1) % polygon.length] as Coordinates]);
}

function cross(from: Coordinates, to: Coordinates): number {
  return from[1] * to[0] - to[1] * from[0];
}

function areaOf(polygon: readonly Coordinates[]): number {
  return edges(polygon).reduce((sum, [from, to]) => sum + cross(from, to), 0) / 2;
}

function side([from, to]: Edge, point: Coordinates): number {
  return (to[1] - from[1]) * (point[0] - from[0]) - (to[0] - from[0]) * (point[1] - from[1]);
}

/** Whether two edges cross, rather than only touch. */
function cuts(one: Edge, other: Edge): boolean {
  return (
    side(one, other[0]) * side(one, other[1]) < -1e-20 && side(other, one[0]) * side(other, one[1]) < -1e-20
  );
}

function crossings(polygon: readonly Coordinates[]): number {
  const all = edges(polygon);
  return all.flatMap((one, index) => all.slice(index + 1).filter((other) => cuts(one, other))).length;
}
