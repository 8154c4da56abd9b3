const stored = /^998(\d{2})(\d{3})(\d{2})(\d{2})$/;

/**
 * Shows a stored phone, `998901234567`, as `+998 (90) 123-45-67` (specification §3); any other value, such as a foreign
 * number, comes back as it is.
 */
export function formatPhone(digits: string): string {
  return digits.replace(stored, '+998 ($1) $2-$3-$4');
}

/**
 * Reads a typed phone into the stored form, `998` and nine digits; `null` when it is not an Uzbek number. Spaces, dashes,
 * parentheses, a leading plus and a missing country code are fine: `parsePhone('(90) 123-45-67') === '998901234567'`.
 */
export function parsePhone(text: string): string | null {
  const bare = text.replace(/[\s()\p{Pd}\u2212]/gu, '');
  if (/^\+?998\d{9}$/.test(bare)) return bare.replace('+', '');
  return /^\d{9}$/.test(bare) ? `998${bare}` : null;
}
