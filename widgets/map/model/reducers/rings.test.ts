import { describe, expect, test } from 'vitest';
import { Script } from '../../../../tests/support/map/script.ts';
import { toOutlineValue, toValue } from '../exchange/write.ts';
import { countVertices, outlineOf, ringsOf, vertexAt } from '../shapes/rings.ts';
import { allRights } from '../shapes/rights.ts';
import { latLng, type Outline, type Ring } from '../shapes/shape.ts';

function square(north: number, east: number, size: number): Ring {
  return [
    latLng(north, east),
    latLng(north, east + size),
    latLng(north + size, east + size),
    latLng(north + size, east),
  ];
}

const outer = square(41, 60, 0.1);
const hole = square(41.02, 60.02, 0.04);
const island = square(41.03, 60.03, 0.01);
const beside = square(41, 60.2, 0.05);
const whole = outlineOf([outer, hole, island, beside]);

/** A map with one area of four rings, whose vertices are being edited. */
function opened(outline: Outline = whole): Script {
  const shapes = {
    polygons: [{ id: 'a', title: 'Hudud', color: '#102030', ...toOutlineValue(outline) }],
    markers: [],
  };
  return new Script().do({ type: 'replace', shapes }).do({ type: 'start_editing', id: 'a' });
}

const shapeIn = (script: Script) => script.state.shapes.polygons[0] ?? { coords: [] };

describe('an area of several rings', () => {
  test('keeps all of them from value to value; `coords` is the outer ring of the largest part', () => {
    const script = opened();
    expect(ringsOf(shapeIn(script))).toEqual([outer, hole, beside, island]);
    const [value] = toValue(script.state.value).polygons;
    expect(value?.coords).toEqual(outer);
    expect(value?.geometry?.coordinates.map((part) => part.length)).toEqual([2, 1, 1]);
    expect(value?.geometry?.coordinates[0]?.[1]).toEqual([...hole, hole[0]!].map(([lat, lng]) => [lng, lat]));
    const again = script.do({
      type: 'replace',
      shapes: JSON.parse(JSON.stringify(toValue(script.state.value))),
    });
    expect(again.last?.changed).toBe(false);
  });

  test('one ring is written as before', () => {
    const [value] = toValue(opened({ coords: outer }).state.value).polygons;
    expect(value).not.toHaveProperty('geometry');
    expect(value?.coords).toEqual(outer);
  });

  test('a vertex of any ring is moved, added and deleted, and undone to equal bytes', () => {
    const script = opened();
    const before = JSON.stringify(script.state.shapes);
    script.do({ type: 'move_vertex', id: 'a', vertex: 5, to: latLng(41.02, 60.065) });
    expect(vertexAt(shapeIn(script), 5)).toEqual([41.02, 60.065]);
    script.do({ type: 'insert_vertex', id: 'a', edge: 11 });
    expect(ringsOf(shapeIn(script)).map(({ length }) => length)).toEqual([4, 4, 5, 4]);
    expect(script.state.tool).toMatchObject({ vertex: 12 });
    script.do({ type: 'delete_vertex', id: 'a', vertex: 12 });
    for (let step = 0; step < 3; step += 1) script.do({ type: 'undo' });
    expect(JSON.stringify(script.state.shapes)).toBe(before);
    script.rejects({ type: 'move_vertex', id: 'a', vertex: 16, to: latLng(41, 60) }, 'unknown_vertex');
  });

  test('keys go round through all vertices', () => {
    const script = opened();
    script.do({ type: 'cycle_vertices', by: -1 });
    expect(script.state.tool).toMatchObject({ vertex: 15 });
    script.do({ type: 'cycle_vertices', by: 1 });
    expect(script.state.tool).toMatchObject({ vertex: 0 });
  });

  test('a hole that loses one of its last three vertices is deleted, with the island in it', () => {
    const triangle = hole.slice(0, 3);
    const tiny = [latLng(41.03, 60.05), latLng(41.03, 60.055), latLng(41.035, 60.055)];
    const script = opened(outlineOf([outer, triangle, tiny, beside]));
    const [, , part, speck] = ringsOf(shapeIn(script));
    expect([part, speck]).toEqual([beside, tiny]);
    script.do({ type: 'delete_vertex', id: 'a', vertex: 4 });
    expect(ringsOf(shapeIn(script))).toEqual([outer, beside]);
    expect(script.state.tool).toMatchObject({ vertex: 4 });
    script.do({ type: 'undo' });
    expect(ringsOf(shapeIn(script))).toHaveLength(4);
  });

  test('the last ring keeps its last three vertices', () => {
    const script = opened({ coords: outer.slice(0, 3) });
    script.rejects({ type: 'delete_vertex', id: 'a', vertex: 0 }, 'too_few_points');
  });

  test('is invalid while a hole crosses its outer ring; `value` keeps the last valid rings', () => {
    const script = opened();
    const good = JSON.stringify(toValue(script.state.value));
    script.do({ type: 'move_vertex', id: 'a', vertex: 4, to: latLng(40.9, 60.02) });
    expect(script.state.problems.get('a')).toMatchObject({ reason: 'crosses_itself' });
    expect(JSON.stringify(toValue(script.state.value))).toBe(good);
    const edges = script.state.problems.get('a')?.intersections.map((it) => it.edges) ?? [];
    expect(edges.flat().toSorted((one, other) => one - other)).toEqual([0, 0, 4, 7]);
    script.do({ type: 'configure', options: { allowSelfIntersection: true } });
    expect(script.state.problems.size).toBe(0);
    script.do({ type: 'configure', options: { allowSelfIntersection: false } });
    script.do({ type: 'move_vertex', id: 'a', vertex: 4, to: hole[0]! });
    expect(script.state.problems.size).toBe(0);
    expect(JSON.stringify(toValue(script.state.value))).toBe(good);
  });

  test('requires the right to edit', () => {
    const rights = { ...allRights, polygon: { ...allRights.polygon, edit: false } };
    const script = opened().do({ type: 'configure', rights });
    script.rejects({ type: 'delete_vertex', id: 'a', vertex: 5 }, 'not_allowed');
    expect(countVertices(shapeIn(script))).toBe(16);
  });

  test('given with `otherRings`, as a page gets it from React, loses nothing', () => {
    const script = opened();
    const shapes = JSON.parse(JSON.stringify(script.state.value)) as unknown;
    expect(script.do({ type: 'replace', shapes }).last?.changed).toBe(false);
  });
});
