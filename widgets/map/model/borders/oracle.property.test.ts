import { expect, test } from 'vitest';
import { reduce } from '../reducers/edit-reducers.ts';
import { countVertices, ringsOf, vertexAt } from '../shapes/rings.ts';
import { latLng, type LatLng, type PolygonShape, type ShapeId } from '../shapes/shape.ts';
import type { MapState } from '../state/state.ts';
import {
  anyOf,
  near,
  randomFrom,
  startedCity,
  type Random,
} from '../../../../tests/support/map/tiling-city.ts';
import {
  borderOf,
  bordersOf,
  commonEdges,
  cornerOf,
  cornersLostIn,
  countPieces,
  distanceToLine,
  edgesAround,
  isBroken,
  isInside,
  metersTo,
  slowCity,
  slowly,
  waysFrom,
  withAllCorners,
  type SlowCity,
} from '../../../../tests/support/map/slow-city.ts';
import { isShortRun } from '../../../../tests/support/short-run.ts';

/** The rounding of the reducer, in degrees. */
const rounding = 2e-7;

const cityOf = ({ shapes }: MapState) => slowCity(shapes.polygons);
const indexOf = ({ shapes }: MapState, id: ShapeId) => shapes.polygons.findIndex((one) => one.id === id);

/**
 * A random edit of one kind, compared with the reference implementation; returns the state after it, null if
 * it is rejected.
 */
type Trial = (state: MapState, polygon: PolygonShape, random: Random, step: number) => MapState | null;

/** An edit of one corner. */
function cornerTrial(type: keyof typeof slowly): Trial {
  return (state, polygon, random, step) => {
    const { id } = polygon;
    const vertex = Math.floor(random() * countVertices(polygon));
    const [at, next] = [vertexAt(polygon, vertex), vertexAt(polygon, (vertex + 1) % countVertices(polygon))];
    if (!at || !next) return null;
    const to = near(at, random() < 0.7 ? 0.006 : 0.02, random);
    const change = {
      move_vertex: { type: 'move_vertex', id, vertex, to },
      insert_vertex: { type: 'insert_vertex', id, edge: vertex, at: to },
      delete_vertex: { type: 'delete_vertex', id, vertex },
    } as const;
    const expected = withAllCorners(slowly[type](withAllCorners(cityOf(state)), { at, next, to }));
    const { state: after, rejection } = reduce(state, { ...change[type], origin: 'user' });
    const name = `step ${step}: ${JSON.stringify(change[type])}`;
    const isJunction = (waysFrom(cityOf(state)).get(String(at))?.size ?? 0) > 2;
    if (type === 'delete_vertex') expect(rejection?.reason === 'junction', name).toBe(isJunction);
    if (rejection?.reason === 'junction') return null;
    if (rejection?.reason === 'too_few_points') {
      const rings = cityOf(state)
        .flat()
        .filter((ring) => ring.some((corner) => String(corner) === String(at)));
      expect(Math.min(...rings.map(({ length }) => length)), name).toBe(3);
      return null;
    }
    expect(rejection !== null, `${name} ${rejection?.reason}`).toBe(isBroken(expected));
    if (rejection) return null;
    expect(bordersOf(cityOf(after)), name).toEqual(bordersOf(expected));
    return after;
  };
}

/** Merges two areas: the result has their edges without the common ones. */
const mergeTrial: Trial = (state, polygon, random, step) => {
  const before = withAllCorners(cityOf(state));
  const at = indexOf(state, polygon.id);
  const beside = state.shapes.polygons.filter(
    (other, index) => other !== polygon && commonEdges([before[at] ?? [], before[index] ?? []]).length > 0,
  );
  const other = random() < 0.8 ? anyOf(beside, random) : anyOf(state.shapes.polygons, random);
  if (!other || other === polygon || state.shapes.polygons.length < 20) return null;
  const pair = [before[at] ?? [], before[indexOf(state, other.id)] ?? []];
  const { state: after, rejection } = reduce(state, {
    type: 'merge',
    id: polygon.id,
    other: other.id,
    origin: 'user',
  });
  const name = `step ${step}: merge ${polygon.id} and ${other.id}, ${rejection?.reason}`;
  expect(rejection === null, name).toBe(commonEdges(pair).length > 0);
  if (rejection) return null;
  const expected = state.shapes.polygons.flatMap((one, index) =>
    one === other ? [] : [one === polygon ? edgesAround(pair) : borderOf(before[index] ?? [])],
  );
  expect(bordersOf(withAllCorners(cityOf(after))), name).toEqual(expected);
  return after;
};

/**
 * A line divides an area: the outer edges of the pieces are those of the area, the inner edges are the line.
 */
const splitTrial: Trial = (state, polygon, random, step) => {
  const corner = () => cornerOf(polygon, random()) ?? latLng(41, 60);
  const line = [near(corner(), 0.01, random), near(corner(), 0.002, random), near(corner(), 0.01, random)];
  const begun = reduce(state, {
    type: 'start_drawing',
    purpose: 'split',
    id: polygon.id,
    origin: 'user',
  }).state;
  const drawn = reduce(begun, { type: 'add_points', points: line, origin: 'user' }).state;
  const finish = { type: 'finish_drawing', id: `new ${step}`, title: 'Yangi', origin: 'user' } as const;
  const { state: after, rejection } = reduce(drawn, finish);
  const name = `step ${step}: split ${polygon.id} by ${JSON.stringify(line)}, ${rejection?.reason}`;
  const count = countPieces(ringsOf(polygon), line);
  expect(rejection === null ? after.shapes.polygons.length - state.shapes.polygons.length + 1 : 1, name).toBe(
    count,
  );
  if (rejection) return null;
  const old = new Set(state.shapes.polygons.map(({ id }) => id));
  const isPiece = ({ id }: PolygonShape) => id === polygon.id || !old.has(id);
  const now = withAllCorners(cityOf(after));
  const before = withAllCorners(cityOf(state), cityOf(after).flat(2), rounding);
  const piecesNow = now.filter((_rings, index) => isPiece(after.shapes.polygons[index] ?? polygon));
  expect(edgesAround(piecesNow), name).toEqual(borderOf(before[indexOf(state, polygon.id)] ?? []));
  for (const position of commonEdges(piecesNow).flat())
    expect(distanceToLine(line, position), name).toBeLessThan(rounding);
  const others = (state_: MapState, city: SlowCity) =>
    bordersOf(city.filter((_rings, index) => !isPiece(state_.shapes.polygons[index] ?? polygon)));
  expect(others(after, now), name).toEqual(others(state, before));
  return after;
};

/** Corners are removed from all areas that share them; junctions stay, and no border moves farther than the given distance. */
const simplifyTrial: Trial = (state, polygon, random, step) => {
  const meters = random() * 120;
  const before = withAllCorners(cityOf(state));
  const { state: after, rejection } = reduce(state, {
    type: 'simplify',
    id: polygon.id,
    meters,
    origin: 'user',
  });
  const name = `step ${step}: simplify ${polygon.id} by ${meters}, ${rejection?.reason}`;
  if (rejection) {
    expect(rejection.reason, name).toBe('simple_already');
    return null;
  }
  const lost = cornersLostIn(before, cityOf(after));
  expect(lost.length, name).toBeGreaterThan(0);
  const [own, ways] = [new Set(ringsOf(polygon).flat().map(String)), waysFrom(before)];
  const rings = ringsOf(after.shapes.polygons[indexOf(after, polygon.id)] ?? polygon);
  for (const corner of lost) {
    expect(own.has(String(corner)), name).toBe(true);
    expect(ways.get(String(corner))?.size, name).toBe(2);
    expect(metersTo(rings, corner), name).toBeLessThan(meters * 1.4);
  }
  const gone = new Set(lost.map(String));
  const expected = before.map((area) =>
    area.map((ring) => ring.filter((corner) => !gone.has(String(corner)))),
  );
  expect(bordersOf(withAllCorners(cityOf(after))), name).toEqual(bordersOf(withAllCorners(expected)));
  expect(isBroken(withAllCorners(expected)), name).toBe(false);
  return after;
};

const trials: Readonly<Record<string, Trial>> = {
  move: cornerTrial('move_vertex'),
  insert: cornerTrial('insert_vertex'),
  delete: cornerTrial('delete_vertex'),
  merge: mergeTrial,
  split: splitTrial,
  simplify: simplifyTrial,
};

/** Numbers that start a sequence of edits, and the length of the sequence. */
const sequences = isShortRun
  ? [[11, 260] as const]
  : ([
      [11, 260],
      [77, 600],
      [5, 600],
    ] as const);

test.each(sequences)(
  'every kind of edit of shared borders matches a slow model, with the same rejections (%i)',
  { timeout: 300_000 },
  (seed, steps) => {
    const random = randomFrom(seed);
    let state = startedCity();
    const seen: Record<string, { accepted: number; rejected: number }> = {};
    for (let step = 0; step < steps; step += 1) {
      const polygon = anyOf(state.shapes.polygons, random);
      const kind = anyOf(['move', 'move', ...Object.keys(trials)], random) ?? 'move';
      if (!polygon) continue;
      const after = trials[kind]?.(state, polygon, random, step);
      const counts = (seen[kind] ??= { accepted: 0, rejected: 0 });
      counts[after ? 'accepted' : 'rejected'] += 1;
      if (!after) continue;
      const undone = reduce(after, { type: 'undo', origin: 'user' }).state;
      expect(JSON.stringify(undone.shapes), `step ${step}: undo`).toBe(JSON.stringify(state.shapes));
      const redone = reduce(undone, { type: 'redo', origin: 'user' }).state;
      expect(JSON.stringify(redone.shapes), `step ${step}: redo`).toBe(JSON.stringify(after.shapes));
      state = redone;
    }
    for (const kind of Object.keys(trials)) expect(seen[kind]?.accepted ?? 0, kind).toBeGreaterThan(5);
    for (const kind of ['move', 'split', 'merge']) expect(seen[kind]?.rejected ?? 0, kind).toBeGreaterThan(0);
  },
);

test(
  'snapping shaken borders together restores every point to its area, and moves no corner farther than requested',
  { timeout: 300_000 },
  () => {
    const random = randomFrom(23);
    const [shake, meters] = [0.6, 2];
    const degrees = shake / 111_195;
    for (let round = 0; round < 12; round += 1) {
      let state = startedCity();
      // Different borders in each round.
      for (let step = 0; step < 30; step += 1) {
        const polygon = anyOf(state.shapes.polygons, random);
        if (polygon) state = trials['move']?.(state, polygon, random, step) ?? state;
      }
      const polygons = state.shapes.polygons.map((polygon) => ({
        ...polygon,
        coords: polygon.coords.map((corner) => near(corner, degrees, random)),
      }));
      const shaken = reduce(state, {
        type: 'replace',
        shapes: { polygons, markers: [] },
        origin: 'api',
      }).state;
      expect(commonEdges(cityOf(shaken))).toEqual([]);
      const { state: joined, rejection } = reduce(shaken, { type: 'snap_all', meters, origin: 'user' });
      expect(rejection).toBeNull();
      const [before, after] = [cityOf(shaken), withAllCorners(cityOf(joined))];
      for (const [area, rings] of before.entries())
        for (const corner of rings.flat()) expect(metersTo(after[area] ?? [], corner)).toBeLessThan(meters);
      // Each edge has an area on both sides, except those around the city.
      const around = edgesAround(after);
      expect(around.length).toBe(edgesAround(cityOf(state)).length);
      const positions = Array.from({ length: 200 }, () => near(latLng(41.025, 60.04), 0.08, random));
      const ownersOf = (city: SlowCity, position: LatLng) =>
        city.flatMap((rings, area) => (isInside(rings, position) ? [area] : []));
      for (const position of positions) {
        if (cityOf(state).some((rings) => metersTo(rings, position) < 2 * meters)) continue;
        expect(ownersOf(after, position)).toEqual(ownersOf(cityOf(state), position));
      }
      expect(isBroken(after)).toBe(false);
    }
  },
);
