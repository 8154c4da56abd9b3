import type { Neighborhood } from '#plugins/neighborhoods/contract.ts';
import { expectToast } from './support/applications.ts';
import { boxesAt, moveCorners } from './support/border-city.ts';
import { answerConfirmation, inLanguage, makeRecord, saveButtonOf } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

for (const [language, translate] of inLanguage('ru')) {
  test(`a neighbourhood snaps to the one beside it in its form, in ${language}`, async ({ as, api }) => {
    const south = language === 'uz' ? 41.9 : 41.95;
    const box = (west: number, east: number): [number, number][] => [
      [south, west],
      [south, east],
      [south + 0.01, east],
      [south + 0.01, west],
    ];
    // They are twenty metres apart.
    const beside = await makeRecord(api, 'neighborhoods', { coords: box(61.5, 61.51), color: '#0b7480' });
    const made = await makeRecord(api, 'neighborhoods', { coords: box(61.5103, 61.52), color: '#c2410c' });
    const page = await as('superadmin', { path: `/neighborhoods/${made.id}`, language });
    const main = page.getByRole('main');
    const map = main.getByRole('application', { name: translate('map:label') });
    await main.getByRole('button', { name: translate('map:toolbar.list') }).click();
    await main
      .getByRole('button', { name: translate('map:list.select', { title: made[language].name }) })
      .click();
    await main.getByRole('button', { name: translate('map:toolbar.edit') }).click();
    await map.focus();
    await map.press('Tab');
    // The neighbours are loaded after the map.
    await expect(async () => {
      await map.press('n');
      await expect(main.getByRole('button', { name: translate('map:toolbar.undo') })).toBeEnabled({
        timeout: 500,
      });
    }).toPass({ timeout: 60_000 });
    await saveButtonOf(main, 'update', translate).click();
    await expectToast(page, translate('neighborhoods:updated'));
    const { coords } = await api.get<Neighborhood>(`neighborhoods/${made.id}`, 'superadmin');
    expect(coords).toContainEqual((beside as unknown as Neighborhood).coords[1]);
  });
}

test('the neighbours around a border follow the theme, also with reduced motion', async ({ as, api }) => {
  const [first] = (await api.get<{ items: Neighborhood[] }>('neighborhoods?limit=1', 'superadmin')).items;
  const page = await as('superadmin', { path: `/neighborhoods/${first?.id}` });
  const names = page.locator('.km-overlay-canvas');
  /** Whether the names have a light halo, for readability on a light background. */
  const isLight = () =>
    names.evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let white = 0;
      for (let at = 0; at < pixels.length; at += 4)
        if (pixels[at] === 255 && pixels[at + 3] === 255) white += 1;
      return white > 50;
    });
  await expect.poll(isLight).toBe(true);
  await page.evaluate(() => void (document.documentElement.dataset['theme'] = 'dark'));
  await expect.poll(isLight).toBe(false);
});

test('a border that crosses itself is not replaced by the one before it, nor left without a question', async ({
  as,
  api,
}) => {
  const { at, box } = boxesAt(41.85, 61.7);
  const made = await makeRecord(api, 'neighborhoods', { coords: box(0, 0, 10, 10), color: '#0b7480' });
  const page = await as('superadmin', { path: `/neighborhoods/${made.id}` });
  const main = await moveCorners(page, t, { title: made.uz.name, corners: [1], lng: at(0, 15)[1] });
  await expect(main.getByText(t('neighborhoods:crossed'))).toBeVisible();
  await saveButtonOf(main, 'update').click();
  await expect(page.getByRole('alert').filter({ hasText: t('neighborhoods:crossed') })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/neighborhoods/${made.id}$`));
  const stored = await api.get<Neighborhood>(`neighborhoods/${made.id}`, 'superadmin');
  expect(stored.updatedAt).toBe(made.updatedAt);
  await main.getByRole('link', { name: t('neighborhoods:menu.title') }).click();
  await answerConfirmation(page, t('kernel:leave.title'), true);
  await expect(page).toHaveURL(/\/neighborhoods\/list/);
});
