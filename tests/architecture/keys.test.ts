import { describe, expect, test } from 'vitest';
import { languages } from '#kernel/domain/text/languages.ts';
import { keysOf, textsOf } from './locales.ts';
import { sources } from './sources.ts';
import { usedKeysOf, type UsedKey } from './used-keys.ts';

const files = sources(/^(kernel\/(app|client|server)|plugins)\/.*\.tsx?$/).filter(
  ({ path }) => !/\.test\.|\/gallery\//.test(path),
);

test('every key that code uses has a text', () => {
  const used = files.flatMap(usedKeysOf);
  expect(used.length).toBeGreaterThan(100);
  expect(
    used
      .filter((one) => !exists(one))
      .map(({ path, namespaces, key }) => `${path}: ${namespaces.join('|')}:${key}`),
  ).toEqual([]);
});

test('every result of explain has a text', () => {
  const states = ['not_installed', 'disabled', 'requires', 'invalid_configuration', 'quarantined', 'denied'];
  for (const language of languages) {
    const texts = textsOf(language, 'kernel');
    expect(
      states.filter((state) => !texts.has(`explain.${state}`)),
      language,
    ).toEqual([]);
  }
});

describe('the scan', () => {
  const scan = (text: string, path = 'plugins/streets/client/pages/list.tsx') =>
    usedKeysOf({ path, text }).map(({ namespaces, key }) => `${namespaces.join('|')}:${key}`);

  test('reads the namespace of the hook', () => {
    expect(scan("const t = useText('streets'); const k = useText(); t('a.b'); k('c');")).toEqual([
      'streets:a.b',
      'kernel:c',
    ]);
  });

  test('reads a namespace in the key', () => {
    expect(scan("const t = useText('streets'); t('kernel:a'); translate('users:b');")).toEqual([
      'kernel:a',
      'users:b',
    ]);
  });

  test('reads both branches of a conditional, and interpolated values', () => {
    expect(scan("const t = useText('streets'); t(x ? 'a' : 'b'); t(`c.${d}.e`);")).toEqual([
      'streets:a',
      'streets:b',
      'streets:c.*.e',
    ]);
  });

  test("attributes an imported `t` to the plugin's own namespace", () => {
    expect(scan("export function titleOf(t: TFunction) { return t('title'); }")).toEqual([
      'streets|kernel:title',
    ]);
  });

  test('ignores keys that it cannot know', () => {
    expect(scan("const t = useText('streets'); t(key); t(`${key}`); other('a');")).toEqual([]);
  });
});

function exists({ namespaces, key }: UsedKey): boolean {
  return languages.every((language) =>
    namespaces.some((namespace) => {
      const keys = keysOf(textsOf(language, namespace));
      if (!key.includes('*')) return keys.includes(key);
      const pattern = new RegExp(`^${key.split('*').map(escape).join('.+')}$`);
      return keys.some((candidate) => pattern.test(candidate));
    }),
  );
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
