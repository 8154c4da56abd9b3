import type { Language } from '#kernel/domain/text/languages.ts';
import { vocabularies } from './vocabulary.ts';

/** Detects the language of a question; `null` if it may be either. Latin letters mean Uzbek. */
export function detectLanguage(question: string): Language | null {
  const text = question.toLowerCase();
  if (!/\p{Script=Cyrillic}/u.test(text)) return /[a-z]/.test(text) ? 'uz' : null;
  if (vocabularies.uz.letters.some((letter) => text.includes(letter))) return 'uz';
  if (vocabularies.ru.letters.some((letter) => text.includes(letter))) return 'ru';
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  const uzbek = countTypical(words, 'uz');
  const russian = countTypical(words, 'ru');
  return uzbek === russian ? null : uzbek > russian ? 'uz' : 'ru';
}

function countTypical(words: readonly string[], language: Language): number {
  const { typicalEndings } = vocabularies[language];
  return words.filter((word) => typicalEndings.some((ending) => word.endsWith(ending))).length;
}
