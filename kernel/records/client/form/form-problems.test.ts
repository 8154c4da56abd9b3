import { expect, test } from 'vitest';
import { z } from 'zod';
import { colorSchema, idSchema, namesShape } from '#kernel/contract/index.ts';
import { schemaResolver, schemaWrong } from './form-problems.ts';

const schema = z.strictObject({ ...namesShape, color: colorSchema, neighborhood_id: idSchema });
const translate = (path: string, problem: { key: string }, empty: boolean) =>
  empty ? `no ${path}` : problem.key;
const resolve = schemaResolver<z.infer<typeof schema>>(schema, (values) => values, translate);
const options = { fields: {}, shouldUseNativeValidation: false };

const whole = { uz: { name: 'Savdo' }, ru: { name: 'Торговля' }, color: '#0b7480', neighborhood_id: 3 };

test('reports no problem for values that fit the schema', async () => {
  expect(await resolve(whole, undefined, options)).toEqual({ values: whole, errors: {} });
});

test('reports a text for each invalid field, at its path in the form', async () => {
  const values = { ...whole, uz: { name: '  ' }, color: 'red', neighborhood_id: null as unknown as number };
  expect(await resolve(values, undefined, options)).toEqual({
    values: {},
    errors: {
      uz: { name: { type: 'schema', message: 'no uz.name' } },
      color: { type: 'schema', message: 'kernel:validation.format' },
      neighborhood_id: { type: 'schema', message: 'no neighborhood_id' },
    },
  });
});

test('reports an empty field as missing, whatever the schema reports', async () => {
  const { errors } = await resolve({ ...whole, color: '' }, undefined, options);
  expect(errors).toEqual({ color: { type: 'schema', message: 'no color' } });
});

test('reports a name that is too long as such, not as missing', async () => {
  const { errors } = await resolve({ ...whole, ru: { name: 'я'.repeat(201) } }, undefined, options);
  expect(errors).toEqual({ ru: { name: { type: 'schema', message: 'kernel:validation.too_long' } } });
});

test('distinguishes problems of the schema from those of the server', () => {
  const errors = {
    color: { type: 'schema', message: 'a' },
    uz: { name: { type: 'server', message: 'taken' } },
    citizens: [undefined, { full_name: { type: 'schema', message: 'b', ref: { type: 'text' } } }],
  };
  expect(schemaWrong(errors)).toEqual(['color', 'citizens.1.full_name']);
});
