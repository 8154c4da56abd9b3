import { describe, expect, test } from 'vitest';
import { toCodedError } from './error-handler.ts';

describe('a connection that is reset', () => {
  test('by the sender of a form is neither a server error nor a bad request', () => {
    const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    const closed = Object.assign(new Error('closed'), { code: 'FST_MP_PREMATURE_CLOSE', statusCode: 400 });
    for (const error of [aborted, closed])
      expect(toCodedError(error)).toMatchObject({ status: 499, code: 'malformed' });
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
