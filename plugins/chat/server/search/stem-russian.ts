import { stemmer } from '@orama/stemmers/russian';
import { russianStems } from './vocabulary.ts';

const endings = russianStems.endings.toSorted((a, b) => b.length - a.length);

/** Shorter stems are mostly different words. */
const minStemLength = 5;

/** The stem of a lower-case Russian word; forms and aspects of one verb share a stem. */
export function stemRussian(word: string): string {
  const irregular = irregularStem(word);
  if (irregular !== undefined) return irregular;
  const stem = stemmer(word.replaceAll('ё', 'е'));
  const ending = endings.find((candidate) => stem.endsWith(candidate)) ?? '';
  const short = stem.slice(0, stem.length - ending.length);
  const chosen = short.length >= minStemLength ? short : stem;
  return chosen.length > minStemLength && /[бвмпф]л$/u.test(chosen) ? chosen.slice(0, -1) : chosen;
}

function irregularStem(word: string): string | undefined {
  const startsWith = (beginning: string) => word.startsWith(beginning);
  return russianStems.irregular.find(
    ({ words, beginnings, exceptBeginnings }) =>
      words.includes(word) || (beginnings.some(startsWith) && !exceptBeginnings.some(startsWith)),
  )?.stem;
}
