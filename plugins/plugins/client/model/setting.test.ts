import { expect, test } from 'vitest';
import { z } from 'zod';
import { contestedPaths, fromForm, kindOf, partAt, rebased, toForm, type JsonSchema } from './setting.ts';

const config = z.object({
  days: z.int().min(1).max(365).default(15),
  open: z.boolean().default(false),
  tone: z.enum(['low', 'high']).default('low'),
  title: z.string().max(60).default(''),
  address: z.string().max(300).default(''),
  text: z.string().max(2000).default(''),
  key: z.string().default('').meta({ writeOnly: true }),
  origins: z.array(z.url()).default([]),
  kinds: z.array(z.enum(['a', 'b'])).default(['a']),
  mail: z.object({ host: z.string().default(''), port: z.int().default(25) }).prefault({}),
  table: z.record(z.string(), z.int()).default({}),
});
const schema = z.toJSONSchema(config.strict(), { io: 'input' }) as JsonSchema;

test('each schema has its control', () => {
  expect(
    Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, part]) => [key, kindOf(part)])),
  ).toEqual({
    days: 'number',
    open: 'switch',
    tone: 'choice',
    title: 'text',
    address: 'text',
    text: 'longText',
    key: 'secret',
    origins: 'lines',
    kinds: 'choices',
    mail: 'group',
    table: 'json',
  });
});

test('keeps values that are not edited', () => {
  const values = config.parse({
    origins: ['https://example.org', 'https://example.com'],
    mail: { host: 'mail', port: 587 },
    table: { a: 1 },
    open: true,
  });
  const { values: back, broken } = fromForm(schema, toForm(schema, values));
  expect(broken).toEqual([]);
  expect(config.strict().parse(back)).toEqual(values);
});

test('shows the default of an unset setting', () => {
  expect(toForm(schema, {})).toMatchObject({ days: 15, tone: 'low', kinds: ['a'] });
});

test('omits an empty number and an empty line, and reports invalid JSON', () => {
  const form = { ...toForm(schema, {}), days: null, origins: ' https://example.org \n\n', table: '{"a":' };
  const { values, broken } = fromForm(schema, form);
  expect(values).not.toHaveProperty('days');
  expect(values).toMatchObject({ origins: ['https://example.org'] });
  expect(broken).toEqual(['table']);
});

test("takes over another user's change, except in edited fields", () => {
  const form = (values: object) => toForm(schema, config.parse(values));
  const before = form({ days: 15, mail: { host: 'a.example', port: 25 } });
  const saved = form({ days: 20, title: 'Yangi', mail: { host: 'a.example', port: 465 } });
  expect(rebased(before, before, saved), 'nothing was changed').toEqual(saved);
  const mine = { ...before, days: 30, mail: { host: 'b.example', port: 25 } };
  expect(rebased(mine, before, saved)).toEqual({
    ...saved,
    days: 30,
    mail: { host: 'b.example', port: 465 },
  });
});

test('names the settings that both have changed, each to something else', () => {
  const form = (values: object) => toForm(schema, config.parse(values));
  const before = form({ days: 15, mail: { host: 'a.example', port: 25 } });
  const saved = form({ days: 20, title: 'Yangi', open: true, mail: { host: 'a.example', port: 465 } });
  const mine = { ...before, days: 30, open: true, text: 'Matn', mail: { host: 'b.example', port: 26 } };
  const contested = contestedPaths(mine, before, saved);
  expect(contested).toEqual(['days', 'mail.port']);
  expect(contested.map((path) => partAt(schema, saved, path).value)).toEqual([20, 465]);
  expect(contested.map((path) => kindOf(partAt(schema, saved, path).schema))).toEqual(['number', 'number']);
  expect(contestedPaths(before, before, saved)).toEqual([]);
});
