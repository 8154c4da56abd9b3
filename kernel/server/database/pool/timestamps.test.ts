import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timestampToIso } from './timestamps.ts';

test.each([
  ['as text', ' ', '+00'],
  ['in JSON', 'T', '+00:00'],
])('converts a timestamp %s to the wire format, with milliseconds', (_form, separator, end) => {
  const converted = (time: string) => timestampToIso(`2026-11-21${separator}${time}${end}`);
  expect(converted('08:15:30.12')).toBe('2026-11-21T08:15:30.120Z');
  expect(converted('08:15:30')).toBe('2026-11-21T08:15:30.000Z');
  expect(converted('08:15:30.123987')).toBe('2026-11-21T08:15:30.123Z');
});

test('parses every timestamp as Date does, with any number of digits and any time zone', () => {
  const zone = fc.constantFrom('+00:00', '+05:00', '-03:30', 'Z');
  const fraction = fc.stringMatching(/^(\.\d{1,6})?$/);
  const seconds = fc.date({ min: new Date(0), max: new Date('9999-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(seconds, fraction, zone, (date, digits, end) => {
      const text = `${date.toISOString().slice(0, 19)}${digits}${end}`;
      expect(timestampToIso(text)).toBe(new Date(text).toISOString());
    }),
    { numRuns: 500 },
  );
});

test('rejects an invalid timestamp', () => {
  expect(() => timestampToIso('infinity')).toThrow(RangeError);
});
