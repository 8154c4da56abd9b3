import { maskJshshir, maskPassport } from '#kernel/domain/text/index.ts';
import type { User } from '../contract.ts';

/** A citizen with their numbers hidden, as lists show them. */
export function masked(citizen: User): User {
  const { passport_number, personal_number } = citizen;
  return {
    ...citizen,
    passport_number: passport_number === null ? null : maskPassport('', passport_number),
    personal_number: personal_number === null ? null : maskJshshir(personal_number),
  };
}
