import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkJshshir } from '#kernel/domain/text/index.ts';
import { makeJshshir } from './make-jshshir.ts';

const parts = fc.record({
  birthday: fc
    .date({ min: new Date('1800-01-01'), max: new Date(), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  sex: fc.constantFrom('male' as const, 'female' as const),
  area: fc.nat(999),
  serial: fc.nat(999),
});

test('builds valid numbers that encode the given parts', () => {
  fc.assert(
    fc.property(parts, (person) => {
      const { birthday, sex } = person;
      expect(checkJshshir(makeJshshir(person))).toMatchObject({ ok: true, birthday, sex });
    }),
  );
});

test('builds a known number', () => {
  expect(makeJshshir({ birthday: '1963-10-12', sex: 'male', area: 204, serial: 24 })).toBe('31210632040244');
  expect(makeJshshir({ birthday: '2000-02-29', sex: 'female' })).toMatch(/^6290200000000\d$/);
});

test('throws on parts that no number can have', () => {
  expect(() => makeJshshir({ birthday: '1993-02-29', sex: 'male' })).toThrow(RangeError);
  expect(() => makeJshshir({ birthday: '2100-01-01', sex: 'male' })).toThrow(RangeError);
  expect(() => makeJshshir({ birthday: '1993-01-01', sex: 'male', area: 1000 })).toThrow(RangeError);
  expect(() => makeJshshir({ birthday: '1993-01-01', sex: 'male', serial: 1.5 })).toThrow(RangeError);
});
