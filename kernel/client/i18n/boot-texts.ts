import type { Language } from '#kernel/domain/text/languages.ts';

/** The few texts that are needed when none can be fetched; they travel with the code. */
const bundled = import.meta.glob<Readonly<Record<string, string>>>('/locales/*/kernel.json', {
  eager: true,
  import: 'boot',
});

/** The texts of a failed start, by the last part of their key. */
export function bootTexts(language: Language): Readonly<Record<string, string>> {
  return bundled[`/locales/${language}/kernel.json`] ?? {};
}
