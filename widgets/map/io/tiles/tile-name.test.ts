import { expect, test } from 'vitest';
import ru from '../../../../locales/ru/map.json' with { type: 'json' };
import uz from '../../../../locales/uz/map.json' with { type: 'json' };
import { tileName } from './tile-name.ts';

test('the four of the specification have a name in each language', () => {
  expect(tileName({ id: 'satellite' }, uz, 'uz')).toBe('Sunʼiy yoʻldosh');
  expect(tileName({ id: 'satellite' }, ru, 'ru')).toBe('Спутник');
  expect(tileName({ id: 'none' }, ru, 'ru')).toBe('Без подложки');
});

test('a source is called as it calls itself: one name for all, or one in each language', () => {
  const named = { id: 'osm', name: { uz: 'Shahar xaritasi', ru: 'Карта города' } };
  expect(tileName({ id: 'osm', name: 'Urganch' }, ru, 'ru')).toBe('Urganch');
  expect(tileName(named, uz, 'uz')).toBe('Shahar xaritasi');
  expect(tileName(named, ru, 'ru')).toBe('Карта города');
  expect(tileName(named, uz)).toBe('Shahar xaritasi');
  expect(tileName({ id: 'osm', name: { uz: 'Shahar xaritasi' } }, ru, 'ru')).toBe('Shahar xaritasi');
});

test('one that nobody has named is called by its id', () => {
  expect(tileName({ id: 'city-2026' }, uz, 'uz')).toBe('city-2026');
  expect(tileName({ id: 'failed' }, uz, 'uz')).toBe('failed');
});
