import type { Page } from '@playwright/test';
import type { ApplicationPage } from '#plugins/applications/contract.ts';
import { testMoreScreens, type ScreenContext, type Screen } from './support/screens.ts';
import { dialogOf, makeRecord, nameField, openTab, rowsOf, saveButtonOf } from './support/records.ts';
import { makeAdmin, tokenOf, untilLive } from './support/staff.ts';
import type { textsIn } from './support/texts.ts';

type Say = ReturnType<typeof textsIn>;

/** Waits for the notice of a stored draft, which the other language restores. */
const keptOf = (page: Page, say: Say) =>
  page
    .getByText(say('applications:accept.draftSaved'))
    .or(page.getByText(say('applications:accept.draftRestored')));

const headed = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();
const profileOf = (page: Page, say: Say) =>
  page.getByRole('button', { name: new RegExp(say('kernel:shell.profile')) });

/** A session of its own, which may end. */
const freshGuest = ({ api }: ScreenContext) => api.freshToken('guest');

/** Responds to a call with an internal server error. */
async function failAt(page: Page, calls: RegExp, say: Say): Promise<void> {
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, json: { err: say('kernel:errors.internal'), code: 'internal' } }),
  );
}

async function signIn(page: Page, say: Say, login: string, password: string): Promise<void> {
  await page.getByLabel(say('kernel:login.login'), { exact: true }).fill(login);
  await page.getByLabel(say('kernel:login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('kernel:login.submit'), exact: true }).click();
}

const switchUsers = ({ api }: ScreenContext, enabled: boolean) =>
  api.write('PUT', 'plugins/users', { enabled, with: [] }, 'superadmin');

const signingIn: readonly Screen[] = [
  {
    name: 'login-empty',
    login: null,
    path: '/login',
    ready: async (page, say) => {
      await page.getByRole('button', { name: say('kernel:login.submit'), exact: true }).click();
      await page.getByText(say('kernel:login.passwordRequired')).waitFor();
    },
  },
  {
    name: 'login-refused',
    login: null,
    path: '/login',
    ready: async (page, say) => {
      await signIn(page, say, 'operator', 'not the password');
      await page.getByText(say('kernel:errors.wrong_login')).first().waitFor();
    },
  },
  {
    name: 'login-ended',
    login: freshGuest,
    path: '/settings',
    ready: async (page, say, { server }) => {
      await untilLive(page);
      const token = await page.evaluate(() => localStorage.getItem('access-token') ?? '');
      await fetch(`${server.url}/api/uz/admins/logout`, {
        method: 'POST',
        headers: { Authorization: token },
      });
      await page.getByText(say('kernel:login.ends.ended')).waitFor();
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
    ready: async (page, say) => {
      await headed(page);
      await page.getByRole('button', { name: say('kernel:shell.openMenu') }).click();
      await page.getByRole('navigation', { name: say('kernel:shell.menu') }).waitFor();
    },
  },
  {
    name: 'profile-menu',
    login: 'superadmin',
    path: '/settings',
    ready: async (page, say) => {
      await headed(page);
      await profileOf(page, say).click();
      await page.getByRole('menuitem', { name: say('kernel:shell.signOut') }).waitFor();
    },
  },
  {
    name: 'language-menu',
    login: 'superadmin',
    path: '/settings',
    ready: async (page, say) => {
      await headed(page);
      await page.getByRole('button', { name: new RegExp(say('kernel:language.title')) }).click();
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
    ready: async (page, say) => {
      const message = page.getByPlaceholder(say('applications:accept.messagePlaceholder'));
      await message.fill(`${say('applications:fields.request')}: 1,5 t`);
      await keptOf(page, say).waitFor();
      await profileOf(page, say).click();
      await page.getByRole('menuitem', { name: say('kernel:shell.signOut') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

const inPlaceOfPages: readonly Screen[] = [
  {
    name: 'switched-off',
    login: 'superadmin',
    path: '/users',
    ready: async (page, say, behind) => {
      await rowsOf(page).first().waitFor();
      await untilLive(page);
      await switchUsers(behind, false);
      await page.getByRole('heading', { name: say('kernel:pages.switchedOff.title') }).waitFor();
    },
    after: (behind) => switchUsers(behind, true),
  },
  {
    name: 'chunk-failed',
    login: 'registrar',
    path: '/settings',
    tolerate: /dynamically imported module/,
    ready: async (page, say) => {
      await headed(page);
      await page.route('**/assets/**', (route) => route.abort());
      await page
        .getByRole('navigation')
        .getByRole('link', { name: say('streets:menu.title') })
        .click();
      await page.getByText(say('kernel:pages.chunk.title')).waitFor();
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
    ready: async (page, say) => {
      await failAt(page, /api\/uz\/applications\?/, say);
      await page.goto('/applications/list');
      await page.getByText(say('applications:list.errorTitle')).waitFor();
    },
  },
  {
    name: 'detail-failed',
    login: 'operator',
    path: '/applications/:id/timeline',
    idOf: async (api) =>
      (await api.get<ApplicationPage>('applications?limit=1', 'operator')).items[0]?.id ?? 0,
    ready: async (page, say) => {
      await failAt(page, /api\/uz\/applications\/\d+/, say);
      await page.reload();
      await page.getByText(say('applications:detail.errorTitle')).waitFor();
    },
  },
  {
    name: 'records-failed',
    login: 'registrar',
    path: '/settings',
    ready: async (page, say) => {
      await failAt(page, /api\/uz\/streets\?/, say);
      await page.goto('/streets');
      await page.getByText(say('kernel:records.errorTitle')).waitFor();
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
    ready: async (page, say, { server }) => {
      await page.getByRole('listitem').getByRole('heading', { level: 2 }).first().waitFor();
      await untilLive(page);
      await server.stop();
      await page.getByText(say('kernel:live.connectionLost')).waitFor();
    },
    after: ({ server }) => server.start(),
  },
];

const twoOnOne: readonly Screen[] = [
  {
    name: 'record-conflict',
    login: 'superadmin',
    path: '/directions',
    ready: async (page, say, { api }) => {
      const record = await makeRecord(api, 'directions');
      await page.goto(`/directions?search=${encodeURIComponent(record.uz.name)}`);
      await untilLive(page);
      await rowsOf(page).first().click();
      const form = dialogOf(page, say('directions:editTitle'));
      await openTab(form, 'uz');
      await nameField(form, 'uz').fill('Tikuvchilik va pazandachilik kurslari');
      const theirs = {
        uz: { name: `${record.uz.name} tikuvchilik` },
        ru: { name: `${record.ru.name} швейное дело` },
      };
      await api.write('PUT', `directions/${record.id}`, theirs, 'superadmin');
      await form.getByRole('button', { name: say('kernel:records.remoteChange.show') }).waitFor();
      await saveButtonOf(form, 'update', say).click();
      await dialogOf(page, say('kernel:records.conflict.title')).waitFor();
    },
  },
];

testMoreScreens([...signingIn, ...aroundThePages, ...inPlaceOfPages, ...twoOnOne]);
