/** Replaces a hidden character. */
const dot = '•';

/** Whether a text is masked, or contains a masked number. */
export function isMasked(text: string): boolean {
  return text.includes(dot);
}

/** Masks a JSHSHIR except its last four digits: `••••••••••0244`; a shorter text is masked completely. */
export function maskJshshir(value: string): string {
  const shown = value.length > 8 ? value.slice(-4) : '';
  return dot.repeat(value.length - shown.length) + shown;
}

/** Masks a passport number except its last two digits: `AB ••••67`; a shorter number is masked completely. */
export function maskPassport(series: string, number: string): string {
  return `${series} ${dot.repeat(4)}${number.length > 4 ? number.slice(-2) : ''}`.trim();
}

/** Masks a phone number except its last four digits: `••••4567`. */
export function maskPhone(phone: string): string {
  return dot.repeat(4) + phone.slice(-4);
}

const jshshir = /(?<!\d)\d(?:[\s-]?\d){13}(?!\d)/g;
const passport = /(?<!\p{L})(\p{L}{2})[\s№-]{0,4}(\d{7})(?!\d)/gu;

/** Matches every text with a number to mask: a fast check, since most texts have none and lists mask hundreds. */
const manyDigits = /\d(?:[\s-]?\d){6}/;

/** Masks JSHSHIR and passport numbers within a text: `JSHSHIR ••••••••••0244, AB ••••67`. */
export function maskNumbersIn(text: string): string {
  if (!manyDigits.test(text)) return text;
  return text
    .replace(jshshir, (number) => maskJshshir(number.replace(/\D/g, '')))
    .replace(passport, (_whole, series: string, number: string) => maskPassport(series, number));
}

/**
 * Replaces passports, JSHSHIR, phone and other long numbers and e-mail addresses in a text completely, without their
 * last digits: for text that leaves the machine.
 */
export function hidePersonalDataIn(text: string): string {
  const hidden = dot.repeat(3);
  return text
    .replaceAll(passport, hidden)
    .replaceAll(/\+?\d(?:[\s().-]{0,3}\d){6,}/g, hidden)
    .replaceAll(/[\w.+-]+@[\w-]+\.[\w.]+/g, hidden);
}
