import { expect, test } from 'vitest';
import texts from '../../../locales/uz/map.json' with { type: 'json' };
import { editContextOf } from '../../../tests/support/map/edit-context.ts';
import { latLng, type LatLng, type Transform } from '../model/index.ts';
import { MapSession } from '../model/map-session.ts';
import { editReducers } from '../model/reducers/edit-reducers.ts';
import type { Point } from '../render/camera/camera.ts';
import type { EditTool } from './edit-tool.ts';
import { formReducers, transformTool } from './primitive-tools.ts';
import { createSelectTool } from './select-tool.ts';

const at = (north: number, east: number) => latLng(41 + north / 1000, 60 + east / 1000);
const coords = [at(-2, -4), at(-2, 4), at(2, 4), at(2, -4)];

/**
 * A map with an area that is being transformed. The tool is created again each time, as an editor does on
 * every render.
 */
function mapWith(by: Transform) {
  const session = new MapSession();
  session.addReducers(editReducers);
  session.addReducers(formReducers);
  const polygon = { id: 1, title: 'Hudud', color: '#1d5fd1', coords };
  session.dispatch({ type: 'replace', shapes: { polygons: [polygon], markers: [] } }, 'api');
  const start = () => session.dispatch({ type: 'start_transform', by, id: 1 });
  start();
  const context = editContextOf(session);
  const { camera, messages } = context;
  const tool = () => transformTool(context, createSelectTool(session, camera));
  const pressOf = (position: LatLng) => ({ at: camera.project(position), coarse: false, alt: false });
  return {
    context,
    messages,
    start,
    tool,
    pressOf,
    press: (position: LatLng) => tool().click(pressOf(position)),
    key: (key: string) =>
      tool().onKeyDown({ key, shiftKey: false, repeat: false } as Parameters<EditTool['onKeyDown']>[0]),
    corners: () =>
      session.state.shapes.polygons[0]?.coords.map(([lat, lng]) => [
        Math.round((lat - 41) * 10_000) / 10,
        Math.round((lng - 60) * 10_000) / 10,
      ]),
  };
}

const untouched = [
  [-2, -4],
  [-2, 4],
  [2, 4],
  [2, -4],
];

test.each([
  [
    'move',
    at(0, 0),
    at(1, 2),
    [
      [-1, -2],
      [-1, 6],
      [3, 6],
      [3, -2],
    ],
  ],
  [
    'scale',
    at(0, 2),
    at(0, 3),
    [
      [-3, -6],
      [-3, 6],
      [3, 6],
      [3, -6],
    ],
  ],
  // A rotation by 45° on screen, where a degree of latitude is a third longer than one of longitude.
  [
    'rotate',
    at(0, 2),
    at(2 * Math.cos((41 * Math.PI) / 180), 2),
    [
      [-3.5, -1],
      [0.7, 4.7],
      [3.5, 1],
      [-0.7, -4.7],
    ],
  ],
] as const)(
  'one press grabs an area, and the next one ends the transformation: %s',
  (by, from, to, after) => {
    const map = mapWith(by);
    map.press(from);
    expect(map.messages).toEqual([texts.forms.hint.move_to]);
    expect(map.corners()).toEqual(untouched);
    map.tool().hover(map.pressOf(to));
    expect(map.context.painter.interaction?.kind).toBe('preview');
    // This press starts no drag, although it is on the area.
    expect(map.tool().startDrag(map.pressOf(from))).toBeNull();
    map.press(to);
    expect(map.corners()).toEqual(after);
    expect(map.context.painter.interaction).toBeNull();
    map.press(at(-9, -9));
    expect(map.corners()).toEqual(after);
  },
);

test('an area that is not grabbed is dragged, and a press beside it grabs nothing', () => {
  const map = mapWith('move');
  map.press(at(-9, -9));
  map.press(at(-8, -8));
  expect(map.messages).toEqual([]);
  expect(map.corners()).toEqual(untouched);
  const drag = map.tool().startDrag(map.pressOf(at(0, 0)));
  const point: Point = map.pressOf(at(1, 2)).at;
  drag?.drop(point, false);
  expect(map.corners()?.[0]).toEqual([-1, -2]);
});

test('a drag whose area is changed during it is dropped without a change', () => {
  const map = mapWith('move');
  const { session } = map.context;
  const startDrag = () => map.tool().startDrag(map.pressOf(at(0, 0)));
  const point: Point = map.pressOf(at(1, 2)).at;
  startDrag()?.drop(point, false);
  const undone = startDrag();
  session.dispatch({ type: 'undo' }, 'undo');
  undone?.drop(point, false);
  expect(map.corners()).toEqual(untouched);
  const cancelled = startDrag();
  session.dispatch({ type: 'cancel' });
  cancelled?.drop(point, false);
  expect(map.corners()).toEqual(untouched);
});

test('a restarted tool grabs nothing, and two presses at one point change nothing', () => {
  const map = mapWith('move');
  const before = map.context.session.state.history.done;
  map.press(at(0, 0));
  map.start();
  map.press(at(1, 1));
  expect(map.corners()).toEqual(untouched);
  map.press(at(1, 1));
  expect(map.corners()).toEqual(untouched);
  expect(map.context.session.state.history.done).toBe(before);
});

test('Escape releases a grabbed area, and ends the tool only if nothing is grabbed', () => {
  const map = mapWith('rotate');
  map.press(at(0, 2));
  expect(map.key('Escape')).toBe(true);
  expect(map.context.painter.interaction).toBeNull();
  expect(map.context.session.state.tool.name).toBe('transform');
  map.press(at(-9, -9));
  expect(map.corners()).toEqual(untouched);
  expect(map.key('Escape')).toBe(true);
  expect(map.context.session.state.tool.name).toBe('idle');
});
