/** A passport in stored form: two Latin capitals and seven digits. */
export interface Passport {
  series: string;
  number: string;
}

/** The result of a check: the normalized passport, or the invalid part (the series first). */
export type PassportCheck = ({ ok: true } & Passport) | { ok: false; problem: 'series' | 'number' };

const cyrillic = 'АВЕЁКМНОРСТУҮХІЈЅ';
const latin = 'ABEEKMHOPCTYYXIJS';

/** Removes what users type between the parts of a passport: white space, dashes and `№`. */
const bare = (text: string) => text.replace(/[\s\p{Pd}№]/gu, '');

/** Splits a typed passport into series and number: `AA1234567`, `AA 1234567`, `AA-1234567`, `AA № 1234567`. */
export function splitPassport(text: string): [series: string, number: string] {
  const whole = bare(text);
  return [whole.slice(0, 2), whole.slice(2)];
}

/** Upper-cases a series, removes white space and dashes, and maps Cyrillic look-alikes to Latin: `normalizePassportSeries('ас')` is `AC`. */
export function normalizePassportSeries(series: string): string {
  return toLatinLookAlikes(bare(series).toUpperCase());
}

/** Replaces Cyrillic capitals with the Latin ones that look the same: `toLatinLookAlikes('АС')` is `AC`. */
export function toLatinLookAlikes(capitals: string): string {
  return Array.from(capitals, (letter) => latin[cyrillic.indexOf(letter)] ?? letter).join('');
}

/** The reverse, as typed with a Cyrillic keyboard in a search: `toCyrillicLookAlikes('AC')` is `АС`. */
export function toCyrillicLookAlikes(capitals: string): string {
  return Array.from(capitals, (letter) => cyrillic[latin.indexOf(letter)] ?? letter).join('');
}

/** Checks a typed series (two Latin letters) and number (seven digits); white space, dashes and `№` are ignored. */
export function checkPassport(series: string, number: string): PassportCheck {
  const normalized = { series: normalizePassportSeries(series), number: bare(number) };
  if (!/^[A-Z]{2}$/.test(normalized.series)) return { ok: false, problem: 'series' };
  if (!/^\d{7}$/.test(normalized.number)) return { ok: false, problem: 'number' };
  return { ok: true, ...normalized };
}
