import { commonPasswords, commonWords } from './common-passwords.ts';
import { normalizeForSearch } from '#kernel/domain/text/normalize-for-search.ts';
import { passwordLength } from './password-length.ts';

/** `ok`, or the problem of a new password. */
export type PasswordCheck = 'ok' | 'too_short' | 'too_long' | 'too_common' | 'contains_login';

/**
 * Checks a new password: 12…128 characters, not common, not made of common words, sequences or repetitions, and not
 * containing the login if that has three characters or more. Returns the first problem in the order of `PasswordCheck`.
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
const substitutions = new Map(
  ['0o', '1i', '3e', '4a', '5s', '7t', '8b', '9g', '@a', '$s', '!i'].map(keyAndValue),
);

function isCommon(password: string): boolean {
  return passwords.has(password) || isRepeat(password) || isRun(password) || isOnlyWords(password);
}

/** A repetition of one to four characters, or at most three different characters. */
function isRepeat(password: string): boolean {
  return /^(.{1,4}?)\1+.{0,3}$/su.test(password) || new Set(password).size <= 3;
}

/** Nearly every character is next to the previous one, in either direction, on a keyboard or in the alphabet. */
function isRun(password: string): boolean {
  const steps = pairs(password);
  return steps.filter((step) => neighbors.has(step)).length >= steps.length * 0.8;
}

/** Only common words, and at most 14 other characters (the length of a JSHSHIR), since more of them add strength. */
function isOnlyWords(password: string): boolean {
  if (password.replace(/\p{L}/gu, '').length > 14) return false;
  const trimmed = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const plain = Array.from(trimmed, (character) => substitutions.get(character) ?? character).join('');
  return [trimmed, plain].some((text) => isChainOfWords(normalizeForSearch(text).replace(/[^\p{L}]/gu, '')));
}

/** Whether a text consists entirely of common words; true for an empty text (a phone number, a date). */
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
