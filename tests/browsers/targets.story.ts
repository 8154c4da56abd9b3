import { expect } from 'vitest';
import { locate } from './support/in-page.ts';
import { story } from './support/story.ts';

story('a story presses what a person can press, and types into the field it names', async (walk) => {
  const { page, site, picture } = walk;
  await page.goto(`${site}/targets`);
  const placeOf = (css: string, name: string, hasFocus = false) =>
    page.driver.run(locate, [css, name, hasFocus]);
  await page.find({ css: 'button', name: 'Ochiq' });
  // Covered by a layer of the surrounding block.
  expect(await placeOf('button', 'Yopilgan')).toMatch(/lies <div class="under">/);
  await page.write({ css: 'input', name: 'Familiya' }, 'Matkarimova');
  // Another field of the same kind has the focus.
  expect(await placeOf('input', 'Ism', true)).toMatch(/^the focus is in <input>/);
  await page.write({ css: 'input', name: 'Ism' }, 'Zulfiya');
  const texts = () => [...document.querySelectorAll('input')].map(({ value }) => value);
  expect(await page.driver.run(texts, [])).toEqual(['Matkarimova', 'Zulfiya']);
  await picture('targets');
});
