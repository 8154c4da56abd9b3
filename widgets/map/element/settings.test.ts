import { describe, expect, test } from 'vitest';
import { allRights, noLimits, noRights } from '../model/index.ts';
import { publicTiles } from '../io/tiles/tile-source.ts';
import { attributes, settingsOf, wantsServerTiles, type Attribute } from './settings.ts';

type Written = Partial<Record<Attribute, string>>;
const read = (written: Written) => (name: Attribute) => written[name] ?? null;
const settings = (written: Written = {}) => settingsOf(read(written), publicTiles);

test('reads the attributes of the public API, and no others', () => {
  const names = `mode lang theme tiles center zoom src max-polygons max-markers toolbar
    allow-self-intersection multipart shared-borders confirm-delete confirm-clear permissions`;
  expect(attributes.toSorted()).toEqual(names.split(/\s+/).toSorted());
});

test('has the defaults of the specification without attributes', () => {
  expect(settings()).toEqual({
    mode: 'view',
    lang: 'uz',
    theme: 'light',
    tiles: publicTiles,
    tileStyle: undefined,
    place: { lat: 41.5585558, lng: 60.6208756, zoom: 13 },
    limits: noLimits,
    toolbar: 'top-left',
    allowSelfIntersection: false,
    multipart: false,
    sharedBorders: 'auto',
    confirmDelete: true,
    confirmClear: true,
    rights: allRights,
  });
});

describe('an attribute', () => {
  test.each<[Written, object]>([
    [{ mode: 'edit' }, { mode: 'edit' }],
    [{ mode: ' EDIT ' }, { mode: 'edit' }],
    [{ mode: 'delete' }, { mode: 'view' }],
    [
      { lang: 'ru', theme: 'dark' },
      { lang: 'ru', theme: 'dark' },
    ],
    [
      { lang: 'en', theme: 'auto' },
      { lang: 'uz', theme: 'auto' },
    ],
    [{ toolbar: 'bottom-right' }, { toolbar: 'bottom-right' }],
    [{ toolbar: 'none' }, { toolbar: 'none' }],
    [{ toolbar: 'middle' }, { toolbar: 'top-left' }],
    [{ 'allow-self-intersection': '' }, { allowSelfIntersection: true }],
    [{ 'allow-self-intersection': 'off' }, { allowSelfIntersection: false }],
    [
      { 'confirm-delete': 'off', 'confirm-clear': 'false' },
      { confirmDelete: false, confirmClear: false },
    ],
    [{ 'confirm-delete': '' }, { confirmDelete: true, confirmClear: true }],
  ])('%j means %j', (written, expected) => {
    expect(settings(written)).toMatchObject(expected);
  });

  test.each<[Written, object]>([
    [
      { center: '41.5585558,60.6208756', zoom: '13' },
      { lat: 41.5585558, lng: 60.6208756, zoom: 13 },
    ],
    [
      { center: '41.5 60.6', zoom: '0' },
      { lat: 41.5, lng: 60.6, zoom: 0 },
    ],
    [
      { center: '-33.9; 18.4', zoom: '19' },
      { lat: -33.9, lng: 18.4, zoom: 18 },
    ],
    [
      { center: '91,60', zoom: '-3' },
      { lat: 41.5585558, lng: 60.6208756, zoom: 0 },
    ],
    [
      { center: '41', zoom: 'near' },
      { lat: 41.5585558, lng: 60.6208756, zoom: 13 },
    ],
    [
      { center: '41,60,5', zoom: '' },
      { lat: 41.5585558, lng: 60.6208756, zoom: 13 },
    ],
    [{ center: '0,0' }, { lat: 0, lng: 0, zoom: 13 }],
    [{ center: '\n  41.5, 60.6\n' }, { lat: 41.5, lng: 60.6, zoom: 13 }],
    ...['', ' ', ',', '41.5,'].map((center): [Written, object] => [
      { center },
      { lat: 41.5585558, lng: 60.6208756, zoom: 13 },
    ]),
  ])('%j shows %j', (written, view) => {
    expect(settings(written).place).toEqual(view);
  });

  test.each<[Written, object]>([
    [{ 'max-polygons': '3' }, { polygon: 3, marker: null }],
    [{ 'max-markers': '0' }, { polygon: null, marker: 0 }],
    [{ 'max-polygons': '-1', 'max-markers': 'many' }, noLimits],
    [{ 'max-polygons': '1.5' }, noLimits],
  ])('%j limits to %j', (written, limits) => {
    expect(settings(written).limits).toEqual(limits);
  });

  test.each([
    [
      'polygon:add,edit,delete marker:add',
      { ...allRights, marker: { add: true, edit: false, delete: false } },
    ],
    ['marker:edit', { ...noRights, marker: { add: false, edit: true, delete: false } }],
    ['POLYGON:ADD  polygon:delete', { ...noRights, polygon: { add: true, edit: false, delete: true } }],
    ['', noRights],
    ['polygon', noRights],
    ['polygon:fly', noRights],
  ])('permissions="%s"', (permissions, rights) => {
    expect(settings({ permissions }).rights).toEqual(rights);
  });

  test('names a basemap, or the address of another', () => {
    expect(publicTiles.map(({ id }) => id)).toEqual(['osm', 'satellite', 'terrain', 'dark']);
    for (const tiles of ['osm', 'satellite', 'terrain', 'dark', 'none']) {
      expect(settings({ tiles })).toMatchObject({ tileStyle: tiles, tiles: publicTiles });
    }
    for (const url of ['https://t.uz/{z}/{x}/{y}.png', '/style.json', '/style.json?v=2']) {
      expect(settings({ tiles: url })).toMatchObject({
        tileStyle: 'own',
        tiles: [{ id: 'own', url }, ...publicTiles],
      });
    }
    // A closed network queries no public server, even if its archive fails.
    for (const url of ['pmtiles://https://t.uz/city.pmtiles', '/maps/city.pmtiles?v=2']) {
      expect(settings({ tiles: url })).toMatchObject({
        tileStyle: 'own',
        tiles: [{ id: 'own', url, name: 'city.pmtiles' }],
      });
    }
    expect(wantsServerTiles(read({ tiles: 'server' }))).toBe(true);
    expect(wantsServerTiles(read({ tiles: 'osm' }))).toBe(false);
    expect(wantsServerTiles(read({}))).toBe(false);
  });
});
