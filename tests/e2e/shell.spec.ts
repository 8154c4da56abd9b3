import type { Page } from '@playwright/test';
import { allows, createRegistry, deploymentSchema, type SessionAdmin } from '#kernel/contract/index.ts';
import { manifests } from '../architecture/manifests.ts';
import { demoPassword, logins } from './support/api.ts';
import { cardsOf, expectToast } from './support/applications.ts';
import { inLanguage } from './support/records.ts';
import { deploymentWith } from './support/server.ts';
import { chooseLanguage } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

const registry = createRegistry(manifests, deploymentSchema.parse(deploymentWith(() => undefined)));
/** Navigates like a link, without reloading the page. */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: t('kernel:shell.menu') });

test.describe('signing in and out', () => {
  for (const [language, translate] of inLanguage('ru')) {
    test(`redirects a stranger to the sign-in, explains errors, and opens the first page, in ${language}`, async ({
      open,
      server,
    }) => {
      const page = await open(server.url, null, { path: '/applications/list', language });
      const card = page.getByRole('listitem').getByRole('heading', { level: 2 }).first();
      const submit = page.getByRole('button', { name: translate('kernel:login.submit'), exact: true });
      await expect(page).toHaveURL(/\/login/);
      await submit.click();
      await expect(page.getByText(translate('kernel:login.loginRequired'))).toBeVisible();
      await expect(page.getByText(translate('kernel:login.passwordRequired'))).toBeVisible();
      await page.getByLabel(translate('kernel:login.login'), { exact: true }).fill('operator');
      await page.getByLabel(translate('kernel:login.password'), { exact: true }).fill('not the password');
      await submit.click();
      await expect(page.getByText(translate('kernel:errors.wrong_login')).first()).toBeVisible();
      await expect(page).toHaveURL(/\/login/);
      await page.getByLabel(translate('kernel:login.password'), { exact: true }).fill(demoPassword);
      await submit.click();
      await expectToast(page, translate('kernel:login.done'));
      await expect(page).toHaveURL(/\/applications\/list/);
      await expect(card).toBeVisible();
      // A signed-in user does not see the sign-in page.
      await page.goto('/login');
      await expect(page).toHaveURL(/\/work$/);
      await expect(page.getByRole('heading', { level: 1, name: translate('work:title') })).toBeVisible();
    });
  }

  test('signing out ends the session in the browser and on the server', async ({ open, server, api }) => {
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

  test('an expired session leads to the sign-in', async ({ open, server }) => {
    const page = await open(server.url, { token: 'a-token-of-nobody' }, { path: '/settings' });
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('button', { name: t('kernel:login.submit'), exact: true })).toBeVisible();
  });
});

test.describe('menu', () => {
  for (const login of logins) {
    test(`${login} sees the permitted pages and no other`, async ({ as, api }) => {
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
      const collapsed = menuOf(page).getByRole('button', { expanded: false });
      while ((await collapsed.count()) > 0) await collapsed.first().click();
      const shown = await menuOf(page).getByRole('link').or(menuOf(page).getByRole('button')).allInnerTexts();
      expect(shown.map((text) => text.trim())).toEqual(expected);

      const forbidden = page.getByRole('heading', { name: t('kernel:pages.forbidden.title') });
      const closed = registry.routes.filter(({ access }) => !allows(access, rights));
      const addresses = closed.map(({ path }) => path.replace(/:\w+/, '1').replace('/*', ''));
      for (const address of addresses) {
        await goWithin(page, address);
        await expect(forbidden, address).toBeVisible();
        // Leaves it, so that the next rejection is a new one.
        await goWithin(page, '/settings');
        await expect(forbidden).toHaveCount(0);
      }
      // Also by an address from outside.
      if (addresses[0] === undefined) return;
      await page.goto(addresses[0]);
      await expect(forbidden).toBeVisible();
      await expect(menuOf(page)).toBeVisible();
    });
  }
});

test('a guest sees the test mode banner, the permitted pages, and keeps the theme', async ({ as }) => {
  const page = await as('guest', { path: '/settings' });
  await expect(menuOf(page)).toBeVisible();
  await expect(page.getByText(t('kernel:shell.testMode'))).toBeVisible();
  await expect(page.getByRole('heading', { name: t('settings:profile.title') })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('settings:deployment.title') })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder(t('kernel:search.placeholder'))).toBeFocused();
  await page.keyboard.type(t('applications:list.title'));
  await expect(page.getByText(t('kernel:search.noResults'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByPlaceholder(t('kernel:search.placeholder'))).toBeHidden();

  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  expect(await theme()).toBe('light');
  await page.getByRole('button', { name: t('kernel:theme.dark') }).click();
  await expect.poll(theme).toBe('dark');
  await page.reload();
  await expect(menuOf(page)).toBeVisible();
  expect(await theme()).toBe('dark');
});

test('an unknown page links home; a language change is stored and reloads the data', async ({ as }) => {
  const ru = textsIn('ru');
  const page = await as('operator', { path: '/no/such/page' });
  await expect(page.getByRole('heading', { level: 1, name: t('kernel:pages.notFound.title') })).toBeVisible();
  await page.getByRole('link', { name: t('kernel:pages.home') }).click();
  await expect(page).toHaveURL(/\/work$/);
  await goWithin(page, '/applications/list');
  await expect(cardsOf(page).first()).toBeVisible();
  const read = page.waitForRequest(
    (request) =>
      /\/api\/uz\/applications\?/.test(request.url()) && request.headers()['accept-language'] === 'ru',
  );
  await chooseLanguage(page, 'ru');
  await read;
  await expect(page.getByRole('heading', { level: 1, name: ru('applications:list.title') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: ru('applications:list.title') })).toBeVisible();
});

test('on a phone the menu slides in over a backdrop and out again', async ({ as }) => {
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

async function statusOf(url: string, token: string): Promise<number> {
  return (await fetch(`${url}/api/uz/admins/admin`, { headers: { Authorization: token } })).status;
}
