import { expect, test } from 'vitest';
import { compare, phoneticFormsOf, type KnownPerson } from './compare.ts';

const person = (more: Partial<KnownPerson> = {}): KnownPerson => ({
  first_name: 'Nodira',
  last_name: 'Qodirova',
  father_name: 'Karimovna',
  phone: null,
  birthday: '1979-07-07',
  passport_series: null,
  passport_number: null,
  personal_number: null,
  ...more,
});
const compareBoth = (one: Partial<KnownPerson>, other: Partial<KnownPerson>) =>
  compare(phoneticFormsOf(person(one)), phoneticFormsOf(person(other)));

test('namesakes with the same birthday are one person unless their fathers differ', () => {
  expect(compareBoth({}, {})).toEqual(['name', 'birthday']);
  expect(compareBoth({}, { father_name: 'Карим қизи' })).toEqual(['name', 'birthday']);
  expect(compareBoth({}, { father_name: null })).toEqual(['name', 'birthday']);
  expect(compareBoth({}, { father_name: 'Rustamovna' })).toBeNull();
  expect(compareBoth({ phone: '998901234567' }, { father_name: 'Rustamovna' })).toBeNull();
});

test('a phone outweighs another father’s name where the birthday agrees', () => {
  const phone = '998901234567';
  expect(compareBoth({ phone }, { phone, father_name: 'Rustamovna' })).toEqual(['name', 'birthday', 'phone']);
  expect(compareBoth({ phone }, { phone, father_name: 'Rustamovna', birthday: '1950-01-02' })).toBeNull();
});

test('a different family name is one of a marriage only if the father is the same', () => {
  const married = { last_name: 'Tursunova' };
  expect(compareBoth({}, married)).toEqual(['surname', 'birthday']);
  expect(compareBoth({}, { ...married, father_name: 'Rustamovna' })).toBeNull();
  expect(compareBoth({}, { ...married, father_name: null })).toBeNull();
});
