import type { Page } from '@playwright/test';
import { demoPassword } from './support/api.ts';
import { seriousAccessibilityIssuesOf } from './support/axe.ts';
import { acceptPath } from './support/accept-form.ts';
import { inLanguage, uniqueMark } from './support/records.ts';
import { isUsed, setSecondsLeft, secondsLeft, untilWarned, untilWatched } from './support/session-time.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const warningIn = (page: Page, translate = t) =>
  page.getByRole('alertdialog', { name: translate('kernel:idle.title') });
const lastNameIn = (page: Page, translate = t) => page.getByLabel(translate('applications:fields.last_name'));

interface ActivityCall {
  readonly active: boolean;
}

/** The activity that a page reports by calls, as it arrives. */
function collectCalls(page: Page): readonly ActivityCall[] {
  const found: ActivityCall[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/activity')) found.push(request.postDataJSON() as ActivityCall);
  });
  return found;
}

/** This computer's clock is years ahead. */
function setClockAhead(): void {
  const now = Date.now.bind(Date);
  Date.now = () => now() + 5 * 365 * 86_400_000;
}

for (const [language, translate] of inLanguage('ru')) {
  test(`an idle user is warned, may continue, and finds the typed text after the end, in ${language}`, async ({
    open,
    server,
    api,
  }) => {
    const token = await api.freshToken('operator');
    const page = await open(server.url, { token }, { path: 'about:blank', language });
    await page.addInitScript(setClockAhead);
    await page.goto(acceptPath);
    await untilWatched(server, token);
    const warning = warningIn(page, translate);
    const typed = `Rahimova${uniqueMark()}`;

    await test.step('the user is warned a minute before the end', async () => {
      await lastNameIn(page, translate).fill(typed);
      await setSecondsLeft(server, token, 50);
      await untilWarned(page, warning);
      const description = (await warning.textContent()) ?? '';
      expect(Number(/\d+/.exec(description)?.[0])).toBeLessThanOrEqual(50);
      await expect(warning).not.toContainText(description);
      await expect(warning.getByRole('button', { name: translate('kernel:idle.continue') })).toBeFocused();
      expect(await seriousAccessibilityIssuesOf(page)).toEqual([]);
    });

    await test.step('continuing keeps the session', async () => {
      expect(await secondsLeft(server, token)).toBeLessThan(60);
      await warning.getByRole('button', { name: translate('kernel:idle.continue') }).click();
      await expect(warning).toBeHidden();
      await expect.poll(() => secondsLeft(server, token)).toBeGreaterThan(29 * 60);
      await expect(lastNameIn(page, translate)).toHaveValue(typed);
    });

    await test.step('an idle user is signed out, and finds the typed text again', async () => {
      await setSecondsLeft(server, token, 8);
      await untilWarned(page, warning);
      await expect(page).toHaveURL(/\/login\?from=/);
      await expect(page.getByText(translate('kernel:login.ends.expired'))).toBeVisible();
      await page.getByLabel(translate('kernel:login.login')).fill('operator');
      await page.getByLabel(translate('kernel:login.password')).first().fill(demoPassword);
      await page.getByRole('button', { name: translate('kernel:login.submit'), exact: true }).click();
      await expect(lastNameIn(page, translate)).toHaveValue(typed);
    });
  });
}

test('activity in one tab keeps all, and signing out in the warning ends all', async ({
  open,
  server,
  api,
}) => {
  const token = await api.freshToken('operator');
  const first = await open(server.url, { token }, { path: '/applications/list' });
  await untilWatched(server, token);
  const second = await first.context().newPage();
  await second.goto('/applications/list');
  await untilLive(second);

  await setSecondsLeft(server, token, 50);
  await untilWarned(first, warningIn(first));
  await untilWarned(second, warningIn(second));
  await warningIn(second)
    .getByRole('button', { name: t('kernel:idle.continue') })
    .click();
  // Sooner than it would ask the server by itself.
  await expect(warningIn(first)).toBeHidden({ timeout: 25_000 });
  await expect(warningIn(second)).toBeHidden();
  expect(await secondsLeft(server, token)).toBeGreaterThan(29 * 60);

  await setSecondsLeft(server, token, 50);
  await untilWarned(first, warningIn(first));
  await warningIn(first)
    .getByRole('button', { name: t('kernel:shell.signOut') })
    .click();
  await expect(first).toHaveURL(/\/login/);
  await expect(second).toHaveURL(/\/login/);
  await expect.poll(() => secondsLeft(server, token)).toBeNull();
});

test('typing is reported over the socket, background reads are not', async ({ open, server, api }) => {
  const token = await api.freshToken('operator');
  const page = await open(server.url, { token }, { path: acceptPath });
  await untilLive(page);
  await untilWatched(server, token);
  const received = collectCalls(page);
  await setSecondsLeft(server, token, 600);
  // Until the server, which caches sessions for some seconds, has recorded a read.
  await expect(async () => {
    await page.reload();
    await untilLive(page);
    expect(await isUsed(server, token)).toBe(true);
  }).toPass();
  expect(await secondsLeft(server, token)).toBeLessThanOrEqual(600);
  await page.keyboard.press('Shift');
  await expect.poll(() => secondsLeft(server, token)).toBeGreaterThan(29 * 60);
  expect(received.filter(({ active }) => active)).toEqual([]);
});

test('without a socket a call reports activity, and scripted events do not count', async ({
  open,
  server,
  api,
}) => {
  const token = await api.freshToken('operator');
  const page = await open(server.url, { token }, { path: 'about:blank', tolerate: /socket\.io|WebSocket/ });
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route('**/socket.io/**', (route) => route.abort());
  const received = collectCalls(page);
  await page.goto('/applications/list');
  await expect.poll(() => received).toEqual([{ active: false }]);
  await page.evaluate(() => {
    const event = { bubbles: true, screenX: 5, screenY: 5 };
    dispatchEvent(new KeyboardEvent('keydown', { ...event, key: 'a' }));
    document.body.dispatchEvent(new PointerEvent('pointerdown', event));
    document.body.dispatchEvent(new PointerEvent('pointermove', event));
    document.body.click();
  });
  // A resting pointer, under which the page changes.
  await page.mouse.move(700, 500);
  await page.mouse.move(700, 500);
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(received.length).toBeGreaterThan(1);
  }).toPass();
  expect(received).toEqual([{ active: false }, { active: false }]);
  await page.keyboard.press('Shift');
  await expect.poll(() => received).toEqual([{ active: false }, { active: false }, { active: true }]);
});
