import type { Manifest } from '#kernel/contract/index.ts';
import { languages } from '#kernel/domain/text/languages.ts';

/** The texts of a plugin by language: the contents of its `locales/<language>.json`. */
export type TextsByLanguage = Readonly<Record<string, object>>;

/** Lists the texts that a language lacks: labels of the manifest, and keys of other languages. */
export function checkTexts(manifest: Manifest, texts: TextsByLanguage): readonly string[] {
  const keys = new Map(languages.map((language) => [language, keysOf(texts[language] ?? {})]));
  const required = new Set([...labelsOf(manifest), ...[...keys.values()].flatMap((found) => [...found])]);
  return [...keys].flatMap(([language, found]) =>
    [...required]
      .filter((key) => !found.has(key))
      .map((key) => `the text ${manifest.id}:${key} is missing in "${language}"`),
  );
}

const forms = /_(zero|one|two|few|many|other)$/;

/** Dotted keys; plural forms of a key count as one, since they differ between languages. */
function keysOf(texts: object): Set<string> {
  const all: string[] = [];
  const collect = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return void all.push(path.join('.'));
    for (const [key, child] of Object.entries(value)) collect(child, [...path, key]);
  };
  collect(texts, []);
  const isForm = (key: string) =>
    ['_one', '_other'].some((form) => all.includes(`${key.replace(forms, '')}${form}`));
  return new Set(all.map((key) => (isForm(key) ? key.replace(forms, '') : key)));
}

function labelsOf({ menu, permissions, notices, search, actions }: Manifest): string[] {
  return [
    ...(Object.keys(menu ?? {}).length > 0 ? ['menu.title'] : []),
    ...Object.keys(menu ?? {}).map((key) => `menu.${key}`),
    ...(permissions ?? []).map((permission) => `permissions.${permission}`),
    ...Object.keys(notices ?? {}).map((type) => `notices.${type}.text`),
    ...Object.keys(search ?? {}).map((key) => `found.${key}`),
    ...Object.keys(actions ?? {}).map((key) => `actions.${key}`),
  ];
}
