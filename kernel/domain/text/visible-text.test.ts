import { expect, it } from 'vitest';
import { hasVisibleText } from './visible-text.ts';

it.each(['a', ' Ў ', '…', '—', '1', 'ʼ', '🙂', '\u200bЎ\u200b', 'о\u0301', '中'])(
  'detects visible text in %j',
  (text) => {
    expect(hasVisibleText(text)).toBe(true);
  },
);

it.each([
  '',
  ' \t\r\n',
  '\u00a0\u2003\u3000',
  '\u200b\u200c\u200d\u2060\ufeff',
  '\u00ad',
  '\u202e\u2066\u2069\u200f',
  '\u034f\u115f\u1160\u3164\uffa0',
  '\ufe0f\u{e0100}\u{e0020}',
  '\u2800',
  '\u0301\u0300',
  '\u0000\u0007\u009f',
  '\ud800',
  '\ue000',
])('detects no visible text in %j', (text) => {
  expect(hasVisibleText(text)).toBe(false);
});
