import { expect, test } from 'vitest';
import { allRights } from '../shapes/rights.ts';
import { latLng } from '../shapes/shape.ts';
import { canUndo } from '../state/state.ts';
import { house, places, Script } from '../../../../tests/support/map/script.ts';

const far = places(41.6, 60.7, 41.7, 60.7, 41.7, 60.8, 41.6, 60.8);
const value = (one: string, other: string) => ({
  polygons: [
    { id: 1, title: one, color: '#16a34a', coords: house },
    { id: 2, title: other, color: '#16a34a', coords: far },
  ],
  markers: [],
});
const titles = ({ state }: Script) => state.shapes.polygons.map(({ title }) => title);

/** A map on which one corner of the second area was moved. */
function moved(): Script {
  return new Script()
    .do({ type: 'replace', shapes: value('Bogʻ', 'Tinchlik') }, 'api')
    .do({ type: 'move_vertex', id: 2, vertex: 0, to: latLng(41.61, 60.71) });
}

/** The value that a page derives from the map's, with other titles. */
const inRussian = ({ state }: Script) => ({
  polygons: state.value.polygons.map((polygon, index) => ({
    ...polygon,
    title: ['Сад', 'Мир'][index] ?? '',
  })),
  markers: [],
});

test('other titles rename the shapes, in all steps of undo and redo', () => {
  const script = moved();
  const coords = script.state.shapes.polygons[1]?.coords;
  script.do({ type: 'replace', shapes: inRussian(script) }, 'api');
  expect(titles(script)).toEqual(['Сад', 'Мир']);
  script.do({ type: 'undo' });
  expect(script.state.shapes.polygons[1]).toMatchObject({ title: 'Мир', coords: far });
  expect(canUndo(script.state)).toBe(false);
  script.do({ type: 'redo' });
  expect(script.state.shapes.polygons[1]).toMatchObject({ title: 'Мир', coords });
});

test('a self-intersecting outline stays, with its last valid one in the value', () => {
  const script = moved();
  const valid = script.state.value.polygons[1]?.coords;
  script.do({ type: 'move_vertex', id: 2, vertex: 0, to: latLng(41.65, 60.9) });
  expect(script.state.problems.size).toBe(1);
  const crossing = script.state.shapes.polygons[1]?.coords;
  script.do({ type: 'replace', shapes: inRussian(script) }, 'api');
  expect(script.state.shapes.polygons[1]).toMatchObject({ title: 'Мир', coords: crossing });
  expect(script.state.value.polygons[1]).toMatchObject({ title: 'Мир', coords: valid });
  expect(script.state.problems.size).toBe(1);
});

test('a name that the user gave can still be undone', () => {
  const script = moved().do({ type: 'rename', kind: 'polygon', id: 1, title: 'Yangi' });
  script.do({ type: 'replace', shapes: inRussian(script) }, 'api').do({ type: 'undo' });
  expect(titles(script)).toEqual(['Bogʻ', 'Мир']);
});

test('works without the right to rename, and another colour or outline still replaces all', () => {
  const script = moved().do({
    type: 'configure',
    rights: { ...allRights, polygon: { ...allRights.polygon, style: false } },
  });
  script.do({ type: 'replace', shapes: inRussian(script) }, 'api');
  expect(titles(script)).toEqual(['Сад', 'Мир']);
  expect(canUndo(script.state)).toBe(true);
  script.do({ type: 'replace', shapes: value('Bogʻ', 'Tinchlik') }, 'api');
  expect(canUndo(script.state)).toBe(false);
});
