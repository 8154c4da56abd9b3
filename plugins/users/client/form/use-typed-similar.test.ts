import { expect, test } from 'vitest';
import { queryOf } from './use-typed-similar.ts';
import { valuesOf } from './values.ts';

const empty = valuesOf(null);

test('requests similar citizens once enough is typed to identify a person', () => {
  expect(queryOf(empty, null)).toBe('');
  expect(queryOf({ ...empty, last_name: 'Qodirova', phone: '998901234567' }, null)).toBe('');
  expect(queryOf({ ...empty, personal_number: '3121063204024' }, null)).toBe('');
  const named = { ...empty, last_name: 'Qodirova', first_name: 'Nodira', birthday: '1979-07-07' };
  expect(Object.fromEntries(new URLSearchParams(queryOf(named, 7)))).toEqual({
    last_name: 'Qodirova',
    first_name: 'Nodira',
    birthday: '1979-07-07',
    except: '7',
  });
  const numbered = { ...empty, personal_number: '31210632040244' };
  expect(queryOf(numbered, null)).toBe('personal_number=31210632040244');
});
