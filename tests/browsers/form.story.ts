import { expect } from 'vitest';
import type { Neighborhood } from '#plugins/neighborhoods/contract.ts';
import { t } from '../e2e/support/texts.ts';
import { story } from './support/story.ts';

story('both names of a new direction are typed at once and saved', async ({ page, api, enter, picture }) => {
  const mark = Date.now().toString(36);
  const [uz, ru] = [`Sinov ${mark}`, `Проба ${mark}`];
  await enter('superadmin', '/directions');
  await page.click({ css: 'main button', name: t('kernel:records.add') });
  await page.find({ css: 'input[lang="uz"]' });
  await page.driver.run(countPanels, []);
  for (const [language, name] of [
    ['ru', ru],
    ['uz', uz],
  ] as const) {
    // As fast as a person: the tab, the field, the keys.
    await page.click({ css: '[role="tab"]', name: t(`kernel:language.${language}`) });
    await page.write({ css: `input[lang="${language}"]` }, name);
  }
  expect(await page.driver.run(maxPanels, []), 'simultaneously visible panels').toBe(1);
  await picture('form');
  await page.click({ css: '[role="dialog"] button[type="submit"]' });
  await page.sees(uz);
  const { items } = await api.get<{ items: Pick<Neighborhood, 'uz' | 'ru'>[] }>(
    `directions?search=${mark}`,
    'superadmin',
  );
  expect(items.map((item) => [item.uz.name, item.ru.name])).toEqual([[uz, ru]]);
});

/** Runs in the page: records the maximum number of simultaneously visible panels, checked on every change. */
function countPanels(): void {
  const page = window as unknown as { maxPanels: number };
  const count = () => {
    const panels = [...document.querySelectorAll('[role="dialog"] [role="tabpanel"]')];
    const visible = panels.filter((panel) => getComputedStyle(panel).display !== 'none');
    page.maxPanels = Math.max(page.maxPanels, visible.length);
  };
  page.maxPanels = 0;
  count();
  new MutationObserver(count).observe(document.body, { attributes: true, childList: true, subtree: true });
}

function maxPanels(): number {
  return (window as unknown as { maxPanels: number }).maxPanels;
}
