import { expect, it } from 'vitest';
import { fullName, isPersonName, padId } from './person-names.ts';

it('fullName puts the last name first and omits what is missing', () => {
  expect(fullName({ last_name: 'Karimov', first_name: 'Ali', father_name: 'Vali oʻgʻli' })).toBe(
    'Karimov Ali Vali oʻgʻli',
  );
  expect(fullName({ last_name: ' Karimov ', first_name: '', father_name: null })).toBe('Karimov');
  expect(fullName({})).toBe('');
});

it('padId pads to six digits', () => {
  expect(padId(42)).toBe('000042');
  expect(padId('1234567')).toBe('1234567');
});

it.each([
  'Oʻrinboyev',
  "O'rinboyev",
  'O’rinboyev',
  'O‘rinboyev',
  'O`rinboyev',
  'Sanʼat',
  "'Abdulla",
  'Ўринбоев',
  'Ғофурхўжаев-Қодиров',
  'Пётр',
  'Karim oʻgʻli',
  'Ibn‑Sino',
  'A. S.',
  'Әсел',
  'José',
  'Li',
  'Anvar2',
  'Gʻun\u00adcha',
])('isPersonName accepts %s', (name) => {
  expect(isPersonName(name)).toBe(true);
});

it.each([
  '',
  ' ',
  '=1+1',
  "'=1+1",
  '+998901234567',
  '-1',
  '@SUM',
  '12345',
  '🙂',
  'Anvar🙂',
  '<img src=x>',
  'Anvar\ud800',
  '\udc00',
  'Anvar\nQodirov',
  'Anvar\r\nQodirov',
  'Anvar\tQodirov',
  'Anvar\u2028Qodirov',
  'Anvar\u0000',
  '\u202eanvar',
  "'",
  'ʻʼ',
  '́',
])('isPersonName rejects %j', (text) => {
  expect(isPersonName(text)).toBe(false);
});
