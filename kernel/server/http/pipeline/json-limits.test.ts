import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertJsonLimits } from './json-limits.ts';

const codeOf = (text: string): string => {
  try {
    assertJsonLimits(text);
    return 'fine';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('counts levels and values, and nothing within strings', () => {
  expect(codeOf(nested(64))).toBe('fine');
  expect(codeOf(nested(65))).toBe('malformed');
  expect(codeOf(`{"a":${'{"b":'.repeat(64)}1${'}'.repeat(65)}`)).toBe('malformed');
  expect(codeOf(`[${Array.from({ length: 250_000 }, () => 1).join()}]`)).toBe('fine');
  expect(codeOf(`[${Array.from({ length: 250_001 }, () => 1).join()}]`)).toBe('too_large');
  expect(codeOf(JSON.stringify(['['.repeat(300), '\\"'.repeat(99) + '['.repeat(300), '\\']))).toBe('fine');
  expect(codeOf(`"\\\\", ${nested(65)}`)).toBe('malformed');
  expect(codeOf('"never ended ' + '['.repeat(300))).toBe('fine');
});

test('accepts any JSON of moderate depth', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 20 }), (text) => codeOf(text) === 'fine'));
});
