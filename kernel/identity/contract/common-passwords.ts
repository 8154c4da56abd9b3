import lists from './common-passwords.json' with { type: 'json' };

/** Well-known passwords of twelve characters or more, lower case, that no rule of `checkPassword` finds by itself. */
export const commonPasswords: readonly string[] = lists.passwords.join(' ').split(' ');

/** Words that make a password weak when it is nothing but such words, digits and signs: `Toshkent-2026!`, `qwertyqwerty`. */
export const commonWords: readonly string[] = lists.words.join(' ').split(' ');
