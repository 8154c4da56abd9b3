import { describe, expect, test } from 'vitest';
import { distanceBetween } from '../geometry/measure.ts';
import { areaOfOutline } from '../geometry/parts.ts';
import { noRights } from '../shapes/rights.ts';
import { ringsOf } from '../shapes/rings.ts';
import { latLng, type LatLng, type PolygonShape } from '../shapes/shape.ts';
import type { Change } from '../map-session.ts';
import type { WholeChange } from '../geometry/forms.ts';
import type { MapState } from '../state/state.ts';
import { editReducers } from './edit-reducers.ts';
import { formReducers } from './forms.ts';
import { createState, reduceWith, viewReducers, type Settings } from './reducer.ts';

const reducers = { ...viewReducers, ...editReducers, ...formReducers };
const at = (north: number, east: number): LatLng => latLng(41 + north / 1000, 60 + east / 1000);
const named = { id: 'new', title: 'Yangi' };

function run(state: MapState, ...changes: readonly Change[]) {
  let outcome = { state, reason: null as string | null };
  for (const change of changes) {
    const { state: after, rejection } = reduceWith(reducers, outcome.state, {
      ...change,
      origin: 'user',
    } as never);
    outcome = { state: after, reason: rejection?.reason ?? null };
  }
  return outcome;
}

const square = (id: string, east: number) => ({
  id,
  title: id,
  color: '#1d5fd1',
  coords: [at(0, east), at(0, east + 10), at(10, east + 10), at(10, east)],
});

function withAreas(settings: Settings, ...polygons: readonly object[]): MapState {
  return run(createState(settings), { type: 'replace', shapes: { polygons, markers: [] } }).state;
}

const only = ({ shapes }: MapState) => shapes.polygons.at(-1) as PolygonShape;

describe('forms', () => {
  test('a circle has the same distance to its middle everywhere, and is one step', () => {
    const { state } = run(
      createState(),
      { type: 'start_form', form: 'circle' },
      { type: 'place_form', at: at(0, 0), ...named },
      { type: 'place_form', at: at(0, 5), ...named },
    );
    const distances = only(state).coords.map((corner) => distanceBetween(at(0, 0), corner));
    expect(Math.max(...distances) / Math.min(...distances)).toBeLessThan(1.001);
    expect([state.tool.name, state.selection]).toEqual(['idle', { kind: 'polygon', id: 'new' }]);
    expect(run(state, { type: 'undo' }).state.shapes.polygons).toEqual([]);
  });

  test('an ellipse extends as far as its second point, a rectangle has four corners', () => {
    const draw = (form: 'ellipse' | 'rectangle') =>
      only(
        run(
          createState(),
          { type: 'start_form', form },
          { type: 'place_form', at: at(0, 0), ...named },
          { type: 'place_form', at: at(2, 6), ...named },
        ).state,
      ).coords;
    const east = draw('ellipse').map(([, lng]) => lng);
    expect((Math.max(...east) - Math.min(...east)) * 1000).toBeCloseTo(12, 6);
    expect(
      draw('rectangle').map(([lat, lng]) => [(lat - 41) * 1000, (lng - 60) * 1000].map(Math.round)),
    ).toEqual([
      [0, 0],
      [0, 6],
      [2, 6],
      [2, 0],
    ]);
  });

  test('require rights, capacity and two points', () => {
    const start = { type: 'start_form', form: 'rectangle' } as const;
    expect(run(createState({ rights: noRights }), start).reason).toBe('not_allowed');
    const full = createState({ limits: { polygon: 0, marker: null } });
    expect(run(full, start).reason).toBe('limit');
    const position = { type: 'place_form', at: at(0, 0), ...named } as const;
    expect(run(createState(), position).reason).toBe('wrong_tool');
    expect(run(createState(), start, position, position).reason).toBe('same_point');
    expect(run(createState(), start, position, { ...position, at: at(0, 5) }).reason).toBe('same_point');
    expect(run(createState(), start, { ...position, at: latLng(91, 100) }).reason).toBe('outside_world');
  });
});

describe('an area as a whole', () => {
  const change = (state: MapState, whole: WholeChange, continues = false) =>
    run(state, { type: 'transform', id: 'a', change: whole, continues });

  test('turns by a full circle into itself, and keeps its holes', () => {
    const hole = [at(4, 4), at(4, 6), at(6, 6)];
    const state = withAreas({}, { ...square('a', 0), otherRings: [hole] });
    const { state: turned } = change(state, { rotation: Math.PI * 2 });
    for (const [index, corner] of ringsOf(only(turned)).flat().entries())
      expect(distanceBetween(corner, ringsOf(only(state)).flat()[index] ?? corner)).toBeLessThan(0.001);
    expect(ringsOf(only(turned))).toHaveLength(2);
  });

  test('is twice as long at twice its scale, and moves without a change of its size on the map', () => {
    const state = withAreas({}, square('a', 0));
    const { state: scaled } = change(state, { scale: 2 });
    expect(areaOfOutline(only(scaled)) / areaOfOutline(only(state))).toBeCloseTo(4, 2);
    const { state: moved } = change(state, { shift: [512 / 360, 0] });
    expect((only(moved).coords[0]?.[1] ?? 0) - (only(state).coords[0]?.[1] ?? 0)).toBeCloseTo(1, 9);
  });

  test('a held key is one step', () => {
    const state = withAreas({}, square('a', 0));
    const once = change(state, { rotation: 0.1 }).state;
    const twice = change(once, { rotation: 0.1 }, true).state;
    expect(twice.history.done).toHaveLength(1);
    expect(run(twice, { type: 'undo' }).state.shapes).toEqual(state.shapes);
  });

  test('is rejected over an area that it touches, beyond the world, and without rights', () => {
    const tiled = withAreas({}, square('a', 0), square('b', 10));
    expect(change(tiled, { shift: [0.01, 0] }).reason).toBe('crosses_neighbor');
    expect(change(tiled, { shift: [-0.01, 0] }).reason).toBeNull();
    const free = withAreas({ options: { sharedBorders: false } }, square('a', 0), square('b', 10));
    expect(change(free, { shift: [0.01, 0] }).reason).toBeNull();
    expect(change(tiled, { shift: [-400, 0] }).reason).toBe('outside_world');
    expect(change(tiled, { scale: 0 }).reason).toBe('not_a_number');
    expect(change(tiled, { scale: 1e-9 }).reason).toBe('same_point');
    const bound = withAreas(
      { rights: { ...noRights, polygon: { add: true, edit: false, delete: true } } },
      square('a', 0),
    );
    expect(change(bound, { rotation: 1 }).reason).toBe('not_allowed');
    expect(run(bound, { type: 'start_transform', by: 'move', id: 'a' }).reason).toBe('not_allowed');
    expect(run(bound, { type: 'start_transform', by: 'move', id: 'x' }).reason).toBe('unknown_shape');
  });
});
