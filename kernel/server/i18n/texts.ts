import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CodedError, Message } from '#kernel/contract/index.ts';
import { languages, type Language } from '#kernel/domain/text/languages.ts';

type Params = NonNullable<Message['params']>;
type Tree = { readonly [key: string]: string | Tree };

/** The texts of `locales/` for the server. */
export interface Texts {
  /** The text of `namespace:dotted.key`; null if no language has it. */
  find(language: Language, key: string, params?: Params): string | null;
  ofError(language: Language, error: CodedError): string;
  ofMessage(language: Language, message: Message, namespace: string): string;
  /** Replaces the texts of a namespace, such as those of an external plugin; null removes them. */
  replace(namespace: string, trees: Readonly<Record<Language, Tree>> | null): void;
}

/** Reads every namespace of every language. */
export async function loadTexts(folder: string): Promise<Texts> {
  const flat = new Map<string, string>();
  for (const language of languages) {
    const names = await readdir(join(folder, language)).catch(() => []);
    for (const name of names.filter((entry) => entry.endsWith('.json'))) {
      const tree = JSON.parse(await readFile(join(folder, language, name), 'utf8')) as Tree;
      flatten(tree, `${language}/${name.slice(0, -'.json'.length)}:`, flat);
    }
  }
  return textsFrom(flat);
}

function textsFrom(flat: Map<string, string>): Texts {
  function find(language: Language, key: string, params: Params = {}): string | null {
    const form = params['count'] === undefined ? '' : `_${pluralOf(language, Number(params['count']))}`;
    for (const candidate of [language, ...languages]) {
      const text = flat.get(`${candidate}/${key}${form}`) ?? flat.get(`${candidate}/${key}`);
      if (text !== undefined) return fill(text, params, (message) => ofMessage(language, message));
    }
    return null;
  }
  function ofMessage(language: Language, { key, params }: Message, namespace = 'kernel'): string {
    const text = find(language, key.includes(':') ? key : `${namespace}:${key}`, params);
    return text ?? find(language, 'kernel:validation.invalid') ?? key;
  }
  return {
    find,
    ofError: (language, { namespace, code, params }) =>
      find(language, `${namespace}:errors.${code}`, params) ??
      find(language, `kernel:errors.${code}`, params) ??
      find(language, 'kernel:errors.internal') ??
      code,
    ofMessage,
    replace(namespace, trees) {
      for (const language of languages) {
        const prefix = `${language}/${namespace}:`;
        for (const key of flat.keys()) if (key.startsWith(prefix)) flat.delete(key);
        if (trees) flatten(trees[language], prefix, flat);
      }
    },
  };
}

function flatten(tree: Tree, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') into.set(prefix + key, value);
    else flatten(value, `${prefix}${key}.`, into);
  }
}

function fill(text: string, params: Params, translate: (message: Message) => string): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = params[name];
    return typeof value === 'object' ? value.map(translate).join(', ') : String(value ?? whole);
  });
}

const rules = Object.fromEntries(
  languages.map((language) => [language, new Intl.PluralRules(language)]),
) as Record<Language, Intl.PluralRules>;

function pluralOf(language: Language, count: number): string {
  return rules[language].select(count);
}

/** The first supported language in an `Accept-Language` header; else the default. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined) return languages[0];
  for (const part of header.split(',')) {
    const requested = part.trim().slice(0, 2).toLowerCase();
    const known = languages.find((language) => language === requested);
    if (known) return known;
  }
  return languages[0];
}
