import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { openOnce, type PrepareScreen, type Translate } from './support/screen-states.ts';
import { testScreens, testMoreScreens, type Screen } from './support/screens.ts';
import { addButtonOf, dialogOf, rowOf, rowsOf, saveButtonOf } from './support/records.ts';
import { addingOf, fieldOf, makeAdmin } from './support/staff.ts';

const filled: PrepareScreen = (page) => rowsOf(page).first().waitFor();

/** The screens of admins, roles and settings. */
const screens: readonly Screen[] = [
  { name: 'admins', login: 'superadmin', path: '/admins/list', ready: filled },
  { name: 'roles', login: 'superadmin', path: '/admins/roles', ready: filled },
  {
    name: 'admin-wrong',
    login: 'superadmin',
    path: '/admins/list',
    ready: async (page, say) => {
      await addButtonOf(page, say).click();
      await saveButtonOf(addingOf(page, say), 'add', say).click();
      await page.getByText(say('admins:form.loginRequired')).waitFor();
    },
  },
  {
    name: 'role-form',
    login: 'superadmin',
    path: '/admins/roles',
    ready: async (page, say) => {
      await rowsOf(page).first().click();
      await dialogOf(page, say('admins:roles.editTitle')).waitFor();
    },
  },
  {
    name: 'sign-ins',
    login: 'superadmin',
    path: '/admins/list?search=superadmin',
    ready: async (page, say) => {
      await rowOf(page, 'superadmin').getByRole('button').first().click();
      await page.getByRole('menuitem', { name: say('admins:signIns.title') }).click();
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
    ready: async (page, say) => {
      await rowOf(page, 'registrar').first().click();
      await dialogOf(page, say('admins:editTitle')).waitFor();
    },
  },
  {
    name: 'admin-neighborhoods',
    login: 'superadmin',
    path: '/admins/list',
    ready: async (page, say) => {
      const adding = addingOf(page, say);
      await openOnce(page, adding, addButtonOf(page, say));
      await fieldOf(adding, say('admins:password')).fill('qisqa');
      await adding.getByRole('combobox', { name: say('admins:neighborhoods') }).click();
      await page.getByRole('option').nth(1).click();
      await page.getByRole('option').nth(3).click();
    },
  },
  {
    name: 'admin-menu',
    login: 'superadmin',
    path: '/admins/list?search=operator2',
    ready: async (page, say) => openMenu(page, say),
  },
  {
    name: 'admin-block',
    login: 'superadmin',
    path: '/admins/list?search=operator2',
    ready: async (page, say) => {
      await openMenu(page, say);
      await page.getByRole('menuitem', { name: say('admins:block.action') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-password',
    login: 'superadmin',
    path: '/admins/list?search=xodim',
    idOf: async (api: Api) => (await makeAdmin(api)).id,
    ready: async (page, say) => {
      await openMenu(page, say);
      await page.getByRole('menuitem', { name: say('admins:reset.action') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('kernel:ui.confirm') })
        .click();
      await page.getByText(say('admins:reset.once')).waitFor();
    },
  },
  {
    name: 'admin-delete',
    login: 'superadmin',
    path: '/admins/list?search=operator2',
    ready: async (page, say) => {
      const start = say('kernel:records.deleteOf', { name: '' }).trim();
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
    ready: async (page, say) => {
      await addButtonOf(page, say).click();
      const adding = dialogOf(page, say('admins:roles.addTitle'));
      await adding.getByRole('checkbox').last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'role-wrong',
    login: 'superadmin',
    path: '/admins/roles',
    ready: async (page, say) => {
      await addButtonOf(page, say).click();
      const adding = dialogOf(page, say('admins:roles.addTitle'));
      await saveButtonOf(adding, 'add', say).click();
      await adding.getByText(say('admins:roles.required')).first().waitFor();
    },
  },
  {
    name: 'role-delete',
    login: 'superadmin',
    path: '/admins/roles',
    ready: async (page, say) => {
      const start = say('kernel:records.deleteOf', { name: '' }).trim();
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

/** The menu of further actions of the first row. */
async function openMenu(page: Page, say: Translate): Promise<void> {
  const start = say('admins:more', { name: '' }).trim();
  await rowsOf(page)
    .first()
    .getByRole('button', { name: new RegExp(`^${start}`) })
    .click();
  await page.getByRole('menu').waitFor();
}
