import { expect, test } from 'vitest';
import { toResponseError, isAborted, RequestError, toRequestError } from './request-error.ts';

test('takes its text from err, else from message, else from the texts of the client', () => {
  expect(toResponseError(409, { err: 'Band', message: 'Conflict' }, null).text).toBe('Band');
  expect(toResponseError(409, { err: ' ', message: 'Conflict' }, null).text).toBe('Conflict');
  expect(toResponseError(500, { error: 'x' }, null).text).toBe('Nimadir xato ketdi');
  expect(toResponseError(502, '<html>', null).text).toBe('Nimadir xato ketdi');
});

test('carries the fields and the retry delay', () => {
  const error = toResponseError(
    422,
    { err: 'x', code: 'invalid', fields: { 'uz.name': 'Shart', n: 1 } },
    '30',
  );
  expect(error.fields).toEqual({ 'uz.name': 'Shart' });
  expect(error.retryAfter).toBe(30);
  expect(error.code).toBe('invalid');
});

test('gives a text to errors thrown elsewhere, and recognizes an abort', () => {
  const own = new RequestError({ status: 1, code: 'a', text: 'b' });
  expect(toRequestError(own)).toBe(own);
  expect(toRequestError(new TypeError('x is undefined')).text).toBe('Nimadir xato ketdi');
  expect(isAborted(new DOMException('', 'AbortError'))).toBe(true);
  expect(isAborted(own)).toBe(false);
});
