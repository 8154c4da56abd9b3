import { expectToast } from './support/applications.ts';
import { seriousAccessibilityIssuesOf } from './support/axe.ts';
import { expectClosedByOwnButtons } from './support/dialogs.ts';
import { hold } from './support/hold.ts';
import { goTo } from './support/pages.ts';
import { answerConfirmation, rowOf } from './support/records.ts';
import {
  bodyOfAdmin,
  fieldOf,
  goodPassword,
  makeAdmin,
  makeRole,
  openMore,
  tokenOf,
  untilLive,
} from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

test('changing a role signs its holder out with a message, and the new rights apply', async ({
  open,
  api,
  server,
}) => {
  const role = await makeRole(api, { permissions: ['application_receiver'] });
  const admin = await makeAdmin(api, { role_id: role.id });
  const token = await tokenOf(server.url, admin.login);
  const [one, other] = [
    await open(server.url, { token }, { path: '/applications/list' }),
    await open(server.url, { token: await tokenOf(server.url, admin.login) }, { path: '/settings' }),
  ];
  const menu = one.getByRole('navigation').first();
  await expect(menu.getByText(t('applications:menu.title'))).toBeVisible();
  await Promise.all([untilLive(one), untilLive(other)]);
  const { uz, ru } = role;
  await api.write(
    'PUT',
    `admins/roles/${role.id}`,
    { role: 'admin', permissions: ['street_add'], uz, ru },
    'superadmin',
  );
  for (const page of [one, other]) {
    await expect(page.getByText(t('kernel:login.ends.rights'))).toBeVisible();
  }
  await fieldOf(one, t('kernel:login.login')).fill(admin.login);
  await fieldOf(one, t('kernel:login.password')).fill(goodPassword);
  await one.getByRole('button', { name: t('kernel:login.submit'), exact: true }).click();
  await expect(one.getByText(t('kernel:pages.forbidden.title'))).toBeVisible();
  await expect(menu.getByText(t('streets:menu.title'))).toBeVisible();
  await expect(menu.getByText(t('applications:menu.title'))).toHaveCount(0);
});

test("changing one's own role keeps the session and redraws the menu", async ({ open, api, server }) => {
  const role = await makeRole(api, { role: 'super_admin' });
  const admin = await makeAdmin(api, { role_id: role.id });
  const token = await tokenOf(server.url, admin.login);
  const page = await open(server.url, { token }, { path: '/admins/roles' });
  const menu = page.getByRole('navigation').first();
  await expect(menu.getByText(t('admins:menu.title')).first()).toBeVisible();
  await expect(menu.getByText(t('streets:menu.title'))).toHaveCount(0);
  await untilLive(page);
  await rowOf(page, role.uz.name).click();
  const dialog = page.getByRole('dialog', { name: t('admins:roles.editTitle') });
  await dialog.getByRole('checkbox', { name: t('streets:permissions.street_add') }).check();
  await dialog.getByRole('button', { name: t('kernel:records.update'), exact: true }).click();
  await expectToast(page, 'Admin roli yangilandi!');
  await expect(menu.getByText(t('streets:menu.title'))).toBeVisible();
});

test('blocking an admin ends the session at once and gives the reason', async ({ as, open, api, server }) => {
  const admin = await makeAdmin(api);
  const worker = await open(
    server.url,
    { token: await tokenOf(server.url, admin.login) },
    { path: '/settings' },
  );
  await untilLive(worker);
  const page = await as('superadmin', { path: `/admins/list?search=${admin.login}` });
  const name = `${admin.last_name} ${admin.first_name}`;
  await openMore(rowOf(page, admin.login));
  await page.getByRole('menuitem', { name: t('admins:block.action') }).click();
  await answerConfirmation(page, t('admins:block.title', { name }), true);
  await expectToast(page, t('admins:block.done', { name }));
  await expect(worker.getByText(t('kernel:login.ends.closed'))).toBeVisible();
  await expect(rowOf(page, admin.login)).toContainText(t('admins:states.blocked'));
});

test('first password that arrives after its page was left is shown when the page is opened again', async ({
  as,
  api,
}) => {
  const admin = await makeAdmin(api);
  const name = `${admin.last_name} ${admin.first_name}`;
  const page = await as('superadmin', { path: '/settings' });
  await goTo(page, `/admins/list?search=${admin.login}`, { idx: 1 });
  const reset = await hold(page, /\/admins\/\d+\/password$/, 'PUT');
  await openMore(rowOf(page, admin.login));
  await page.getByRole('menuitem', { name: t('admins:reset.action') }).click();
  const question = page.getByRole('alertdialog', { name: t('admins:reset.title', { name }) });
  await question.getByRole('button', { name: t('kernel:ui.confirm') }).click();
  await reset.sent;
  await page.goBack();
  await expect(page).toHaveURL(/\/settings$/);
  reset.go();
  await expectToast(page, t('admins:reset.unread', { name }));
  await page.goForward();
  const shown = page.getByRole('dialog', { name: t('admins:reset.given') });
  await expect(shown).toContainText(admin.login);
  await expect(shown.locator('code')).not.toBeEmpty();
  await shown
    .getByRole('button', { name: t('admins:reset.close') })
    .last()
    .click();
  await expect(shown).toBeHidden();
});

test('first password is shown once and must be replaced before anything else', async ({
  as,
  open,
  api,
  server,
}) => {
  const admin = await makeAdmin(api);
  const name = `${admin.last_name} ${admin.first_name}`;
  const page = await as('superadmin', { path: '/settings' });
  await goTo(page, `/admins/list?search=${admin.login}`, { idx: 1 });
  await openMore(rowOf(page, admin.login));
  await page.getByRole('menuitem', { name: t('admins:reset.action') }).click();
  await answerConfirmation(page, t('admins:reset.title', { name }), true);
  const shown = page.getByRole('dialog', { name: t('admins:reset.given') });
  const first = await shown.locator('code').innerText();
  await expectClosedByOwnButtons(page, shown);
  await page.goBack();
  await answerConfirmation(page, t('kernel:leave.title'), false);
  await expect(shown.locator('code')).toHaveText(first);
  await shown
    .getByRole('button', { name: t('admins:reset.close') })
    .last()
    .click();
  await expect(page.getByText(first)).toHaveCount(0);
  await expect(rowOf(page, admin.login)).toContainText(t('admins:states.first'));

  const worker = await open(
    server.url,
    { token: await tokenOf(server.url, admin.login, first) },
    { path: '/applications/list' },
  );
  await expect(worker.getByRole('heading', { level: 1 })).toHaveText(t('kernel:password.first.title'));
  await expect(worker.getByRole('navigation')).toHaveCount(0);
  for (const width of [1024, 375]) {
    await worker.setViewportSize({ width, height: 740 });
    expect(await seriousAccessibilityIssuesOf(worker)).toEqual([]);
    expect(
      await worker.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
  }
  await untilLive(worker);
  const fresh = 'oltmish-uch-tulpor';
  await fieldOf(worker, t('kernel:password.first.old')).fill(first);
  await fieldOf(worker, t('kernel:password.new')).fill(fresh);
  await expect(worker.getByText(t('kernel:password.levels.4'))).toBeVisible();
  await fieldOf(worker, t('kernel:password.repeat')).fill(fresh);
  await worker.getByRole('button', { name: t('kernel:password.submit') }).click();
  await expectToast(worker, t('kernel:password.done'));
  await expect(worker.getByRole('heading', { level: 1 })).toContainText(t('applications:list.title'));

  const { id } = await api.sendApplication({ first_name: 'Jonli', last_name: 'Kelgan' });
  await expect(worker.getByText(String(id).padStart(6, '0')).first()).toBeVisible();
  await tokenOf(server.url, admin.login, fresh);
});

test('losing a neighbourhood ends the session and hides its data and notifications', async ({
  open,
  api,
  server,
}) => {
  const admin = await makeAdmin(api);
  const application = await api.sendApplication({ first_name: 'Yopiq', last_name: 'Mahalla' });
  const before = await open(
    server.url,
    { token: await tokenOf(server.url, admin.login) },
    { path: `/applications/${application.id}` },
  );
  await expect(before.getByText('Mahalla Yopiq').first()).toBeVisible();
  await api.write('PUT', `admins/${admin.id}`, bodyOfAdmin(admin, { neighborhoods: [] }), 'superadmin');
  const after = await open(
    server.url,
    { token: await tokenOf(server.url, admin.login) },
    { path: `/applications/${application.id}` },
  );
  await expect(after.getByText('Mahalla Yopiq')).toHaveCount(0);
  await after.getByRole('button', { name: t('notifications:bell') }).click();
  await expect(after.getByText(String(application.id).padStart(6, '0'))).toHaveCount(0);
});
