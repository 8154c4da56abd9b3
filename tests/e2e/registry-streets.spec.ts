import { choose, expectToast } from './support/applications.ts';
import type { Api } from './support/api.ts';
import {
  addButtonOf,
  dialogOf,
  expectAllRows,
  fillNames,
  inLanguage,
  makeRecord,
  namesOf,
  rowOf,
  rowsOf,
  saveButtonOf,
  uniqueMark,
} from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const path = '/streets';

for (const [language, translate] of inLanguage('ru')) {
  test(`adds a street to a neighbourhood and moves it to another, in ${language}`, async ({ as, api }) => {
    const [one, other] = await neighborhoodsOf(api);
    const mark = uniqueMark();
    const page = await as('registrar', { path, language });
    await test.step('a changed name changes the order', async () => {
      await expect(rowsOf(page).nth(1)).toBeVisible();
      const bare = (await namesOf(page)).map((name) => name.replace('улица ', '').toLowerCase());
      if (language === 'ru') expect(bare).toEqual(bare.toSorted((a, b) => a.localeCompare(b, 'ru')));
    });
    await addButtonOf(page, translate).click();
    const dialog = dialogOf(page, translate('streets:addTitle'));
    await saveButtonOf(dialog, 'add', translate).click();
    await expect(dialog.getByText(translate('streets:neighborhoodRequired'))).toBeVisible();
    await expect(dialog.getByText(translate('streets:nameRequired')).first()).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: translate('streets:neighborhood') })).toBeFocused();

    await choose(
      page,
      new RegExp(translate('streets:neighborhood')),
      translate('streets:mfy', { name: one[language] }),
    );
    await fillNames(dialog, { uz: `Bahor ${mark}`, ru: `Весна ${mark}` });
    await saveButtonOf(dialog, 'add', translate).click();
    await expectToast(page, translate('streets:added'));
    const names = { uz: `Bahor ${mark}`, ru: `Весна ${mark}` };
    await page.getByRole('searchbox', { name: translate('streets:search') }).fill(mark);
    const row = rowOf(page, translate('streets:street', { name: names[language] }));
    await expect(row).toContainText(translate('streets:mfy', { name: one[language] }));

    await row.click();
    const editing = dialogOf(page, translate('streets:editTitle'));
    await editing.getByRole('combobox', { name: translate('streets:neighborhood') }).click();
    await page.getByRole('option', { name: translate('streets:mfy', { name: other[language] }) }).click();
    await saveButtonOf(editing, 'update', translate).click();
    await expectToast(page, translate('streets:updated'));
    await expect(row).toContainText(translate('streets:mfy', { name: other[language] }));
  });
}

test('pagination is in the address, continues the numbering and scrolls to the top', async ({ as, api }) => {
  const { length } = await api.get<{ length: number }>('streets', 'superadmin');
  expect(length, 'the demonstration has more than two pages').toBeGreaterThan(40);
  const page = await as('superadmin', { path, viewport: { width: 1440, height: 500 } });
  await expect(rowsOf(page)).toHaveCount(20);
  const pages = page.getByRole('navigation', { name: t('kernel:ui.pages') });
  await pages.scrollIntoViewIfNeeded();
  await pages.getByRole('button', { name: t('kernel:ui.page', { page: 2 }), exact: true }).click();
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(rowsOf(page).first().locator('td').first()).toHaveText('21');
  await page.goto(`${path}?page=9999`);
  await expect(page, 'a page that is no longer there leads to the last one').not.toHaveURL(/page=9999/);
  await expect(rowsOf(page).first()).toBeVisible();
});

test('a neighbourhood filter is a chip in the address, and preselected in a new street', async ({
  as,
  api,
}) => {
  const [one] = await neighborhoodsOf(api);
  const { uz } = await makeRecord(api, 'streets', { neighborhood_id: one.id });
  const page = await as('registrar', { path: `${path}?search=${encodeURIComponent(uz.name)}` });
  await test.step('toasts and title are those of the specification', async () => {
    await rowOf(page, `${uz.name} ko'chasi`).click();
    await saveButtonOf(dialogOf(page, t('streets:editTitle')), 'update').click();
    await expectToast(page, "Ko'cha yangilandi");
    expect(t('streets:added')).toBe("Ko'cha qo'shildi");
  });
  await page
    .getByRole('button', { name: t('kernel:records.clear'), exact: true })
    .last()
    .click();
  await expect(page).not.toHaveURL(/search=/);
  await choose(page, t('streets:neighborhood'), t('streets:mfy', { name: one.uz }));
  await expect(page).toHaveURL(new RegExp(`neighborhood=${one.id}`));
  await expectAllRows(page, `${one.uz} MFY`);
  await addButtonOf(page).click();
  const dialog = dialogOf(page, t('streets:addTitle'));
  await expect(dialog.getByRole('combobox', { name: t('streets:neighborhood') })).toContainText(one.uz);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const label = t('kernel:records.chip', { label: t('streets:neighborhood'), value: `${one.uz} MFY` });
  await page.getByRole('button', { name: t('kernel:ui.removeItem', { name: label }) }).click();
  await expect(page).not.toHaveURL(/neighborhood=/);
});

interface NamedNeighborhood {
  readonly id: number;
  readonly uz: string;
  readonly ru: string;
}

/** The five neighbourhoods of the registrar. */
async function neighborhoodsOf(
  api: Api,
): Promise<readonly [NamedNeighborhood, NamedNeighborhood, ...NamedNeighborhood[]]> {
  const options = await api.get<{ id: number; uz: { name: string }; ru: { name: string } }[]>(
    'neighborhoods?pagination=false',
    'registrar',
  );
  const [one, other, ...rest] = options.map(({ id, uz, ru }) => ({ id, uz: uz.name, ru: ru.name }));
  if (!one || !other) throw new Error('the registrar has too few neighbourhoods');
  return [one, other, ...rest];
}
