import { useCallback } from 'react';
import { localizedName } from '#kernel/domain/text/languages.ts';
import { useLanguage } from './language-store.ts';

/** Gives an entity's name in the language of the moment. @example const nameOf = useName(); nameOf(application.neighborhood) */
export function useName(): (entity: unknown) => string {
  const { language } = useLanguage();
  return useCallback((entity: unknown) => localizedName(entity, language), [language]);
}
