import type { Locator, Page } from '@playwright/test';
import { choose, expectToast } from './support/applications.ts';
import { repliesIn } from './support/chat.ts';
import {
  addButtonOf,
  answerConfirmation,
  dialogOf,
  fillNames,
  rowOf,
  saveButtonOf,
} from './support/records.ts';
import { chooseLanguage } from './support/pages.ts';
import { fieldOf, untilLive } from './support/staff.ts';
import { expect } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';
import { lastChange, test } from './specification-backend/test.ts';

/** The changes of §7 of the specification that no test of specification-backend.spec.ts makes. */
const changes = [
  'PUT /api/uz/admins/1',
  'DELETE /api/uz/admins/2',
  'PUT /api/uz/admins/admin/password',
  'POST /api/uz/admins/roles',
  'PUT /api/uz/admins/roles/2',
  'DELETE /api/uz/neighborhoods/1',
  'PUT /api/uz/streets/1',
  'POST /api/uz/household-categories',
  'PUT /api/uz/household-categories/1',
  'PUT /api/uz/directions/1',
  'POST /api/uz/households',
  'DELETE /api/uz/households/1',
  'PUT /api/uz/users/user/1/block',
  'POST /api/uz/chatbot',
];

const mainOf = (page: Page) => page.getByRole('main');

test('sends every other form of the specification', async ({ visit, backend }) => {
  test.setTimeout(300_000);
  const page = await visit('/admins/list');
  await test.step('admins and their roles', () => keepAdmins(page));
  expect(lastChange(backend, 'PUT /api/uz/admins/1')).toEqual({
    role_id: 1,
    neighborhoods: [1],
    login: 'aziza',
    first_name: 'Azizaxon',
    last_name: 'Karimova',
    phone: expect.stringMatching(/^\+?998901112233$/),
  });
  expect(lastChange(backend, 'POST /api/uz/admins/roles')).toEqual({
    role: 'admin',
    permissions: ['street_add'],
    uz: { name: 'Nazoratchi' },
    ru: { name: 'Контролёр' },
  });
  await test.step('categories, streets and directions', () => keepNames(page));
  expect(lastChange(backend, 'POST /api/uz/household-categories')).toEqual({
    uz: { name: 'Yosh oila' },
    ru: { name: 'Молодая семья' },
    color: '#2fa36b',
  });
  expect(lastChange(backend, 'PUT /api/uz/streets/1')).toEqual({
    neighborhood_id: 1,
    uz: { name: 'Navoiy-2' },
    ru: { name: 'Навои' },
  });
  await test.step('a household and a neighbourhood are added and removed', () => keepHouseholds(page));
  const household = lastChange(backend, 'POST /api/uz/households') as Record<string, unknown>;
  expect(Object.keys(household).toSorted()).toEqual(fieldsOfHousehold.toSorted());
  expect(household).toMatchObject({
    house_type: 'building',
    house_number: 5,
    apartment_number: 7,
    citizens: [{ full_name: 'Karimov Ali' }],
    directions: [{ direction_id: 1, quantity: 1 }],
  });
  await test.step('a citizen is blocked and unblocked', () => blockCitizen(page));
  expect(backend.tables.users[0]?.['blocked']).toBe(false);
  await test.step('a password is changed', () => changePassword(page));
  expect(lastChange(backend, 'PUT /api/uz/admins/admin/password')).toEqual({
    old_password: 'parol',
    password: 'oltmish-uch-tulpor',
  });
  await test.step('the assistant gets a question', () => askAssistant(page));
  expect(lastChange(backend, 'POST /api/uz/chatbot')).toMatchObject({ message: 'Arizalar qayerda?' });
  const sent = new Set(backend.changes.map(({ call }) => call));
  expect(changes.filter((call) => !sent.has(call))).toEqual([]);
});

/** The body of `POST households`, as §7 has it. */
const fieldsOfHousehold = [
  'neighborhood_id',
  'household_category_id',
  'street_id',
  'house_type',
  'house_number',
  'apartment_number',
  'citizens',
  'able_to_work',
  'unemployed',
  'informal',
  'directions',
  'coords',
];

async function keepAdmins(page: Page): Promise<void> {
  await rowOf(page, 'Karimova Aziza').click();
  const editing = dialogOf(page, t('admins:editTitle'));
  await expect(fieldOf(editing, t('admins:login'))).toHaveValue('aziza');
  await fieldOf(editing, t('admins:firstName')).fill('Azizaxon');
  await saveButtonOf(editing, 'update').click();
  await expect(editing).toBeHidden();
  await expect(rowOf(page, 'Karimova Azizaxon')).toBeVisible();
  const name = 'Sattorov Rustam';
  await page.getByRole('button', { name: t('kernel:records.deleteOf', { name }) }).click();
  await answerConfirmation(page, t('admins:removeTitle', { name }), true);
  await expect(rowOf(page, name)).toHaveCount(0);
  await page.goto('/admins/roles');
  await expect(rowOf(page, 'Bosh admin')).toBeVisible();
  await addButtonOf(page).click();
  const adding = dialogOf(page, t('admins:roles.addTitle'));
  await fillNames(adding, { uz: 'Nazoratchi', ru: 'Контролёр' });
  await adding.getByRole('checkbox', { name: t('streets:permissions.street_add') }).check();
  await saveButtonOf(adding, 'add').click();
  await expectToast(page, t('admins:roles.added', { name: 'Nazoratchi' }));
  await rowOf(page, 'Nazoratchi').click();
  const role = dialogOf(page, t('admins:roles.editTitle'));
  await fillNames(role, { uz: 'Nazoratchi-2' });
  await saveButtonOf(role, 'update').click();
  await expectToast(page, t('admins:roles.updated'));
  await expect(rowOf(page, 'Nazoratchi-2')).toBeVisible();
}

async function keepNames(page: Page): Promise<void> {
  await page.goto('/household_categories');
  await expect(rowOf(page, 'Ehtiyojmand')).toBeVisible();
  await addButtonOf(page).click();
  const adding = dialogOf(page, t('household_categories:addTitle'));
  await fillNames(adding, { uz: 'Yosh oila', ru: 'Молодая семья' });
  await adding.getByTitle('#2fa36b').click();
  await saveButtonOf(adding, 'add').click();
  await expectToast(page, t('household_categories:added', { name: 'Yosh oila' }));
  await rename(page, 'Ehtiyojmand', t('household_categories:editTitle'));
  await page.goto('/streets');
  await rename(page, 'Navoiy', t('streets:editTitle'), async (dialog) => {
    // In a list, a street's neighbourhood is only a name.
    const picker = dialog.getByRole('combobox', { name: new RegExp(t('streets:neighborhood')) });
    if (!(await picker.innerText()).includes('ishamol'))
      await choose(page, new RegExp(t('streets:neighborhood')), /ishamol/);
  });
  await page.goto('/directions');
  await rename(page, 'Tikuvchilik', t('directions:editTitle'));
}

async function rename(
  page: Page,
  name: string,
  title: string,
  more: (dialog: Locator) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await rowOf(page, name).click();
  const dialog = dialogOf(page, title);
  await more(dialog);
  await fillNames(dialog, { uz: `${name}-2` });
  await saveButtonOf(dialog, 'update').click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, `${name}-2`)).toBeVisible();
}

async function keepHouseholds(page: Page): Promise<void> {
  await page.goto('/households/add');
  const main = mainOf(page);
  await page.locator('[data-phase="ready"]').waitFor();
  await choose(page, t('households:list.category'), /Ehtiyojmand/);
  await choose(page, t('households:list.neighborhood'), /ishamol/);
  await choose(page, t('households:list.street'), /Navoiy/);
  await main.getByRole('radio', { name: "Ko'p qavatli uy" }).check();
  await main.getByLabel(t('households:form.houseNumber')).fill('5');
  await main.getByLabel(t('households:form.apartmentNumber')).fill('7');
  await main.getByRole('button', { name: t('households:form.addCitizen') }).click();
  await main.getByLabel(t('households:form.fullName')).fill('Karimov Ali');
  await main.getByLabel(t('households:form.jshshir')).fill('31210632040244');
  await main.getByRole('button', { name: t('households:form.addDirection') }).click();
  await choose(page, t('households:form.direction'), /Tikuvchilik/);
  await page.getByRole('button', { name: new RegExp(`^${t('map:toolbar.add_marker')}`) }).click();
  await page.getByRole('application').click();
  await expect(main.getByText(`${t('map:status.markers')}: 1/1`)).toBeVisible();
  await saveButtonOf(main, 'add').click();
  await expectToast(page, "Xonadon qo'shildi");
  await page.goto('/households/1');
  await deleteButton(main).click();
  await answerConfirmation(page, "Haqiqatdan ham bu Xonadonni o'chirmoqchimisiz?", true);
  await expectToast(page, "Xonadon o'chirildi");
  await page.goto('/neighborhoods/1');
  await expect(main.getByText(`${t('map:status.polygons')}: 1/1`)).toBeVisible();
  await deleteButton(main).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('kernel:ui.confirm') })
    .click();
  await expectToast(page, t('neighborhoods:deleted'));
  await expect(page).toHaveURL(/\/neighborhoods\/list/);
}

async function blockCitizen(page: Page): Promise<void> {
  await page.goto('/users');
  const name = 'Yusupova Dilnoza Rustam qizi';
  await page.getByRole('button', { name: t('users:blockOf', { name }) }).click();
  await answerConfirmation(page, t('users:blockTitle', { name }), true);
  await expectToast(page, t('users:blocked', { name }));
  await page.getByRole('button', { name: t('users:unblockOf', { name }) }).click();
  await answerConfirmation(page, t('users:unblockTitle', { name }), true);
  await expectToast(page, t('users:unblocked', { name }));
}

async function changePassword(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.locator('input[autocomplete="current-password"]').fill('parol');
  await page.locator('input[autocomplete="new-password"]').first().fill('oltmish-uch-tulpor');
  await page.locator('input[autocomplete="new-password"]').last().fill('oltmish-uch-tulpor');
  await page.getByRole('button', { name: t('kernel:password.submit') }).click();
  await expectToast(page, t('kernel:password.done'));
}

async function askAssistant(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('chat:loader.open') }).click();
  const panel = page.getByRole('dialog', { name: t('chat:panel.title') });
  await panel.getByRole('textbox', { name: t('chat:panel.input') }).fill('Arizalar qayerda?');
  await page.keyboard.press('Enter');
  await expect(repliesIn(panel).last()).toContainText('Arizalar bo‘limini oching.');
  await repliesIn(panel).last().locator('.kc-go a').click();
  await expect(page).toHaveURL(/\/applications\/list/);
}

/** The button of the page's header, which precedes that of the map. */
function deleteButton(main: Locator): Locator {
  return main.getByRole('button', { name: t('kernel:records.delete'), exact: true }).first();
}

test('filters, receives notifications, and speaks Russian', async ({ visit, backend }) => {
  const page = await visit('/stats/application');
  await test.step('the statistics are filtered and downloaded', async () => {
    await expect(mainOf(page).getByText('000001').first()).toBeVisible();
    await page.goto(
      '/stats/application?status=completed&timeFilter=month&sort_by=status&sort_order=asc&limit=10',
    );
    await expect(mainOf(page).getByText('000001').first()).toBeVisible();
    await page.goto('/stats/general?neighborhood=1&household_category=1');
    await expect(mainOf(page).getByText('Ehtiyojmand').first()).toBeVisible();
  });
  await test.step('a new notification is counted, opens its application and is marked as read', async () => {
    await untilLive(page);
    const bell = page.getByRole('button', { name: new RegExp(`^${t('notifications:title')}`) });
    await expect(bell).toContainText('1');
    const news = {
      id: 3,
      type: 'forward',
      is_read: false,
      createdAt: new Date().toISOString(),
      forward: { application_id: 1 },
    };
    backend.tables.notifications.unshift(news);
    backend.emit('notification_receive', news);
    await expect(bell).toContainText('2');
    await bell.click();
    await page
      .getByRole('link', { name: new RegExp(`${t('notifications:isUnread')}$`) })
      .first()
      .click();
    await expect(page).toHaveURL(/\/applications\/1/);
    await expect.poll(() => lastChange(backend, 'PUT /api/uz/notifications/3')).toEqual({ is_read: true });
  });

  await test.step('the other language is read from the same backend', async () => {
    await chooseLanguage(page, 'ru');
    const translate = textsIn('ru');
    await expect(mainOf(page).getByText(translate('applications:detail.accept')).first()).toBeVisible();
    await page.goto('/neighborhoods/list');
    await expect(mainOf(page).getByText('Богишамол').first()).toBeVisible();
  });
});
