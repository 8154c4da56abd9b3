import { testLooks, type Screen } from './support/looks.ts';
import { addButtonOf, dialogOf, rowOf, rowsOf, saveButtonOf } from './support/records.ts';
import { addingOf } from './support/staff.ts';

type Ready = NonNullable<Screen['ready']>;

const filled: Ready = (page) => rowsOf(page).first().waitFor();

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

testLooks(screens);
