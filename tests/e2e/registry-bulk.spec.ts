import type { Locator, Page } from '@playwright/test';
import type { Household } from '#plugins/households/contract.ts';
import type { User, UserDetail } from '#plugins/users/contract.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import type { Api } from './support/api.ts';
import { expectToast } from './support/applications.ts';
import { testScreens } from './support/screens.ts';
import { answerConfirmation, dialogOf, inLanguage, rowOf, rowsOf, uniqueMark } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

for (const [language, translate] of inLanguage('uz')) {
  test(`selects households across pages and deletes them; the report lists the remaining ones with reasons, in ${language}`, async ({
    as,
    api,
  }) => {
    const { mark, households } = await makeHouseholds(api, 22);
    const path = `/households/list?search=${mark}`;
    const page = await as('registrar', { path, language });
    const bar = barOf(page, translate);
    const chosen = (total: number) => bar.getByText(translate('kernel:records.bulk.chosen', { total }));
    await expect(rowsOf(page)).toHaveCount(20);

    await test.step('header selects the page, Space a row of the next one, and all stay selected', async () => {
      await headBox(page, translate).check();
      await expect(chosen(20)).toBeVisible();
      await expect(
        page.getByText(translate('kernel:records.bulk.chosen', { total: 20 }), { exact: true }),
      ).toHaveCount(2);
      await goTo(page, 2);
      await expect(rowsOf(page)).toHaveCount(2);
      await rowsOf(page).first().focus();
      await page.keyboard.press('Space');
      await expect(chosen(21)).toBeVisible();
      await expect(headBox(page, translate)).toHaveJSProperty('indeterminate', true);
      await goTo(page, 1);
      await expect(rowsOf(page)).toHaveCount(20);
      await expect(headBox(page, translate)).toBeChecked();
    });

    await test.step('leaving the selection keeps the focus in the list', async () => {
      await bar.getByRole('button', { name: translate('kernel:records.bulk.clear') }).click();
      await expect(bar).toBeHidden();
      await expect(headBox(page, translate)).toBeFocused();
      await expect(headBox(page, translate)).not.toBeChecked();
    });

    await test.step('Shift selects a range and opens nothing', async () => {
      await boxOf(rowsOf(page).nth(1)).click();
      await boxOf(rowsOf(page).nth(4)).click({ modifiers: ['Shift'] });
      await expect(chosen(4)).toBeVisible();
      await expect(page).toHaveURL(/\/households\/list/);
    });

    await test.step('a record changed by another user stays', async () => {
      const names = await rowsOf(page).locator('td[data-primary]').allInnerTexts();
      await goTo(page, 2);
      await expect(rowsOf(page)).toHaveCount(2);
      const changed = households.find(({ number }) => names[2]?.includes(String(number)));
      if (!changed) throw new Error(`no household at ${names[2]}`);
      await api.write('PUT', `households/${changed.id}`, { ...changed.body, unemployed: 1 }, 'registrar');
      await bar.getByRole('button', { name: translate('households:bulk.delete', { total: 4 }) }).click();
      await answerConfirmation(
        page,
        translate('households:bulk.deleteTitle', { total: 4, count: 4 }),
        true,
        translate,
      );
      const report = dialogOf(page, translate('kernel:records.bulk.report'));
      await expect(report).toContainText(translate('households:bulk.deleted', { total: 3, count: 3 }));
      await expect(report).toContainText(translate('kernel:records.bulk.failed', { total: 1 }));
      await expect(report.getByRole('listitem')).toContainText(String(changed.number));
      await expect(report.getByRole('listitem')).toContainText(translate('kernel:errors.edit_conflict'));
      await report
        .getByRole('button', { name: translate('kernel:records.bulk.close') })
        .last()
        .click();
      await expect(chosen(1)).toBeVisible();
      const left = await api.get<{ length: number }>(`households?search=${mark}`, 'registrar');
      expect(left.length).toBe(19);
    });

    await test.step('a new query clears the selection', async () => {
      await page.getByRole('searchbox').last().fill(`${mark} ali`);
      await expect(bar).toBeHidden();
      await page.getByRole('searchbox').last().fill(mark);
      await expect(rowsOf(page)).toHaveCount(19);
      await expect(bar).toBeHidden();
    });
  });
}

for (const [language, translate] of inLanguage('ru')) {
  test(`blocks and unblocks citizens in bulk, in ${language}`, async ({ as, api }) => {
    const all = await api.get<{ items: User[] }>('users?blocked=false&limit=20', 'superadmin');
    // Rows are found by name: two that no other row on the page contains.
    const items = all.items.filter(
      (one) => all.items.filter((other) => fullName(other).includes(fullName(one))).length === 1,
    );
    const page = await as('superadmin', { path: '/users?blocked=false', language });
    const bar = barOf(page, translate);
    const names = items.slice(0, 2).map(fullName);
    for (const name of names) await boxOf(rowOf(page, name).first()).check();
    await expect(
      bar.getByRole('button', { name: translate('users:bulk.unblock', { total: 2 }) }),
    ).toHaveCount(0);
    await bar.getByRole('button', { name: translate('users:bulk.block', { total: 2 }) }).click();
    await answerConfirmation(
      page,
      translate('users:bulk.blockTitle', { total: 2, count: 2 }),
      false,
      translate,
    );
    await expect(bar).toBeVisible();
    await bar.getByRole('button', { name: translate('users:bulk.block', { total: 2 }) }).click();
    const question = page.getByRole('alertdialog', {
      name: translate('users:bulk.blockTitle', { total: 2, count: 2 }),
    });
    await question.getByRole('button', { name: translate('kernel:ui.confirm') }).click();
    await expect(question.getByText(translate('users:blockReasonRequired'))).toBeVisible();
    await question.getByRole('textbox').fill('Qalbaki hujjatlar');
    await question.getByRole('button', { name: translate('kernel:ui.confirm') }).click();
    await expectToast(page, translate('users:bulk.blocked', { total: 2, count: 2 }));
    await expect(bar).toBeHidden();
    await expect(
      headBox(page, translate),
      'the bar and its buttons are removed; the focus stays in the list',
    ).toBeFocused();
    for (const { id } of items.slice(0, 2)) {
      await expect
        .poll(async () => (await api.get<UserDetail>(`users/${id}`, 'superadmin')).block)
        .toMatchObject({ reason: 'Qalbaki hujjatlar' });
    }

    await page.goto('/users?blocked=true');
    for (const name of names) await boxOf(rowOf(page, name).first()).check();
    await bar.getByRole('button', { name: translate('users:bulk.unblock', { total: 2 }) }).click();
    await answerConfirmation(
      page,
      translate('users:bulk.unblockTitle', { total: 2, count: 2 }),
      true,
      translate,
    );
    await expectToast(page, translate('users:bulk.unblocked', { total: 2, count: 2 }));
    for (const { id } of items.slice(0, 2)) {
      expect((await api.get<User>(`users/${id}`, 'superadmin')).blocked).toBe(false);
    }
  });
}

test('stopping half-way keeps the rest selected, and the report stays open', async ({ as, api }) => {
  const { mark } = await makeHouseholds(api, 4);
  const page = await as('registrar', { path: `/households/list?search=${mark}` });
  await expect(rowsOf(page)).toHaveCount(4);
  const gates: (() => void)[] = [];
  let refusing = false;
  await page.route('**/households/*', async (route) => {
    if (route.request().method() === 'DELETE') await new Promise<void>((open) => gates.push(open));
    if (refusing) await route.fulfill({ status: 500, json: {} });
    else await route.continue();
  });
  await headBox(page).check();
  await barOf(page)
    .getByRole('button', { name: t('households:bulk.delete', { total: 4 }) })
    .click();
  await answerConfirmation(page, t('households:bulk.deleteTitle', { total: 4, count: 4 }), true);
  const working = dialogOf(page, t('households:bulk.deleting'));
  await expect(working).toContainText(t('kernel:records.bulk.progress', { at: 0, total: 4 }));
  await expect.poll(() => gates.length).toBe(1);
  gates[0]?.();
  await expect(working).toContainText(t('kernel:records.bulk.progress', { at: 1, total: 4 }));
  await expect.poll(() => gates.length).toBe(2);
  await page.keyboard.press('Escape');
  await expect(working.getByRole('button', { name: t('kernel:records.bulk.stopping') })).toBeDisabled();
  gates[1]?.();
  const report = dialogOf(page, t('kernel:records.bulk.report'));
  await expect(report).toContainText(t('households:bulk.deleted', { total: 2, count: 2 }));
  await expect(report).toContainText(t('kernel:records.bulk.notProcessed', { total: 2 }));
  await page.keyboard.press('Escape');
  await expect(barOf(page).getByText(t('kernel:records.bulk.chosen', { total: 2 }))).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  expect(gates).toHaveLength(2);

  await test.step('a click on the stop button does not close the report that replaces it', async () => {
    await boxOf(rowsOf(page).first()).uncheck();
    await barOf(page)
      .getByRole('button', { name: t('households:bulk.delete', { total: 1 }) })
      .click();
    await answerConfirmation(page, t('households:bulk.deleteTitle', { total: 1, count: 1 }), true);
    await expect.poll(() => gates.length).toBe(3);
    await working.getByRole('button', { name: t('kernel:records.bulk.stop') }).focus();
    await page.keyboard.down('Space');
    refusing = true;
    gates[2]?.();
    await expect(report).toContainText(t('kernel:records.bulk.failed', { total: 1 }));
    await page.keyboard.up('Space');
    await expect(report.getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(report).toBeHidden();
  });
});

test('cards on a phone can be selected', async ({ as, api }) => {
  const { mark } = await makeHouseholds(api, 2);
  const viewport = { width: 375, height: 740 };
  const page = await as('registrar', { path: `/households/list?search=${mark}`, viewport, touch: true });
  await expect(rowsOf(page)).toHaveCount(2);
  await boxOf(rowsOf(page).nth(1)).tap();
  await expect(barOf(page).getByText(t('kernel:records.bulk.chosen', { total: 1 }))).toBeInViewport();
  await headBox(page).tap();
  await expect(barOf(page).getByText(t('kernel:records.bulk.chosen', { total: 2 }))).toBeInViewport();
  await expect(page).toHaveURL(/\/households\/list/);
});

testScreens([
  {
    name: 'households-chosen',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, translate) => {
      await boxOf(rowsOf(page).first()).check();
      await boxOf(rowsOf(page).nth(2)).check();
      await barOf(page, translate).waitFor();
    },
  },
]);

function barOf(page: Page, translate = t): Locator {
  return page.getByRole('region', { name: translate('kernel:records.bulk.actions') });
}

function headBox(page: Page, translate = t): Locator {
  return page.getByRole('checkbox', { name: translate('kernel:records.bulk.page') });
}

function boxOf(row: Locator): Locator {
  return row.locator('td[data-kind="select"] input');
}

async function goTo(page: Page, number: number): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`(^|\\D)${number}(\\D|$)`) })
    .first()
    .click();
  await expect.poll(() => new URL(page.url()).searchParams.get('page') ?? '1').toBe(String(number));
}

/** Households whose citizens have a unique name. */
async function makeHouseholds(api: Api, count: number) {
  const mark = `Sinov${uniqueMark().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
  const { items } = await api.get<{ items: Household[] }>('households?limit=1', 'registrar');
  const [like] = items;
  if (!like) throw new Error('the demonstration has no household');
  const [category] = await api.get<{ id: number }[]>('household-categories?pagination=false', 'registrar');
  const households: { id: number; number: number; body: object }[] = [];
  for (let index = 0; index < count; index += 1) {
    const number = 30_000 + ((Date.now() + index * 101) % 60_000);
    const personal_number = makeJshshir({
      birthday: '1991-02-03',
      sex: 'male',
      area: Math.floor(Math.random() * 900),
      serial: index,
    });
    const body = {
      neighborhood_id: like.neighborhood_id,
      street_id: like.street.id,
      household_category_id: category?.id,
      house_type: 'apartment',
      house_number: number,
      citizens: [{ full_name: `${mark} Ali`, personal_number }],
      able_to_work: 1,
      unemployed: 0,
      informal: 0,
    };
    const { id } = await api.write<{ id: number }>('POST', 'households', body, 'registrar');
    households.push({ id, number, body });
  }
  return { mark, households };
}
