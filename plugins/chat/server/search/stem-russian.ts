import { stemmer } from '@orama/stemmers/russian';

/** What Snowball leaves of participles and of verbs that are still going on: `отправлен`, `отправля` are `отправ`. */
const leftovers = /(?:л?енн?|ля|ева|ива|ыва|ирова|ова|[ая]|ет|ит)$/u;

/** How many letters must be left at least: shorter ones are mostly other words. */
const least = 5;

/** The stem of a Russian word in small letters: forms and aspects of one verb have one stem. */
export function stemRussian(word: string): string {
  const stem = stemmer(word.replaceAll('ё', 'е'));
  const short = stem.replace(leftovers, '');
  const taken = short.length >= least ? short : stem;
  return taken.length > least && /[бвмпф]л$/u.test(taken) ? taken.slice(0, -1) : taken;
}
