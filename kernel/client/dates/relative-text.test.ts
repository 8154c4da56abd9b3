import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { createInstance, type TFunction } from 'i18next';
import { describe, expect, test } from 'vitest';
import { relativeText } from './use-dates.tsx';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

/** The texts of the specification, and their Russian versions. */
const words = {
  uz: ['sek oldin', 'daq oldin', 'soat oldin', 'kun oldin', 'oy oldin'],
  ru: ['сек. назад', 'мин назад', 'ч назад', 'дн. назад', 'мес. назад'],
} as const;

const lengths = [second, minute, hour, day, month];
const iso = '2026-11-21T08:15:30.000Z';

describe.each(['uz', 'ru'] as const)('in %s', (language) => {
  const t = textsIn(language);
  const after = (elapsed: number) => relativeText(t, iso, Date.parse(iso) + elapsed, 'Asia/Tashkent');

  test.each([
    [0, 1, 0],
    [59 * second, 59, 0],
    [minute, 1, 1],
    [59 * minute, 59, 1],
    [hour, 1, 2],
    [23 * hour, 23, 2],
    [day, 1, 3],
    [29 * day, 29, 3],
    [month, 1, 4],
    [year - 1, 11, 4],
  ])('after %i ms the text is %i of unit %i', (elapsed, count, unit) => {
    expect(after(elapsed)).toBe(`${count} ${words[language][unit]}`);
  });

  test('is the full date after a year', () => {
    expect(after(year)).toBe('21.11.2026');
    expect(after(20 * year)).toBe('21.11.2026');
  });

  test('is a number and a word within a year, and never decreases', () => {
    const rank = (text: string) => {
      const [, count = '', unit = ''] = /^(\d+) (.+)$/.exec(text) ?? [];
      const at = (words[language] as readonly string[]).indexOf(unit);
      expect(at, text).toBeGreaterThanOrEqual(0);
      return Number(count) * (lengths[at] ?? 0);
    };
    fc.assert(
      fc.property(fc.nat(year - 1), fc.nat(year - 1), (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(rank(after(less))).toBeLessThanOrEqual(rank(after(more)));
        expect(rank(after(more))).toBeLessThanOrEqual(Math.max(second, more));
      }),
    );
  });
});

function textsIn(language: string): TFunction {
  const file = join(import.meta.dirname, '../../../locales', language, 'kernel.json');
  const instance = createInstance();
  void instance.init({
    lng: language,
    defaultNS: 'kernel',
    resources: { [language]: { kernel: JSON.parse(readFileSync(file, 'utf8')) as Record<string, string> } },
    initAsync: false,
  });
  return instance.t;
}
