import { isDay } from '#kernel/domain/text/dates.ts';
import { jshshirCheckDigit, type Sex } from '#kernel/domain/text/jshshir.ts';

/** The parts of a JSHSHIR; `area` and `serial` are 0…999, by default 0. */
export interface JshshirParts {
  /** `YYYY-MM-DD`, 1800…2099. */
  birthday: string;
  sex: Sex;
  area?: number;
  serial?: number;
}

/** Builds a valid JSHSHIR from its parts; throws a `RangeError` if a part is out of range. */
export function makeJshshir({ birthday, sex, area = 0, serial = 0 }: JshshirParts): string {
  const century = Number(birthday.slice(0, 2)) - 18;
  if (!isDay(birthday) || century < 0 || century > 2) throw new RangeError(`No such birthday: ${birthday}`);
  const first = century * 2 + (sex === 'male' ? 1 : 2);
  const date = birthday.slice(8) + birthday.slice(5, 7) + birthday.slice(2, 4);
  const thirteen = `${first}${date}${threeDigits(area)}${threeDigits(serial)}`;
  return thirteen + String(jshshirCheckDigit(thirteen));
}

function threeDigits(part: number): string {
  if (!Number.isInteger(part) || part < 0 || part > 999) throw new RangeError(`Not within 0…999: ${part}`);
  return String(part).padStart(3, '0');
}
