import { expect, test } from 'vitest';
import texts from './templates.json' with { type: 'json' };
import { templateBodyOf } from './seed-templates.ts';

test('every template of the demonstration is a document in both languages, with the same fields', () => {
  const fieldsOf = (lines: readonly string[]) =>
    lines
      .join(' ')
      .match(/\{\w+\}|[?*]\w+/g)
      ?.toSorted();
  for (const { uz, ru } of texts) {
    expect(templateBodyOf(uz.body).content, uz.name).toHaveLength(uz.body.length);
    expect(templateBodyOf(ru.body).content, ru.name).toHaveLength(uz.body.length);
    expect(fieldsOf(ru.body), ru.name).toEqual(fieldsOf(uz.body));
  }
});

test('rejects a field and a list that no application has', () => {
  expect(() => templateBodyOf(['{salary}'])).toThrow();
  expect(() => templateBodyOf(['*relatives'])).toThrow();
});
