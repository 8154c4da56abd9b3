import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LazyCachedResponse } from './cached-response.ts';

const bytes = Buffer.from(Array.from({ length: 4000 }, (_, index) => `${index * 7919}`).join());

test('is compressed quickly for the first client, and better later, with the same content', async () => {
  const response = new LazyCachedResponse('text/plain', bytes);
  expect(response.encodedFor('gzip, br')).toEqual({ encoding: null, bytes });
  await Promise.all([response.compressFor('gzip, br'), response.compressFor('br')]);
  const quick = response.encodedFor('gzip, br');
  expect(quick.encoding).toBe('br');
  expect(brotliDecompressSync(quick.bytes).equals(bytes)).toBe(true);
  // The other encoding has not been requested yet.
  expect(response.encodedFor('gzip')).toEqual({ encoding: null, bytes });
  await response.compressFor('gzip');
  expect(gunzipSync(response.encodedFor('gzip').bytes).equals(bytes)).toBe(true);
  await response.compress();
  const well = response.encodedFor('br');
  expect(well.bytes.length).toBeLessThan(quick.bytes.length);
  expect(brotliDecompressSync(well.bytes).equals(bytes)).toBe(true);
  await response.compressFor('br');
  expect(response.encodedFor('br').bytes).toBe(well.bytes);
});

test('does not compress small responses, or responses to clients without compression', async () => {
  const small = new LazyCachedResponse('text/plain', Buffer.from('{}'));
  await small.compress();
  await small.compressFor('br');
  expect(small.encodedFor('br').encoding).toBeNull();
  const large = new LazyCachedResponse('text/plain', bytes);
  await large.compress();
  await large.compressFor('identity');
  expect(large.encodedFor('identity')).toEqual({ encoding: null, bytes });
});
