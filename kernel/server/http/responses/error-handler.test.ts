import { describe, expect, test } from 'vitest';
import { toCodedError } from './error-handler.ts';

describe('a connection that is reset', () => {
  test('by the sender of a form is not reported as a server error', () => {
    const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    expect(toCodedError(aborted)).toMatchObject({ status: 400, code: 'malformed' });
  });

  test('by the database can be retried', () => {
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    expect(toCodedError(reset)).toMatchObject({
      status: 503,
      code: 'unavailable',
      retryAfter: expect.any(Number),
    });
  });
});
