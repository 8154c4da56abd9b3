import { afterEach, expect, test, vi } from 'vitest';
import { createApi } from './api.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a call without a response fails after a minute, so that the form can be sent again', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  vi.stubGlobal('location', { href: 'https://apply.example/' });
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError')));
    return promise;
  });
  const submitting = createApi('pass', () => 'uz').submit('ticket', {});
  expect(timeout).toHaveBeenCalledWith(60_000);
  limit.abort();
  await expect(submitting).rejects.toMatchObject({ code: 'network' });
});
