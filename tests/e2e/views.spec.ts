import type { Page } from '@playwright/test';
import { expectToast, padId } from './support/applications.ts';
import { uniqueMark } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

const list = '/applications/list';

for (const language of ['uz', 'ru'] as const) {
  const t = textsIn(language);
  const tableOf = (page: Page) => page.getByRole('table', { name: t('applications:table.label') });
  const rowsOf = (page: Page) => tableOf(page).locator('tbody tr');

  test(`the table is sorted, navigated and opened by keys, and its state is in the address (${language})`, async ({
    as,
  }) => {
    const page = await as('operator', { path: list, language });
    const table = tableOf(page);
    await page.getByRole('button', { name: t('applications:table.table'), exact: true }).click();
    await expect(page).toHaveURL(/layout=table/);
    await expect(rowsOf(page).first()).toBeVisible();

    await test.step('sorts by a header', async () => {
      const head = page.getByRole('columnheader', { name: t('applications:fields.deadline') });
      await head.getByRole('button').click();
      await expect(page).toHaveURL(/sort_by=cancel_time&sort_order=asc/);
      await expect(head).toHaveAttribute('aria-sort', 'ascending');
      await expect(table).toHaveAttribute('aria-busy', 'false');
    });

    await test.step('the focus keeps its position when other rows are loaded', async () => {
      await rowsOf(page).nth(2).focus();
      await page.goBack();
      await expect(page).not.toHaveURL(/sort_by/);
      await expect(table).toHaveAttribute('aria-busy', 'false');
      await expect(rowsOf(page).nth(2)).toBeFocused();
      await page.goForward();
      await expect(page).toHaveURL(/sort_by=cancel_time/);
      await expect(table).toHaveAttribute('aria-busy', 'false');
    });

    await test.step('arrows, Home and End move, Space chooses', async () => {
      await rowsOf(page).first().focus();
      await page.keyboard.press('ArrowDown');
      await expect(rowsOf(page).nth(1)).toBeFocused();
      await page.keyboard.press('End');
      await expect(rowsOf(page).last()).toBeFocused();
      await page.keyboard.press('Home');
      await expect(rowsOf(page).first()).toBeFocused();
      await page.keyboard.press(' ');
      await expect(page.getByText(t('applications:bulk.chosen', { total: 1 }))).toBeVisible();
    });

    await test.step('columns are chosen and moved, and survive a reload without the address', async () => {
      await page.getByRole('button', { name: t('applications:table.view'), exact: true }).click();
      const employment = page.getByRole('checkbox', {
        name: t('applications:fields.employment'),
        exact: true,
      });
      // The state is in the address, and rendered from there.
      await employment.click();
      await expect(employment).toBeChecked();
      await page
        .getByRole('button', {
          name: t('applications:table.moveUp', { name: t('applications:fields.employment') }),
        })
        .click();
      await page.getByRole('button', { name: t('applications:table.compact'), exact: true }).click();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(/columns=[^&]*employment%2CcreatedAt.*density=compact/);
      await page.goto(list);
      const headers = page.getByRole('columnheader');
      await expect(headers.nth(-2)).toHaveText(t('applications:fields.employment'));
    });

    await test.step('Enter opens the application of the row', async () => {
      const number = await rowsOf(page).first().locator('td').nth(1).innerText();
      await rowsOf(page).first().focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/applications/${Number(number)}/`));
    });
  });

  test(`filters narrow the list, are in the address, and are saved as a view with a live count (${language})`, async ({
    as,
    api,
  }) => {
    const page = await as('operator', { path: list, language });
    await page.getByRole('button', { name: t('applications:filters.button'), exact: true }).click();
    const panel = page.getByRole('dialog', { name: t('applications:filters.panel') });
    await panel.getByRole('combobox', { name: t('applications:filters.receiver') }).click();
    await page.getByRole('option', { name: t('applications:filters.noReceiver'), exact: true }).click();
    await panel
      .getByRole('button', { name: t('applications:filters.today'), exact: true })
      .first()
      .click();
    await expect(page).toHaveURL(/receiver=nobody&created_from=[\d-]+&created_to=[\d-]+/);
    await page.keyboard.press('Escape');
    const chip = t('applications:filters.chip', {
      label: t('applications:filters.receiver'),
      value: t('applications:filters.noReceiver'),
    });
    await expect(page.getByText(chip, { exact: true })).toBeVisible();

    const name = language === 'uz' ? 'Bugungi egasizlar' : 'Сегодня ничьи';
    await page.getByRole('button', { name: t('applications:views.save'), exact: true }).click();
    await page.getByRole('textbox', { name: t('applications:views.name') }).fill(name);
    await page.getByRole('combobox', { name: t('applications:views.share') }).click();
    await page.getByRole('option').nth(1).click();
    await page.getByRole('button', { name: t('applications:views.submit'), exact: true }).click();
    await expectToast(page, t('applications:views.saved'));

    const linkOf = (of: Page) =>
      of.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) });
    const countIn = async (of: Page) =>
      Number((await linkOf(of).locator('small').innerText()).replaceAll(/\D/g, ''));
    await expect(linkOf(page)).toHaveAttribute('aria-current', 'page');
    const before = await countIn(page);

    const colleague = await as('operator2', { path: list, language });
    await expect(linkOf(colleague)).toBeVisible();
    const theirs = await countIn(colleague);
    const { id } = await api.sendApplication({ first_name: 'Oydin', last_name: 'Rahimova' });
    await expect.poll(() => countIn(page), { timeout: 30_000 }).toBe(before + 1);
    await expect.poll(() => countIn(colleague), { timeout: 30_000 }).toBe(theirs + 1);
    await expect(page.getByText(padId(id)).first()).toBeVisible();

    await test.step('is deleted, and restored', async () => {
      const menu = page.getByRole('button', { name: t('applications:views.actions', { name }) });
      await menu.click();
      await page.getByRole('menuitem', { name: t('applications:views.delete'), exact: true }).click();
      await expect(linkOf(page)).toHaveCount(0);
      await expect(linkOf(colleague)).toHaveCount(0);
      const undo = page.getByRole('button', { name: t('applications:views.undo'), exact: true });
      await expect(undo).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(linkOf(page)).toBeFocused();
      await expect(linkOf(colleague)).toBeVisible();
      await menu.click();
      await page.getByRole('menuitem', { name: t('applications:views.delete'), exact: true }).click();
      await expect(linkOf(page)).toHaveCount(0);
    });
  });
}

test('a view is renamed in the menu of a phone, over which the search opens too', async ({ as, api }) => {
  const t = textsIn('uz');
  const name = `Telefonda ${uniqueMark()}`;
  await api.write('POST', 'applications/views', { name, query: 'receiver=me', role_id: null }, 'operator');
  const page = await as('operator', { path: list, viewport: { width: 375, height: 740 }, touch: true });
  const menu = page.getByRole('dialog', { name: t('kernel:shell.menu') });
  await page.getByRole('button', { name: t('kernel:shell.openMenu') }).click();

  await test.step('opens the search over the menu', async () => {
    await expect(menu).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: t('kernel:search.title') });
    await palette.getByRole('combobox').click({ timeout: 10_000 });
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
    await expect(menu).toBeVisible();
  });

  await test.step('the dialog of a view', async () => {
    await menu
      .getByRole('button', { name: t('applications:views.actions', { name }) })
      .click({ timeout: 10_000 });
    await page
      .getByRole('menuitem', { name: t('applications:views.rename'), exact: true })
      .click({ timeout: 10_000 });
    await page.getByRole('textbox', { name: t('applications:views.name') }).fill(`${name} 2`);
    await page.getByRole('button', { name: t('applications:views.submit'), exact: true }).click();
    await expectToast(page, t('applications:views.saved'));
    await expect(menu.getByRole('link', { name: new RegExp(`^${name} 2`) })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('kernel:shell.openMenu') })).toBeFocused();
  });
});
