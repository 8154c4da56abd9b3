import { expect, test } from 'vitest';
import { correctionBodyOf, correctionOf, correctionSchema } from './correction.ts';

const filled = {
  ...correctionOf(null),
  first_name: 'Gulnora',
  last_name: 'Rahimova',
  personal_number: '31210632040244',
  employment_status: 'unemployed' as const,
  planned_assistance: 'Tikuv mashinasi',
  reason: 'Familiya notoʻgʻri edi',
};

function problems(values: object): Record<string, string> {
  const result = correctionSchema.safeParse(correctionBodyOf({ ...filled, ...values }));
  return Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
}

test('a correction reports errors before it is sent, as the server does', () => {
  expect(problems({})).toEqual({});
  expect(problems({ last_name: '', phone: '998' })).toEqual({
    last_name: 'applications:errors.name_required',
    phone: 'applications:errors.phone',
  });
  expect(problems({ first_name: '12345' })).toEqual({ first_name: 'applications:errors.name_form' });
  expect(problems({ personal_number: '123' })).toEqual({
    personal_number: 'applications:errors.jshshir_length',
  });
  expect(problems({ personal_number: '31210632040243' }), 'a check digit may be old and right').toEqual({});
  expect(problems({ passport_series: 'AB', passport_number: '12' })).toEqual({
    passport_number: 'applications:errors.passport_number',
  });
});

test('requires a reason without a document, and drops it with one', () => {
  expect(problems({ personal_number: '' })).toEqual({
    no_document_reason: 'applications:errors.no_document_reason',
  });
  const body = correctionBodyOf({ ...filled, no_document_reason: 'Yoʻqotgan' });
  expect(body).toMatchObject({ no_document_reason: '' });
});
