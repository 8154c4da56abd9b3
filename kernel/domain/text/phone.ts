const stored = /^998(\d{2})(\d{3})(\d{2})(\d{2})$/;

/**
 * Formats a stored phone number, `998901234567`, as `+998 (90) 123-45-67` (specification §3); any other value, such as
 * a foreign number, is returned unchanged.
 */
export function formatPhone(digits: string): string {
  return digits.replace(stored, '+998 ($1) $2-$3-$4');
}

/**
 * Converts a typed phone number to the stored form, `998` and nine digits; `null` if it is not an Uzbek number. Accepts
 * spaces, dashes, parentheses, a leading plus or `00`, an old leading 8 and a missing country code: `parsePhone('8 (90)
 * 123-45-67') === '998901234567'`.
 */
export function parsePhone(text: string): string | null {
  const bare = text.replace(/[\s()\p{Pd}\u2212]/gu, '');
  const national = /^(?:(?:\+|00)?998|8)?(\d{9})$/.exec(bare)?.[1];
  return national === undefined ? null : `998${national}`;
}
