import { expect, test } from 'vitest';
import { toResponseError, isAborted, RequestError, toRequestError } from './request-error.ts';

test('the words are err, else message, else our own', () => {
  expect(toResponseError(409, { err: 'Band', message: 'Conflict' }, null).text).toBe('Band');
  expect(toResponseError(409, { err: ' ', message: 'Conflict' }, null).text).toBe('Conflict');
  expect(toResponseError(500, { error: 'x' }, null).text).toBe('Nimadir xato ketdi');
  expect(toResponseError(502, '<html>', null).text).toBe('Nimadir xato ketdi');
});

test('fields and the time to wait come along', () => {
  const error = toResponseError(
    422,
    { err: 'x', code: 'invalid', fields: { 'uz.name': 'Shart', n: 1 } },
    '30',
  );
  expect(error.fields).toEqual({ 'uz.name': 'Shart' });
  expect(error.retryAfter).toBe(30);
  expect(error.code).toBe('invalid');
});

test('what was thrown elsewhere gets words, and an abort is told apart', () => {
  const own = new RequestError({ status: 1, code: 'a', text: 'b' });
  expect(toRequestError(own)).toBe(own);
  expect(toRequestError(new TypeError('x is undefined')).text).toBe('Nimadir xato ketdi');
  expect(isAborted(new DOMException('', 'AbortError'))).toBe(true);
  expect(isAborted(own)).toBe(false);
});
