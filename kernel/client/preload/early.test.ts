import { afterEach, expect, test, vi } from 'vitest';
import { requestEarly, fetchEarly, hasEarlyResponse } from './early.ts';

afterEach(() => vi.unstubAllGlobals());

const headers = { Authorization: 'mine' };

/** A `fetch` that responds with the number of the request. */
function countRequests() {
  let count = 0;
  const line = vi.fn(() => Promise.resolve(new Response(String(++count))));
  vi.stubGlobal('fetch', line);
  return line;
}

const textOf = async (address: string, init?: RequestInit) => (await fetchEarly(address, init)).text();

test('returns an early response once', async () => {
  const line = countRequests();
  requestEarly('/once', 'mine', () => fetch('/once'));
  requestEarly('/once', 'mine', () => fetch('/once'));
  expect(line).toHaveBeenCalledTimes(1);
  expect([await textOf('/once', { headers }), await textOf('/once', { headers })]).toEqual(['1', '2']);
});

test('does not return a response that was requested with another credential', async () => {
  countRequests();
  requestEarly('/other', 'another', () => fetch('/other'));
  expect(await textOf('/other', { headers })).toBe('2');
  requestEarly('/other', 'another', () => fetch('/other'));
  expect(await textOf('/other')).toBe('4');
});

test('sends the request again when the early one was rejected', async () => {
  countRequests();
  requestEarly('/refused', 'mine', () => Promise.resolve(new Response('', { status: 403 })));
  expect(await textOf('/refused', { headers })).toBe('1');
});

test('sends the request again when the early one failed, and always for a change', async () => {
  countRequests();
  requestEarly('/failed', 'mine', () => Promise.reject(new TypeError('cut')));
  expect(await textOf('/failed', { headers })).toBe('1');
  requestEarly('/change', 'mine', () => fetch('/change'));
  expect(await textOf('/change', { headers, method: 'POST' })).toBe('3');
});

test('an abort remains an abort', async () => {
  countRequests();
  requestEarly('/aborted', 'mine', () => fetch('/aborted'));
  await expect(fetchEarly('/aborted', { headers, signal: AbortSignal.abort() })).rejects.toThrow('abort');
});

test('stops waiting for an early response when its caller aborts', async () => {
  countRequests();
  requestEarly('/silent', 'mine', () => new Promise(() => {}));
  const leaving = new AbortController();
  const response = fetchEarly('/silent', { headers, signal: leaving.signal });
  leaving.abort(new Error('too late'));
  await expect(response).rejects.toThrow('too late');
});

test('requests an early response again after it was unused for too long', async () => {
  countRequests();
  vi.useFakeTimers();
  try {
    requestEarly('/old', 'mine', () => fetch('/old'));
    vi.advanceTimersByTime(10_001);
    expect(await textOf('/old', { headers })).toBe('2');
  } finally {
    vi.useRealTimers();
  }
});

test('reports whether an early response has arrived that can be shown', async () => {
  countRequests();
  requestEarly('/here', 'mine', () => fetch('/here'));
  requestEarly('/not-ours', 'mine', () => Promise.resolve(new Response('', { status: 403 })));
  requestEarly('/cut', 'mine', () => Promise.reject(new TypeError('cut')));
  const come = ['/here', '/not-ours', '/cut', '/never-asked'].map((address) => hasEarlyResponse(address));
  expect(await Promise.all(come)).toEqual([true, false, false, false]);
});
