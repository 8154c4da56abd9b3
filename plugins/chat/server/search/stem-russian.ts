import { stemmer } from '@orama/stemmers/russian';

/** What Snowball leaves of participles and of verbs that are still going on: `отправлен`, `отправля` are `отправ`. */
const leftovers = /(?:л?енн?|ля|ева|ива|ыва|ирова|ова|[ая]|ет|ит)$/u;

/** How many letters must be left at least: shorter ones are mostly other words. */
const least = 5;

/** Words whose stem Snowball takes for another one, or for several, by their beginning. */
const roots: readonly (readonly [beginning: RegExp, stem: string])[] = [
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

/** The stem of a Russian word in small letters: forms and aspects of one verb have one stem. */
export function stemRussian(word: string): string {
  const known = roots.find(([beginning]) => beginning.test(word));
  if (known) return known[1];
  const stem = stemmer(word.replaceAll('ё', 'е'));
  const short = stem.replace(leftovers, '');
  const taken = short.length >= least ? short : stem;
  return taken.length > least && /[бвмпф]л$/u.test(taken) ? taken.slice(0, -1) : taken;
}
