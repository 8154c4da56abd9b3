import { expect, test } from 'vitest';
import { createSigner } from './url-signer.ts';

let now = 1_790_000_000;
const signer = createSigner('secret', () => now);

function parse(url: string): { id: number; exp: string; sig: string } {
  const read = new URL(url, 'http://localhost');
  return {
    id: Number(read.pathname.split('/').at(-1)),
    exp: read.searchParams.get('exp') ?? '',
    sig: read.searchParams.get('sig') ?? '',
  };
}

test('an address is valid for its file and its session', () => {
  const url = signer.url(7, 42);
  expect(url).toMatch(/^\/api\/uz\/files\/7\?exp=\d+&sig=42\.[\w-]{43}$/);
  expect(signer.verify(7, parse(url))).toEqual({ sessionId: 42 });
});

test('is the same within a minute, and expires after five to six', () => {
  now = Math.ceil(now / 60) * 60 + 1;
  const url = signer.url(7, 42);
  now += 58;
  expect(signer.url(7, 42)).toBe(url);
  now += 240;
  expect(signer.verify(7, parse(url))).not.toBeNull();
  now += 62;
  expect(signer.verify(7, parse(url))).toBeNull();
});

test('cannot be altered', () => {
  const { exp, sig } = parse(signer.url(7, 42));
  const later = String(Number(exp) + 60);
  expect(signer.verify(8, { exp, sig })).toBeNull();
  expect(signer.verify(7, { exp: later, sig })).toBeNull();
  expect(signer.verify(7, { exp, sig: sig.replace('42.', '43.') })).toBeNull();
  expect(signer.verify(7, { exp, sig: sig.replace('42.', '042.') })).toBeNull();
  expect(signer.verify(7, { exp: `0${exp}`, sig })).toEqual({ sessionId: 42 });
  expect(createSigner('another', () => now).verify(7, { exp, sig })).toBeNull();
  for (const wrong of ['', '42', '42.', '.x', `${sig}x`, sig.slice(0, -1)]) {
    expect(signer.verify(7, { exp, sig: wrong })).toBeNull();
  }
  for (const wrong of ['', '-1', '1e99', 'NaN', `${exp}.5`]) {
    expect(signer.verify(7, { exp: wrong, sig })).toBeNull();
  }
});
