const stored = /^998(\d{2})(\d{3})(\d{2})(\d{2})$/;

/** Mobile operators and the area codes of landlines. */
const operators = new Set(
  `20 33 50 55 77 80 87 88 90 91 92 93 94 95 97 98 99
  61 62 65 66 67 69 70 71 72 73 74 75 76 78 79`.split(/\s+/),
);

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

/**
 * Formats a phone while it is typed: `9012` becomes `+998 (90) 12`. It never ends in punctuation, so each backspace takes
 * a digit away. A number that can't be Uzbek comes back trimmed and otherwise as it is.
 */
export function formatPhonePartial(text: string): string {
  const trimmed = text.trim();
  const digits = trimmed.replace(/\D/g, '');
  const international = trimmed.startsWith('+');
  if (international && '998'.startsWith(digits)) return `+${digits}`;
  const withCode = digits.startsWith('998') && (international || digits.length > 9);
  if (!withCode && (international || digits.length > 9)) return trimmed;
  return formatNational((withCode ? digits.slice(3) : digits).slice(0, 9));
}

/**
 * Whether the two digits after `998` belong to an operator or an area that we know; give it a stored or a typed phone. An
 * unknown code is worth a warning, never a refusal.
 */
export function hasKnownOperator(phone: string): boolean {
  const digits = parsePhone(phone);
  return digits !== null && operators.has(digits.slice(3, 5));
}

function formatNational(digits: string): string {
  if (digits === '') return '';
  const operator = digits.slice(0, 2);
  const groups = [digits.slice(2, 5), digits.slice(5, 7), digits.slice(7)].filter((group) => group !== '');
  return groups.length === 0 ? `+998 (${operator}` : `+998 (${operator}) ${groups.join('-')}`;
}
