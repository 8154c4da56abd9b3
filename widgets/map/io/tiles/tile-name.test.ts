import { expect, test } from 'vitest';
import ru from '../../../../locales/ru/map.json' with { type: 'json' };
import uz from '../../../../locales/uz/map.json' with { type: 'json' };
import { tileName } from './tile-name.ts';

test('the four basemaps of the specification have a name in each language', () => {
  expect(tileName({ id: 'satellite' }, uz, 'uz')).toBe('Sunʼiy yoʻldosh');
  expect(tileName({ id: 'satellite' }, ru, 'ru')).toBe('Спутник');
  expect(tileName({ id: 'none' }, ru, 'ru')).toBe('Без подложки');
});

test('a source has its own name, one for all languages or one for each', () => {
  const named = { id: 'osm', name: { uz: 'Shahar xaritasi', ru: 'Карта города' } };
  expect(tileName({ id: 'osm', name: 'Urganch' }, ru, 'ru')).toBe('Urganch');
  expect(tileName(named, uz, 'uz')).toBe('Shahar xaritasi');
  expect(tileName(named, ru, 'ru')).toBe('Карта города');
  expect(tileName(named, uz)).toBe('Shahar xaritasi');
  expect(tileName({ id: 'osm', name: { uz: 'Shahar xaritasi' } }, ru, 'ru')).toBe('Shahar xaritasi');
});

test('a source without a name shows its id', () => {
  expect(tileName({ id: 'city-2026' }, uz, 'uz')).toBe('city-2026');
  expect(tileName({ id: 'failed' }, uz, 'uz')).toBe('failed');
});
