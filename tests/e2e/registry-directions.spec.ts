import type { Locator, Page } from '@playwright/test';
import { expectToast } from './support/applications.ts';
import {
  addButtonOf,
  answerConfirmation,
  dialogOf,
  fillNames,
  inLanguage,
  makeRecord,
  nameField,
  namesOf,
  openTab,
  rowOf,
  rowsOf,
  saveButtonOf,
  uniqueMark,
} from './support/records.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const path = '/directions';
const addTitle = t('directions:addTitle');
const editTitle = t('directions:editTitle');

for (const [language, translate] of inLanguage('ru')) {
  test(`adds and renames a direction, in ${language}`, async ({ as }) => {
    const mark = uniqueMark();
    const page = await as('superadmin', { path, language });
    await addButtonOf(page, translate).click();
    const adding = dialogOf(page, translate('directions:addTitle'));
    await expect(nameField(adding, language), 'who opens a form writes in it').toBeFocused();
    await saveButtonOf(adding, 'add', translate).click();
    await expect(adding.getByText(translate('directions:nameRequired')).first()).toBeVisible();
    await expect(nameField(adding, 'uz')).toBeFocused();

    await nameField(adding, 'uz').fill(`Ipakchilik ${mark}`);
    await saveButtonOf(adding, 'add', translate).click();
    await expect(nameField(adding, 'ru'), 'the tab of an invalid field opens').toBeFocused();
    await nameField(adding, 'ru').fill(`Шелководство ${mark}`);
    await saveButtonOf(adding, 'add', translate).click();
    const names = { uz: `Ipakchilik ${mark}`, ru: `Шелководство ${mark}` };
    await expectToast(page, translate('directions:added', { name: names[language] }));
    await expect(adding).toBeHidden();

    const row = rowOf(page, names[language]);
    await expect(row).toHaveAttribute('data-highlight', 'true');
    await row
      .getByRole('button', { name: translate('kernel:records.editOf', { name: names[language] }) })
      .click();
    const editing = dialogOf(page, translate('directions:editTitle'));
    await expect(nameField(editing, language)).toBeFocused();
    await fillNames(editing, { uz: `Pillachilik ${mark}`, ru: `Коконы ${mark}` });
    await saveButtonOf(editing, 'update', translate).click();
    await expectToast(page, translate('directions:updated'));
    await expect(rowOf(page, language === 'uz' ? `Pillachilik ${mark}` : `Коконы ${mark}`)).toBeVisible();
    await expect(rowOf(page, names[language])).toHaveCount(0);
  });
}

test('form by keyboard alone: discard, error and restart, with the texts of the specification', async ({
  as,
  api,
}) => {
  const { uz, ru } = await makeRecord(api, 'directions');
  const page = await as('superadmin', { path: `${path}?search=Sinov` });
  const dialog = dialogOf(page, addTitle);
  await expect(rowOf(page, uz.name)).toBeVisible();

  await test.step('arrows select, Enter opens, Escape asks, Ctrl+Enter saves', async () => {
    const editing = dialogOf(page, editTitle);
    await rowsOf(page).first().focus();
    await page.keyboard.press('End');
    await expect(rowsOf(page).last()).toBeFocused();
    await page.keyboard.press('Home');
    const names = await namesOf(page);
    for (let at = 0; at < names.indexOf(uz.name); at += 1) await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, uz.name)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(nameField(editing, 'uz')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' bis');
    await page.keyboard.press('Escape');
    await answerConfirmation(page, t('kernel:records.discardTitle'), false);
    await expect(nameField(editing, 'uz')).toHaveValue(`${uz.name} bis`);
    const line = Promise.withResolvers<void>();
    await page.route('**/directions/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await line.promise;
      await route.fulfill({ status: 503, json: { err: 'Birozdan keyin', code: 'unavailable' } });
    });
    await nameField(editing, 'uz').press('Control+Enter');
    const save = editing.getByRole('button', { name: t('kernel:records.update') });
    await expect(save, 'while it is sent nothing is written that would not go along').toBeFocused();
    await page.keyboard.type('!');
    await expect(nameField(editing, 'uz')).toHaveValue(`${uz.name} bis`);
    line.resolve();
    await expectToast(page, 'Birozdan keyin');
    await expect(nameField(editing, 'uz'), 'nothing came of it: one goes on where one was').toBeFocused();
    await page.unroute('**/directions/*');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, "Yo'nalish yangilandi!");
    await expect(rowOf(page, `${uz.name} bis`)).toBeVisible();
  });

  await test.step('unsaved changes are discarded only after confirmation', async () => {
    await addButtonOf(page).click();
    await page.keyboard.press('Escape');
    await expect(dialog, 'nothing is typed: no question').toBeHidden();
    await addButtonOf(page).click();
    await nameField(dialog, 'uz').fill('Chala yozilgan');
    await page.keyboard.press('Escape');
    await answerConfirmation(page, t('kernel:records.discardTitle'), true);
    await expect(dialog).toBeHidden();
    await addButtonOf(page).click();
    await expect(nameField(dialog, 'uz')).toHaveValue('');
  });

  await test.step('a draft survives a reload and can be restarted', async () => {
    await nameField(dialog, 'uz').fill('Kulolchilik');
    await page.reload();
    await expect(dialog.getByText(t('kernel:records.restored'))).toBeVisible();
    await expect(nameField(dialog, 'uz')).toHaveValue('Kulolchilik');
    await dialog.getByRole('button', { name: t('kernel:records.startOver') }).click();
    await expect(nameField(dialog, 'uz')).toHaveValue('');
  });

  await test.step('a taken name is shown under its field, on either tab', async () => {
    await saveButtonOf(dialog, 'add').click();
    await expect(dialog.getByText("Yo'nalish nomi kiritish shart!").first()).toBeVisible();
    const name = `Boshqa ${uniqueMark()}`;
    await fillNames(dialog, { ru: ru.name.toUpperCase(), uz: name });
    await saveButtonOf(dialog, 'add').click();
    await expect(nameField(dialog, 'ru')).toBeFocused();
    await expect(nameField(dialog, 'ru')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByText(t('kernel:errors.name_taken')).first()).toBeVisible();
    await nameField(dialog, 'ru').fill(`${name} р`);
    await saveButtonOf(dialog, 'add').click();
    await expectToast(page, `${name} qo'shildi!`);
  });
});

test('one language is visible at a time, and an invalid field behind the tab that was just left becomes visible', async ({
  as,
}) => {
  const page = await as('superadmin', { path });
  await addButtonOf(page).click();
  const dialog = dialogOf(page, addTitle);
  await nameField(dialog, 'uz').fill(`Zargarlik ${uniqueMark()}`);
  await openTab(dialog, 'ru');
  await expect(nameField(dialog, 'ru')).toBeVisible();
  const max = await dialog.evaluate(async (element) => {
    const [uz] = element.querySelectorAll<HTMLElement>('[role="tab"]');
    const panels = [...element.querySelectorAll('[role="tabpanel"]')];
    const counts: number[] = [];
    const count = () =>
      counts.push(panels.filter((panel) => getComputedStyle(panel).display !== 'none').length);
    new MutationObserver(count).observe(element, { attributes: true, subtree: true });
    uz?.click();
    // Sooner than any frame is drawn.
    element.querySelector<HTMLElement>('button[type="submit"]')?.click();
    await new Promise((done) => setTimeout(done));
    return Math.max(...counts);
  });
  expect(max).toBe(1);
  await expect(nameField(dialog, 'ru')).toBeFocused();
});

test('sort and search are in the address, columns and density are remembered', async ({ as }) => {
  const page = await as('superadmin', { path });
  await expect(rowsOf(page).first().locator('td').first()).toHaveText('1');

  await test.step('a header sorts ascending and descending in turn', async () => {
    const up = await namesOf(page);
    const title = page.getByRole('columnheader', { name: t('directions:name') });
    await expect(title).toHaveAttribute('aria-sort', 'ascending');
    await title.getByRole('button').click();
    await expect(page).toHaveURL(/sort_by=name&sort_order=desc/);
    await expect(title).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(async () => (await namesOf(page))[0]).not.toBe(up[0]);
    await title.getByRole('button').click();
    await expect(page).not.toHaveURL(/sort_by/);
    await expect.poll(async () => (await namesOf(page))[0]).toBe(up[0]);
  });

  await test.step('a search is a removable chip, and an empty table explains it', async () => {
    await page.getByRole('searchbox', { name: t('directions:search') }).fill('asalari');
    await expect(page).toHaveURL(/search=asalari/);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText('Asalarichilik');
    const box = page.getByRole('searchbox', { name: t('directions:search') });
    await clearButtonOf(page).click();
    await expect(box).toHaveValue('');
    await expect(page).not.toHaveURL(/search=/);
    await expect(rowsOf(page).nth(1)).toBeVisible();
    await page.goBack();
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(box, 'what narrows the list stands in the box').toHaveValue('asalari');
    await page.clock.install();
    await box.fill('asalarich');
    await clearButtonOf(page).click();
    await page.clock.fastForward(1000);
    await expect(rowsOf(page).nth(1)).toBeVisible();
    await expect(page, 'a search that was on its way does not come back').not.toHaveURL(/search=/);
    await expect(box).toHaveValue('');
    await box.fill('bunday yoʻnalish yoʻq');
    await expect(page.getByText('Maʼlumot topilmadi')).toBeVisible();
    const label = t('kernel:records.chip', {
      label: t('kernel:records.search'),
      value: 'bunday yoʻnalish yoʻq',
    });
    await page.getByRole('button', { name: t('kernel:ui.removeItem', { name: label }) }).press('Enter');
    await expect(rowsOf(page).nth(1)).toBeVisible();
    await expect(page).not.toHaveURL(/search=/);
    await expect(box, 'who goes by keys goes on in the list').toBeFocused();
  });

  await test.step('columns and density are remembered', async () => {
    const author = page.getByRole('columnheader', { name: t('kernel:records.author') });
    await expect(author).toBeVisible();
    await page.getByRole('button', { name: t('kernel:records.view') }).click();
    const panel = page.getByRole('dialog', { name: t('kernel:records.view') });
    await panel.getByRole('checkbox', { name: t('kernel:records.author') }).uncheck();
    const other = t('kernel:records.nameIn', {
      title: t('directions:name'),
      language: t('kernel:language.ru'),
    });
    await panel.getByRole('checkbox', { name: other }).check();
    await panel.getByRole('button', { name: t('kernel:records.densities.compact') }).click();
    await page.reload();
    await expect(rowsOf(page).first()).toBeVisible();
    await expect(author).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: other })).toBeVisible();
    await expect(page.locator('[data-density="compact"]')).toBeVisible();
    await page.getByRole('button', { name: t('kernel:records.view') }).click();
    await panel.getByRole('button', { name: t('kernel:records.defaultView') }).click();
    await expect(author).toBeVisible();
  });
});

test('records added and renamed by another user appear without a reload', async ({ as }) => {
  const name = `Sinov ${uniqueMark()}`;
  const watcher = await as('superadmin', { path: `${path}?search=${encodeURIComponent(name)}` });
  await expect(watcher.getByText(t('kernel:ui.emptyTable'))).toBeVisible();
  // A row from the first read after the connection is not highlighted.
  await untilLive(watcher);
  const worker = await as('superadmin', { path });
  await addButtonOf(worker).click();
  await fillNames(dialogOf(worker, addTitle), { uz: name, ru: `${name} р` });
  await saveButtonOf(dialogOf(worker, addTitle), 'add').click();
  await expect(rowOf(watcher, name)).toBeVisible();
  await expect(rowOf(watcher, name)).toHaveAttribute('data-highlight', 'true');
});

test('a list that fails to load can be retried', async ({ as }) => {
  const page = await as('superadmin', { path: '/settings' });
  let broken = true;
  let rejected = 0;
  await page.route('**/api/uz/directions?*', async (route) => {
    if (!broken) return route.continue();
    await route.fulfill({ status: 503, json: { err: 'Birozdan keyin', code: 'unavailable' } });
    rejected += 1;
  });
  await page.getByRole('link', { name: t('directions:menu.title') }).click();
  await expect(page.getByText(t('kernel:records.errorTitle'))).toBeVisible();
  await expect(page.getByText('Birozdan keyin')).toBeVisible();
  // The first connection of the socket reads again by itself; the button is needed only afterwards.
  await expect.poll(() => rejected).toBeGreaterThan(1);
  await expect(page.getByText('Birozdan keyin')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: t('kernel:ui.retry') }).click();
  await expect(rowsOf(page).first()).toBeVisible();
});

test('an empty list offers the next step', async ({ as }) => {
  const page = await as('superadmin', { path: '/settings' });
  await page.route('**/api/uz/directions?*', (route) =>
    route.fulfill({ json: { items: [], page: 1, limit: 20, total_pages: 0, length: 0 } }),
  );
  await page.getByRole('link', { name: t('directions:menu.title') }).click();
  await expect(page.getByText('Maʼlumot topilmadi')).toBeVisible();
  await expect(page.getByText(t('directions:empty'))).toBeVisible();
  await page
    .getByRole('table')
    .getByRole('button', { name: t('kernel:records.add') })
    .click();
  await expect(dialogOf(page, addTitle)).toBeVisible();
});

test('on a phone rows are cards and the form is a sheet', async ({ as, api }) => {
  const { uz } = await makeRecord(api, 'directions');
  const page = await as('superadmin', {
    path: `${path}?search=${encodeURIComponent(uz.name)}`,
    viewport: { width: 375, height: 740 },
    touch: true,
  });
  const card = rowOf(page, uz.name);
  await expect(card).toBeVisible();
  expect((await card.boundingBox())?.width).toBeLessThanOrEqual(375);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const button = card.getByRole('button', { name: t('kernel:records.editOf', { name: uz.name }) });
  const size = await button.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await button.tap();
  await expect(nameField(dialogOf(page, editTitle), 'uz')).toHaveValue(uz.name);
});

/** The link that clears search and filters. */
function clearButtonOf(page: Page): Locator {
  return page
    .getByRole('group', { name: t('kernel:records.activeFilters') })
    .getByRole('button', { name: t('kernel:records.clear'), exact: true });
}
