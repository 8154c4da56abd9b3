import { proxy, useSnapshot } from 'valtio';
import { type Language, localizedName } from '#kernel/domain/text/languages.ts';
import { readStored, writeStored } from '../storage/local-storage.ts';
import { useCallback } from 'react';

/** The selectable languages; the first is the default. */
export const languageOrder: readonly Language[] = ['uz', 'ru'];

const languageKey = 'language';

/** The language of the interface. */
export const languageStore = proxy<{ language: Language }>({ language: 'uz' });

const followers = new Set<(language: Language) => unknown>();

/** Restores the selected language; Uzbek is the default. */
export function startLanguage(): void {
  const stored = readStored(languageKey);
  languageStore.language = languageOrder.find((one) => one === stored) ?? 'uz';
  document.documentElement.lang = languageStore.language;
}

/** Selects a language permanently; resolves when its texts are loaded. */
export async function setLanguage(language: Language): Promise<void> {
  if (language === languageStore.language) return;
  writeStored(languageKey, language);
  languageStore.language = language;
  document.documentElement.lang = language;
  await Promise.all([...followers].map((follow) => follow(language)));
}

/** Calls back on every change of language; returns a function that unsubscribes. */
export function onLanguageChange(follow: (language: Language) => unknown): () => void {
  followers.add(follow);
  return () => void followers.delete(follow);
}

/** The language, and its setter. */
export function useLanguage(): {
  readonly language: Language;
  readonly setLanguage: (language: Language) => Promise<void>;
} {
  return { language: useSnapshot(languageStore).language, setLanguage };
}

/** Returns an entity's name in the current language. @example const nameOf = useName(); nameOf(application.neighborhood) */
export function useName(): (entity: unknown) => string {
  const { language } = useLanguage();
  return useCallback((entity: unknown) => localizedName(entity, language), [language]);
}
