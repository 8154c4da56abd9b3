import { maskJshshir } from './jshshir.ts';
import { maskPassport } from './passport.ts';

const jshshir = /(?<!\d)\d(?:[\s-]?\d){13}(?!\d)/g;
const passport = /(?<!\p{L})(\p{L}{2})[\s№-]{0,4}(\d{7})(?!\d)/gu;

/** Found in whatever holds one of them; most texts do not, and lists mask hundreds. */
const manyDigits = /\d(?:[\s-]?\d){6}/;

/** Masks the JSHSHIR and passports that people wrote into a text: `JSHSHIR ••••••••••0244, AB ••••67`. */
export function maskNumbersIn(text: string): string {
  if (!manyDigits.test(text)) return text;
  return text
    .replace(jshshir, (number) => maskJshshir(number.replace(/\D/g, '')))
    .replace(passport, (_whole, series: string, number: string) => maskPassport(series, number));
}
