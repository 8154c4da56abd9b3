import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { openOnce, type PrepareScreen, type Translate } from './support/screen-states.ts';
import { testScreens, testMoreScreens, type Screen } from './support/screens.ts';
import { addButtonOf, dialogOf, rowOf, rowsOf, saveButtonOf } from './support/records.ts';
import { addingOf, fieldOf, makeAdmin } from './support/staff.ts';

const filled: PrepareScreen = (page) => rowsOf(page).first().waitFor();

/** The pages of admins, roles and settings. */
const screens: readonly Screen[] = [
  { name: 'admins', login: 'superadmin', path: '/admins/list', ready: filled },
  { name: 'roles', login: 'superadmin', path: '/admins/roles', ready: filled },
  {
    name: 'admin-wrong',
    login: 'superadmin',
    path: '/admins/list',
    ready: async (page, translate) => {
      await addButtonOf(page, translate).click();
      await saveButtonOf(addingOf(page, translate), 'add', translate).click();
      await page.getByText(translate('admins:form.loginRequired')).waitFor();
    },
  },
  {
    name: 'role-form',
    login: 'superadmin',
    path: '/admins/roles',
    ready: async (page, translate) => {
      await rowsOf(page).first().click();
      await dialogOf(page, translate('admins:roles.editTitle')).waitFor();
    },
  },
  {
    name: 'sign-ins',
    login: 'superadmin',
    path: '/admins/list?search=superadmin',
    ready: async (page, translate) => {
      await rowOf(page, 'superadmin').getByRole('button').first().click();
      await page.getByRole('menuitem', { name: translate('admins:signIns.title') }).click();
      await page.getByText('127.0.0.1').first().waitFor();
    },
  },
  {
    name: 'settings-chief',
    login: 'superadmin',
    path: '/settings',
    ready: (page) => page.getByText('127.0.0.1').first().waitFor(),
  },
];

/** The actions on an admin and on a role, each in its dialog. */
const actions: readonly Screen[] = [
  {
    name: 'admin-form',
    login: 'superadmin',
    path: '/admins/list?search=registrar',
    ready: async (page, translate) => {
      await rowOf(page, 'registrar').first().click();
      await dialogOf(page, translate('admins:editTitle')).waitFor();
    },
  },
  {
    name: 'admin-neighborhoods',
    login: 'superadmin',
    path: '/admins/list',
    ready: async (page, translate) => {
      const adding = addingOf(page, translate);
      await openOnce(page, adding, addButtonOf(page, translate));
      await fieldOf(adding, translate('admins:password')).fill('qisqa');
      await adding.getByRole('combobox', { name: translate('admins:neighborhoods') }).click();
      await page.getByRole('option').nth(1).click();
      await page.getByRole('option').nth(3).click();
    },
  },
  {
    name: 'admin-menu',
    login: 'superadmin',
    path: '/admins/list?search=operator2',
    ready: async (page, translate) => openMenu(page, translate),
  },
  {
    name: 'admin-block',
    login: 'superadmin',
    path: '/admins/list?search=operator2',
    ready: async (page, translate) => {
      await openMenu(page, translate);
      await page.getByRole('menuitem', { name: translate('admins:block.action') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-password',
    login: 'superadmin',
    path: '/admins/list?search=xodim',
    idOf: async (api: Api) => (await makeAdmin(api)).id,
    ready: async (page, translate) => {
      await openMenu(page, translate);
      await page.getByRole('menuitem', { name: translate('admins:reset.action') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: translate('kernel:ui.confirm') })
        .click();
      await page.getByText(translate('admins:reset.once')).waitFor();
    },
  },
  {
    name: 'admin-delete',
    login: 'superadmin',
    path: '/admins/list?search=operator2',
    ready: async (page, translate) => {
      const start = translate('kernel:records.deleteOf', { name: '' }).trim();
      await rowsOf(page)
        .first()
        .getByRole('button', { name: new RegExp(`^${start}`) })
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admins-blocked',
    login: 'superadmin',
    path: '/admins/list?blocked=true',
    ready: (page) => rowsOf(page).first().waitFor(),
  },
  {
    name: 'role-rights',
    login: 'superadmin',
    path: '/admins/roles',
    ready: async (page, translate) => {
      await addButtonOf(page, translate).click();
      const adding = dialogOf(page, translate('admins:roles.addTitle'));
      await adding.getByRole('checkbox').last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'role-wrong',
    login: 'superadmin',
    path: '/admins/roles',
    ready: async (page, translate) => {
      await addButtonOf(page, translate).click();
      const adding = dialogOf(page, translate('admins:roles.addTitle'));
      await saveButtonOf(adding, 'add', translate).click();
      await adding.getByText(translate('admins:roles.required')).first().waitFor();
    },
  },
  {
    name: 'role-delete',
    login: 'superadmin',
    path: '/admins/roles',
    ready: async (page, translate) => {
      const start = translate('kernel:records.deleteOf', { name: '' }).trim();
      await rowsOf(page)
        .first()
        .getByRole('button', { name: new RegExp(`^${start}`) })
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

testScreens(screens);
testMoreScreens(actions);

/** The menu with further actions in the first row. */
async function openMenu(page: Page, translate: Translate): Promise<void> {
  const start = translate('admins:more', { name: '' }).trim();
  await rowsOf(page)
    .first()
    .getByRole('button', { name: new RegExp(`^${start}`) })
    .click();
  await page.getByRole('menu').waitFor();
}
