import { afterAll, expect, test } from 'vitest';
import { CodedError } from '#kernel/plugin-api/contract.ts';
import { createRenderer } from '#plugins/letters/server/pdf/renderer.ts';
import { bodyOf, paragraph, sheetOf } from './sheets.ts';

const errors: unknown[] = [];
const renderer = createRenderer({ error: (...given: unknown[]) => void errors.push(given) });
afterAll(() => renderer.stop());

test('a full queue responds with a retry delay, and reports no letter as unprintable', async () => {
  const sheet = sheetOf('uz', { body: bodyOf(paragraph('Hurmatli fuqaro!')) });
  const results = await Promise.allSettled(Array.from({ length: 130 }, () => renderer.render(sheet)));
  const drawn = results.filter(({ status }) => status === 'fulfilled');
  const codes = results.flatMap((result): unknown[] => {
    if (result.status === 'fulfilled') return [];
    const reason: unknown = result.reason;
    return [reason instanceof CodedError ? reason.code : reason];
  });
  expect(drawn.length).toBeGreaterThan(0);
  expect(codes).toContain('unavailable');
  // On a slow machine, the last of the waiting ones take too long.
  expect(codes.filter((code) => code !== 'unavailable' && code !== 'busy')).toEqual([]);
  expect(errors).toEqual([]);
});
