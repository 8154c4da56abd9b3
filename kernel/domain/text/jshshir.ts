import { isDay, isFutureDay } from './dates.ts';

/** The form of a JSHSHIR: fourteen digits; {@link checkJshshir} checks the rest. */
export const jshshirPattern: RegExp = /^\d{14}$/;

/** Sex by the first digit of a JSHSHIR. */
export type Sex = 'male' | 'female';

/** The data that a JSHSHIR contains; `birthday` is `YYYY-MM-DD`. */
export interface JshshirFacts {
  /** The fourteen digits. */
  value: string;
  birthday: string;
  sex: Sex;
}

/**
 * The result of a check. A wrong check digit alone is `confirmable`: old data contains such numbers, so it is a
 * warning, and the result includes the number's data.
 */
export type JshshirCheck =
  | ({ ok: true } & JshshirFacts)
  | ({ ok: false; problem: 'check_digit'; confirmable: true } & JshshirFacts)
  | { ok: false; problem: 'length' | 'digits' | 'century' | 'date'; confirmable: false };

/**
 * Checks a JSHSHIR (PINFL) for digits, length, century, a real date that is not in the future, and the check digit, in this
 * order; white space is ignored. `checkJshshir('31210632040244')` gives `{ok: true, value, birthday: '1963-10-12', sex: 'male'}`.
 */
export function checkJshshir(text: string): JshshirCheck {
  const value = text.replace(/\s/g, '');
  if (/\D/.test(value)) return rejected('digits');
  if (value.length !== 14) return rejected('length');
  const first = Number(value[0]);
  if (first < 1 || first > 6) return rejected('century');
  const year = String(18 + Math.floor((first - 1) / 2)) + value.slice(5, 7);
  const birthday = `${year}-${value.slice(3, 5)}-${value.slice(1, 3)}`;
  if (!isDay(birthday) || isFutureDay(birthday)) return rejected('date');
  const facts: JshshirFacts = { value, birthday, sex: first % 2 === 1 ? 'male' : 'female' };
  return jshshirCheckDigit(value.slice(0, 13)) === Number(value[13])
    ? { ok: true, ...facts }
    : { ok: false, problem: 'check_digit', confirmable: true, ...facts };
}

/**
 * The check digit, 0…9, of the first thirteen digits: their sum, weighted 7, 3, 1 repeating, modulo 10. Throws a
 * `RangeError` unless the argument has thirteen digits.
 */
export function jshshirCheckDigit(firstThirteen: string): number {
  if (!/^\d{13}$/.test(firstThirteen)) throw new RangeError('A JSHSHIR check digit needs thirteen digits');
  const weights = [7, 3, 1];
  let sum = 0;
  for (let index = 0; index < 13; index++) sum += Number(firstThirteen[index]) * (weights[index % 3] ?? 0);
  return sum % 10;
}

function rejected(problem: 'length' | 'digits' | 'century' | 'date'): JshshirCheck {
  return { ok: false, problem, confirmable: false };
}
