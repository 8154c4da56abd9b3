import { expect } from 'vitest';
import { t } from '../e2e/support/texts.ts';
import { story } from './support/story.ts';

story(
  'a new application slides into the list, and a search finds it',
  async ({ page, api, enter, picture }) => {
    await enter('operator', '/applications/list');
    await page.find({ css: 'main ul[aria-label] > li' });
    const name = `Zul${Date.now().toString(36)}`;
    const { id } = await api.sendApplication({ first_name: name, last_name: 'Matkarimova' });
    await page.sees(name);
    await page.write({ css: 'main input', name: t('applications:list.searchLabel') }, name);
    await page.until(
      'one card',
      (expected: string) => {
        const cards = [...document.querySelectorAll<HTMLElement>('main ul[aria-label] > li')];
        return cards.length === 1 && cards[0]?.innerText.includes(expected);
      },
      [name],
    );
    await picture('list');
    await page.click({ css: 'main ul[aria-label] > li a', name: 'Matkarimova' });
    await page.isAt(`/applications/${id}`);
  },
);

story(
  'where a table is drawn as cards, a screen reader still finds its rows and cells',
  async ({ page, enter, picture }) => {
    await enter('superadmin', '/users');
    await page.find({ css: 'main tbody tr td' });
    await page.driver.narrow();
    const rows = await page.until('cards', () => {
      const all = [...document.querySelectorAll('main tbody tr')];
      return all.every((row) => getComputedStyle(row).display === 'flex') && all.length;
    });
    await picture('cards');
    const cells = await page.driver.run(() => document.querySelectorAll('main tbody td').length, []);
    const count = (role: string, css: string) => page.driver.countByRole(role, css);
    expect(await count('table', 'main table')).toBe(1);
    expect(await count('row', 'main tbody tr')).toBe(rows);
    expect(await count('cell', 'main tbody td')).toBe(cells);
  },
);
