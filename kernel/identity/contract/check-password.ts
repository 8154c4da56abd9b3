import { commonPasswords, commonWords } from './common-passwords.ts';
import { normalizeForSearch } from '#kernel/domain/text/normalize-for-search.ts';
import { passwordLength } from './password-length.ts';

/** The problem of a new password, or `ok`. */
export type PasswordCheck = 'ok' | 'too_short' | 'too_long' | 'too_common' | 'contains_login';

/**
 * Checks a new password: 12…128 characters, not well known, not made of well-known words, runs or repeats, and without the
 * login in it when that has three characters or more. The first problem in the order of `PasswordCheck` is given.
 */
export function checkPassword(password: string, about: { login?: string | undefined } = {}): PasswordCheck {
  const length = Array.from(password).length;
  if (length < passwordLength.min) return 'too_short';
  if (length > passwordLength.max) return 'too_long';
  const lower = lowered(password);
  if (isCommon(lower)) return 'too_common';
  const login = lowered(about.login ?? '').trim();
  return Array.from(login).length >= 3 && lower.includes(login) ? 'contains_login' : 'ok';
}

const passwords = new Set(commonPasswords);
const words = new Set(commonWords.map(normalizeForSearch));
const longestWord = Math.max(...Array.from(words, (word) => word.length));
const rows = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '!@#$%^&*()',
];
const neighbors = new Set([...rows, '90'].flatMap((row) => [...pairs(row), ...pairs(reversed(row))]));
const disguises = new Map(
  ['0o', '1i', '3e', '4a', '5s', '7t', '8b', '9g', '@a', '$s', '!i'].map(keyAndValue),
);

function isCommon(password: string): boolean {
  return passwords.has(password) || isRepeat(password) || isRun(password) || isOnlyWords(password);
}

/** One to four characters over and over, or hardly any different ones. */
function isRepeat(password: string): boolean {
  return /^(.{1,4}?)\1+.{0,3}$/su.test(password) || new Set(password).size <= 3;
}

/** Characters of which nearly each is next to the previous one, in either direction, on a keyboard or in the alphabet. */
function isRun(password: string): boolean {
  const steps = pairs(password);
  return steps.filter((step) => neighbors.has(step)).length >= steps.length * 0.8;
}

/** Words of the list with at most as many digits and signs as a JSHSHIR has; more of them are worth something by themselves. */
function isOnlyWords(password: string): boolean {
  if (password.replace(/\p{L}/gu, '').length > 14) return false;
  const trimmed = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const plain = Array.from(trimmed, (character) => disguises.get(character) ?? character).join('');
  return [trimmed, plain].some((text) => isChainOfWords(normalizeForSearch(text).replace(/[^\p{L}]/gu, '')));
}

/** Whether a text without letters left over is one word of the list after another; no letters at all (a phone, a date) count as such. */
function isChainOfWords(letters: string): boolean {
  const reached = [true];
  for (let end = 1; end <= letters.length; end++) {
    for (let start = Math.max(0, end - longestWord); start < end && !reached[end]; start++) {
      if (reached[start] && words.has(letters.slice(start, end))) reached[end] = true;
    }
  }
  return reached[letters.length] === true;
}

function keyAndValue(pair: string): [string, string] {
  return [pair.slice(0, 1), pair.slice(1)];
}

function lowered(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function pairs(text: string): string[] {
  return Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2));
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}
