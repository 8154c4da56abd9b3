import { randomInt } from 'node:crypto';

/** Without letters that look alike: the password is read from a screen once. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password to begin with, four groups of five: 99 bits, and short enough to type. */
export function randomPassword(): string {
  return Array.from({ length: 4 }, randomGroup).join('-');
}

function randomGroup(): string {
  return Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
