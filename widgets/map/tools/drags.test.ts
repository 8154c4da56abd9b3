import { expect, test } from 'vitest';
import type { KeyboardEvent } from 'react';
import { editContextOf } from '../../../tests/support/map/edit-context.ts';
import { latLng, type LatLng } from '../model/index.ts';
import { MapSession } from '../model/map-session.ts';
import { editReducers } from '../model/reducers/edit-reducers.ts';
import { historyKeys } from './edit-tools.ts';
import { idleTool } from './idle-tool.ts';
import { createSelectTool } from './select-tool.ts';
import { vertexTool } from './vertex-tool.ts';

const at = (north: number, east: number) => latLng(41 + north / 1000, 60 + east / 1000);
const coords = [at(-4, -8), at(-4, 8), at(4, 8), at(4, -8)];

/** A map with an area whose vertices are edited, and a marker. */
function map() {
  const session = new MapSession();
  session.addReducers(editReducers);
  const shapes = {
    polygons: [{ id: 1, title: 'Hudud', color: '#1d5fd1', coords }],
    markers: [{ id: 1, title: 'Xonadon', color: '#d64550', coords: at(0, 0) }],
  };
  session.dispatch({ type: 'replace', shapes }, 'api');
  session.dispatch({ type: 'start_editing', id: 1 });
  const context = editContextOf(session);
  const { camera } = context;
  const base = createSelectTool(session, camera);
  const pressOf = (position: LatLng) => ({ at: camera.project(position), coarse: false, alt: false });
  return {
    session,
    pressOf,
    context,
    dragVertex: (from: LatLng) => vertexTool(context, base).startDrag(pressOf(from)),
    dragMarker: (from: LatLng) => idleTool(context, base).startDrag(pressOf(from)),
    drawn: () => session.state.shapes.polygons[0]?.coords,
    marker: () => session.state.shapes.markers[0]?.coords,
  };
}

test('moves a vertex to where it is dropped, also if the area was renamed during the drag', () => {
  const { session, dragVertex, pressOf, drawn } = map();
  const drag = dragVertex(at(4, 8));
  session.dispatch({ type: 'rename', kind: 'polygon', id: 1, title: 'Boshqa' }, 'api');
  drag?.drop(pressOf(at(6, 9)).at, true);
  expect(drawn()?.[2]?.[0]).toBeCloseTo(41.006, 6);
});

test('drops a vertex without a change if its area is undone, edited or left during the drag', () => {
  const { session, dragVertex, pressOf, drawn, context } = map();
  session.dispatch({ type: 'insert_vertex', id: 1, edge: 0 });
  const undone = dragVertex(at(4, 8));
  session.dispatch({ type: 'undo' }, 'undo');
  undone?.drop(pressOf(at(6, 9)).at, true);
  expect(drawn()).toEqual(coords);
  const shortened = dragVertex(at(4, -8));
  session.dispatch({ type: 'delete_vertex', id: 1, vertex: 0 });
  shortened?.drop(pressOf(at(6, 9)).at, true);
  expect(drawn()).toEqual(coords.slice(1));
  const left = dragVertex(at(4, -8));
  session.dispatch({ type: 'stop_editing' });
  left?.drop(pressOf(at(6, 9)).at, true);
  expect(drawn()).toEqual(coords.slice(1));
  expect(context.painter.interaction).toBeNull();
});

test('drops a marker where it was if it is moved or deselected during the drag', () => {
  const { session, dragMarker, pressOf, marker } = map();
  const select = () => session.dispatch({ type: 'select', kind: 'marker', id: 1 });
  select();
  dragMarker(at(0, 0))?.drop(pressOf(at(1, 1)).at, false);
  expect(marker()?.[0]).toBeCloseTo(41.001, 6);
  const undone = dragMarker(at(1, 1));
  session.dispatch({ type: 'undo' }, 'undo');
  undone?.drop(pressOf(at(2, 2)).at, false);
  expect(marker()).toEqual(at(0, 0));
  const left = dragMarker(at(0, 0));
  session.dispatch({ type: 'deselect' });
  left?.drop(pressOf(at(2, 2)).at, false);
  expect(marker()).toEqual(at(0, 0));
});

test.each([
  ['Latin letters', 'z', 'KeyZ', 'y', 'KeyY'],
  ['Cyrillic letters', 'я', 'KeyZ', 'н', 'KeyY'],
  ['Latin letters in another order', 'z', 'KeyY', 'y', 'KeyZ'],
])('undoes and redoes by keys of a keyboard with %s', (_, undo, undoCode, redo, redoCode) => {
  const { session, context, drawn } = map();
  session.dispatch({ type: 'delete_vertex', id: 1, vertex: 0 });
  const press = (key: string, code: string, shiftKey = false) =>
    historyKeys(
      { key, code, shiftKey, ctrlKey: true, metaKey: false, altKey: false } as KeyboardEvent,
      context,
    );
  expect(press(undo, undoCode)).toBe(true);
  expect(drawn()).toEqual(coords);
  expect(press(redo, redoCode)).toBe(true);
  expect(drawn()).toHaveLength(3);
  press(undo, undoCode);
  expect(press(undo.toUpperCase(), undoCode, true)).toBe(true);
  expect(drawn()).toHaveLength(3);
  expect(press('c', 'KeyC')).toBe(false);
  expect(press('с', 'KeyC')).toBe(false);
});
