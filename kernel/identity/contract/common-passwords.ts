import lists from './common-passwords.json' with { type: 'json' };

/** Common passwords of twelve characters or more, in lower case, that no other rule of `checkPassword` rejects. */
export const commonPasswords: readonly string[] = lists.passwords.join(' ').split(' ');

/** Words that make a password weak if it consists only of them, digits and signs: `Toshkent-2026!`, `qwertyqwerty`. */
export const commonWords: readonly string[] = lists.words.join(' ').split(' ');
