import { digitsOf, maskJshshir } from '#kernel/domain/text/index.ts';

/** The JSHSHIR of a hit, hidden as in lists, where it is what the text asked for; null where something else was meant. */
export function foundJshshir(text: string, personalNumber: string | null): string | null {
  const digits = digitsOf(text);
  if (personalNumber === null || digits.length < 5 || /\p{L}/u.test(text)) return null;
  return personalNumber.includes(digits) ? maskJshshir(personalNumber) : null;
}
