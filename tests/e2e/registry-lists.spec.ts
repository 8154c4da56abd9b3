import type { Household } from '#plugins/households/contract.ts';
import { choose, expectToast } from './support/applications.ts';
import type { Api } from './support/api.ts';
import { answerConfirmation, expectAllRows, rowOf, rowsOf, uniqueMark } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

test('a neighbourhood appears live, is deleted after confirmation, and stays while referenced', async ({
  as,
  api,
}) => {
  const page = await as('superadmin', { path: '/neighborhoods/list?sort_by=createdAt&sort_order=desc' });
  await expect(rowsOf(page).first()).toBeVisible();
  const removeButton = (name: string) =>
    rowOf(page, name).getByRole('button', { name: t('kernel:records.deleteOf', { name }) });

  await test.step('a record added elsewhere appears live', async () => {
    const name = `${await newNeighborhood(api)} MFY`;
    await expect(rowOf(page, name)).toBeVisible();
    await removeButton(name).click();
    await answerConfirmation(page, t('neighborhoods:deleteTitle', { name }), false);
    await expect(rowOf(page, name)).toBeVisible();
    await removeButton(name).click();
    await answerConfirmation(page, t('neighborhoods:deleteTitle', { name }), true);
    await expectToast(page, "Mahalla o'chirildi");
    await expect(rowOf(page, name)).toHaveCount(0);
  });

  await test.step('a referenced record stays, with the kinds and counts of its references', async () => {
    const { items, length } = await api.get<{ items: { uz: { name: string } }[]; length: number }>(
      'neighborhoods?limit=1',
      'superadmin',
    );
    const name = t('neighborhoods:mfy', { name: items[0]?.uz.name ?? '' });
    await page.getByRole('searchbox', { name: t('neighborhoods:search') }).fill(items[0]?.uz.name ?? '');
    await removeButton(name).click();
    await answerConfirmation(page, t('neighborhoods:deleteTitle', { name }), true);
    await expect(page.getByText(/\d+\sta koʻcha/).first()).toBeVisible();
    await expect(rowOf(page, name)).toBeVisible();
    expect((await api.get<{ length: number }>('neighborhoods', 'superadmin')).length).toBe(length);
  });
});

test('households are filtered by neighbourhood, its streets and category, sorted and deleted', async ({
  as,
  api,
}) => {
  const { items } = await api.get<{ items: Household[] }>('households?limit=1', 'registrar');
  const [one] = items;
  if (!one) throw new Error('the registrar has no households');
  const page = await as('registrar', { path: '/households/list' });
  await expect(rowsOf(page).first()).toBeVisible();
  await choose(page, t('households:list.neighborhood'), `${one.neighborhood.uz.name} MFY`);
  await expect(page).toHaveURL(new RegExp(`neighborhood=${one.neighborhood_id}`));
  // The address changes before the filters are rendered: until then, the streets are those of the whole city.
  await expect(page.getByRole('main')).toContainText(
    `${t('households:list.neighborhood')}: ${one.neighborhood.uz.name} MFY`,
  );
  await choose(page, t('households:list.street'), `${one.street.uz.name} ko'chasi`);
  await choose(page, t('households:list.category'), one.household_category.uz.name);
  const query = `neighborhood=${one.neighborhood_id}&street=${one.street_id}&household_category=${one.household_category_id}`;
  const { length } = await api.get<{ length: number }>(`households?${query}`, 'registrar');
  await expect(rowsOf(page)).toHaveCount(Math.min(20, length));
  await expect(page.getByRole('main')).toContainText(t('kernel:records.count', { total: length }));
  await expectAllRows(page, one.household_category.uz.name);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('kernel:records.clear'), exact: true })
    // A focused select offers a clear button with the same name.
    .last()
    .click();
  await expect(page).not.toHaveURL(/neighborhood=|street=/);

  await test.step('counts sort ascending and descending', async () => {
    const title = page.getByRole('columnheader', { name: t('households:list.unemployed') });
    const first = () => rowsOf(page).first().locator('td[data-numeric]').nth(1).innerText();
    for (const [order, sorted] of [
      ['asc', 'ascending'],
      ['desc', 'descending'],
    ] as const) {
      const { items: max } = await api.get<{ items: Household[] }>(
        `households?limit=1&sort_by=unemployed&sort_order=${order}`,
        'registrar',
      );
      await title.getByRole('button').click();
      await expect(title).toHaveAttribute('aria-sort', sorted);
      await expect.poll(async () => Number(await first())).toBe(max[0]?.unemployed);
    }
  });

  await test.step('a household is deleted after the question of the specification', async () => {
    const all = await api.get<{ length: number }>('households', 'registrar');
    await rowsOf(page)
      .first()
      .getByRole('button', { name: /^Oʻchirish/ })
      .click();
    await answerConfirmation(page, "Haqiqatdan ham bu Xonadonni o'chirmoqchimisiz?", true);
    await expectToast(page, "Xonadon o'chirildi");
    await expect(page.getByRole('main')).toContainText(t('kernel:records.count', { total: all.length - 1 }));
  });
});

async function newNeighborhood(api: Api): Promise<string> {
  const name = `Sinov ${uniqueMark()}`;
  const coords = [
    [41.9, 60.9],
    [41.9, 60.901],
    [41.901, 60.901],
  ];
  await api.write(
    'POST',
    'neighborhoods',
    { uz: { name }, ru: { name: `${name} р` }, coords, color: '#0b7480' },
    'superadmin',
  );
  return name;
}
