import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.ts';

/** The texts of a namespace by dotted key. */
export type Texts = ReadonlyMap<string, string>;

/** The namespaces of a language. */
export function namespacesOf(language: string): string[] {
  return readdirSync(join(root, 'locales', language))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''))
    .toSorted();
}

/** The texts of a namespace; empty if the language has no such file. */
export function textsOf(language: string, namespace: string): Texts {
  const texts = new Map<string, string>();
  if (!namespacesOf(language).includes(namespace)) return texts;
  const file = join(root, 'locales', language, `${namespace}.json`);
  flatten(JSON.parse(readFileSync(file, 'utf8')), '', texts);
  return texts;
}

const forms = /_(zero|one|two|few|many|other)$/;

/** A key without its plural form, if it has several: a lone `too_many` is not a form of `too`. */
export function baseOf(key: string, texts: Texts): string {
  const base = key.replace(forms, '');
  return texts.has(`${base}_one`) || texts.has(`${base}_other`) ? base : key;
}

/** The keys as used in code, with plural forms counted once. */
export function keysOf(texts: Texts): string[] {
  return [...new Set([...texts.keys()].map((key) => baseOf(key, texts)))].toSorted();
}

/** The plural forms of a key, without the underscore; empty if it has none. */
export function formsOf(key: string, texts: Texts): string[] {
  return [...texts.keys()]
    .filter((candidate) => candidate !== key && baseOf(candidate, texts) === key)
    .map((candidate) => candidate.slice(key.length + 1))
    .toSorted();
}

/** The names in `{{…}}`. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name ?? ''))].toSorted();
}

function flatten(value: unknown, prefix: string, into: Map<string, string>): void {
  if (Array.isArray(value)) {
    into.set(prefix, value.join(' '));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) flatten(child, prefix ? `${prefix}.${key}` : key, into);
  } else {
    into.set(prefix, String(value));
  }
}
