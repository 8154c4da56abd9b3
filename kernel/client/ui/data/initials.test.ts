import { expect, test } from 'vitest';
import { initials } from './avatar.tsx';

test.each([
  ['Gulnora Rahimova', 'GR'],
  ['  sherzod   matyoqubov ollaberganovich', 'SM'],
  ['Ўткир Ғаниев', 'ЎҒ'],
  ['‘Alisher’ (Navoiy)', 'AN'],
  ['admin', 'A'],
  ['', ''],
])('initials of "%s" are %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
