import { describe, expect, test } from 'vitest';
import type { Shapes } from '#widgets/map/index.ts';
import type { NeighborhoodBorder } from '../../contract.ts';
import { changesOf, nextDrawing, unsavedOf, type Borders, type Drawing } from './drawing.ts';

function border(id: number, east: number, version = 1): NeighborhoodBorder {
  return {
    id,
    uz: { name: `Bogʻ ${id}` },
    ru: { name: `Сад ${id}` },
    color: '#0b7480',
    coords: [
      [41, 60 + id],
      [41, 60 + id + east],
      [41.5, 60 + id + east],
    ],
    geometry: null,
    updatedAt: `2026-01-0${version}T00:00:00.000Z`,
  };
}
const inUzbek: Drawing['titleOf'] = ({ uz }) => uz.name;
const inRussian: Drawing['titleOf'] = ({ ru }) => ru.name;
const read = (drawing: Drawing | null, stored: Borders, more: object = {}) =>
  nextDrawing(drawing, { stored, titleOf: inUzbek, isHeld: false, ...more });

const stored = [border(1, 0.4), border(2, 0.4)];

/** The drawing as the map emits it after a corner of an area was moved. */
function edited(drawing: Drawing | null, id: number): Drawing {
  if (!drawing) throw new Error('there is no drawing');
  const polygons = drawing.shapes.polygons.map(({ coords, geometry: _none, ...polygon }) => ({
    ...polygon,
    coords: polygon.id === id ? [[41.1, 60], ...coords.slice(1)] : coords,
  }));
  // The map brands its coordinates; these stand for them.
  return { ...drawing, shapes: { polygons, markers: [] } as unknown as Shapes, isEdited: true };
}
const titlesOf = (drawing: Drawing | null) => drawing?.shapes.polygons.map(({ title }) => title);

test('unedited data follows changes by others', () => {
  const drawing = read(null, stored);
  expect(titlesOf(drawing)).toEqual(['Bogʻ 1', 'Bogʻ 2']);
  const next = read(drawing, [border(1, 0.3, 2), border(2, 0.4)]);
  expect(next?.shapes.polygons[0]?.coords[1]).toEqual([41, 61.3]);
  expect(changesOf(next!, next!.base)).toEqual([]);
});

describe('edits', () => {
  test('stay when others save, and keep the edited version', () => {
    const drawing = edited(read(null, stored), 1);
    const newer = [border(1, 0.4), border(2, 0.3, 2)];
    const next = read(drawing, newer);
    expect(next).toBe(drawing);
    expect(changesOf(next!, newer)).toMatchObject([{ id: 1, updatedAt: stored[0]?.updatedAt }]);
  });

  test('of before are restored in the version that was edited, unless they are stored by now', () => {
    const newer = [border(1, 0.3, 2), border(2, 0.4, 2)];
    const [first, second] = [edited(read(null, stored), 1), edited(read(null, stored), 2)];
    const [unsaved] = changesOf(first, stored);
    const [saved] = changesOf(second, stored);
    const withSaved: Borders = [
      newer[0]!,
      { ...newer[1]!, coords: [[41.1, 60], ...newer[1]!.coords.slice(1)] },
    ];
    const next = read(null, withSaved, { unsaved: [unsaved!, saved!] });
    expect(changesOf(next!, withSaved)).toEqual([unsaved]);
    expect(next?.base.map(({ updatedAt }) => updatedAt)).toEqual([unsaved?.updatedAt, newer[1]?.updatedAt]);
    expect(changesOf(read(null, newer, { unsaved: [{ ...unsaved!, id: 3 }] })!, newer)).toEqual([]);
  });

  test('stay in another language, under the names of that language', () => {
    const drawing = edited(read(null, stored), 1);
    const next = read(drawing, stored, { titleOf: inRussian });
    expect(titlesOf(next)).toEqual(['Сад 1', 'Сад 2']);
    expect(changesOf(next!, stored)).toEqual(changesOf(drawing, stored));
  });

  test('that are not among the shapes of the map stay, too', () => {
    const drawing = read(null, stored);
    const newer = [border(1, 0.4), border(2, 0.3, 2)];
    expect(read(drawing, newer, { isHeld: true })).toBe(drawing);
    expect(read(drawing, newer)).not.toBe(drawing);
  });
});

describe('a neighbourhood that others delete', () => {
  const left = [border(1, 0.4)];

  test('disappears from the map, and is listed as deleted', () => {
    const next = read(read(null, stored), left);
    expect(titlesOf(next)).toEqual(['Bogʻ 1']);
    expect(next?.removed.map(inUzbek)).toEqual(['Bogʻ 2']);
  });

  test('is not sent with the edits', () => {
    const drawing = edited(edited(read(null, stored), 1), 2);
    const next = read(drawing, left);
    expect(next).toBe(drawing);
    expect(changesOf(next!, left).map(({ id }) => id)).toEqual([1]);
  });

  test('is listed as deleted when edits of before are restored', () => {
    const drawing = edited(edited(read(null, stored), 1), 2);
    const unsaved = unsavedOf(drawing, changesOf(drawing, stored));
    const next = read(null, left, { unsaved });
    expect(changesOf(next!, left).map(({ id }) => id)).toEqual([1]);
    expect(next?.removed.map(inUzbek)).toEqual(['Bogʻ 2']);
    const onlyGone = read(null, left, { unsaved: unsaved.slice(1) });
    expect(onlyGone?.removed.map(inRussian)).toEqual(['Сад 2']);
  });

  test('disappears with its edits if nothing else is edited', () => {
    const next = read(edited(read(null, stored), 2), left);
    expect(titlesOf(next)).toEqual(['Bogʻ 1']);
    expect(next?.removed.map(inUzbek)).toEqual(['Bogʻ 2']);
  });
});
