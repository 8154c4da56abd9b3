import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { writePacked } from '../external/support/queue.ts';
import { frameFiles } from '../external/support/framed.ts';
import { setSecondsLeft, secondsLeft, untilWatched } from './support/session-time.ts';
import { chooseLanguage } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

/** A site that would accept a frame's data from anyone. */
const requests: (string | undefined)[] = [];
const site = createServer((request, response) => {
  requests.push(request.url);
  response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'text/javascript').end();
});
let siteUrl: string;
const tolerate = /Content Security Policy|sandbox|Blocked|blocked|violat/i;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
test.afterAll(() => void site.close());

test('a framed page has the style of the shell, and makes its permitted calls only', async ({
  as,
  server,
}) => {
  const source = await writePacked(frameFiles(siteUrl));
  expect(await server.command('plugin', 'add', source, '--yes')).toMatchObject({ code: 0 });
  expect(await server.command('plugins', 'enable', 'guest')).toMatchObject({ code: 0 });
  const page = await as('superadmin', {
    path: '/guest/7',
    foreign: [siteUrl],
    tolerate,
  });
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Mehmon' })).toBeVisible();
  await expect(frame.getByTestId('state')).toHaveText('hall 7 /guest/7 uz light');
  await expect(frame.getByTestId('look')).toHaveCSS('color', await colorOf(page));
  const results = frame.getByTestId('attacks');
  await expect(results).toHaveAttribute('data-done', 'true', { timeout: 60_000 });
  expect(JSON.parse((await results.textContent()) ?? '{}')).toEqual({
    'the call of the manifest': 'ok',
    'another call': 'refused 0',
    'another method': 'refused 0',
    'a path that climbs': 'refused 0',
    'a navigation to another site': 'refused',
    cookies: 'refused',
    'local storage': 'refused',
    'session storage': 'refused',
    'indexed database': 'refused',
    'the parent’s page': 'refused',
    'the parent’s address': 'refused',
    'the top window': 'refused',
    'a window': 'refused',
    fetch: 'refused',
    socket: 'refused',
    image: 'refused',
    worker: 'refused',
    'a script of a text': 'refused',
    'a module of another site': 'refused',
    'a script with the nonce of another': 'refused',
  });
  await expect(page).toHaveURL(/\/guest\/7$/);
  expect(requests).toEqual([]);

  await frame.getByRole('button', { name: 'settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
});

test('a page in a frame follows the language, the theme and the rights of the viewer', async ({ as }) => {
  const page = await as('guest', {
    foreign: [siteUrl],
    path: '/guest/7',
    language: 'ru',
    theme: 'dark',
    viewport: { width: 375, height: 740 },
    tolerate,
  });
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Гость' })).toBeVisible();
  await expect(frame.getByTestId('state')).toHaveText('hall 7 /guest/7 ru dark');
  await expect(frame.getByTestId('look')).toHaveCSS('color', await colorOf(page));
  await expect(frame.getByTestId('attacks')).toContainText('"the call of the manifest":"refused 403"');
});

test('a page in a frame follows a change of theme and language', async ({ as }) => {
  const page = await as('superadmin', { path: '/guest/7', foreign: [siteUrl], tolerate });
  const frame = page.frameLocator('iframe');
  await expect(frame.getByTestId('state')).toHaveText('hall 7 /guest/7 uz light');
  await page.getByRole('button', { name: t('kernel:theme.dark') }).click();
  await expect(frame.getByTestId('state')).toHaveText('hall 7 /guest/7 uz dark');
  await expect(frame.getByTestId('look')).toHaveCSS('color', await colorOf(page));
  await chooseLanguage(page, 'ru');
  await expect(frame.getByTestId('state')).toHaveText('hall 7 /guest/7 ru dark');
  await expect(frame.getByRole('heading', { name: 'Гость' })).toBeVisible();
});

test('work in a frame counts as activity', async ({ open, server, api }) => {
  const token = await api.freshToken('superadmin');
  const page = await open(server.url, { token }, { path: '/guest/7', foreign: [siteUrl], tolerate });
  const heading = page.frameLocator('iframe').getByRole('heading', { name: 'Mehmon' });
  await expect(heading).toBeVisible();
  await untilWatched(server, token);
  await heading.hover();
  await setSecondsLeft(server, token, 600);
  await heading.click();
  await expect.poll(() => secondsLeft(server, token)).toBeGreaterThan(29 * 60);
});

test('a frame cannot leave for another site', async ({ as }) => {
  const page = await as('superadmin', { path: '/guest/7', foreign: [siteUrl], tolerate });
  await page.frameLocator('iframe').getByRole('button', { name: 'leave' }).click();
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/');
  expect(requests).toEqual([]);
});

for (const flood of ['flood', 'reload'])
  test(`a frame that floods the shell is stopped, and the shell stays live: ${flood}`, async ({ as }) => {
    const page = await as('superadmin', { path: '/guest/7', foreign: [siteUrl], tolerate });
    await page.frameLocator('iframe').getByRole('button', { name: flood }).click();
    await expect(page.getByRole('heading', { name: 'Plagin sahifasi toʻxtatildi' })).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.getByRole('link', { name: 'Sozlamalar' }).click();
    await expect(page).toHaveURL(/\/settings$/);
  });

test('a plugin of a frame is removed', async ({ server }) => {
  expect(await server.command('plugins', 'disable', 'guest')).toMatchObject({ code: 0 });
  expect(await server.command('plugin', 'remove', 'guest')).toMatchObject({ code: 0 });
});

async function colorOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
}
