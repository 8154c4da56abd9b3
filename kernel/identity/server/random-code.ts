import { randomInt } from 'node:crypto';

/** Without letters that look alike: the codes are read from a screen or from paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random code of groups of five characters, almost five bits each. */
export function randomCode(groups: number): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** An initial password: 99 bits, and short enough to type. */
export function randomPassword(): string {
  return randomCode(4);
}
