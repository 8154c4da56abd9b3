/** Apostrophes, as typed for oʻ, gʻ and the tutuq belgisi; U+00B4 has to go before NFKC, which makes a space of it. */
const apostrophes = /['\u02BB\u02BC\u2018\u2019\u0060\u00B4]/g;

/**
 * A letter and its replacement; х and ҳ go to h and ц to s at once, since the key does not tell x from h, nor ts from s. After
 * the Uzbek letters come Karakalpak, Kazakh, Tajik, Ukrainian and Turkish ones, as in documents of neighbouring countries.
 */
const letters = new Map(
  `аa бb вv гg дd еe ёyo жj зz иi йy кk лl мm нn оo пp рr сs тt уu фf хh цs чch шsh щsh ъ ыi ь эe юyu яya ўo қq ғg ҳh
  әa ңn өo үu ұu һh җj ҷj ӯo іi їyi єye ґg ıi şsh çch`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 1), entry.slice(1)]),
);

/**
 * The search key of a text: normalize the stored text and the query alike and compare the keys (also by substring). It is
 * idempotent, in lower case, and blind to the script (Cyrillic, Latin), to apostrophes, accents and runs of white space, and
 * to x/h, ts/s, sh/shch and e/ye. `Ўринбоев` and `O'rinboyev` both give `orinboyev`.
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
      // A glide before e is kept after a vowel only, so that the start of a word (`boy`) is also the start of its key (`boyev`).
      .replace(/(?<=[aeiou])y*e/g, 'ye')
      .replace(/(?<![aeiouy])y+e/g, 'e')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** The digits of a text, for searching phones, passports and JSHSHIR however they are typed: `+998 (90)` is `99890`. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

function toLatin(text: string): string {
  return Array.from(text, (letter) => letters.get(letter) ?? letter).join('');
}
