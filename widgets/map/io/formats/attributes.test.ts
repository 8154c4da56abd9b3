import { describe, expect, test } from 'vitest';
import type { AttributeChoice } from '../../model/exchange/attributes.ts';
import { toValue } from '../../model/exchange/write.ts';
import { read } from '../../../../tests/support/map/read.ts';
import { Script } from '../../../../tests/support/map/script.ts';

type Properties = Record<string, unknown>;

const square = (lng: number) => [
  [
    [lng, 41],
    [lng + 0.1, 41],
    [lng + 0.1, 41.1],
    [lng, 41],
  ],
];

/** Features with these properties, each at its own position unless `at` is given. */
function file(all: readonly Properties[], at: (index: number) => number = (index) => 60 + index): string {
  const features = all.map(({ '@id': id, ...properties }, index) => ({
    type: 'Feature',
    ...(id === undefined ? {} : { id }),
    properties,
    geometry: { type: 'Polygon', coordinates: square(at(index)) },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** The districts of OCHA. */
const ocha = (two: Properties = {}) =>
  file([
    {
      ADM0_EN: 'Uzbekistan',
      ADM0_PCODE: 'UZ',
      ADM1_UZ: 'Xorazm',
      ADM1_PCODE: 'UZ33',
      ADM2_EN: 'Urgench',
      ADM2_UZ: 'Urganch',
      ADM2_RU: 'Ургенч',
      ADM2_PCODE: 'UZ33401',
    },
    {
      ADM0_EN: 'Uzbekistan',
      ADM0_PCODE: 'UZ',
      ADM1_UZ: 'Xorazm',
      ADM1_PCODE: 'UZ33',
      ADM2_EN: 'Khiva',
      ADM2_UZ: 'Xiva',
      ADM2_RU: 'Хива',
      ADM2_PCODE: 'UZ33402',
      ...two,
    },
  ]);

const shapes = (text: string, options: Parameters<typeof read>[1] = {}) =>
  read(text, options).polygons.map(({ shape: { id, title, titles } }) => ({ id, title, titles }));
const titles = (text: string, options: Parameters<typeof read>[1] = {}) =>
  shapes(text, options).map(({ title }) => title);

describe('the names of a file', () => {
  test('of OCHA are those of the district, in both languages, with its code as number', () => {
    const both = [
      { id: 'UZ33401', title: 'Urganch', titles: { uz: 'Urganch', ru: 'Ургенч' } },
      { id: 'UZ33402', title: 'Xiva', titles: { uz: 'Xiva', ru: 'Хива' } },
    ];
    expect(shapes(ocha())).toEqual(both);
    expect(titles(ocha(), { language: 'ru' })).toEqual(['Ургенч', 'Хива']);
    expect(read(ocha()).attributes).toMatchObject({
      used: { uz: 'ADM2_UZ', ru: 'ADM2_RU', number: 'ADM2_PCODE' },
      likely: null,
    });
    expect(read(ocha()).attributes?.all[4]).toEqual({ name: 'ADM2_EN', sample: 'Urgench' });
  });

  test.each([
    ['name', { name: 'A' }, 'A'],
    ['Name', { Name: 'A' }, 'A'],
    ['title', { title: 'A', name: 'B' }, 'A'],
    ['name:uz before name', { name: 'B', 'name:uz': 'A' }, 'A'],
    ['only name:ru', { 'name:ru': 'A' }, 'A'],
    ['NAME_UZ', { NAME_UZ: 'A', NAME_EN: 'B' }, 'A'],
    ['the deepest of GADM', { NAME_0: 'C', NAME_1: 'B', NAME_2: 'A' }, 'A'],
    ['ADM3_EN', { ADM1_EN: 'C', ADM2_EN: 'B', ADM3_EN: 'A' }, 'A'],
    ['a name that is a number', { name: 12 }, '12'],
    ['a blank, where there is nothing else', { title: ' ' }, ' '],
    ['not an empty one', { 'name:uz': ' ', name: 'A' }, 'A'],
  ])('are found: %s', (_, properties, title) => {
    expect(titles(file([properties]))).toEqual([title]);
  });

  test('have the number of an attribute beside them where the features have no id', () => {
    const numbered = (properties: Properties) => read(file([{ name: 'A', raqam: '7', ...properties }]));
    for (const properties of [{}, { '@id': null }]) {
      expect(numbered(properties).polygons[0]?.shape.id).toBe('7');
      expect(numbered(properties).attributes?.used.number).toBe('raqam');
    }
    expect(numbered({ '@id': 5 }).attributes?.used.number).toBeNull();
  });

  test('are searched in each feature, if features differ', () => {
    expect(titles(file([{ name: 'A' }, { 'name:uz': 'B' }, { 'name:ru': 'C' }]))).toEqual(['A', 'B', 'C']);
  });

  test('can be chosen, or none', () => {
    const choose = (attributes: AttributeChoice) => titles(ocha(), { attributes });
    expect(choose({ uz: 'ADM2_EN' })).toEqual(['Urgench', 'Khiva']);
    expect(choose({ uz: null })).toEqual(['Ургенч', 'Хива']);
    expect(choose({ uz: null, ru: null })).toEqual(['', '']);
  });

  test('are proposed if no attribute is known: the words that distinguish most features', () => {
    const text = file([
      { KATEGORIYA: 'mahalla', QXX: 'Guliston', TUMAN: 'Urganch', COUNT: 12, fill: 'red' },
      { KATEGORIYA: 'mahalla', QXX: 'Bogʻ', TUMAN: 'Urganch', COUNT: 13, fill: 'blue' },
    ]);
    expect(titles(text)).toEqual(['', '']);
    expect(read(text).attributes?.likely).toBe('QXX');
    const chosen = read(text, { attributes: { uz: 'QXX', ru: 'QXX' } });
    expect(chosen.polygons.map(({ shape }) => shape.title)).toEqual(['Guliston', 'Bogʻ']);
    expect(chosen.attributes?.likely).toBeNull();
  });

  test('are not requested if no attribute is a candidate', () => {
    expect(read(file([{ fill: 'red', id: 'ab' }])).attributes?.likely).toBeNull();
    expect(read('POINT (60 41)').attributes).toBeNull();
  });

  test('are exported and imported again, and a renamed one changes in its language', () => {
    const script = new Script().do({ type: 'import', reading: read(ocha()) });
    const exported = JSON.stringify(toValue(script.state.value));
    expect(shapes(exported)).toEqual(shapes(ocha()));
    script.do({ type: 'rename', kind: 'polygon', id: 'UZ33402', title: 'Xiva shahri' });
    expect(script.state.shapes.polygons[1]?.titles).toEqual({ uz: 'Xiva shahri', ru: 'Хива' });
  });

  test('of a placemark are read from its data', () => {
    const kml = `<kml><Placemark><ExtendedData><Data name="NAME_RU"><value>Ургенч</value></Data><Data name="NAME_UZ"><value>Urganch</value></Data></ExtendedData><Point><coordinates>60.6,41.5</coordinates></Point></Placemark></kml>`;
    expect(read(kml).markers[0]?.shape).toMatchObject({ title: 'Urganch', titles: { ru: 'Ургенч' } });
  });
});

describe('the number of a shape', () => {
  test.each([
    ['an official code before the id of the feature', { '@id': 7, ADM2_PCODE: 'UZ1' }, 'UZ1'],
    ['the id of the feature before an attribute', { '@id': 7, id: 8 }, 7],
    ['an attribute', { soato: 1733 }, 1733],
  ])('is %s', (_, properties, id) => {
    expect(shapes(file([properties]))[0]?.id).toBe(id);
  });

  test('is chosen', () => {
    expect(shapes(ocha(), { attributes: { number: 'ADM2_EN' } }).map(({ id }) => id)).toEqual([
      'Urgench',
      'Khiva',
    ]);
  });
});

describe('areas of one outline', () => {
  const same = () => 60;
  const accepted = (text: string) => new Script().do({ type: 'import', reading: read(text) }).last?.report;

  test('and different names are both kept', () => {
    expect(accepted(file([{ ADM2_UZ: 'A' }, { ADM2_UZ: 'B' }], same))).toMatchObject({
      accepted: 2,
      skipped: [],
    });
    const inRussian = [
      { name_uz: 'A', name_ru: 'Б' },
      { name_uz: 'A', name_ru: 'В' },
    ];
    expect(accepted(file(inRussian, same))).toMatchObject({ accepted: 2, skipped: [] });
  });

  test('and one number are both kept, with a new number for the second', () => {
    const script = new Script().do({
      type: 'import',
      reading: read(
        file(
          [
            { id: 1, name: 'A' },
            { id: 1, name: 'B' },
          ],
          same,
        ),
      ),
    });
    expect(script.state.shapes.polygons.map(({ id, title }) => `${id} ${title}`)).toEqual(['1 A', '1-2 B']);
  });

  test('and different numbers are both kept', () => {
    expect(accepted(file([{ id: 1 }, { id: 2 }], same))).toMatchObject({ accepted: 2, skipped: [] });
  });

  test('and the same name are merged, and the other is listed', () => {
    expect(accepted(file([{ name: 'A' }, { name: 'A' }], same))).toMatchObject({
      accepted: 1,
      skipped: [{ number: 2, title: 'A', reason: 'duplicate_id' }],
    });
  });
});

describe('an update by number', () => {
  /** The same outlines with one moved, and a third area. */
  const newer = (moved = 60.5) =>
    file(
      [
        { id: 1, name: 'Boshqa nom' },
        { id: 2, name: 'B' },
        { id: 3, name: 'C' },
      ],
      (index) => (index === 0 ? moved : 60 + index),
    );
  const older = () =>
    new Script().do({
      type: 'import',
      reading: read(
        file([
          { id: 1, name: 'A' },
          { id: 2, name: 'B' },
        ]),
      ),
    });

  test('moves outlines, keeps names and order, adds the rest, and is one undo step', () => {
    const script = older();
    const before = script.state.shapes;
    script.do({ type: 'import', reading: read(newer()), existing: 'update' });
    expect(script.last?.report).toMatchObject({
      accepted: 1,
      changed: 1,
      skipped: [{ number: 2, reason: 'duplicate_id' }],
    });
    const { polygons } = script.state.shapes;
    expect(polygons.map(({ id, title }) => `${id} ${title}`)).toEqual(['1 A', '2 B', '3 C']);
    expect(polygons[0]?.coords[0]).toEqual([41, 60.5]);
    expect(script.do({ type: 'undo' }).state.shapes).toEqual(before);
  });

  test('skips them, or adds them with a new number, as the user chooses', () => {
    const skip = older().do({ type: 'import', reading: read(newer()), existing: 'skip' });
    expect(skip.last?.report).toMatchObject({
      accepted: 1,
      changed: 0,
      skipped: [
        { number: 1, reason: 'duplicate_id' },
        { number: 2, reason: 'duplicate_id' },
      ],
    });
    const add = older().do({ type: 'import', reading: read(newer()), existing: 'add' });
    expect(add.state.shapes.polygons.map(({ id }) => id)).toEqual([1, 2, '1-2', 3]);
  });

  test('requires the right to edit, and for new shapes the right to add', () => {
    const may = { add: false, edit: false, delete: false };
    const script = older().do({ type: 'configure', rights: { polygon: { ...may, add: true }, marker: may } });
    script.do({ type: 'import', reading: read(newer()), existing: 'update' });
    expect(script.last?.report).toMatchObject({
      accepted: 1,
      changed: 0,
      skipped: [{ number: 1, reason: 'not_allowed' }, { number: 2 }],
    });
    const editor = older().do({
      type: 'configure',
      rights: { polygon: { ...may, edit: true }, marker: may },
    });
    editor.do({ type: 'import', reading: read(newer()), existing: 'update' });
    expect(editor.last?.report).toMatchObject({
      accepted: 0,
      changed: 1,
      skipped: [{ number: 2 }, { number: 3, reason: 'not_allowed' }],
    });
  });

  test('takes the first of several shapes of one number', () => {
    const twice = file(
      [
        { id: 1, name: 'X' },
        { id: 1, name: 'Y' },
      ],
      (index) => 62 + index,
    );
    const script = older().do({ type: 'import', reading: read(twice), existing: 'update' });
    expect(script.last?.report).toMatchObject({
      accepted: 1,
      changed: 1,
      notes: [{ number: 2, reason: 'duplicate_id' }],
    });
    expect(script.state.shapes.polygons.map(({ id, coords }) => `${id} ${coords[0]?.[1]}`)).toEqual([
      '1 62',
      '2 61',
      '1-2 63',
    ]);
  });
});
