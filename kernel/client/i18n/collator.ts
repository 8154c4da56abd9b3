import { useMemo } from 'react';
import type { Language } from '#kernel/domain/text/languages.ts';
import { useLanguage } from './language-store.ts';

/**
 * The sort order of names in a language, independent of the browser's language. In Uzbek, `oʻ`, `gʻ`, `sh` and `ch` are
 * separate letters at the end of the alphabet.
 */
export function createCollator(language: Language): Intl.Collator {
  return new Intl.Collator(language);
}

/**
 * The collator for names in the current language.
 *
 * @example const { compare } = useCollator(); names.toSorted(compare)
 */
export function useCollator(): Intl.Collator {
  const { language } = useLanguage();
  return useMemo(() => createCollator(language), [language]);
}
