import { expect, test } from 'vitest';
import { latLng, noRights } from '../index.ts';
import { MapSession } from '../map-session.ts';
import { editReducers } from './edit-reducers.ts';

test('names and colours have a right of their own, and follow the right to edit without it', () => {
  for (const [style, expected] of [
    [false, 'not_allowed'],
    [true, undefined],
    [undefined, undefined],
  ] as const) {
    const session = new MapSession();
    session.addReducers(editReducers);
    const coords = [latLng(41, 60), latLng(41, 61), latLng(42, 61)];
    session.dispatch(
      {
        type: 'replace',
        shapes: { polygons: [{ id: 1, title: 'A', color: '#1d5fd1', coords }], markers: [] },
      },
      'api',
    );
    const polygon = { add: false, edit: true, delete: false, style };
    session.dispatch({ type: 'configure', rights: { ...noRights, polygon } }, 'api');
    const ref = { kind: 'polygon', id: 1 } as const;
    expect(session.dispatch({ type: 'rename', ...ref, title: 'B' }).rejection?.reason).toBe(expected);
    expect(session.dispatch({ type: 'recolor', ...ref, color: '#c2410c' }).rejection?.reason).toBe(expected);
    expect(
      session.dispatch({ type: 'move_vertex', id: 1, vertex: 0, to: latLng(41.1, 60) }).rejection,
    ).toBeNull();
  }
});
