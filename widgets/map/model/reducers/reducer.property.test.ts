import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Action, Origin } from '../state/action.ts';
import { readJsonValue } from '../../io/formats/read-json.ts';
import { positionFault } from '../geometry/position.ts';
import { editReducers } from './edit-reducers.ts';
import { formReducers } from './forms.ts';
import { createState, reduceWith, viewReducers } from './reducer.ts';
import { hasRight, type KindRights } from '../shapes/rights.ts';
import { latLng, type AnyShape, type Kind, type Outline, type Shapes } from '../shapes/shape.ts';
import type { MapState } from '../state/state.ts';
import { intersectionCheck } from '../state/validity.ts';
import { countVertices, outlineOf, ringsOf } from '../shapes/rings.ts';

const kinds = ['polygon', 'marker'] as const;

const reducers = { ...viewReducers, ...editReducers, ...formReducers };
const reduce = (state: MapState, next: Action) => reduceWith(reducers, state, next);

/** Mostly close together, so that edges cross and points repeat; sometimes outside the world or not a number. */
const position = fc
  .oneof(
    { weight: 30, arbitrary: fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom(91, -200, Number.NaN, Infinity),
        fc.integer({ min: -200, max: 200 }),
      ),
    },
  )
  .map(([lat, lng]) => latLng(lat, lng));
const id = fc.constantFrom('a', 'b', 'c', 'd', 1, 2, '1', '__proto__');
const kind = fc.constantFrom(...kinds);
const head = {
  id,
  title: fc.constantFrom('', 'Mahalla', 'Uy'),
  color: fc.constantFrom('#16a34a', '#f00', 'nothing'),
};
const vertex = fc.integer({ min: -1, max: 6 });
const by = fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 }));
const continues = fc.boolean();
const right = fc.record({
  add: fc.boolean(),
  edit: fc.boolean(),
  delete: fc.boolean(),
  style: fc.option(fc.boolean(), { nil: undefined }),
});
const rights = fc.record({ polygon: right, marker: right });
const limit = fc.option(fc.integer({ min: 0, max: 4 }));
const limits = fc.record({ polygon: limit, marker: limit });
const purposes = ['area', 'part', 'hole', 'cut', 'split', 'measure'] as const;
const meters = fc.constantFrom(100, 120_000, 0, Number.NaN);
const options = fc.record({
  allowSelfIntersection: fc.boolean(),
  multipart: fc.boolean(),
  sharedBorders: fc.constantFrom<'auto' | boolean>('auto', true, false),
});
const positions = fc.array(position, { maxLength: 6 });
const given = fc.record({
  polygons: fc.array(
    fc.record(
      { ...head, coords: positions, otherRings: fc.array(positions, { maxLength: 2 }) },
      { requiredKeys: ['id', 'title', 'color', 'coords'] },
    ),
    { maxLength: 3 },
  ),
  markers: fc.array(fc.record({ ...head, coords: position }), { maxLength: 3 }),
});

const action: fc.Arbitrary<Action> = fc
  .tuple(
    fc.constantFrom<Origin>('user', 'api', 'import', 'undo'),
    fc.oneof(
      fc.record({ type: fc.constant('replace'), shapes: given }),
      fc.record({ type: fc.constant('import'), reading: given.map((it) => readJsonValue(it)) }),
      fc.record({
        type: fc.constantFrom(
          'clear',
          'deselect',
          'remove_last_point',
          'cancel',
          'stop_editing',
          'start_placing',
        ),
      }),
      { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('undo', 'redo') }) },
      fc.record({ type: fc.constant('configure'), rights, limits, options }, { requiredKeys: ['type'] }),
      {
        weight: 3,
        arbitrary: fc.record(
          { type: fc.constant('start_drawing'), purpose: fc.constantFrom(...purposes), id },
          { requiredKeys: ['type'] },
        ),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          type: fc.constant('add_points'),
          points: fc.array(position, { minLength: 1, maxLength: 4 }),
        }),
      },
      fc.record({ type: fc.constant('toggle_tracing') }),
      fc.record({ type: fc.constant('start_merging'), id }),
      { weight: 2, arbitrary: fc.record({ type: fc.constant('merge'), id, other: id }) },
      fc.record({ type: fc.constant('simplify'), id, meters }),
      fc.record({ type: fc.constant('snap_all'), meters }),
      fc.record({ type: fc.constant('start_form'), form: fc.constantFrom('circle', 'ellipse', 'rectangle') }),
      { weight: 2, arbitrary: fc.record({ type: fc.constant('place_form'), at: position, ...head }) },
      fc.record({ type: fc.constant('start_transform'), by: fc.constantFrom('move', 'rotate', 'scale'), id }),
      fc.record({
        type: fc.constant('transform'),
        id,
        change: fc.record(
          {
            shift: fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 })),
            rotation: fc.constantFrom(0, Math.PI / 2, 1, Number.NaN),
            scale: fc.constantFrom(1, 2, 0.5, 0, -1),
          },
          { requiredKeys: [] },
        ),
        continues,
      }),
      fc.record({ type: fc.constant('select'), kind, id }),
      {
        weight: 6,
        arbitrary: fc.record(
          { type: fc.constant('add_point'), at: position, ...head, zoom: fc.constantFrom(0, 5, 18) },
          { requiredKeys: ['type', 'at', 'id', 'title'] },
        ),
      },
      { weight: 2, arbitrary: fc.record({ type: fc.constant('finish_drawing'), ...head }) },
      fc.record({ type: fc.constant('start_editing'), id }),
      fc.record({ type: fc.constant('pick_vertex'), vertex: fc.option(vertex) }),
      fc.record({ type: fc.constant('cycle_vertices'), by: fc.constantFrom(1, -1) }),
      {
        weight: 3,
        arbitrary: fc.record({ type: fc.constant('move_vertex'), id, vertex, to: position, continues }),
      },
      { weight: 2, arbitrary: fc.record({ type: fc.constant('nudge_vertex'), id, vertex, by, continues }) },
      fc.record(
        { type: fc.constant('insert_vertex'), id, edge: vertex, at: position },
        { requiredKeys: ['type', 'id', 'edge'] },
      ),
      { weight: 2, arbitrary: fc.record({ type: fc.constant('delete_vertex'), id, vertex }) },
      { weight: 3, arbitrary: fc.record({ type: fc.constant('add_square'), center: position, ...head }) },
      { weight: 2, arbitrary: fc.record({ type: fc.constant('add_marker'), at: position, ...head }) },
      fc.record({ type: fc.constant('move_marker'), id, to: position, continues }),
      fc.record({ type: fc.constant('rename'), kind, ...head, continues }),
      fc.record({ type: fc.constant('recolor'), kind, ...head, continues }),
      fc.record({ type: fc.constant('delete'), kind, id }),
    ),
  )
  .map(([origin, rest]) => ({ ...rest, origin }) as unknown as Action);

const square = (south: number, west: number, size: number) => [
  latLng(south, west),
  latLng(south, west + size),
  latLng(south + size, west + size),
  latLng(south + size, west),
];

/** An area with rings drawn into and beside it: holes, parts, cuts and dividing lines; the last one is undone. */
const ringed = fc
  .tuple(
    head.id,
    fc.array(
      fc.constantFrom(
        { purpose: 'hole', points: square(1, 1, 1) },
        { purpose: 'hole', points: square(3, 3, 2) },
        { purpose: 'part', points: square(8, 0, 2) },
        // An island in a hole.
        { purpose: 'part', points: square(3.5, 3.5, 1) },
        { purpose: 'cut', points: square(-1, 5, 3) },
        { purpose: 'split', points: [latLng(-1, 2.5), latLng(11, 2.5)] },
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([one, drawings]) => {
    const named = { id: one, title: 'Hudud', color: '#16a34a' };
    const steps = [{ purpose: 'area', points: square(0, 0, 6) }, ...drawings].flatMap(
      ({ purpose, points }, at) => [
        { type: 'start_drawing', purpose, id: one },
        { type: 'add_points', points },
        { type: 'finish_drawing', ...named, id: at === 0 ? one : `${one} ${at}` },
      ],
    );
    const undone = [{ type: 'undo' }, { type: 'undo' }, { type: 'redo' }];
    return [{ type: 'configure', options: { multipart: true } }, ...steps, ...undone].map(
      (step) => ({ ...step, origin: 'user' }) as unknown as Action,
    );
  });

const parts = fc.array(
  fc.oneof({ weight: 9, arbitrary: action.map((one) => [one]) }, { weight: 1, arbitrary: ringed }),
  { minLength: 1, maxLength: 60 },
);
/** A script of random changes, among them areas of several rings. */
const script = parts.map((all) => all.flat());

const start = fc.record({ rights: fc.oneof(fc.constant(undefined), rights), limits, options });

/** Runs a script and checks every step. */
function everyStep(check: (before: MapState, action: Action, outcome: ReturnType<typeof reduce>) => void) {
  fc.assert(
    fc.property(start, script, ({ rights: initial, ...settings }, actions) => {
      let state = createState(initial ? { ...settings, rights: initial } : settings);
      for (const next of actions) {
        const outcome = reduce(state, next);
        check(state, next, outcome);
        state = outcome.state;
      }
    }),
    { numRuns: 400 },
  );
}

test('the scripts make, change and undo areas of several rings', () => {
  const seen = { made: 0, changed: 0, undone: 0 };
  everyStep((before, { type }, { state }) => {
    const old = new Map(before.shapes.polygons.map((area) => [String(area.id), area]));
    for (const area of state.shapes.polygons) {
      if (!area.otherRings || old.get(String(area.id)) === area) continue;
      if (type === 'undo' || type === 'redo') seen.undone += 1;
      else if (old.get(String(area.id))?.otherRings) seen.changed += 1;
      else seen.made += 1;
    }
  });
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
});

const listOf = (shapes: Shapes, of: Kind) => (of === 'polygon' ? shapes.polygons : shapes.markers);

const styleOf = ({ title, color }: AnyShape) => [title, color];
const ringsIn = (shape: AnyShape) => [shape.coords, 'otherRings' in shape ? shape.otherRings : null];
const textOf = (shape: AnyShape, part: (shape: AnyShape) => unknown) => JSON.stringify(part(shape));

/** The changes between two states, by a reference comparison. */
function doneBetween(before: Shapes, after: Shapes): [Kind, keyof KindRights][] {
  return kinds.flatMap((of) => {
    const [old, now] = [before, after].map(
      (shapes) => new Map(listOf(shapes, of).map((shape) => [String(shape.id), shape])),
    );
    const found: [Kind, keyof KindRights][] = [];
    for (const [key, shape] of now!) {
      const former = old!.get(key);
      if (!former) found.push([of, 'add']);
      else {
        if (textOf(former, styleOf) !== textOf(shape, styleOf)) found.push([of, 'style']);
        if (textOf(former, ringsIn) !== textOf(shape, ringsIn)) found.push([of, 'edit']);
      }
    }
    for (const key of old!.keys()) if (!now!.has(key)) found.push([of, 'delete']);
    return found;
  });
}

const opposite = { add: 'delete', edit: 'edit', delete: 'add', style: 'style' } as const;

test('no origin makes a change without permission', () => {
  everyStep((before, { type }, { state }) => {
    if (type === 'replace') return;
    const back = type === 'undo';
    for (const [of, done] of doneBetween(before.shapes, state.shapes)) {
      // Undoing requires the opposite right of the original step.
      expect(hasRight(before.rights[of], back ? opposite[done] : done)).toBe(true);
    }
  });
});

test('no action exceeds the limits of a map', () => {
  everyStep((before, { type }, { state }) => {
    for (const of of kinds) {
      const [count, now] = [listOf(before.shapes, of).length, listOf(state.shapes, of).length];
      const allowed = state.limits[of] ?? Infinity;
      if (now > allowed) expect(now).toBeLessThanOrEqual(type === 'replace' ? allowed : count);
    }
  });
});

test('undo is the inverse of every change, and redo of every undo', () => {
  everyStep((before, { type }, { state, rejection }) => {
    if (rejection || type === 'undo' || type === 'redo' || type === 'replace') return;
    if (before.shapes === state.shapes || state.history.done.length <= before.history.done.length) return;
    // Without an active tool, so that only the step matters.
    const free = { ...state, tool: { name: 'idle' }, limits: { polygon: null, marker: null } } as const;
    const undone = reduce(free, { type: 'undo', origin: 'user' });
    expect(undone.rejection).toBeNull();
    expect(undone.state.shapes).toEqual(before.shapes);
    expect([...undone.state.problems.keys()].toSorted()).toEqual([...before.problems.keys()].toSorted());
    const redone = reduce(undone.state, { type: 'redo', origin: 'user' });
    expect(redone.state.shapes).toEqual(state.shapes);
    expect([...redone.state.problems.keys()].toSorted()).toEqual([...state.problems.keys()].toSorted());
  });
});

/** Undoes or redoes a step that may not be rejected: users could not get past it. */
function mustStep(before: MapState, type: 'undo' | 'redo'): MapState {
  const { state, rejection } = reduce(before, { type, origin: 'user' });
  expect(rejection).toBeNull();
  return state;
}

test('undoing everything gives the first state, and redoing everything the last', () => {
  fc.assert(
    fc.property(
      script.map((all) =>
        all.filter(
          ({ type, ...rest }) => type !== 'replace' && (type !== 'configure' || !('rights' in rest)),
        ),
      ),
      (actions) => {
        let state = actions.reduce((before, next) => reduce(before, next).state, createState());
        state = reduce(state, { type: 'cancel', origin: 'user' }).state;
        // A lowered limit prevents redoing a step.
        state = { ...state, limits: { polygon: null, marker: null } };
        while (state.history.undone.length > 0) state = mustStep(state, 'redo');
        const end = state.shapes;
        while (state.history.done.length > 0) state = mustStep(state, 'undo');
        expect(state.shapes).toEqual({ polygons: [], markers: [] });
        while (state.history.undone.length > 0) state = mustStep(state, 'redo');
        expect(state.shapes).toEqual(end);
      },
    ),
  );
});

/** The check of an outline with copied rings, for which no result is cached. */
function freshCheck(outline: Outline) {
  return intersectionCheck(outlineOf(ringsOf(outline).map((ring) => [...ring])));
}

test('shapes are always valid, or marked and withheld from the export', () => {
  everyStep((_, __, { state }) => {
    for (const of of kinds) {
      const ids = listOf(state.shapes, of).map((shape) => String(shape.id));
      expect(new Set(ids).size).toBe(ids.length);
    }
    for (const polygon of state.shapes.polygons) {
      for (const ring of ringsOf(polygon)) expect(ring.length).toBeGreaterThanOrEqual(3);
      for (const [lat, lng] of ringsOf(polygon).flat()) expect(positionFault(lat, lng)).toBeNull();
      const { intersections } = freshCheck(polygon);
      const isMarked = state.problems.has(String(polygon.id));
      expect(isMarked).toBe(intersections.length > 0 && !state.options.allowSelfIntersection);
      expect(state.problems.get(String(polygon.id))?.intersections ?? []).toEqual(
        isMarked ? intersections : [],
      );
    }
    for (const { coords } of state.shapes.markers) expect(positionFault(coords[0], coords[1])).toBeNull();
    if (state.problems.size === 0) expect(state.value).toEqual(state.shapes);
    for (const polygon of state.value.polygons) {
      const problem = state.problems.get(String(polygon.id));
      expect(problem === undefined || polygon.coords === problem.saved?.coords).toBe(true);
    }
    const { selection, tool } = state;
    if (selection)
      expect(listOf(state.shapes, selection.kind).some((shape) => shape.id === selection.id)).toBe(true);
    if (tool.name === 'editing') {
      const polygon = state.shapes.polygons.find((shape) => shape.id === tool.id);
      expect(polygon).toBeDefined();
      expect(tool.vertex ?? 0).toBeLessThan(polygon ? countVertices(polygon) : 0);
    }
  });
});

test('a rejection changes nothing, and a change is announced exactly when the export differs', () => {
  everyStep((before, _, { state, rejection, changed }) => {
    if (rejection) expect(state).toBe(before);
    expect(changed).toBe(JSON.stringify(state.value) !== JSON.stringify(before.value));
  });
});

test('states are immutable', () => {
  everyStep((before, next) => {
    const frozen = deepFrozen(before);
    expect(() => reduce(frozen, next)).not.toThrow();
  });
});

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFrozen(part);
  }
  return value;
}

test('an export is imported unchanged', () => {
  everyStep((_, __, { state }) => {
    const free = createState({ options: { allowSelfIntersection: true } });
    const again = reduce(free, {
      type: 'replace',
      shapes: JSON.parse(JSON.stringify(state.value)),
      origin: 'api',
    });
    expect(again.state.shapes).toEqual(state.value);
    expect(again.report?.skipped).toEqual([]);
  });
});
