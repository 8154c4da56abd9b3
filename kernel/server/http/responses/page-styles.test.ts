import { expect, test } from 'vitest';
import { pageStyles } from './page-styles.ts';

test('a page of the server has the colours of the app that it uses, in both schemes', () => {
  const styles = pageStyles('a{color:var(--accent)}');
  expect(styles).toMatch(/^:root\{color-scheme:light dark;[^}]*--accent:#0b7480[;}]/);
  expect(styles).toMatch(/\(prefers-color-scheme:dark\)\{:root\{[^}]*--accent:#4cc0c9[;}]/);
  expect(styles).not.toContain('--danger');
  expect(styles.endsWith('\na{color:var(--accent)}')).toBe(true);
});

test('every colour that a page names is defined in both schemes', () => {
  const styles = pageStyles('');
  const used = new Set([...styles.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  const defined = [...styles.matchAll(/(--[\w-]+):/g)].map(([, name]) => name);
  expect(defined.toSorted()).toEqual([...used, ...used].toSorted());
});
