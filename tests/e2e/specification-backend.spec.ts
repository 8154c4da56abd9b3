import type { Locator, Page } from '@playwright/test';
import {
  attach,
  choose,
  composerOf,
  expectToast,
  pdf,
  sendButtonOf,
  timelineOf,
} from './support/applications.ts';
import { messageOf, submitOf } from './support/accept-form.ts';
import {
  addButtonOf,
  answerConfirmation,
  dialogOf,
  fillNames,
  rowOf,
  saveButtonOf,
} from './support/records.ts';
import { expect } from './support/test.ts';
import { t } from './support/texts.ts';
import { applicationOf } from './specification-backend/data.ts';
import { lastChange, test, tolerate } from './specification-backend/test.ts';

const mainOf = (page: Page) => page.getByRole('main');

test('signs in, sees only the pages of the specification, and signs out', async ({ open, backend }) => {
  const page = await open(backend.url, null, { path: '/', tolerate });
  await page.getByLabel(t('kernel:login.login'), { exact: true }).fill('aziza');
  await page.getByLabel(t('kernel:login.password'), { exact: true }).fill('wrong');
  await page.getByRole('button', { name: t('kernel:login.submit'), exact: true }).click();
  await expect(page.getByText('Login yoki parol noto‘g‘ri').first()).toBeVisible();
  await page.getByLabel(t('kernel:login.password'), { exact: true }).fill('parol');
  await page.getByRole('button', { name: t('kernel:login.submit'), exact: true }).click();
  await expectToast(page, t('kernel:login.done'));
  await expect(page).toHaveURL(/\/admins\/list/);

  await test.step('the menu has the order of the specification, and no page that needs more', async () => {
    const menu = page.getByRole('navigation', { name: t('kernel:shell.menu') });
    const plugins = ['admins', 'users', 'stats', 'applications', 'neighborhoods', 'streets', 'households'];
    const titles = [...plugins, 'directions', 'household_categories', 'settings'].map((id) =>
      t(`${id}:menu.title`),
    );
    await expect
      .poll(async () =>
        (await menu.innerText())
          .split('\n')
          .filter((line, at, lines) => titles.includes(line) && lines.indexOf(line) === at),
      )
      .toEqual(titles);
    await expect(menu).not.toContainText(t('plugins:menu.title'));
    await expect(menu).not.toContainText(t('chat:menu.title'));
    await page.goto('/plugins');
    await expect(page.getByText(t('kernel:pages.notFound.title'))).toBeVisible();
  });

  await test.step('every page shows the existing data', async () => {
    for (const [path, words] of pages) {
      await page.goto(path);
      await expect(mainOf(page).getByText(words).first(), path).toBeVisible();
      await expect(page.getByText('Xatolik yuz berdi!'), path).toHaveCount(0);
    }
  });

  await page.getByRole('button', { name: new RegExp(t('kernel:shell.profile')) }).click();
  await page.getByRole('menuitem', { name: t('kernel:shell.signOut') }).click();
  await expect(page).toHaveURL(/\/login/);
});

const pages: readonly (readonly [path: string, words: string])[] = [
  ['/admins/list', 'Karimova Aziza'],
  ['/admins/roles', 'Bosh admin'],
  ['/users', 'Yusupova Dilnoza'],
  ['/stats/general', 'Ehtiyojmand'],
  ['/stats/application', 'Yusupova'],
  ['/applications/list', 'Yusupova'],
  ['/applications/1/timeline', 'Tikuv mashinasi kerak.'],
  ['/applications/1/overview', 'Bog‘ishamol'],
  ['/applications/1/personal', 'Navoiy ko‘chasi, 12'],
  ['/applications/1/documents', t('applications:detail.noFiles')],
  ['/neighborhoods/list', 'Bog‘ishamol'],
  ['/streets', 'Navoiy'],
  ['/households/list', 'Ehtiyojmand'],
  ['/directions', 'Tikuvchilik'],
  ['/household_categories', 'Ehtiyojmand'],
  ['/notifications', '000001'],
  ['/settings', 'Karimova Aziza'],
];

test('is the office of another city by its deployment.json', async ({ visit, backend }) => {
  backend.options = {
    deployment: {
      branding: { name: 'Mehr', logo: '/mark-dot.svg' },
      timeZone: 'Asia/Samarkand',
      place: {
        name: { uz: 'Samarqand shahri', ru: 'Город Самарканд' },
        center: [39.6542, 66.9597],
        zoom: 12,
      },
    },
  };
  const page = await visit('/stats/general');
  await expect(mainOf(page).getByText('Samarqand shahri')).toBeVisible();
  await expect(page.getByRole('navigation', { name: t('kernel:shell.menu') }).locator('..')).toContainText(
    'Mehr',
  );
  await page.goto('/neighborhoods/add');
  await page.locator('[data-phase="ready"]').waitFor();
  await page.getByRole('button', { name: t('map:toolbar.add_polygon') }).click();
  await fillNames(mainOf(page), { uz: 'Registon', ru: 'Регистан' });
  await saveButtonOf(mainOf(page), 'add').click();
  await expectToast(page, t('neighborhoods:added'));
  const { coords } = lastChange(backend, 'POST /api/uz/neighborhoods') as { coords: [number, number][] };
  for (const [lat, lng] of coords) {
    expect(Math.abs(lat - 39.6542)).toBeLessThan(0.011);
    expect(Math.abs(lng - 66.9597)).toBeLessThan(0.011);
  }
  await page.goto('/settings');
  await expect(mainOf(page).getByText('Asia/Samarkand')).toBeVisible();
});

test('handles an application from the counter to the end', async ({ visit, backend }) => {
  const page = await visit('/applications/accept');

  await test.step('the form sends the five fields of the specification', async () => {
    await choose(page, t('applications:fields.neighborhood'), /./);
    await choose(page, t('applications:fields.employment'), t('applications:employment.unemployed'));
    await messageOf(page).fill('Ko‘mir kerak.');
    await attach(page, page.getByRole('button', { name: t('kernel:ui.pickFiles') }), pdf('ariza.pdf'));
    await submitOf(page).click();
    await expectToast(page, t('applications:accept.sent'));
    await expect(page).toHaveURL(/\/applications\/list/);
    const sent = Object.keys(lastChange(backend, 'POST /api/uz/applications') as object);
    expect(sent.toSorted()).toEqual([
      'employment_status',
      'files',
      'neighborhood_id',
      'planned_assistance',
      'salary',
    ]);
  });

  await test.step('a new application is shown at the top', async () => {
    await expect(mainOf(page).getByText('000003')).toBeVisible();
    await expect.poll(() => backend.listeners()).toBeGreaterThan(0);
    const brought = { ...applicationOf(77, 'created'), planned_assistance: 'Yangi' };
    // As on a real server: it is in the list, and is announced.
    backend.tables.applications.unshift(brought);
    backend.emit('application_receive', brought);
    await expect(mainOf(page).getByText('000077')).toBeVisible();
  });

  await test.step('it is accepted, answered, handed on and completed', async () => {
    await page.goto('/applications/1');
    await page.getByRole('button', { name: t('applications:detail.accept'), exact: true }).click();
    await expect
      .poll(() => lastChange(backend, 'POST /api/uz/applications/1/actions/statuses'))
      .toBeDefined();
    expect(lastChange(backend, 'POST /api/uz/applications/1/actions/statuses')).toEqual({
      status: 'accepted',
    });
    await composerOf(page).fill('Hujjatni olib keling.');
    await sendButtonOf(page).click();
    const message = timelineOf(page)
      .locator('[data-side="own"]')
      .filter({ hasText: 'Hujjatni olib keling.' });
    await expect(message.first(), 'the name of the sender identifies it').toBeVisible();
    await page.getByRole('button', { name: t('applications:composer.task'), exact: true }).click();
    await choose(page, t('applications:composer.receiver'), /Aliyev/);
    await composerOf(page).fill('Uyga boring.');
    await page.getByRole('button', { name: t('applications:composer.sendTask'), exact: true }).click();
    await expectToast(page, t('applications:composer.taskSent'));
    await expect(timelineOf(page)).toContainText('Botir Aliyev');
    await page.getByRole('button', { name: t('applications:detail.changeStatus') }).click();
    await page.getByRole('menuitem', { name: t('applications:status.completed') }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Mashina berildi.');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('applications:detail.submitStatus') })
      .click();
    await expectToast(page, t('applications:detail.statusChanged'));
    // The toast may still be that of the acceptance.
    await expect
      .poll(() => lastChange(backend, 'POST /api/uz/applications/1/actions/statuses'))
      .toEqual({ status: 'completed', note: 'Mashina berildi.' });
  });
});

test('keeps the registers', async ({ visit, backend }) => {
  const page = await visit('/directions');
  const main = mainOf(page);

  await test.step('a direction is added, and a rejection without err is shown', async () => {
    await addButtonOf(page).click();
    const dialog = dialogOf(page, t('directions:addTitle'));
    await fillNames(dialog, { uz: 'Duradgorlik', ru: 'Столярное дело' });
    backend.options = { rejectWith: { message: 'Bu nom band' } };
    await saveButtonOf(dialog, 'add').click();
    await expect(page.getByText('Bu nom band').first()).toBeVisible();
    backend.options = {};
    await saveButtonOf(dialog, 'add').click();
    await expect(rowOf(page, 'Duradgorlik')).toBeVisible();
    expect(lastChange(backend, 'POST /api/uz/directions')).toEqual({
      uz: { name: 'Duradgorlik' },
      ru: { name: 'Столярное дело' },
    });
  });

  await test.step('a street, although the server returns no neighbourhood of the others', async () => {
    await page.goto('/streets');
    await addButtonOf(page).click();
    const dialog = dialogOf(page, t('streets:addTitle'));
    await choose(page, new RegExp(t('streets:neighborhood')), /Bog‘ishamol/);
    await fillNames(dialog, { uz: 'Bahor', ru: 'Весна' });
    await saveButtonOf(dialog, 'add').click();
    await expect(rowOf(page, 'Bahor')).toBeVisible();
  });

  await test.step('a household: it accepts any street, and its citizens keep their numbers', async () => {
    await page.goto('/households/1');
    await expect(main.getByLabel(t('households:form.jshshir'))).toHaveValue('41704880010025');
    await choose(page, t('households:list.street'), /Bahor/);
    await saveButtonOf(main, 'update').click();
    await expectToast(page, t('households:form.updated'));
    expect(lastChange(backend, 'PUT /api/uz/households/1')).toMatchObject({
      street_id: 2,
      citizens: [{ full_name: 'Yusupova Dilnoza' }],
      directions: [{ direction_id: 1, quantity: 2 }],
    });
  });

  await test.step('a neighbourhood keeps its border', async () => {
    await page.goto('/neighborhoods/1');
    await expect(main.getByText(`${t('map:status.polygons')}: 1/1`)).toBeVisible();
    await fillNames(main, { uz: 'Bog‘ishamol-2' });
    await saveButtonOf(main, 'update').click();
    await expectToast(page, t('neighborhoods:updated'));
    const sent = lastChange(backend, 'PUT /api/uz/neighborhoods/1') as { coords: unknown[] };
    expect(sent.coords).toHaveLength(4);
    expect(Object.keys(sent).toSorted()).toEqual(['color', 'coords', 'ru', 'uz']);
  });

  await test.step('a citizen is blocked, an admin is added', async () => {
    await page.goto('/users');
    const name = 'Yusupova Dilnoza Rustam qizi';
    await page.getByRole('button', { name: t('users:blockOf', { name }) }).click();
    await answerConfirmation(page, t('users:blockTitle', { name }), true);
    await expectToast(page, t('users:blocked', { name }));
    expect(backend.tables.users[0]?.['blocked']).toBe(true);
    await addAdmin(page, mainOf(page));
    expect(lastChange(backend, 'POST /api/uz/admins/register')).toEqual({
      role_id: 1,
      neighborhoods: [],
      login: 'botir',
      password: 'uzoq-va-maxfiy-soz-1',
      first_name: 'Botir',
      last_name: 'Aliyev',
      phone: null,
    });
  });

  await test.step('notifications are read one by one', async () => {
    await page.goto('/notifications');
    await page.getByRole('button', { name: t('notifications:markAll') }).click();
    await expect.poll(() => lastChange(backend, 'PUT /api/uz/notifications/1')).toEqual({ is_read: true });
  });
});

async function addAdmin(page: Page, main: Locator): Promise<void> {
  await page.goto('/admins/list');
  await expect(main.getByText('Karimova Aziza')).toBeVisible();
  await addButtonOf(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(new RegExp(`^${t('admins:login')}`)).fill('botir');
  await dialog
    .getByLabel(new RegExp(`^${t('admins:password')}`))
    .first()
    .fill('uzoq-va-maxfiy-soz-1');
  await dialog.getByLabel(new RegExp(`^${t('admins:firstName')}`)).fill('Botir');
  await dialog.getByLabel(new RegExp(`^${t('admins:lastName')}`)).fill('Aliyev');
  await choose(page, new RegExp(t('admins:role')), 'Bosh admin');
  await saveButtonOf(dialog, 'add').click();
  await expect(dialog).toBeHidden();
}
