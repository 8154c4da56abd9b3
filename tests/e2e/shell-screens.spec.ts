import type { Page } from '@playwright/test';
import type { ApplicationPage } from '#plugins/applications/contract.ts';
import { testMoreScreens, type ScreenContext, type Screen } from './support/screens.ts';
import { dialogOf, makeRecord, nameField, openTab, rowsOf, saveButtonOf } from './support/records.ts';
import { makeAdmin, tokenOf, untilLive } from './support/staff.ts';
import type { textsIn } from './support/texts.ts';

type Translate = ReturnType<typeof textsIn>;

/** Waits for the notice of a stored draft, which the other language restores. */
const draftNoteOf = (page: Page, translate: Translate) =>
  page
    .getByText(translate('applications:accept.draftSaved'))
    .or(page.getByText(translate('applications:accept.draftRestored')));

const headed = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();
const profileOf = (page: Page, translate: Translate) =>
  page.getByRole('button', { name: new RegExp(translate('kernel:shell.profile')) });

/** A separate session, which may end. */
const freshGuest = ({ api }: ScreenContext) => api.freshToken('guest');

/** Responds to a call with an internal server error. */
async function failAt(page: Page, calls: RegExp, translate: Translate): Promise<void> {
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, json: { err: translate('kernel:errors.internal'), code: 'internal' } }),
  );
}

async function signIn(page: Page, translate: Translate, login: string, password: string): Promise<void> {
  await page.getByLabel(translate('kernel:login.login'), { exact: true }).fill(login);
  await page.getByLabel(translate('kernel:login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: translate('kernel:login.submit'), exact: true }).click();
}

const switchUsers = ({ api }: ScreenContext, enabled: boolean) =>
  api.write('PUT', 'plugins/users', { enabled, with: [] }, 'superadmin');

const signingIn: readonly Screen[] = [
  {
    name: 'login-empty',
    login: null,
    path: '/login',
    ready: async (page, translate) => {
      await page.getByRole('button', { name: translate('kernel:login.submit'), exact: true }).click();
      await page.getByText(translate('kernel:login.passwordRequired')).waitFor();
    },
  },
  {
    name: 'login-refused',
    login: null,
    path: '/login',
    ready: async (page, translate) => {
      await signIn(page, translate, 'operator', 'not the password');
      await page.getByText(translate('kernel:errors.wrong_login')).first().waitFor();
    },
  },
  {
    name: 'login-ended',
    login: freshGuest,
    path: '/settings',
    ready: async (page, translate, { server }) => {
      await untilLive(page);
      const token = await page.evaluate(() => localStorage.getItem('access-token') ?? '');
      await fetch(`${server.url}/api/uz/admins/logout`, {
        method: 'POST',
        headers: { Authorization: token },
      });
      await page.getByText(translate('kernel:login.ends.ended')).waitFor();
    },
  },
  {
    name: 'first-password',
    login: async ({ api, server }) =>
      tokenOf(server.url, (await makeAdmin(api, { must_change_password: true })).login),
    path: '/',
  },
];

const aroundThePages: readonly Screen[] = [
  {
    name: 'sidebar',
    login: 'superadmin',
    path: '/settings',
    phoneOnly: true,
    ready: async (page, translate) => {
      await headed(page);
      await page.getByRole('button', { name: translate('kernel:shell.openMenu') }).click();
      await page.getByRole('navigation', { name: translate('kernel:shell.menu') }).waitFor();
    },
  },
  {
    name: 'profile-menu',
    login: 'superadmin',
    path: '/settings',
    ready: async (page, translate) => {
      await headed(page);
      await profileOf(page, translate).click();
      await page.getByRole('menuitem', { name: translate('kernel:shell.signOut') }).waitFor();
    },
  },
  {
    name: 'language-menu',
    login: 'superadmin',
    path: '/settings',
    ready: async (page, translate) => {
      await headed(page);
      await page.getByRole('button', { name: new RegExp(translate('kernel:language.title')) }).click();
      await page.getByRole('menuitemradio').first().waitFor();
    },
  },
  {
    name: 'skip-link',
    login: 'guest',
    path: '/settings',
    ready: async (page) => {
      await headed(page);
      await page.keyboard.press('Tab');
    },
  },
  {
    name: 'leave-question',
    login: 'operator',
    path: '/applications/accept',
    ready: async (page, translate) => {
      const message = page.getByPlaceholder(translate('applications:accept.messagePlaceholder'));
      await message.fill(`${translate('applications:fields.request')}: 1,5 t`);
      await draftNoteOf(page, translate).waitFor();
      await profileOf(page, translate).click();
      await page.getByRole('menuitem', { name: translate('kernel:shell.signOut') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

const inPlaceOfPages: readonly Screen[] = [
  {
    name: 'switched-off',
    login: 'superadmin',
    path: '/users',
    ready: async (page, translate, behind) => {
      await rowsOf(page).first().waitFor();
      await untilLive(page);
      await switchUsers(behind, false);
      await page.getByRole('heading', { name: translate('kernel:pages.switchedOff.title') }).waitFor();
    },
    after: (behind) => switchUsers(behind, true),
  },
  {
    name: 'chunk-failed',
    login: 'registrar',
    path: '/settings',
    tolerate: /dynamically imported module/,
    ready: async (page, translate) => {
      await headed(page);
      await page.route('**/assets/**', (route) => route.abort());
      await page
        .getByRole('navigation')
        .getByRole('link', { name: translate('streets:menu.title') })
        .click();
      await page.getByText(translate('kernel:pages.chunk.title')).waitFor();
    },
  },
  {
    name: 'boot-failed',
    login: 'operator',
    path: '/settings',
    ready: async (page) => {
      await headed(page);
      await page.route('**/api/uz/admins/admin', (route) => route.fulfill({ status: 503, json: {} }));
      await page.reload();
      await page.getByRole('main').getByRole('button').waitFor();
    },
  },
  {
    name: 'list-failed',
    login: 'operator',
    path: '/settings',
    ready: async (page, translate) => {
      await failAt(page, /api\/uz\/applications\?/, translate);
      await page.goto('/applications/list');
      await page.getByText(translate('applications:list.errorTitle')).waitFor();
    },
  },
  {
    name: 'detail-failed',
    login: 'operator',
    path: '/applications/:id/timeline',
    idOf: async (api) =>
      (await api.get<ApplicationPage>('applications?limit=1', 'operator')).items[0]?.id ?? 0,
    ready: async (page, translate) => {
      await failAt(page, /api\/uz\/applications\/\d+/, translate);
      await page.reload();
      await page.getByText(translate('applications:detail.errorTitle')).waitFor();
    },
  },
  {
    name: 'records-failed',
    login: 'registrar',
    path: '/settings',
    ready: async (page, translate) => {
      await failAt(page, /api\/uz\/streets\?/, translate);
      await page.goto('/streets');
      await page.getByText(translate('kernel:records.errorTitle')).waitFor();
    },
  },
  {
    name: 'list-loading',
    login: 'operator',
    path: '/settings',
    loading: true,
    ready: async (page) => {
      await page.route(/api\/uz\/applications\?/, () => undefined);
      await page.goto('/applications/list');
      await headed(page);
    },
  },
  {
    name: 'server-away',
    login: 'operator',
    path: '/applications/list',
    tolerate: /dynamically imported module/,
    ready: async (page, translate, { server }) => {
      await page.getByRole('listitem').getByRole('heading', { level: 2 }).first().waitFor();
      await untilLive(page);
      await server.stop();
      await page.getByText(translate('kernel:live.connectionLost')).waitFor();
    },
    after: ({ server }) => server.start(),
  },
];

const twoOnOne: readonly Screen[] = [
  {
    name: 'record-conflict',
    login: 'superadmin',
    path: '/directions',
    ready: async (page, translate, { api }) => {
      const record = await makeRecord(api, 'directions');
      await page.goto(`/directions?search=${encodeURIComponent(record.uz.name)}`);
      await untilLive(page);
      await rowsOf(page).first().click();
      const form = dialogOf(page, translate('directions:editTitle'));
      await openTab(form, 'uz');
      await nameField(form, 'uz').fill('Tikuvchilik va pazandachilik kurslari');
      const theirs = {
        uz: { name: `${record.uz.name} tikuvchilik` },
        ru: { name: `${record.ru.name} швейное дело` },
      };
      await api.write('PUT', `directions/${record.id}`, theirs, 'superadmin');
      await form.getByRole('button', { name: translate('kernel:records.remoteChange.show') }).waitFor();
      await saveButtonOf(form, 'update', translate).click();
      await dialogOf(page, translate('kernel:records.conflict.title')).waitFor();
    },
  },
];

testMoreScreens([...signingIn, ...aroundThePages, ...inPlaceOfPages, ...twoOnOne]);
