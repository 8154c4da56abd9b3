import { expect, test } from 'vitest';
import { isInRing } from '#kernel/domain/geo/point-in-ring.ts';
import { divide } from '../geometry/planar/division.ts';
import { isSolid } from '../geometry/planar/operations.ts';
import { reduce } from '../reducers/edit-reducers.ts';
import { countVertices, ringsOf, vertexAt } from '../shapes/rings.ts';
import { latLng, type LatLng, type PolygonShape } from '../shapes/shape.ts';
import type { MapState } from '../state/state.ts';
import type { Change } from '../map-session.ts';
import {
  anyOf,
  near,
  randomFrom,
  startedCity as started,
  type Random,
} from '../../../../tests/support/map/tiling-city.ts';

/** The number of random edits; `KOMAK_EDITS` overrides it. */
const steps = Number(process.env['KOMAK_EDITS'] ?? 10_000);
/** The tiling problems of areas: overlaps, and gaps between them. */
function flaws({ shapes: { polygons } }: MapState): readonly string[] {
  return divide(polygons).sizes.flatMap((face, number) => {
    if (number === 0 || !isSolid(face) || face.layers.length === 1) return [];
    return [face.layers.length === 0 ? `gap of ${face.area}` : `overlap of ${face.layers.join(' and ')}`];
  });
}

/** Whether an area contains a place, computed ring by ring. */
function contains(polygon: PolygonShape, [lat, lng]: LatLng): boolean {
  const around = ringsOf(polygon).filter((ring) =>
    isInRing(
      ring.flatMap(([y, x]) => [x, y]),
      lng,
      lat,
    ),
  );
  return around.length % 2 === 1;
}

/**
 * How many areas contain each of some households. An edit creates new objects for the areas that it changes:
 * only those are checked.
 */
function countAreasOf(households: readonly LatLng[]) {
  const inside = new WeakMap<PolygonShape, readonly number[]>();
  return ({ shapes }: MapState): readonly number[] => {
    const counts = households.map(() => 0);
    for (const polygon of shapes.polygons) {
      const found =
        inside.get(polygon) ??
        households.flatMap((household, number) => (contains(polygon, household) ? [number] : []));
      inside.set(polygon, found);
      for (const number of found) counts[number] = (counts[number] ?? 0) + 1;
    }
    return counts;
  };
}

/** Whether a corner is at the edge of the city: then one more edge than areas meets there. */
function isAtEdge(polygons: readonly PolygonShape[], corner: LatLng): boolean {
  const ways = new Set<string>();
  let areas = 0;
  for (const ring of polygons.flatMap(ringsOf)) {
    for (const [index, position] of ring.entries()) {
      if (String(position) !== String(corner)) continue;
      areas += 1;
      ways.add(String(ring.at(index - 1))).add(String(ring[(index + 1) % ring.length]));
    }
  }
  return ways.size > areas;
}

/** A random edit of one of the kinds that users make. */
function randomEdit({ shapes: { polygons } }: MapState, random: Random): Change {
  const polygon = anyOf(polygons, random);
  if (!polygon) return { type: 'undo' };
  const { id } = polygon;
  const vertex = Math.floor(random() * countVertices(polygon));
  const corner = vertexAt(polygon, vertex) ?? latLng(41, 60);
  const kind = random();
  if (kind < 0.35)
    return { type: 'move_vertex', id, vertex, to: near(corner, random() < 0.8 ? 0.006 : 0.03, random) };
  if (kind < 0.42) {
    // Onto a corner of another area, like snapping; corners at the edge of the city would enclose land
    // outside it.
    if (isAtEdge(polygons, corner)) return { type: 'deselect' };
    const other = anyOf(polygons, random);
    const to = other && vertexAt(other, Math.floor(random() * countVertices(other)));
    return { type: 'move_vertex', id, vertex, to: to ?? corner };
  }
  if (kind < 0.6) {
    if (random() < 0.5) return { type: 'insert_vertex', id, edge: vertex };
    return { type: 'insert_vertex', id, edge: vertex, at: near(corner, 0.004, random) };
  }
  if (kind < 0.72) return { type: 'delete_vertex', id, vertex };
  if (kind < 0.76) return { type: 'simplify', id, meters: random() * 100 };
  if (kind < 0.84 && polygons.length < 60) return { type: 'start_drawing', purpose: 'split', id };
  if (kind < 0.9 && polygons.length > 25) {
    const corners = new Set(ringsOf(polygon).flat().map(String));
    const around = polygons.filter((one) =>
      ringsOf(one).some((ring) => ring.some((at) => corners.has(String(at)))),
    );
    return { type: 'merge', id, other: anyOf(around, random)?.id ?? id };
  }
  return random() < 0.6 ? { type: 'undo' } : { type: 'redo' };
}

/** A line through an area, from one side to another. */
function lineThrough(polygon: PolygonShape, random: Random): readonly LatLng[] {
  const corner = () => vertexAt(polygon, Math.floor(random() * countVertices(polygon))) ?? latLng(41, 60);
  return [near(corner(), 0.01, random), near(corner(), 0.002, random), near(corner(), 0.01, random)];
}

/** Makes an edit; a line that divides an area is drawn and finished. */
function make(state: MapState, change: Change, random: Random, step: number) {
  if (change.type !== 'start_drawing') return reduce(state, { ...change, origin: 'user' });
  const target = state.shapes.polygons.find(({ id }) => id === change.id);
  const points = target ? lineThrough(target, random) : [];
  const begun = reduce(state, { ...change, origin: 'user' }).state;
  const drawn = reduce(begun, { type: 'add_points', points, origin: 'user' }).state;
  const finished = reduce(drawn, {
    type: 'finish_drawing',
    id: `new ${step}`,
    title: 'Yangi',
    origin: 'user',
  });
  return finished.rejection
    ? { ...finished, state: reduce(finished.state, { type: 'cancel', origin: 'user' }).state }
    : finished;
}

test(
  `${steps} random edits of areas that tile leave no gap, no overlap and no crossing, and each household in one area`,
  { timeout: 600_000 },
  () => {
    const random = randomFrom(20_261_124);
    let state = started();
    const done = new Map<string, number>();
    const households = Array.from({ length: 100 }, () => near(latLng(41.025, 60.04), 0.02, random));
    const areasOf = countAreasOf(households);
    const once = households.map(() => 1);
    for (let step = 0; step < steps; step += 1) {
      const change = randomEdit(state, random);
      const { state: after, rejection } = make(state, change, random, step);
      const isUndo = change.type === 'undo' || change.type === 'redo';
      if (!rejection && after.shapes !== state.shapes)
        done.set(change.type, (done.get(change.type) ?? 0) + 1);
      state = after;
      if (rejection && !isUndo) continue;
      expect(flaws(state), `step ${step}: ${JSON.stringify(change)}`).toEqual([]);
      expect(state.problems.size).toBe(0);
      expect(areasOf(state), `step ${step}: households`).toEqual(once);
    }
    for (const type of [
      'move_vertex',
      'insert_vertex',
      'delete_vertex',
      'start_drawing',
      'merge',
      'simplify',
      'undo',
    ])
      expect(done.get(type) ?? 0, type).toBeGreaterThan(steps / 400);
    expect(done.get('redo')).toBeGreaterThan(0);
  },
);

test('undo restores the first bytes and redo the last ones', () => {
  const random = randomFrom(7);
  let state = started();
  const before = JSON.stringify(state.shapes);
  const seen = new Set<string>();
  for (let step = 0; state.history.done.length < 150; step += 1) {
    const change = randomEdit(state, random);
    if (change.type === 'undo' || change.type === 'redo') continue;
    const { length } = state.history.done;
    state = make(state, change, random, step).state;
    if (state.history.done.length > length) seen.add(change.type);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['start_drawing', 'merge', 'simplify', 'move_vertex']));
  const after = JSON.stringify(state.shapes);
  while (state.history.done.length > 0) state = reduce(state, { type: 'undo', origin: 'undo' }).state;
  expect(JSON.stringify(state.shapes)).toBe(before);
  while (state.history.undone.length > 0) state = reduce(state, { type: 'redo', origin: 'undo' }).state;
  expect(JSON.stringify(state.shapes)).toBe(after);
});

/** The owner of a place. */
function ownerAt(state: MapState, position: LatLng): unknown {
  return state.shapes.polygons.find((polygon) => contains(polygon, position))?.id;
}

test('a split and a merge assign every point to the area of a slow model', () => {
  const random = randomFrom(19);
  let state = started();
  const positions = Array.from({ length: 300 }, () => near(latLng(41.025, 60.04), 0.1, random));
  const seen = { split: 0, merge: 0, undone: 0 };
  for (let step = 0; step < 400; step += 1) {
    const change = randomEdit(state, random);
    const { state: after, rejection } = make(state, change, random, step);
    const isChecked = change.type === 'start_drawing' || change.type === 'merge';
    if (!rejection && isChecked) {
      const before = positions.map((position) => ownerAt(state, position));
      const old = new Set(state.shapes.polygons.map(({ id }) => id));
      const now = positions.map((position) => ownerAt(after, position));
      if (change.type === 'merge') {
        seen.merge += 1;
        expect(now, `step ${step}`).toEqual(before.map((one) => (one === change.other ? change.id : one)));
      } else {
        seen.split += 1;
        expect(after.shapes.polygons.length).toBeGreaterThan(state.shapes.polygons.length);
        // The new area was part of the divided one; all others are unchanged.
        const back = now.map((one) => (one === undefined || old.has(one as never) ? one : change.id));
        expect(back, `step ${step}`).toEqual(before);
      }
      const undone = reduce(after, { type: 'undo', origin: 'user' }).state;
      seen.undone += 1;
      expect(positions.map((position) => ownerAt(undone, position))).toEqual(before);
    }
    state = after;
  }
  expect(Math.min(seen.split, seen.merge)).toBeGreaterThan(5);
});
