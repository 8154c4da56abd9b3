import { isMasked, maskJshshir, maskPassport } from '#kernel/domain/text/index.ts';
import type { User } from '../../contract.ts';

/** The masked JSHSHIR for lists; masks it here if the server does not. */
export function maskedNumber({ personal_number: number }: Pick<User, 'personal_number'>): string {
  return !number || isMasked(number) ? (number ?? '') : maskJshshir(number);
}

/** The masked passport for lists: `AB ••••67`. */
export function maskedPassport(user: Pick<User, 'passport_series' | 'passport_number'>): string {
  const series = user.passport_series ?? '';
  const number = user.passport_number ?? '';
  if (number === '') return '';
  return isMasked(number) ? `${series} ${number}`.trim() : maskPassport(series, number);
}
