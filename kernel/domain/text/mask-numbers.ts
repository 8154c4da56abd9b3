import { maskJshshir } from './jshshir.ts';
import { maskPassport } from './passport.ts';

const jshshir = /(?<!\d)\d(?:[\s-]?\d){13}(?!\d)/g;
const passport = /(?<!\p{L})(\p{L}{2})[\s№-]{0,4}(\d{7})(?!\d)/gu;

/** Masks the JSHSHIR and passports that people wrote into a text: `JSHSHIR ••••••••••0244, AB ••••67`. */
export function maskNumbersIn(text: string): string {
  return text
    .replace(jshshir, (number) => maskJshshir(number.replace(/\D/g, '')))
    .replace(passport, (_whole, series: string, number: string) => maskPassport(series, number));
}
