import { expect, test } from 'vitest';
import { failureName, pictureName } from './picture-name.ts';

test('a picture is named by what it shows and its engine', () => {
  expect(pictureName('map-before', 'Firefox without WebGL')).toBe('map-before-firefox-without-webgl.png');
});

test('the picture of a failure is not that of another story, or of another engine', () => {
  const names = ['signs in, after a wrong password', 'signs out: at once'].flatMap((title) =>
    ['Firefox', 'WebKit'].map((engine) => failureName(title, engine)),
  );
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^failed-[a-z-]+\.png$/);
});
