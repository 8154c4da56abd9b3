import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEmbedTokens } from './embed-tokens.ts';

const site = 'https://www.example.uz';
const day = 24 * 3600;

test('an embed token names its site, for a day and the rest of an hour', () => {
  let now = 1_700_000_000;
  const passes = createEmbedTokens('secret', () => now);
  const pass = passes.issue(site);
  expect(passes.read(pass)).toBe(site);
  expect(passes.issue(site)).toBe(pass);
  now += day;
  expect(passes.read(pass)).toBe(site);
  now += 3601;
  expect(passes.read(pass)).toBeNull();
});

test('cannot be forged or altered', () => {
  const passes = createEmbedTokens('secret', () => 1_700_000_000);
  expect(passes.read(createEmbedTokens('other', () => 1_700_000_000).issue(site))).toBeNull();
  const [until = '', signature = '', name = ''] = passes.issue(site).split('.');
  const other = Buffer.from('https://evil.example').toString('base64url');
  for (const forged of [
    `${Number(until) + 1}.${signature}.${name}`,
    `${until}.${signature}.${other}`,
    `${until}.${signature}.`,
    '',
  ])
    expect(passes.read(forged)).toBeNull();
  fc.assert(fc.property(fc.string(), (text) => passes.read(text) === null));
});
