import type { Sex } from '#kernel/domain/text/index.ts';
import { makeJshshir } from './make-jshshir.ts';
import { familyNames, femaleNames, maleNames } from './names.ts';

/** A fictitious person. */
export interface DemoPerson {
  readonly sex: Sex;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string;
  /** `998` and nine digits. */
  readonly phone: string;
  /** `YYYY-MM-DD`. */
  readonly birthday: string;
  readonly passport_series: string;
  readonly passport_number: string;
  /** A valid JSHSHIR, unique per generator. */
  readonly personal_number: string;
}

/**
 * Creates a deterministic random number generator: from 0 up to, but excluding, 1; equal for equal seeds on every
 * machine.
 */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Creates a deterministic generator of people with plausible Uzbek names. @example const next = createPeople(7);
 * next().first_name
 */
export function createPeople(seed: number): () => DemoPerson {
  const next = random(seed);
  const given = new Set<string>();
  const below = (limit: number) => Math.floor(next() * limit);
  const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('');
  const oneOf = (values: readonly string[]) => values[below(values.length)] ?? '';

  function personalNumber(birthday: string, sex: Sex): string {
    for (;;) {
      const number = makeJshshir({ birthday, sex, area: 400 + below(60), serial: below(1000) });
      if (given.has(number)) continue;
      given.add(number);
      return number;
    }
  }

  return () => {
    const sex: Sex = next() < 0.5 ? 'male' : 'female';
    const birthday = dayOf(1945 + below(60), below(365));
    return {
      sex,
      first_name: oneOf(sex === 'male' ? maleNames : femaleNames),
      last_name: oneOf(familyNames) + (sex === 'male' ? '' : 'a'),
      father_name: `${oneOf(maleNames)} ${sex === 'male' ? 'oʻgʻli' : 'qizi'}`,
      phone: `998${oneOf(operators)}${digits(7)}`,
      birthday,
      passport_series: oneOf(series),
      passport_number: digits(7),
      personal_number: personalNumber(birthday, sex),
    };
  };
}

const operators = ['90', '91', '93', '94', '95', '97', '98', '99', '88', '33'];
const series = ['AA', 'AB', 'AC', 'AD', 'AE', 'FA'];

function dayOf(year: number, day: number): string {
  return new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10);
}
