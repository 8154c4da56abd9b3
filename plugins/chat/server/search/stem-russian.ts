import { stemmer } from '@orama/stemmers/russian';

/** Endings that Snowball leaves on participles and imperfective verbs: `отправлен`, `отправля` become `отправ`. */
const leftovers = /(?:л?енн?|ля|ева|ива|ыва|ирова|ова|[ая]|ет|ит)$/u;

/** Shorter stems are mostly other words. */
const minStemLength = 5;

/** Words that Snowball stems to another word, or to several stems, by their beginning. */
const irregular: readonly (readonly [beginning: RegExp, stem: string])[] = [
  [/^(?:ис|по|под)?прав(?:ит|ля|ьте|лю|к)/u, 'исправ'],
  [/^спис(?:ок|к)/u, 'список'],
  [/^граждан/u, 'граждан'],
  [/^закр[оы]/u, 'закры'],
  [/^откр[оы]/u, 'откры'],
  [/^прин(?:я|им)|^при[её]м|^прим(?:у|ет|ите)/u, 'приня'],
  [/^найд|^найт|^наш[её]л|^нахо[жд]/u, 'найт'],
  [/^блокир|^заблок/u, 'заблок'],
  [/^разблок/u, 'разблок'],
  [/^импорт/u, 'импорт'],
  [/^экспорт/u, 'экспорт'],
  [/^адм[еи]н(?!истр)/u, 'админ'],
  [/^нов(?:ый|ая|ое|ые|ого|ому|ых|ую|ой)$/u, 'нов'],
];

/** The stem of a Russian word in lower case; forms and aspects of one verb share a stem. */
export function stemRussian(word: string): string {
  const known = irregular.find(([beginning]) => beginning.test(word));
  if (known) return known[1];
  const stem = stemmer(word.replaceAll('ё', 'е'));
  const short = stem.replace(leftovers, '');
  const chosen = short.length >= minStemLength ? short : stem;
  return chosen.length > minStemLength && /[бвмпф]л$/u.test(chosen) ? chosen.slice(0, -1) : chosen;
}
