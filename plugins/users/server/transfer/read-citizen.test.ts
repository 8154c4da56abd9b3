import { expect, test } from 'vitest';
import { readCitizen } from './read-citizen.ts';

test.each([
  ['21.11.1990', '1990-11-21'],
  ['1990-11-21T00:00:00.000Z', '1990-11-21'],
  [33_198, '1990-11-21'],
  [9000, '1924-08-21'],
  ['', null],
])('reads the birthday %s as %s', (birthday, day) => {
  const { body, errors } = readCitizen({ last_name: 'Karimov', first_name: 'Vali', birthday });
  expect(errors).toEqual([]);
  expect(body?.birthday).toBe(day);
});

test.each(['1990', 1990, '2009', '31.02.1990', 'kuzda'])('rejects the birthday %s', (birthday) => {
  const { body, errors } = readCitizen({ last_name: 'Karimov', first_name: 'Vali', birthday });
  expect(body).toBeNull();
  expect(errors).toMatchObject([{ column: 'birthday', code: 'date' }]);
});

test('rejects a birthday in the future', () => {
  const { errors } = readCitizen({ last_name: 'Karimov', first_name: 'Vali', birthday: '21.11.2090' });
  expect(errors).toMatchObject([{ column: 'birthday', code: 'birthday_future' }]);
});
