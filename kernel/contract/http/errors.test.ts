import { describe, expect, test } from 'vitest';
import { CodedError, errorsOf, fail, kernelErrors } from './errors.ts';

describe('kernel errors', () => {
  test.each(Object.entries(kernelErrors))('%s has the status %i', (code, status) => {
    const error = fail(code as keyof typeof kernelErrors);
    expect(error).toBeInstanceOf(CodedError);
    expect(error).toMatchObject({ code, status, namespace: 'kernel', params: {}, message: code });
  });

  test('carry their details', () => {
    const error = fail('too_many_attempts', { retryAfter: 60, params: { minutes: 1 } });
    expect(error).toMatchObject({ status: 429, retryAfter: 60, params: { minutes: 1 } });
  });

  test('name the invalid fields', () => {
    const fields = { 'uz.name': { key: 'validation.required' } };
    expect(fail('invalid', { fields }).fields).toEqual(fields);
  });

  test('never have a success status', () => {
    expect(Object.values(kernelErrors).filter((status) => status < 400)).toEqual([]);
  });
});

test('a plugin has its own catalogue', () => {
  const codedError = errorsOf('applications', { transition_refused: 409 });
  const error = codedError('transition_refused', { params: { from: 'created', to: 'completed' } });
  expect(error).toMatchObject({
    status: 409,
    code: 'transition_refused',
    namespace: 'applications',
    params: { from: 'created', to: 'completed' },
  });
});
