const COUNTRY = '998';
const NATIONAL_LENGTH = 9;

/** An edit of the phone's text: the new text and the position of the caret. */
export interface PhoneText {
  readonly text: string;
  readonly caret: number;
}

/**
 * The digits of a phone number with the country code: `998901234567`. Accepts what people type and paste: with or
 * without +998 or 00998, an old leading 8, brackets, dashes, spaces. Empty if there is no digit after the country code.
 */
export function phoneDigits(text: string): string {
  const national = nationalDigits(text);
  return national === '' ? '' : COUNTRY + national;
}

/** Formats `998901234567` as `+998 (90) 123-45-67`, or as much of it as there is. */
export function formatTypedPhone(digits: string): string {
  const national = nationalDigits(digits.startsWith(COUNTRY) ? `+${digits}` : digits);
  if (national === '') return '';
  const area = national.slice(0, 2);
  const rest = [national.slice(2, 5), national.slice(5, 7), national.slice(7, 9)].filter(
    (part) => part !== '',
  );
  return `+${COUNTRY} (${area}${rest.length > 0 ? `) ${rest.join('-')}` : ''}`;
}

/**
 * The text and caret to show after an edit; the caret stays behind the same digit. Deleting a bracket or a dash deletes
 * the digit beside it, since the key would do nothing otherwise.
 */
export function editPhone(before: string, after: PhoneText, deleting: 'back' | 'forward' | null): PhoneText {
  const edited =
    deleting !== null && onlyMarksGone(before, after.text) ? deleteDigit(after, deleting) : after;
  const text = formatTypedPhone(phoneDigits(edited.text));
  if (text === '') return { text, caret: 0 };
  // Digits are counted from the right, since the country code on the left may be added or removed.
  const digitsAfterCaret = countDigits(edited.text.slice(edited.caret));
  return { text, caret: caretBefore(text, digitsAfterCaret) };
}

function nationalDigits(text: string): string {
  const international = text.trimStart().startsWith('+');
  let digits = text.replace(/\D/g, '');
  if (digits.startsWith(`00${COUNTRY}`)) digits = digits.slice(2);
  if (digits.startsWith(COUNTRY) && (international || digits.length > NATIONAL_LENGTH)) {
    digits = digits.slice(COUNTRY.length);
    // The user typed the country code again after the one that the field inserts.
    if (digits.startsWith(COUNTRY) && digits.length > NATIONAL_LENGTH) digits = digits.slice(COUNTRY.length);
  } else if (digits.startsWith('8') && digits.length === NATIONAL_LENGTH + 1) {
    digits = digits.slice(1);
  }
  return digits.slice(0, NATIONAL_LENGTH);
}

function onlyMarksGone(before: string, after: string): boolean {
  return after.length < before.length && before.replace(/\D/g, '') === after.replace(/\D/g, '');
}

function deleteDigit({ text, caret }: PhoneText, deleting: 'back' | 'forward'): PhoneText {
  if (deleting === 'back') {
    const head = text.slice(0, caret).replace(/\d\D*$/, '');
    // The country code is not typed, so it cannot be deleted either.
    return countDigits(head) < COUNTRY.length
      ? { text, caret }
      : { text: head + text.slice(caret), caret: head.length };
  }
  return { text: text.slice(0, caret) + text.slice(caret).replace(/^\D*\d/, ''), caret };
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** Returns the position with the given number of digits to its right; the end of the text if there is none. */
function caretBefore(text: string, digitsAfter: number): number {
  if (digitsAfter === 0) return text.length;
  let seen = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (/\d/.test(text[at] ?? '')) seen++;
    if (seen === digitsAfter) return at;
  }
  return 0;
}
