/** Languages of the interface; the first is the default and the fallback. */
export const languages = ['uz', 'ru'] as const;

/** A language of the interface. */
export type Language = (typeof languages)[number];

/**
 * The name of an entity, `entity[language].name`, in the given language, else in the default one, else in any; empty if
 * there is none or the entity is missing.
 */
export function localizedName(entity: unknown, language: string): string {
  const own = Object.keys(Object(entity)).filter((key) => /^[a-z]{2}$/.test(key));
  for (const key of [language, ...languages, ...own]) {
    const name = property(property(entity, key), 'name');
    if (typeof name === 'string' && name.trim() !== '') return name;
  }
  return '';
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
