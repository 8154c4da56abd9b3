import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInstance, type Resource, type TFunction } from 'i18next';
import { languages, type Language } from '#kernel/domain/text/languages.ts';

const folder = resolve(import.meta.dirname, '../../../locales');

/** Returns a text as the product does, so that tests follow the locales: `t('applications:list.title')`. */
export const t = textsIn('uz');

/** The texts of a language; throws for a missing key, so that no test searches for a key itself. */
export function textsIn(
  language: Language,
): (key: string, values?: Record<string, string | number>) => string {
  const translate = translatorOf(language);
  return (key, values = {}) => {
    const text = translate(key, values);
    if (text === key || text === key.slice(key.indexOf(':') + 1))
      throw new Error(`no text in ${language}: ${key}`);
    return text;
  };
}

function translatorOf(language: Language): TFunction {
  const instance = createInstance();
  void instance.init({
    lng: language,
    resources: Object.fromEntries(languages.map((name) => [name, readAll(name)])) as Resource,
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return instance.t;
}

function readAll(language: Language): Record<string, unknown> {
  const files = readdirSync(join(folder, language)).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as unknown,
    ]),
  );
}
