const stored = /^998(\d{2})(\d{3})(\d{2})(\d{2})$/;

/**
 * Shows a stored phone, `998901234567`, as `+998 (90) 123-45-67` (specification §3); any other value, such as a foreign number,
 * is returned unchanged.
 */
export function formatPhone(digits: string): string {
  return digits.replace(stored, '+998 ($1) $2-$3-$4');
}

/**
 * Reads a typed phone into the stored form, `998` and nine digits; `null` when it is not an Uzbek number. Spaces, dashes,
 * parentheses, a leading plus or `00`, an old leading 8 and a missing country code are fine:
 * `parsePhone('8 (90) 123-45-67') === '998901234567'`.
 */
export function parsePhone(text: string): string | null {
  const bare = text.replace(/[\s()\p{Pd}\u2212]/gu, '');
  const national = /^(?:(?:\+|00)?998|8)?(\d{9})$/.exec(bare)?.[1];
  return national === undefined ? null : `998${national}`;
}
