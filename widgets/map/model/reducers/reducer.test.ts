import { describe, expect, test } from 'vitest';
import { noRights, allRights } from '../shapes/rights.ts';
import { shapeOf } from '../shapes/find.ts';
import { canRedo, canUndo } from '../state/state.ts';
import { latLng } from '../shapes/shape.ts';
import { bowTie, house, places, Script } from '../../../../tests/support/map/script.ts';

describe('drawing by clicks', () => {
  test('a click near the first point closes the polygon, measured in pixels', () => {
    const script = new Script().do({ type: 'start_drawing' });
    // At zoom 19 the house is about 60 pixels wide, so its corners are separate clicks.
    for (const at of house) script.do({ type: 'add_point', at, zoom: 19, id: 'a', title: 'Uy' });
    expect(script.state.tool).toMatchObject({ name: 'drawing', points: house });
    script.do({ type: 'add_point', at: latLng(41.550003, 60.620003), zoom: 19, id: 'a', title: 'Uy' });
    expect(script.state.shapes.polygons).toEqual([{ id: 'a', title: 'Uy', color: '#1d5fd1', coords: house }]);
    expect(script.state.selection).toEqual({ kind: 'polygon', id: 'a' });
    expect(script.state.tool.name).toBe('idle');
    expect(script.last).toMatchObject({ changed: true, origin: 'user' });
  });

  test('a double-click closes it at its last point', () => {
    const script = new Script().do({ type: 'start_drawing' });
    for (const at of [...house, house.at(-1)!])
      script.do({ type: 'add_point', at, zoom: 19, id: 'a', title: '' });
    expect(script.corners('a')).toEqual(house);
  });

  test('a double-click and Enter with fewer than three points are rejected, and the points stay', () => {
    const [first] = house;
    const point = { type: 'add_point', at: first!, zoom: 19, id: 'a', title: '' } as const;
    const script = new Script().do({ type: 'start_drawing' }).do(point).rejects(point, 'too_few_points');
    script.rejects({ type: 'finish_drawing', id: 'a', title: '' }, 'too_few_points');
    expect(script.state.tool).toMatchObject({ points: [first] });
  });

  test('Backspace removes the last point, undo and redo step through the points', () => {
    const script = new Script().do({ type: 'start_drawing' });
    for (const at of house) script.do({ type: 'add_point', at, id: 'a', title: '' });
    script.do({ type: 'remove_last_point' }).do({ type: 'undo' });
    expect(script.state.tool).toMatchObject({ points: house.slice(0, 2) });
    expect(canRedo(script.state)).toBe(true);
    script.do({ type: 'redo' }).do({ type: 'redo' }).rejects({ type: 'redo' }, 'nothing_to_redo');
    expect(script.state.tool).toMatchObject({ points: house });
    for (const _ of house) script.do({ type: 'undo' });
    script
      .rejects({ type: 'undo' }, 'nothing_to_undo')
      .rejects({ type: 'remove_last_point' }, 'nothing_to_undo');
    expect(canUndo(script.state)).toBe(false);
  });

  test('rejects a point outside of the world, and one equal to the last', () => {
    const script = new Script().do({ type: 'start_drawing' });
    const point = { type: 'add_point', id: 'a', title: '' } as const;
    script.rejects({ ...point, at: latLng(91, 200) }, 'outside_world');
    script.rejects({ ...point, at: latLng(Number.NaN, 0) }, 'not_a_number');
    script.do({ ...point, at: latLng(41, 60) }).rejects({ ...point, at: latLng(41, 60) }, 'same_point');
  });

  test('adds a self-intersecting drawing for correction', () => {
    const script = new Script().draw('a', bowTie);
    expect(script.state.tool).toEqual({ name: 'editing', id: 'a', vertex: null });
    expect(script.state.problems.size).toBe(1);
    expect([...script.state.problems.values()]).toMatchObject([
      { id: 'a', reason: 'crosses_itself', intersections: [{ edges: [0, 2] }] },
    ]);
    expect(script.state.shapes.polygons).toHaveLength(1);
    expect(script.state.value.polygons).toEqual([]);
    script.do({ type: 'delete_vertex', id: 'a', vertex: 3 });
    expect(script.last?.changed).toBe(true);
    expect(script.state.problems.size).toBe(0);
    expect(script.state.value).toEqual(script.state.shapes);
  });

  test('keeps a self-intersecting drawing unfinished without the right to edit', () => {
    const rights = { ...allRights, polygon: { add: true, edit: false, delete: false } };
    const script = new Script({ rights }).do({ type: 'start_drawing' });
    for (const at of bowTie) script.do({ type: 'add_point', at, id: 'a', title: '' });
    script.rejects({ type: 'finish_drawing', id: 'a', title: '' }, 'crosses_itself');
    expect(script.state.tool).toMatchObject({ points: bowTie });
  });

  test('does not start without permission or at the limit', () => {
    new Script({ rights: noRights }).rejects({ type: 'start_drawing' }, 'not_allowed');
    new Script({ limits: { polygon: 0, marker: null } }).rejects({ type: 'start_drawing' }, 'limit');
    new Script().rejects({ type: 'finish_drawing', id: 'a', title: '' }, 'wrong_tool');
  });

  test('continues when the host sets a new value', () => {
    const script = new Script().do({ type: 'start_drawing' });
    for (const at of house) script.do({ type: 'add_point', at, id: 'a', title: '' });
    script.do({ type: 'replace', shapes: { polygons: [], markers: [{ id: 1, coords: [41, 60] }] } }, 'api');
    expect(script.state.tool).toMatchObject({ points: house });
    script.do({ type: 'cancel' });
    expect(script.state.tool.name).toBe('idle');
  });
});

describe('vertices', () => {
  const edited = () => new Script().draw('a', house).do({ type: 'start_editing', id: 'a' });

  test('are cycled through', () => {
    const script = edited();
    const seen = [1, 1, 1, 1, 1].map((by) => {
      script.do({ type: 'cycle_vertices', by: by as 1 });
      return script.state.tool.name === 'editing' ? script.state.tool.vertex : null;
    });
    expect(seen).toEqual([0, 1, 2, 3, 0]);
    script.do({ type: 'cycle_vertices', by: -1 });
    expect(script.state.tool).toMatchObject({ vertex: 3 });
    script.do({ type: 'pick_vertex', vertex: null }).do({ type: 'cycle_vertices', by: -1 });
    expect(script.state.tool).toMatchObject({ vertex: 3 });
    script.rejects({ type: 'pick_vertex', vertex: 4 }, 'unknown_vertex');
    script.rejects({ type: 'pick_vertex', vertex: 0.5 }, 'unknown_vertex');
  });

  test('are moved, nudged, inserted and deleted, and undo reverts each', () => {
    const script = edited();
    script.do({ type: 'move_vertex', id: 'a', vertex: 0, to: latLng(41.5499, 60.6199) });
    script.do({ type: 'nudge_vertex', id: 'a', vertex: 0, by: [0, -0.0001] });
    expect(script.corners('a')?.[0]).toEqual([41.5499, 60.6199 - 0.0001]);
    script.do({ type: 'insert_vertex', id: 'a', edge: 3 });
    expect(script.corners('a')).toHaveLength(5);
    expect(script.state.tool).toMatchObject({ vertex: 4 });
    script.do({ type: 'delete_vertex', id: 'a', vertex: 4 });
    expect(script.state.tool).toMatchObject({ vertex: 3 });
    for (let step = 0; step < 4; step += 1) script.do({ type: 'undo' });
    expect(script.corners('a')).toEqual(house);
  });

  test('cannot be fewer than three', () => {
    const script = edited().do({ type: 'delete_vertex', id: 'a', vertex: 0 });
    script.rejects({ type: 'delete_vertex', id: 'a', vertex: 0 }, 'too_few_points');
    script.rejects({ type: 'delete_vertex', id: 'a', vertex: 7 }, 'unknown_vertex');
  });

  test('reject invalid positions', () => {
    const script = edited();
    script.rejects({ type: 'move_vertex', id: 'a', vertex: 0, to: latLng(95, 10) }, 'swapped');
    script.rejects({ type: 'move_vertex', id: 'a', vertex: 0, to: latLng(195, 10) }, 'outside_world');
    script.rejects({ type: 'nudge_vertex', id: 'a', vertex: 0, by: [Number.NaN, 0] }, 'not_a_number');
    script.rejects({ type: 'move_vertex', id: 'b', vertex: 0, to: latLng(1, 1) }, 'unknown_shape');
    script.rejects({ type: 'insert_vertex', id: 'a', edge: 9 }, 'unknown_vertex');
    script.rejects({ type: 'insert_vertex', id: 'a', edge: 0, at: house[1]! }, 'same_point');
    script.rejects({ type: 'move_vertex', id: 'a', vertex: 0, to: house[3]! }, 'same_point');
  });

  test('an invalid polygon is withheld, and its last valid vertices are exported', () => {
    const script = edited();
    const cross = { type: 'move_vertex', id: 'a', vertex: 0, to: latLng(41.5502, 60.62005) } as const;
    script.do(cross);
    expect(script.last?.changed).toBe(false);
    expect(script.state.problems.size).toBe(1);
    expect(script.corners('a')?.[0]).toEqual(cross.to);
    expect(script.state.value.polygons[0]?.coords).toEqual(house);
    script.do({ type: 'rename', kind: 'polygon', id: 'a', title: 'Hovli' });
    expect(script.last?.changed).toBe(true);
    expect(script.state.value.polygons).toEqual([
      { id: 'a', title: 'Hovli', color: '#1d5fd1', coords: house },
    ]);
    script.do({ type: 'move_vertex', id: 'a', vertex: 0, to: house[0]! });
    expect(script.state.problems.size).toBe(0);
    script.do({ type: 'undo' });
    expect(script.state.problems.size).toBe(1);
    expect([...script.state.problems.values()][0]?.saved?.coords).toEqual(house);
  });

  test('self-intersection is accepted where allowed, and found once it is not', () => {
    const script = new Script({ options: { allowSelfIntersection: true } }).draw('a', bowTie);
    expect(script.state.problems.size).toBe(0);
    script.do({ type: 'configure', options: { allowSelfIntersection: false } });
    expect(script.state.problems.size).toBe(1);
    expect(script.state.value.polygons).toHaveLength(1);
    expect(script.last?.changed).toBe(false);
    script.do({ type: 'configure', options: { allowSelfIntersection: true } });
    expect(script.state.problems.size).toBe(0);
  });

  test('a repeated key is one step', () => {
    const script = edited();
    for (let press = 0; press < 30; press += 1) {
      script.do({ type: 'nudge_vertex', id: 'a', vertex: 1, by: [0.00001, 0], continues: press > 0 });
    }
    script.do({ type: 'nudge_vertex', id: 'a', vertex: 2, by: [0.00001, 0], continues: true });
    script.do({ type: 'undo' }).do({ type: 'undo' });
    expect(script.corners('a')).toEqual(house);
  });

  test('selecting another shape deselects them', () => {
    const script = edited().do({ type: 'add_marker', id: 'm', title: '', at: latLng(41, 60) });
    script.do({ type: 'start_editing', id: 'a' }).do({ type: 'select', kind: 'marker', id: 'm' });
    expect(script.state.tool.name).toBe('idle');
    expect(shapeOf(script.state.shapes, script.state.selection)?.id).toBe('m');
    script.do({ type: 'start_editing', id: 'a' }).do({ type: 'delete', kind: 'polygon', id: 'a' });
    expect(script.state).toMatchObject({ selection: null, tool: { name: 'idle' } });
  });
});

describe('shapes', () => {
  test('a new square has the size of the specification, and its vertices can be edited at once', () => {
    const script = new Script().do({ type: 'add_square', id: 's', title: 'Mahalla', center: latLng(41, 60) });
    expect(script.corners('s')).toEqual(places(40.99, 59.99, 40.99, 60.01, 41.01, 60.01, 41.01, 59.99));
    expect(script.state.tool).toEqual({ name: 'editing', id: 's', vertex: null });
    expect(script.state.problems.size).toBe(0);
  });

  test('a marker is placed, moved, named, coloured and deleted; undo and redo cover all of it', () => {
    const script = new Script().do({ type: 'start_placing' });
    script.do({ type: 'add_marker', id: 'm', title: 'Uy', at: latLng(41, 60), color: 'rgb(1, 2, 3)' });
    script.do({ type: 'move_marker', id: 'm', to: latLng(42, 61) });
    script.do({ type: 'rename', kind: 'marker', id: 'm', title: 'Bogʻcha' });
    script.do({ type: 'recolor', kind: 'marker', id: 'm', color: '#FFF' });
    const end = script.state.shapes;
    expect(end.markers).toEqual([{ id: 'm', title: 'Bogʻcha', color: '#FFF', coords: [42, 61] }]);
    script.do({ type: 'delete', kind: 'marker', id: 'm' });
    for (let step = 0; step < 5; step += 1) script.do({ type: 'undo' });
    expect(script.last).toMatchObject({ changed: true, origin: 'undo' });
    expect(script.state.shapes.markers).toEqual([]);
    script.rejects({ type: 'undo' }, 'nothing_to_undo');
    for (let step = 0; step < 4; step += 1) script.do({ type: 'redo' });
    expect(script.state.shapes).toEqual(end);
  });

  test('rejects an invalid colour and an invalid shape', () => {
    const script = new Script().do({
      type: 'add_marker',
      id: 'm',
      title: '',
      at: latLng(41, 60),
      color: 'url(x)',
    });
    expect(script.state.shapes.markers[0]?.color).toBe('#d64550');
    script.rejects({ type: 'recolor', kind: 'marker', id: 'm', color: 'red;x:y' }, 'unknown_color');
    script.rejects({ type: 'rename', kind: 'polygon', id: 'm', title: '' }, 'unknown_shape');
    script.rejects({ type: 'add_marker', id: 'm', title: '', at: latLng(41, 60) }, 'duplicate_id');
    script.rejects({ type: 'delete', kind: 'marker', id: 'none' }, 'unknown_shape');
  });

  test('adds nothing at the limit, by any action', () => {
    const script = new Script({ limits: { polygon: 1, marker: 1 } }).draw('a', house);
    script.rejects({ type: 'add_square', id: 'b', title: '', center: latLng(41, 60) }, 'limit');
    script.do({ type: 'delete', kind: 'polygon', id: 'a' });
    script.do({ type: 'add_square', id: 'b', title: '', center: latLng(41, 60) });
    script.do({ type: 'undo' }).do({ type: 'undo' });
    script.do({ type: 'configure', limits: { polygon: 0, marker: 0 } });
    script.do({ type: 'delete', kind: 'polygon', id: 'a' }).rejects({ type: 'undo' }, 'limit');
    expect(canUndo(script.state)).toBe(true);
  });

  test('an action whose permission was withdrawn cannot be undone', () => {
    const script = new Script().draw('a', house);
    script.do({ type: 'configure', rights: noRights }).rejects({ type: 'undo' }, 'not_allowed');
    script.rejects({ type: 'clear' }, 'not_allowed');
    script.do({ type: 'configure', rights: allRights }).do({ type: 'undo' });
  });

  test('clear removes what may be removed, and undo restores it', () => {
    const script = new Script().rejects({ type: 'clear' }, 'empty').draw('a', house);
    script.do({ type: 'add_marker', id: 'm', title: '', at: latLng(41, 60) });
    const before = script.state.shapes;
    script.do({
      type: 'configure',
      rights: { ...allRights, polygon: { ...allRights.polygon, delete: false } },
    });
    script.do({ type: 'clear' });
    expect(script.state.shapes).toEqual({ ...before, markers: [] });
    script.do({ type: 'undo' });
    expect(script.state.shapes).toEqual(before);
  });
});

describe('a value of the host', () => {
  const value = {
    polygons: [{ id: 7, title: 'Bogʻ', color: '#16a34a', coords: [...house, house[0]] }],
    markers: [{ id: 7, title: '', color: '#000000', coords: [41, 60] }],
  };

  test('is opened, checked and used unchanged, and the history restarts', () => {
    const script = new Script({ rights: noRights });
    script.do({ type: 'replace', shapes: value }, 'api');
    expect(script.last).toMatchObject({ changed: true, origin: 'api', report: { accepted: 2, skipped: [] } });
    expect(script.state.value).toEqual({ ...value, polygons: [{ ...value.polygons[0], coords: house }] });
    expect(canUndo(script.state)).toBe(false);
  });

  test('equal to the exported one changes nothing, and undo still works', () => {
    const script = new Script()
      .draw('a', house)
      .do({ type: 'rename', kind: 'polygon', id: 'a', title: 'Uy' });
    script.do({ type: 'replace', shapes: structuredClone(script.state.value) }, 'api');
    expect(script.last?.changed).toBe(false);
    script.do({ type: 'undo' });
    expect(script.state.shapes.polygons[0]?.title).toBe('a');
  });

  test('keeps the selection, under the id that the host gives', () => {
    const script = new Script().draw('7', house).do({ type: 'start_editing', id: '7' });
    script.do({ type: 'replace', shapes: value }, 'api');
    expect(script.state.selection).toEqual({ kind: 'polygon', id: 7 });
    expect(script.state.tool).toEqual({ name: 'editing', id: 7, vertex: null });
  });

  test('with an invalid polygon shows, marks and returns it unchanged', () => {
    const script = new Script().do(
      { type: 'replace', shapes: { polygons: [{ id: 'x', coords: bowTie }] } },
      'api',
    );
    expect(script.last?.report).toMatchObject({
      accepted: 1,
      notes: [{ number: 1, reason: 'crosses_itself' }],
    });
    expect(script.state.value.polygons[0]?.coords).toEqual(bowTie);
    expect(script.state.problems.size).toBe(1);
  });

  test('omits and reports invalid shapes, each with its reason', () => {
    const coords = [[41, 60]];
    const shapes = {
      polygons: [
        { coords: [] },
        { title: 'few', coords },
        {
          coords: [
            [41, 60],
            ['x', 1],
            [1, 1],
          ],
        },
        null,
        { coords: house },
      ],
      markers: [{ coords: [200, 10] }, { coords: [100, 60] }, { coords: [Number.NaN, 1] }, { coords: 'x' }],
    };
    const script = new Script().do({ type: 'replace', shapes }, 'api');
    expect(script.last?.report?.accepted).toBe(1);
    expect(script.last?.report?.skipped.map(({ number, reason }) => `${number} ${reason}`)).toEqual([
      '1 empty',
      '2 too_few_points',
      '3 not_a_number',
      '4 empty',
      '6 outside_world',
      '7 swapped',
      '8 not_a_number',
      '9 not_a_number',
    ]);
  });

  test.each([[null], [undefined], ['x'], [7], [[]], [{}], [{ polygons: {}, markers: 'no' }]])(
    '%j is an empty map',
    (shapes) => {
      const script = new Script().draw('a', house).do({ type: 'replace', shapes }, 'api');
      expect(script.state.shapes).toEqual({ polygons: [], markers: [] });
    },
  );

  test('beyond the limit is omitted and reported', () => {
    const script = new Script({ limits: { polygon: null, marker: 1 } });
    const markers = [1, 2, 3].map((id) => ({ id, coords: [41, 60] }));
    script.do({ type: 'replace', shapes: { markers } }, 'api');
    expect(script.last?.report).toMatchObject({
      accepted: 1,
      skipped: [{ number: 2, reason: 'limit' }, { number: 3 }],
    });
  });

  test('with two shapes of one id keeps both, the second under a new id', () => {
    const markers = [
      { id: 1, coords: [41, 60] },
      { id: '1', coords: [42, 61] },
      { id: 1, coords: [41, 60] },
    ];
    const script = new Script().do({ type: 'replace', shapes: { markers } }, 'api');
    expect(script.state.shapes.markers.map(({ id }) => id)).toEqual([1, '1-2']);
    expect(script.last?.report).toMatchObject({
      notes: [{ number: 2 }],
      skipped: [{ number: 3, reason: 'duplicate_id' }],
    });
  });
});
