import type { Page } from '@playwright/test';
import {
  allows,
  createRegistry,
  deploymentSchema,
  languages,
  type SessionAdmin,
} from '#kernel/contract/index.ts';
import { manifests } from '../architecture/manifests.ts';
import { Api, demoPassword, logins } from './support/api.ts';
import { cardsOf, expectToast } from './support/applications.ts';
import { deploymentWith, startProduct } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

const registry = createRegistry(manifests, deploymentSchema.parse(deploymentWith(() => undefined)));
/** Goes to an address without loading the page anew, as a link in it does. */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: t('kernel:shell.menu') });

test.describe('signing in and out', () => {
  test('a stranger is sent to the sign-in, whatever he asks for, and comes to the first page', async ({
    open,
    server,
  }) => {
    const page = await open(server.url, null, { path: '/applications/list' });
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel(t('kernel:login.login'), { exact: true }).fill('operator');
    await page.getByLabel(t('kernel:login.password'), { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: t('kernel:login.submit'), exact: true }).click();
    await expectToast(page, t('kernel:login.done'));
    await expect(page).toHaveURL(/\/applications\/list/);
    await expect(cardsOf(page).first()).toBeVisible();
  });

  test('whoever is signed in does not see the sign-in', async ({ as }) => {
    const page = await as('operator', { path: '/login' });
    await expect(page).toHaveURL(/\/applications\/list/);
    await expect(menuOf(page)).toBeVisible();
  });

  for (const language of languages) {
    test(`a wrong password is told, in ${language}`, async ({ open, server }) => {
      const say = textsIn(language);
      const page = await open(server.url, null, { path: '/login', language });
      await page.getByRole('button', { name: say('kernel:login.submit'), exact: true }).click();
      await expect(page.getByText(say('kernel:login.loginRequired'))).toBeVisible();
      await expect(page.getByText(say('kernel:login.passwordRequired'))).toBeVisible();
      await page.getByLabel(say('kernel:login.login'), { exact: true }).fill('operator');
      await page.getByLabel(say('kernel:login.password'), { exact: true }).fill('not the password');
      await page.getByRole('button', { name: say('kernel:login.submit'), exact: true }).click();
      await expect(page.getByText(say('kernel:errors.wrong_login')).first()).toBeVisible();
      await expect(page).toHaveURL(/\/login/);
    });
  }

  test('signing out ends the session, here and on the server', async ({ open, server, api }) => {
    const token = await api.freshToken('guest');
    const page = await open(server.url, { token });
    await page.getByRole('button', { name: new RegExp(t('kernel:shell.profile')) }).click();
    await page.getByRole('menuitem', { name: t('kernel:shell.signOut') }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
    await expect.poll(() => statusOf(server.url, token)).toBe(401);
    await page.goto('/settings');
    await expect(page).toHaveURL(/\/login/);
  });

  test('a session that is dead leads back to the sign-in', async ({ open, server }) => {
    const page = await open(server.url, { token: 'a-token-of-nobody' }, { path: '/settings' });
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('button', { name: t('kernel:login.submit'), exact: true })).toBeVisible();
  });
});

test.describe('the menu', () => {
  for (const login of logins) {
    test(`${login} sees what his rights open, and is kept out of every other page`, async ({ as, api }) => {
      const { role } = await api.get<SessionAdmin>('admins/admin', login);
      const rights = { role: role.role, permissions: role.permissions };
      const expected = registry
        .menu(rights)
        .flatMap(({ label, items }) => [
          t(label),
          ...(items.length > 1 ? items.map((item) => t(item.label)) : []),
        ]);
      const page = await as(login);
      await page.waitForURL((url) => url.pathname !== '/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const folded = menuOf(page).getByRole('button', { expanded: false });
      while ((await folded.count()) > 0) await folded.first().click();
      const shown = await menuOf(page).getByRole('link').or(menuOf(page).getByRole('button')).allInnerTexts();
      expect(shown.map((text) => text.trim())).toEqual(expected);

      const forbidden = page.getByRole('heading', { name: t('kernel:pages.forbidden.title') });
      const closed = registry.routes.filter(({ access }) => !allows(access, rights));
      const addresses = closed.map(({ path }) => path.replace(/:\w+/, '1').replace('/*', ''));
      for (const address of addresses) {
        await goWithin(page, address);
        await expect(forbidden, address).toBeVisible();
        // Away again, so that the next refusal is one of its own.
        await goWithin(page, '/settings');
        await expect(forbidden).toHaveCount(0);
      }
      // And one by its address, from outside.
      if (addresses[0] === undefined) return;
      await page.goto(addresses[0]);
      await expect(forbidden).toBeVisible();
      await expect(menuOf(page)).toBeVisible();
    });
  }

  test('a plugin that the deployment switches off is not there at all', async ({ open }) => {
    const server = await startProduct(
      deploymentWith(({ plugins }) => {
        plugins['applications'] = { ...plugins['applications'], enabled: false };
      }),
    );
    try {
      // The server goes with the story; what floats above the pages may just be on its way.
      const start = { path: '/', tolerate: /dynamically imported module/ };
      const page = await open(server.url, 'operator', start, new Api(server.url));
      await expect(menuOf(page).getByRole('link', { name: t('settings:menu.title') })).toBeVisible();
      await expect(menuOf(page).getByText(t('applications:menu.title'))).toHaveCount(0);
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(request.url()));
      await page.goto('/applications/list');
      await expect(page.getByRole('heading', { name: t('kernel:pages.notFound.title') })).toBeVisible();
      expect(
        fetched.filter((url) => /applications/.test(new URL(url).pathname.replace('/applications/list', ''))),
      ).toEqual([]);
      expect((await fetch(`${server.url}/api/uz/applications`)).status).toBe(404);
    } finally {
      await server.close();
    }
  });
});

test('an unknown page is a 404 with a way home', async ({ as }) => {
  const page = await as('operator', { path: '/no/such/page' });
  await expect(page.getByRole('heading', { level: 1, name: t('kernel:pages.notFound.title') })).toBeVisible();
  await page.getByRole('link', { name: t('kernel:pages.home') }).click();
  await expect(page).toHaveURL(/\/applications\/list/);
});

test('the theme is chosen once and stays', async ({ as }) => {
  const page = await as('guest', { path: '/settings' });
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  expect(await theme()).toBe('light');
  await page.getByRole('button', { name: t('kernel:theme.dark') }).click();
  await expect.poll(theme).toBe('dark');
  await page.reload();
  await expect(menuOf(page)).toBeVisible();
  expect(await theme()).toBe('dark');
});

test('the language is chosen once and stays, and what is on the screen is read again', async ({ as }) => {
  const ru = textsIn('ru');
  const page = await as('operator', { path: '/applications/list' });
  await expect(cardsOf(page).first()).toBeVisible();
  const read = page.waitForRequest(
    (request) =>
      /\/api\/uz\/applications\?/.test(request.url()) && request.headers()['accept-language'] === 'ru',
  );
  await page.getByRole('button', { name: new RegExp(t('kernel:language.title')) }).click();
  await page
    .getByRole('menuitemradio', { name: t('kernel:language.ru') })
    .or(page.getByRole('menuitem', { name: t('kernel:language.ru') }))
    .click();
  await read;
  await expect(page.getByRole('heading', { level: 1, name: ru('applications:list.title') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: ru('applications:list.title') })).toBeVisible();
});

test('on a phone the menu slides in over a backdrop, and out again', async ({ as }) => {
  const page = await as('operator', {
    path: '/settings',
    viewport: { width: 375, height: 740 },
    touch: true,
  });
  await expect(menuOf(page)).toBeHidden();
  const opener = page.getByRole('button', { name: t('kernel:shell.openMenu') });
  await opener.click();
  await expect(menuOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menuOf(page)).toBeHidden();
  await opener.click();
  await page.mouse.click(360, 400);
  await expect(menuOf(page)).toBeHidden();
  await opener.click();
  await menuOf(page)
    .getByRole('button', { name: t('applications:menu.title') })
    .click();
  await menuOf(page)
    .getByRole('link', { name: t('applications:menu.list') })
    .click();
  await expect(page).toHaveURL(/\/applications\/list/);
  await expect(menuOf(page)).toBeHidden();
});

test('the search finds an application by its number, and goes there by the keyboard alone', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication({ first_name: 'Ulugʻbek', last_name: 'Otajonov' });
  const page = await as('operator', { path: '/settings' });
  await expect(menuOf(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder(t('kernel:search.placeholder'))).toBeFocused();
  await page.keyboard.type(String(id));
  await expect(page.getByRole('option', { name: /Otajonov/ }).first()).toBeVisible();
  await page
    .getByRole('option', { name: /Otajonov/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/applications/${id}(/|$)`));
});

test('the search finds pages, of those that one may open; the banner says that the system runs in test mode', async ({
  as,
}) => {
  const page = await as('guest', { path: '/settings' });
  await expect(menuOf(page)).toBeVisible();
  await expect(page.getByText(t('kernel:shell.testMode'))).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder(t('kernel:search.placeholder'))).toBeFocused();
  await page.keyboard.type(t('applications:list.title'));
  await expect(page.getByText(t('kernel:search.nothing'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByPlaceholder(t('kernel:search.placeholder'))).toBeHidden();
});

test('a password is changed only with the old one, twice the same', async ({ as }) => {
  const page = await as('guest', { path: '/settings' });
  const submit = page.getByRole('button', { name: t('kernel:password.submit'), exact: true });
  await submit.click();
  await expect(page.getByText(t('kernel:password.oldRequired'))).toBeVisible();
  await expect(page.getByText(t('kernel:password.newRequired'))).toBeVisible();
  await page.getByLabel(t('kernel:password.old')).first().fill('not the password');
  await page.getByLabel(t('kernel:password.new')).first().fill('uzun va yangi parol');
  await page.getByLabel(t('kernel:password.repeat')).first().fill('boshqa narsa');
  await submit.click();
  await expect(page.getByText(t('kernel:password.differ')).first()).toBeVisible();
  await page.getByLabel(t('kernel:password.repeat')).first().fill('uzun va yangi parol');
  const answer = page.waitForResponse('**/admins/admin/password');
  await submit.click();
  expect((await answer).status()).toBeGreaterThanOrEqual(400);
  await expect(page.getByText(t('kernel:password.done'))).toHaveCount(0);
});

async function statusOf(url: string, token: string): Promise<number> {
  return (await fetch(`${url}/api/uz/admins/admin`, { headers: { Authorization: token } })).status;
}
