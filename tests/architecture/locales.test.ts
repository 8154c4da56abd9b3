import { describe, expect, test } from 'vitest';
import { languages } from '#kernel/domain/text/languages.ts';
import { formsOf, keysOf, namespacesOf, textsOf, variablesOf } from './locales.ts';
import { manifests } from './manifests.ts';

const namespaces = namespacesOf('uz');

test('every language has the same namespaces', () => {
  expect(namespaces).toContain('kernel');
  for (const language of languages) expect(namespacesOf(language), language).toEqual(namespaces);
});

test('a namespace belongs to the kernel, a plugin or a widget', () => {
  const owners = new Set(['kernel', 'map', 'chat', 'apply', ...manifests.map(({ id }) => id)]);
  expect(namespaces.filter((namespace) => !owners.has(namespace))).toEqual([]);
});

describe.each(namespaces)('%s', (namespace) => {
  const uz = textsOf('uz', namespace);
  const ru = textsOf('ru', namespace);

  test('has the same keys in both languages', () => {
    expect(keysOf(ru)).toEqual(keysOf(uz));
  });

  test('has no empty text', () => {
    for (const texts of [uz, ru]) {
      expect([...texts].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
    }
  });

  test('has one Uzbek form after a number', () => {
    expect(keysOf(uz).filter((key) => formsOf(key, uz).length > 0)).toEqual([]);
  });

  test('has Russian forms for one, few and many wherever it has forms', () => {
    const lacking = keysOf(ru)
      .map((key) => ({ key, forms: formsOf(key, ru).filter((form) => form !== 'other') }))
      .filter(({ forms }) => forms.length > 0 && forms.join() !== 'few,many,one');
    expect(lacking).toEqual([]);
  });

  test('has the same placeholders in both languages', () => {
    const differing = keysOf(uz).flatMap((key) => {
      const inUzbek = variablesOf(uz.get(key) ?? '');
      const forms = formsOf(key, ru);
      const texts =
        forms.length > 0 ? forms.map((form) => ru.get(`${key}_${form}`) ?? '') : [ru.get(key) ?? ''];
      const inRussian = [...new Set(texts.flatMap(variablesOf))].toSorted();
      return inUzbek.join() === inRussian.join() ? [] : [{ key, inUzbek, inRussian }];
    });
    expect(differing).toEqual([]);
  });

  test('does not mix Uzbek and Russian', () => {
    const named = (key: string) => /(^|\.)languages?\./.test(key);
    const cyrillic = [...uz].filter(([key, text]) => !named(key) && /\p{Script=Cyrillic}{3,}/u.test(text));
    expect(cyrillic.map(([key]) => key)).toEqual([]);
    const letters = [...ru].filter(([, text]) => /\p{L}{4,}/u.test(text.replaceAll(/\{\{[^}]*\}\}/g, '')));
    const latin = letters.filter(([, text]) => !/\p{Script=Cyrillic}/u.test(text)).map(([key]) => key);
    expect(latin.length, latin.join()).toBeLessThanOrEqual(letters.length / 20 + 2);
  });
});
