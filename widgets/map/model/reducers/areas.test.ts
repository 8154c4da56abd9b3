import { describe, expect, test } from 'vitest';
import { places, Script } from '../../../../tests/support/map/script.ts';
import { allRights, type KindRights } from '../shapes/rights.ts';
import { countVertices, ringsOf } from '../shapes/rings.ts';
import type { LatLng } from '../shapes/shape.ts';
import type { Settings } from './reducer.ts';

/** Two adjacent areas, and a separate one. */
const left = places(41, 60, 41, 60.1, 41.1, 60.1, 41.1, 60);
const right = places(41, 60.1, 41, 60.2, 41.1, 60.2, 41.1, 60.1);
const apart = places(41, 60.3, 41, 60.4, 41.1, 60.4, 41.1, 60.3);

function city(settings: Settings = {}): Script {
  const polygons = [left, right, apart].map((coords, index) => ({
    id: 'abc'[index],
    title: `Mahalla ${'ABC'[index]}`,
    color: '#1d5fd1',
    coords,
  }));
  return new Script(settings).do({ type: 'replace', shapes: { polygons, markers: [] } });
}

const withRights = (polygon: Partial<KindRights>): Settings => ({
  rights: { ...allRights, polygon: { ...allRights.polygon, ...polygon } },
});

function drawn(
  script: Script,
  purpose: 'cut' | 'hole' | 'part' | 'split',
  points: readonly LatLng[],
  id = 'a',
): Script {
  return script.do({ type: 'start_drawing', purpose, id }).do({ type: 'add_points', points });
}

const finish = { type: 'finish_drawing', id: 'new', title: 'Yangi' } as const;
const across = places(41.05, 59.9, 41.05, 60.15);

describe('splitting', () => {
  test('makes areas of the pieces in one step, and gives the neighbour the corner', () => {
    const script = drawn(city(), 'split', places(41.02, 59.9, 41.02, 60.15)).do(finish);
    expect(script.state.shapes.polygons.map(({ id, title }) => [id, title])).toEqual([
      ['a', 'Mahalla A'],
      ['new', 'Mahalla A (2)'],
      ['b', 'Mahalla B'],
      ['c', 'Mahalla C'],
    ]);
    expect(script.corners('b')).toHaveLength(5);
    script.do({ type: 'undo' });
    expect(script.corners('b')).toEqual(right);
    expect(script.state.shapes.polygons).toHaveLength(3);
  });

  test('leaves the neighbour alone where borders are not shared', () => {
    const script = drawn(city({ options: { sharedBorders: false } }), 'split', across).do(finish);
    expect(script.corners('b')).toEqual(right);
  });

  test('requires rights and capacity, a line through the area, and a free id', () => {
    city(withRights({ add: false })).rejects(
      { type: 'start_drawing', purpose: 'split', id: 'a' },
      'not_allowed',
    );
    city(withRights({ edit: false })).rejects(
      { type: 'start_drawing', purpose: 'split', id: 'a' },
      'not_allowed',
    );
    const full = city();
    full.do({ type: 'configure', limits: { polygon: 3, marker: null } });
    full.rejects({ type: 'start_drawing', purpose: 'split', id: 'a' }, 'limit');
    full.do({ type: 'configure', limits: { polygon: 4, marker: null } });
    const comb = places(41.02, 59.9, 41.02, 60.15, 41.06, 60.15, 41.06, 59.9);
    drawn(full, 'split', comb).rejects(finish, 'limit');
    drawn(city(), 'split', places(41.05, 59.9, 41.05, 60.05)).rejects(finish, 'not_divided');
    drawn(city(), 'split', places(41.05, 59.9)).rejects(finish, 'too_few_points');
    drawn(city(), 'split', across).rejects({ ...finish, id: 'c' }, 'duplicate_id');
    city().rejects({ type: 'start_drawing', purpose: 'split', id: 'x' }, 'unknown_shape');
  });
});

describe('merging', () => {
  test('makes one area of two that have a border in common', () => {
    const script = city().do({ type: 'start_merging', id: 'a' }).do({ type: 'merge', id: 'a', other: 'b' });
    expect(script.state.shapes.polygons.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(script.corners('a')).toHaveLength(6);
    expect(script.state.tool).toEqual({ name: 'idle' });
    script.do({ type: 'undo' });
    expect(script.corners('b')).toEqual(right);
  });

  test('requires rights, and areas that touch', () => {
    city(withRights({ delete: false })).rejects({ type: 'start_merging', id: 'a' }, 'not_allowed');
    city(withRights({ delete: false })).rejects({ type: 'merge', id: 'a', other: 'b' }, 'not_allowed');
    city().rejects({ type: 'merge', id: 'a', other: 'c' }, 'not_touching');
    city().rejects({ type: 'merge', id: 'a', other: 'a' }, 'unknown_shape');
  });
});

describe('parts, holes and cuts', () => {
  const within = places(41.02, 60.02, 41.02, 60.04, 41.04, 60.04);
  const beyond = places(41.2, 60, 41.2, 60.1, 41.3, 60.1);
  const corner = places(40.9, 59.9, 40.9, 60.05, 41.05, 60.05, 41.05, 59.9);
  const several: Settings = { options: { multipart: true } };
  const rings = (script: Script) => ringsOf(script.state.shapes.polygons[0] ?? { coords: [] }).length;

  test('are added where areas may have several rings', () => {
    expect(rings(drawn(city(several), 'hole', within).do(finish))).toBe(2);
    expect(rings(drawn(city(several), 'part', beyond).do(finish))).toBe(2);
    const cut = drawn(city(), 'cut', corner).do(finish);
    expect(cut.corners('a')).toHaveLength(6);
  });

  test('are rejected elsewhere', () => {
    drawn(city(), 'hole', within).rejects(finish, 'one_ring');
    drawn(city(), 'part', beyond).rejects(finish, 'one_ring');
    const loop = places(41.05, 60.03, 41.05, 60.07, 41.07, 60.07, 41.07, 60.05, 41.03, 60.05);
    drawn(city(), 'split', loop).rejects(finish, 'one_ring');
    expect(rings(drawn(city(several), 'split', loop).do(finish))).toBe(2);
    drawn(city(several), 'hole', beyond).rejects(finish, 'outside_area');
    drawn(city(several), 'hole', corner).rejects(finish, 'outside_area');
    drawn(city(several), 'part', within).rejects(finish, 'outside_area');
    drawn(city(several), 'cut', beyond).rejects(finish, 'outside_area');
    drawn(city(), 'cut', places(40, 59, 40, 62, 42, 62, 42, 59)).rejects(finish, 'nothing_left');
    drawn(city(several), 'part', places(41.02, 60.05, 41.02, 60.15, 41.04, 60.15)).rejects(
      finish,
      'crosses_neighbor',
    );
    drawn(city(), 'cut', places(41, 60, 41.05, 60.05, 41, 60.05, 41.05, 60)).rejects(
      finish,
      'crosses_itself',
    );
  });
});

describe('simplifying', () => {
  const bent = places(41, 60, 41, 60.1, 41.05, 60.1001, 41.1, 60.1, 41.1, 60);
  const beside = places(41, 60.1, 41, 60.2, 41.1, 60.2, 41.1, 60.1, 41.05, 60.1001);

  test('leaves out a corner of both sides of a border, and none where borders part', () => {
    const script = city();
    const shapes = {
      polygons: [bent, beside].map((coords, index) => ({ id: index, title: '', color: '#1d5fd1', coords })),
      markers: [],
    };
    script.do({ type: 'replace', shapes }).do({ type: 'simplify', id: 0, meters: 20 });
    expect(script.state.shapes.polygons.map(countVertices)).toEqual([4, 4]);
    script.rejects({ type: 'simplify', id: 0, meters: 20 }, 'simple_already');
    script.rejects({ type: 'simplify', id: 0, meters: Number.NaN }, 'not_a_number');
    script.rejects({ type: 'simplify', id: 9, meters: 1 }, 'unknown_shape');
  });

  test('leaves a corner whose removal would lay the border on a corner of another area', () => {
    const over = places(41.03, 60.1, 41.02, 60.05, 41.04, 60.05);
    const shapes = {
      polygons: [bent, beside, over].map((coords, id) => ({ id, title: '', color: '#1d5fd1', coords })),
      markers: [],
    };
    city().do({ type: 'replace', shapes }).rejects({ type: 'simplify', id: 0, meters: 20 }, 'simple_already');
  });

  test('leaves no corner twice in a row in a ring that visits a point twice', () => {
    const script = new Script({ options: { allowSelfIntersection: true } });
    const coords = places(6, 1, 6, 0, 0, 0, 0, 2, 6, 0);
    script.do({
      type: 'replace',
      shapes: { polygons: [{ id: 'd', title: '', color: '#1d5fd1', coords }], markers: [] },
    });
    script.try({ type: 'simplify', id: 'd', meters: 120_000 });
    const [ring = []] = script.state.shapes.polygons.map(({ coords: corners }) => corners);
    expect(ring.every((position, index) => String(position) !== String(ring.at(index - 1)))).toBe(true);
  });
});

test('snapping borders together is one step, and is rejected if none are near', () => {
  const shapes = {
    polygons: [left, places(41, 60.10001, 41, 60.2, 41.1, 60.2, 41.1, 60.10001)].map((coords, id) => {
      return { id, title: '', color: '#1d5fd1', coords };
    }),
    markers: [],
  };
  const script = city().do({ type: 'replace', shapes }).do({ type: 'snap_all', meters: 5 });
  expect(script.state.shapes.polygons[1]?.coords).toEqual(right);
  expect(script.do({ type: 'undo' }).state.shapes.polygons[1]?.coords).toEqual(shapes.polygons[1]?.coords);
  script.rejects({ type: 'snap_all', meters: 0.1 }, 'already_joined');
  script.rejects({ type: 'snap_all', meters: -1 }, 'not_a_number');
  script.do({ type: 'configure', ...withRights({ edit: false }) });
  script.rejects({ type: 'snap_all', meters: 5 }, 'not_allowed');
});
