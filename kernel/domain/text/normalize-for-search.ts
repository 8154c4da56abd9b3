/**
 * Apostrophes, as typed for oʻ, gʻ and the tutuq belgisi; U+00B4 is removed before NFKC, which would turn it into a
 * space.
 */
const apostrophes = /['\u02BB\u02BC\u2018\u2019\u0060\u00B4]/g;

/**
 * A letter and its replacement; х and ҳ become h, ц becomes s, since the key does not distinguish x from h, nor ts from
 * s. After the Uzbek letters come Karakalpak, Kazakh, Tajik, Ukrainian and Turkish ones, as in documents of
 * neighbouring countries.
 */
const letters = new Map(
  `аa бb вv гg дd еe ёyo жj зz иi йy кk лl мm нn оo пp рr сs тt уu фf хh цs чch шsh щsh ъ ыi ь эe юyu яya ўo қq ғg ҳh
  әa ңn өo үu ұu һh җj ҷj ӯo іi їyi єye ґg ıi şsh çch`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 1), entry.slice(1)]),
);

/**
 * The search key of a text: normalize the stored text and the query, and compare the keys (also by substring). It is
 * idempotent, lower case, and ignores the script (Cyrillic, Latin), apostrophes, accents, runs of white space, and the
 * differences x/h, ts/s, sh/shch and e/ye. `Ўринбоев` and `O'rinboyev` both give `orinboyev`.
 */
export function normalizeForSearch(text: string): string {
  const lower = text.replace(apostrophes, '').normalize('NFKC').toLowerCase().normalize('NFKC');
  const latin = toLatin(
    toLatin(lower.replace(apostrophes, ''))
      .normalize('NFD')
      .replace(/[\p{M}\p{Cf}]/gu, ''),
  );
  return (
    latin
      .normalize('NFC')
      .replaceAll('x', 'h')
      .replace(/(?<!t)t+s/g, 's')
      .replace(/sh(?:ch)+/g, 'sh')
      // A glide before e is preserved only after a vowel, so that the start of a word (`boy`) is also the start of its
      // key (`boyev`).
      .replace(/(?<=[aeiou])y*e/g, 'ye')
      .replace(/(?<![aeiouy])y+e/g, 'e')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** The digits of a text, to search phone numbers, passports and JSHSHIR in any notation: `+998 (90)` is `99890`. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

function toLatin(text: string): string {
  return Array.from(text, (letter) => letters.get(letter) ?? letter).join('');
}
