import { expect, it } from 'vitest';
import { localizedName } from './languages.ts';

const both = { id: 1, uz: { name: 'Gulobod' }, ru: { name: 'Гулабад' } };

it('localizedName returns the requested language', () => {
  expect(localizedName(both, 'ru')).toBe('Гулабад');
  expect(localizedName(both, 'uz')).toBe('Gulobod');
});

it('localizedName falls back to Uzbek, then to any language', () => {
  expect(localizedName(both, 'en')).toBe('Gulobod');
  expect(localizedName({ uz: { name: 'Gulobod' }, ru: { name: ' ' } }, 'ru')).toBe('Gulobod');
  expect(localizedName({ ru: { name: 'Гулабад' } }, 'uz')).toBe('Гулабад');
  expect(localizedName({ file: { name: 'a.pdf' }, en: { name: 'Gulobod' } }, 'uz')).toBe('Gulobod');
});

it.each([null, undefined, 'uz', 5, {}, [], { uz: null }, { uz: 'x' }, { uz: { name: 5 } }])(
  'localizedName(%j) is empty',
  (entity) => {
    expect(localizedName(entity, 'uz')).toBe('');
    expect(localizedName(entity, '__proto__')).toBe('');
  },
);
