import { readFile } from 'node:fs/promises';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { PMTiles, type Source } from 'pmtiles';
import { describe, expect, test } from 'vitest';
import { contrast } from '../../render/canvas/contrast.ts';
import { rgbaOf } from '../../model/shapes/color.ts';
import { archiveUrl, isArchive } from './archive-url.ts';
import { plainText } from './archive.ts';
import { basemapColors } from './basemap-colors.ts';
import { hasKnownLayers, vectorStyle } from './vector-style.ts';

const url = 'https://example.uz/city.pmtiles';
const openMapTiles = [
  'landuse',
  'water',
  'building',
  'boundary',
  'transportation',
  'transportation_name',
  'place',
];
const protomaps = ['landuse', 'water', 'buildings', 'boundaries', 'roads', 'places'];
const shortbread = [
  'land',
  'water_polygons',
  'buildings',
  'boundaries',
  'streets',
  'street_labels',
  'place_labels',
];

describe.each(['light', 'dark'] as const)('the style of vector tiles, %s', (theme) => {
  test.each([
    ['OpenMapTiles', openMapTiles],
    ['Protomaps', protomaps],
    ['Shortbread', shortbread],
  ])('is valid for %s, draws each layer that it knows, and loads nothing but the tiles', (_name, layers) => {
    const style = vectorStyle({ url, layers, theme, lang: 'uz' });
    expect(validateStyleMin(style)).toEqual([]);
    const drawn = new Set(
      style.layers.flatMap((layer) => ('source-layer' in layer ? [layer['source-layer']] : [])),
    );
    expect([...drawn].toSorted()).toEqual(layers.toSorted());
    expect(new Set(style.layers.map(({ id }) => id)).size).toBe(style.layers.length);
    expect(style).not.toHaveProperty('glyphs');
    expect(style).not.toHaveProperty('sprite');
    expect(style.sources).toEqual({ vector: { type: 'vector', url: `pmtiles://${url}` } });
  });

  test('uses only the colours of its theme', () => {
    const layers = [...openMapTiles, ...protomaps, ...shortbread];
    const written = JSON.stringify(vectorStyle({ url, layers, theme, lang: 'uz' }).layers);
    const found = new Set(written.match(/#[0-9a-f]{6}/g));
    const own: ReadonlySet<string> = new Set(Object.values(basemapColors[theme]));
    expect([...found].filter((color) => !own.has(color))).toEqual([]);
    expect(found).toContain(basemapColors[theme].land);
  });

  test('has labels that are readable on everything below them', () => {
    const colors = basemapColors[theme];
    for (const text of [colors.text, colors.labelText]) {
      for (const ground of [colors.land, colors.built, colors.green, colors.road, colors.halo])
        expect(contrast(rgbaOf(text), rgbaOf(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('names are in the language of the map, else as written', () => {
  const written = JSON.stringify(vectorStyle({ url, layers: ['place'], theme: 'light', lang: 'ru' }));
  expect(written).toContain('["coalesce",["get","name:ru"],["get","name_ru"],["get","name"],""]');
});

test('an archive without a known layer cannot be drawn', () => {
  expect(hasKnownLayers(['contours'])).toBe(false);
  expect(hasKnownLayers(['contours', 'roads'])).toBe(true);
});

test('the archive of the demonstration has layers that are drawn, in both languages, and weighs less than 500 kB', async () => {
  const bytes = await readFile(new URL('../../../../plugins/households/demo/city.pmtiles', import.meta.url));
  expect(bytes.length).toBeLessThan(500_000);
  const source: Source = {
    getKey: () => 'demo',
    getBytes: async (offset, length) => ({
      data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
    }),
  };
  const archive = new PMTiles(source);
  const { vector_layers: layers } = (await archive.getMetadata()) as {
    vector_layers: { id: string; fields: Record<string, string> }[];
  };
  expect(layers.every(({ id }) => hasKnownLayers([id]))).toBe(true);
  expect(layers.some(({ fields }) => 'name:ru' in fields || 'name_ru' in fields)).toBe(true);
});

test.each([
  ['https://a.uz/city.pmtiles', true, 'https://a.uz/city.pmtiles'],
  ['pmtiles://https://a.uz/city', true, 'https://a.uz/city'],
  ['/maps/city.pmtiles?v=2', true, '/maps/city.pmtiles?v=2'],
  ['https://a.uz/{z}/{x}/{y}.png', false, 'https://a.uz/{z}/{x}/{y}.png'],
  ['https://a.uz/city.pmtiles.png', false, 'https://a.uz/city.pmtiles.png'],
])('%s is an archive: %s', (address, response, without) => {
  expect(isArchive(address)).toBe(response);
  expect(archiveUrl(address)).toBe(without);
});

test('an attribution is plain text', () => {
  expect(plainText('<a href="https://a.uz">&copy; Urganch</a> &amp; <script>x</script>')).toBe(
    '© Urganch & x',
  );
  expect(plainText('x'.repeat(400))).toHaveLength(300);
});
