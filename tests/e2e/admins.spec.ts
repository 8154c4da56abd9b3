import type { Page } from '@playwright/test';
import type { Admin } from '#plugins/admins/contract.ts';
import type { Api } from './support/api.ts';
import { expectToast } from './support/applications.ts';
import {
  addButtonOf,
  answerConfirmation,
  dialogOf,
  fillNames,
  inLanguage,
  makeRecord,
  namesOf,
  rowOf,
  rowsOf,
  saveButtonOf,
  uniqueMark,
} from './support/records.ts';
import {
  addingOf,
  choose,
  fieldOf,
  goodPassword,
  makeAdmin,
  makeRole,
  openMore,
  tokenOf,
  untilFocused,
  untilLive,
} from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const path = '/admins/list';

for (const [language, translate] of inLanguage('uz')) {
  test(`adds an admin, signs in, and edits without changing the password, in ${language}`, async ({
    as,
    api,
    server,
  }) => {
    const mark = uniqueMark();
    const role = await makeRole(api);
    const page = await as('superadmin', { path, language });
    await addButtonOf(page, translate).click();
    const adding = addingOf(page, translate);
    await saveButtonOf(adding, 'add', translate).click();
    for (const key of ['loginRequired', 'passwordRequired', 'firstNameRequired', 'roleRequired']) {
      await expect(adding.getByText(translate(`admins:form.${key}`))).toBeVisible();
    }
    await untilFocused(page);
    await expect(fieldOf(adding, translate('admins:lastName'))).toBeFocused();

    await fieldOf(adding, translate('admins:lastName')).fill(`Yangi ${mark}`);
    await fieldOf(adding, translate('admins:firstName')).fill('Sinov');
    await fieldOf(adding, translate('admins:login')).fill(`yangi-${mark}`);
    await fieldOf(adding, translate('admins:phone')).pressSequentially('901234567');
    await expect(fieldOf(adding, translate('admins:phone'))).toHaveValue('+998 (90) 123-45-67');
    await fieldOf(adding, translate('admins:password')).fill(goodPassword);
    await adding.getByRole('switch', { name: translate('admins:form.mustChange') }).click();
    await choose(page, adding, translate('admins:role'), role[language].name);
    await adding.getByRole('combobox', { name: translate('admins:neighborhoods') }).click();
    await page
      .getByRole('combobox', { name: translate('kernel:ui.search') })
      .last()
      .fill(language === 'uz' ? 'Beruniy' : 'Беруни');
    await page
      .getByRole('option', { name: /Beruniy|Беруни/ })
      .first()
      .click();
    await page.keyboard.press('Escape');
    await expect(fieldOf(adding, translate('admins:password'))).toHaveValue(goodPassword);
    await saveButtonOf(adding, 'add', translate).click();
    await expectToast(page, translate('admins:added', { name: `Yangi ${mark} Sinov` }));
    await expect(adding).toBeHidden();
    await tokenOf(server.url, `yangi-${mark}`);

    await page.getByRole('searchbox').first().fill(`yangi-${mark}`);
    const row = rowOf(page, `yangi-${mark}`);
    await expect(row).toContainText('+998 (90) 123-45-67');
    await expect(row).toContainText(role[language].name);
    await expect(page).toHaveURL(/search=yangi-/);
    // While other chips exist, this one moves under the pointer.
    await expect(rowsOf(page)).toHaveCount(1);
    await row.click();
    const editing = dialogOf(page, translate('admins:editTitle'));
    await expect(fieldOf(editing, translate('admins:login'))).toHaveValue(`yangi-${mark}`);
    await expect(editing.getByLabel(translate('admins:password'), { exact: true })).toHaveCount(0);
    await fieldOf(editing, translate('admins:firstName')).fill('Boshqa');
    await saveButtonOf(editing, 'update', translate).click();
    await expectToast(page, translate('admins:updated', { name: `Yangi ${mark} Boshqa` }));
    await expect(rowOf(page, `Yangi ${mark} Boshqa`)).toBeVisible();
  });
}

/** Opens the form of an admin whose only neighbourhood is not among the choices, as if it had been added since they were read. */
async function openWithUnknown(page: Page, api: Api) {
  const coords = [
    [45.1, 61.1],
    [45.1, 61.2],
    [45.2, 61.2],
  ];
  const { id } = await makeRecord(api, 'neighborhoods', { color: '#0b7480', coords });
  const admin = await makeAdmin(api, { neighborhoods: [id] });
  await page.route('**/api/uz/neighborhoods?pagination=false', async (route) => {
    const response = await route.fetch();
    const all = (await response.json()) as readonly { readonly id: number }[];
    await route.fulfill({ response, json: all.filter((one) => Number(one.id) !== Number(id)) });
  });
  await page.goto(`${path}?search=${admin.login}`);
  await rowOf(page, admin.login).click();
  const editing = dialogOf(page, t('admins:editTitle'));
  return {
    editing,
    field: editing.getByRole('combobox', { name: t('admins:neighborhoods') }),
    async save(): Promise<{ unknown: number; ids: readonly number[] }> {
      await saveButtonOf(editing, 'update').click();
      await expect(editing).toBeHidden();
      const found = `admins?search=${admin.login}`;
      const { items } = await api.get<{ items: Admin[] }>(found, 'superadmin');
      return { unknown: Number(id), ids: items[0]?.neighborhoods.map((one) => Number(one.id)) ?? [] };
    },
  };
}

test('a neighbourhood that is not among the choices stays with its admin when another one is added', async ({
  as,
  api,
}) => {
  const page = await as('superadmin', { path: '/settings' });
  const { field, save } = await openWithUnknown(page, api);
  await field.click();
  await page
    .getByRole('option', { name: /Beruniy/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  const { unknown, ids } = await save();
  expect(ids).toContain(unknown);
  expect(ids).toHaveLength(2);
});

test('Backspace removes no neighbourhood that is not shown', async ({ as, api }) => {
  const page = await as('superadmin', { path: '/settings' });
  const { editing, field, save } = await openWithUnknown(page, api);
  await expect(saveButtonOf(editing, 'update')).toBeEnabled();
  await field.focus();
  await page.keyboard.press('Backspace');
  const { unknown, ids } = await save();
  expect(ids).toEqual([unknown]);
});

test('texts are those of the specification', () => {
  expect(t('admins:menu.list')).toBe('Adminlar');
  expect(t('kernel:records.add')).toBe("Qo'shish");
  expect(t('admins:form.loginRequired')).toBe('Login kiritish shart!');
  expect(t('admins:form.passwordRequired')).toBe('Parolni kiritish shart!');
  expect(t('admins:form.firstNameRequired')).toBe('Ism kiritish shart!');
  expect(t('admins:roles.required')).toBe('Admin roli kiritish shart!');
  expect(t('admins:roles.added', { name: 'Nazoratchi' })).toBe("Nazoratchi roli qo'shildi!");
  expect(t('admins:roles.updated')).toBe('Admin roli yangilandi!');
});

test('a click that takes the focus from a missing field reaches its target', async ({ as }) => {
  const page = await as('superadmin', { path });
  await addButtonOf(page).click();
  const adding = addingOf(page);
  const lastName = fieldOf(adding, t('admins:lastName'));
  await expect(lastName).toBeFocused();
  const role = adding.getByRole('combobox', { name: t('admins:role') });
  await role.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(lastName, 'it is checked after the click').toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  // By keyboard, there is no click to wait for.
  await fieldOf(adding, t('admins:firstName')).focus();
  await page.keyboard.press('Tab');
  await expect(fieldOf(adding, t('admins:firstName'))).toHaveAttribute('aria-invalid', 'true');
});

test('drafts never contain a password', async ({ as }) => {
  const mark = uniqueMark();
  const page = await as('superadmin', { path });
  await addButtonOf(page).click();
  await fieldOf(addingOf(page), t('admins:login')).fill(`qolgan-${mark}`);
  await fieldOf(addingOf(page), t('admins:password')).fill('maxfiy-soʻz-2026');
  // Stored data are encrypted: this sees that they exist, and a reload shows their content.
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  const before = await stored();
  await fieldOf(addingOf(page), t('admins:lastName')).fill(`Qolgan ${mark}`);
  await expect.poll(stored).not.toBe(before);
  await page.reload();
  await expect(fieldOf(addingOf(page), t('admins:login'))).toHaveValue(`qolgan-${mark}`);
  await expect(fieldOf(addingOf(page), t('admins:lastName'))).toHaveValue(`Qolgan ${mark}`);
  await expect(fieldOf(addingOf(page), t('admins:password'))).toHaveValue('');
  await fieldOf(addingOf(page), t('admins:login')).fill('');
});

test('filters, sort and page are in the address', async ({ as }) => {
  const page = await as('superadmin', { path: `${path}?blocked=true` });
  await expect(rowOf(page, 'sobiqxodim')).toBeVisible();
  await expect(rowOf(page, 'guest')).toHaveCount(0);
  await page.getByRole('button', { name: t('kernel:records.clear') }).click();
  await expect(rowOf(page, 'guest').first()).toBeVisible();
  const up = await namesOf(page);
  await page
    .getByRole('columnheader', { name: t('admins:name') })
    .getByRole('button')
    .click();
  await expect(page).toHaveURL(/sort_order=desc/);
  await expect.poll(async () => (await namesOf(page))[0]).not.toBe(up[0]);
  await page.goBack();
  await expect.poll(async () => (await namesOf(page))[0]).toBe(up[0]);
});

test("another admin's change appears and is not overwritten; nobody can remove themselves", async ({
  as,
  api,
}) => {
  const admin = await makeAdmin(api);
  const page = await as('superadmin', { path: `${path}?search=${admin.login}` });
  await rowOf(page, admin.login).click();
  const editing = dialogOf(page, t('admins:editTitle'));
  await fieldOf(editing, t('admins:firstName')).fill('Meniki');
  await api.write('PUT', `admins/${admin.id}/block?blocked=true`, null, 'superadmin');
  await expect(rowOf(page, admin.login)).toContainText(t('admins:states.blocked'));
  await saveButtonOf(editing, 'update').click();
  await expect(page.getByText(t('kernel:records.conflict.title'))).toBeVisible();
  await page.getByRole('button', { name: t('kernel:records.conflict.keepMine') }).click();
  await expect(rowOf(page, 'Meniki')).toBeVisible();

  const name = `${admin.last_name} Meniki`;
  const remove = page.getByRole('button', { name: t('kernel:records.deleteOf', { name }) });
  await remove.click();
  await answerConfirmation(page, t('admins:removeTitle', { name }), false);
  await expect(rowsOf(page)).toHaveCount(1);
  await remove.click();
  await answerConfirmation(page, t('admins:removeTitle', { name }), true);
  await expectToast(page, t('admins:removed', { name }));
  await expect(rowsOf(page)).toHaveCount(0);

  await page.goto(`${path}?search=superadmin`);
  await rowOf(page, 'superadmin')
    .getByRole('button', { name: /Oʻchirish/ })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('kernel:ui.confirm') })
    .click();
  await expectToast(page, t('admins:errors.own_account'));
  await expect(rowOf(page, 'superadmin')).toBeVisible();
});

for (const [language, translate] of inLanguage('ru')) {
  test(`adds and edits a role, and rejects removing one in use, in ${language}`, async ({ as, api }) => {
    const mark = uniqueMark();
    const names = { uz: `Lavozim ${mark}`, ru: `Должность ${mark}` };
    const page = await as('superadmin', { path: '/admins/roles', language });
    await addButtonOf(page, translate).click();
    const adding = dialogOf(page, translate('admins:roles.addTitle'));
    await saveButtonOf(adding, 'add', translate).click();
    await expect(adding.getByText(translate('admins:roles.required')).first()).toBeVisible();
    await fillNames(adding, names);
    const streets = adding.getByRole('checkbox', { name: translate('streets:permissions.street_add') });
    await streets.check();
    await expect(adding.getByText(translate('streets:menu.title'), { exact: true })).toBeVisible();
    await saveButtonOf(adding, 'add', translate).click();
    await expectToast(page, translate('admins:roles.added', { name: names[language] }));
    const row = rowOf(page, names[language]);
    await expect(row).toContainText(translate('streets:permissions.street_add'));

    const { items } = await api.get<{ items: { id: number }[] }>(`admins/roles?search=${mark}`, 'superadmin');
    await makeAdmin(api, { role_id: items[0]?.id });
    await row.click();
    const editing = dialogOf(page, translate('admins:roles.editTitle'));
    await choose(page, editing, translate('admins:roles.level'), translate('admins:levels.super_admin'));
    await saveButtonOf(editing, 'update', translate).click();
    await expectToast(page, translate('admins:roles.updated'));
    await expect(row).toContainText(translate('admins:levels.super_admin'));

    await row
      .getByRole('button', { name: translate('kernel:records.deleteOf', { name: names[language] }) })
      .click();
    await answerConfirmation(
      page,
      translate('admins:roles.removeTitle', { name: names[language] }),
      true,
      translate,
    );
    await expect(page.getByText(/1\s(ta admin|админ)/).first()).toBeVisible();
    await expect(row).toBeVisible();
  });
}

test("lists an admin's sessions and ends them with a message", async ({ as, open, api, server }) => {
  const admin = await makeAdmin(api);
  const worker = await open(
    server.url,
    { token: await tokenOf(server.url, admin.login) },
    { path: '/applications/list' },
  );
  await expect(worker.getByRole('heading', { level: 1 })).toBeVisible();
  await untilLive(worker);
  const page = await as('superadmin', { path: `${path}?search=${admin.login}` });
  await openMore(rowOf(page, admin.login));
  await page.getByRole('menuitem', { name: t('admins:signIns.title') }).click();
  const name = `${admin.last_name} ${admin.first_name}`;
  const dialog = dialogOf(page, t('admins:signIns.titleOf', { name }));
  await expect(dialog.getByText('127.0.0.1')).toBeVisible();
  await dialog.getByRole('button', { name: t('admins:signIns.endAll') }).click();
  await answerConfirmation(page, t('admins:signIns.endAllTitle', { name }), true);
  await expectToast(page, t('admins:signIns.allEnded'));
  await expect(dialog.getByText(t('admins:signIns.none'))).toBeVisible();
  await expect(worker.getByText(t('kernel:login.ends.ended'))).toBeVisible();
});
