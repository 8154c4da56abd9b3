import { expect, test } from 'vitest';
import { hueIndex, initials } from './avatar.tsx';

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

test('a name always gets the same hue, within the count', () => {
  expect(hueIndex('Gulnora Rahimova', 6)).toBe(hueIndex('Gulnora Rahimova', 6));
  for (const name of ['a', 'b', 'Ўткир', '']) expect(hueIndex(name, 6)).toBeLessThan(6);
});
