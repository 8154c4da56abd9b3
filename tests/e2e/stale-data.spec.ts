import type { Page } from '@playwright/test';
import { addDays, dayAt } from '#kernel/domain/text/index.ts';
import { cardsOf } from './support/applications.ts';
import { register } from './support/citizens.ts';
import { bellOf, noticesOf, panelOf } from './support/notifications.ts';
import { hold } from './support/hold.ts';
import { chooseLanguage, goTo } from './support/pages.ts';
import { makeRecord, rowsOf, uniqueMark } from './support/records.ts';
import { makeAdmin, makeRole, tokenOf, untilFocused, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

// Data that stay on the screen although they are outdated.

const staleText = t('kernel:ui.stale', { reason: t('kernel:boot.network') });

/** Pages with data that are shown from the cache: where they are read from, and one of their rows. */
const lists = [
  {
    path: '/applications/list',
    call: /\/api\/uz\/applications(\?|$)/,
    rowsIn: (page: Page) => cardsOf(page),
  },
  { path: '/work', call: /\/api\/uz\/work\?/, rowsIn: (page: Page) => page.locator('main li') },
  {
    path: '/notifications',
    call: /\/api\/uz\/notifications\?/,
    rowsIn: (page: Page) => noticesOf(page.getByRole('main')),
  },
  { path: '/streets', call: /\/api\/uz\/streets\?/, rowsIn: (page: Page) => rowsOf(page) },
] as const;

test('rows that could not be read again are shown with a note, until they are read', async ({
  open,
  api,
  server,
}) => {
  const role = await makeRole(api, { permissions: ['application_receiver', 'street_add'] });
  const admin = await makeAdmin(api, { role_id: role.id });
  await makeRecord(api, 'streets', { neighborhood_id: await api.sharedNeighborhood() });
  const token = await tokenOf(server.url, admin.login);
  const page = await open(server.url, { token }, { path: '/settings' });
  await untilLive(page);
  await api.sendApplication({ last_name: `Eskirgan${uniqueMark()}` });
  const main = page.getByRole('main');
  for (const { path, call, rowsIn } of lists) {
    await test.step(path, async () => {
      await goTo(page, path);
      await expect(rowsIn(page).first()).toBeVisible();
      await goTo(page, '/settings');
      await page.route(call, (route) => route.abort('connectionreset'));
      await goTo(page, path);
      await expect(main.getByText(staleText)).toBeVisible();
      await expect(rowsIn(page).first()).toBeVisible();
      await page.unroute(call);
      await main.getByRole('button', { name: t('kernel:ui.retry') }).click();
      await expect(main.getByText(staleText)).toHaveCount(0);
      await expect(rowsIn(page).first()).toBeVisible();
      await goTo(page, '/settings');
    });
  }

  await test.step('the panel of the bell', async () => {
    const [, , { call }] = lists;
    await page.route(call, (route) => route.abort('connectionreset'));
    // Everything is read again in another language.
    await chooseLanguage(page, 'ru');
    const ru = textsIn('ru');
    const panel = panelOf(page, ru);
    await bellOf(page, ru).click();
    await expect(noticesOf(panel).first()).toBeVisible();
    await expect(panel.getByText(ru('kernel:ui.stale', { reason: '' }).trim())).toBeVisible();
    await page.unroute(call);
    await panel.getByRole('button', { name: ru('kernel:ui.retry') }).click();
    await expect(panel.getByRole('button', { name: ru('kernel:ui.retry') })).toHaveCount(0);
    await expect(noticesOf(panel).first()).toBeVisible();
  });
});

test('what is shown beside the main content is read again after a failure', async ({ as, api }) => {
  const mark = uniqueMark();
  const { id } = await api.sendApplication({ last_name: mark });
  await api.accept(id, 'operator');
  await api.write(
    'POST',
    'applications/views',
    { name: mark, query: 'receiver=me', role_id: null },
    'operator',
  );
  const page = await as('operator', { path: '/settings' });
  const views = await failOnce(page, /\/api\/uz\/applications\/views$/);
  const deadline = await failOnce(page, new RegExp(`/api/uz/applications/${id}/deadline$`));
  await page.goto(`/applications/${id}`);
  await Promise.all([views.lost, deadline.lost]);
  await expect(page.getByRole('link', { name: new RegExp(`^${mark}`) })).toBeVisible();
  await expect(
    page.getByRole('heading', { name: t('applications:deadlineChange.title'), exact: true }),
  ).toBeVisible();
});

test('the counts of places are read again after a failure', async ({ as }) => {
  const page = await as('superadmin', { path: '/settings' });
  const counts = await failOnce(page, /\/api\/uz\/stats\/location-counts$/);
  await page.goto('/stats/general');
  await counts.lost;
  const main = page.getByRole('main');
  await expect(main.getByText('—', { exact: true }).first()).toBeVisible();
  await expect(main.getByText('—', { exact: true })).toHaveCount(0, { timeout: 20_000 });
});

test('a hold that could not be read is not taken for absent', async ({ as, api }) => {
  const { id } = await register(api, { last_name: uniqueMark() });
  const page = await as('superadmin', { path: '/settings' });
  const call = new RegExp(`/api/uz/retention/citizens/${id}$`);
  await page.route(call, (route) => route.abort('connectionreset'));
  await page.goto(`/users/${id}`);
  const failure = page.getByRole('alert').filter({ hasText: t('retention:stateFailed') });
  await expect(failure).toBeVisible();
  await page.unroute(call);
  await expect(failure).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('retention:hold'), exact: true })).toBeVisible();
});

test('the notifications of today are those of the next day after midnight', async ({ as }) => {
  const page = await as('operator', { path: '/notifications?period=today' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const today = dayAt(Date.now());
  const tomorrow = addDays(today, 1);
  const request = page.waitForRequest(
    new RegExp(`notifications\\?.*date_from=${tomorrow}&date_to=${tomorrow}`),
  );
  await page.clock.setFixedTime(Date.now() + 24 * 3_600_000);
  await request;
});

test('the bell says that the count is unknown, and reads it again by itself', async ({ as, api }) => {
  await api.sendApplication();
  const page = await as('operator', { path: '/settings' });
  await untilLive(page);
  const call = /\/api\/uz\/notifications\?/;
  await page.route(call, (route) => route.fulfill({ status: 429, json: { code: 'too_many' } }));
  for (const [language, translate] of [
    ['uz', t],
    ['ru', textsIn('ru')],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.reload();
    const bell = bellOf(page, translate);
    await expect(bell).toHaveText('?');
    await expect(bell).toHaveAccessibleName(translate('notifications:bellUnknown'));
    await bell.click();
    const panel = panelOf(page, translate);
    await expect(panel.getByText(translate('notifications:errorTitle'))).toBeVisible();
    for (const [theme, width] of [
      ['light', 1366],
      ['dark', 375],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
      const path = `test-results/screenshots/bell-unknown-${language}-${theme}-${width}.png`;
      await page.screenshot({ path });
    }
    await page.setViewportSize({ width: 1366, height: 800 });
    await expect(panel.getByRole('button', { name: translate('kernel:ui.retry') })).toBeEnabled();
    await page.keyboard.press('Escape');
  }
  await page.unroute(call);
  // While it reads again, nothing of it disappears.
  const reading = await hold(page, call, 'GET');
  await reading.sent;
  await untilFocused(page);
  await expect(bellOf(page, textsIn('ru'))).toHaveText('?', { timeout: 1 });
  reading.go();
  await expect(bellOf(page, textsIn('ru'))).toHaveText(/\d/, { timeout: 20_000 });
});

/** Loses the first response of a call; `lost` resolves when it has. */
async function failOnce(page: Page, call: RegExp): Promise<{ readonly lost: Promise<unknown> }> {
  const lost = page.waitForEvent('requestfailed', (request) => call.test(request.url()));
  await page.route(call, (route) => route.abort('connectionreset'), { times: 1 });
  return { lost };
}
