import { languages, type Language } from '#kernel/domain/text/languages.ts';

/** The language that an `Accept-Language` header asks for first, of those that we have; else the default. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined) return languages[0];
  for (const part of header.split(',')) {
    const asked = part.trim().slice(0, 2).toLowerCase();
    const known = languages.find((language) => language === asked);
    if (known) return known;
  }
  return languages[0];
}
