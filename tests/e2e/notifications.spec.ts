import type { BrowserContext, Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectToast, padId } from './support/applications.ts';
import { bellOf, expectUnread, noticesOf, panelOf } from './support/notifications.ts';
import { inLanguage } from './support/records.ts';
import { startProduct } from './support/server.ts';
import { makeAdmin, tokenOf, untilLive } from './support/staff.ts';
import { expect as expectSoon, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

/** A chime is two notes. */
const notesOfChime = 2;

// Several windows of one browser share the machine with the server.
const expect = expectSoon.configure({ timeout: 30_000 });
test.use({ actionTimeout: 30_000 });
test.setTimeout(240_000);

for (const [language, translate] of inLanguage('ru')) {
  test(`new notifications appear in the bell and on the page, in ${language}`, async ({
    open,
    api,
    server,
  }) => {
    const admin = await makeAdmin(api);
    const token = await tokenOf(server.url, admin.login);
    const page = await open(server.url, { token }, { path: '/notifications', language });
    const other = await page.context().newPage();
    await other.goto('/settings');
    await test.step('an empty list explains its purpose', async () => {
      await expect(page.getByText(translate('notifications:emptyTitle'))).toBeVisible();
      await expectUnread(page, 0, translate);
      await bellOf(page, translate).click();
      await expect(panelOf(page, translate).getByText(translate('notifications:emptyText'))).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(panelOf(page, translate)).toHaveCount(0);
      await Promise.all([untilLive(page), untilLive(other)]);
    });

    const first = await api.sendApplication({ first_name: 'Zulfiya', last_name: 'Matkarimova' });
    const arrived = translate('applications:notices.application.text', { number: padId(first.id) });
    await test.step('new ones are counted in every window and are at the top', async () => {
      await expectUnread(page, 1, translate);
      await expectUnread(other, 1, translate);
      await expect(noticesOf(page.getByRole('main'))).toContainText([arrived]);
      await expect(noticesOf(page.getByRole('main'))).toContainText(['Matkarimova Zulfiya']);
    });

    await test.step('a click marks one read, closes the list and opens its subject', async () => {
      await bellOf(other, translate).click();
      const row = noticesOf(panelOf(other, translate)).first();
      await expect(row).toContainText(arrived);
      await expect(row.locator('time')).toHaveText(ago(language));
      await expect(row.locator('[data-dot]')).toBeVisible();
      await row.getByRole('link').click();
      await expect(panelOf(other, translate)).toHaveCount(0);
      await expect(other).toHaveURL(new RegExp(`/applications/${first.id}(/|$)`));
      await expectUnread(other, 0, translate);
      await expectUnread(page, 0, translate);
      await expect(noticesOf(page.getByRole('main')).locator('[data-dot]')).toHaveCount(0);
    });

    await test.step("one's own action notifies others only", async () => {
      await other
        .getByRole('textbox', { name: translate('applications:composer.label') })
        .fill('Hujjatlar toʻliq.');
      await other.getByRole('button', { name: translate('applications:composer.send'), exact: true }).click();
      await expectToast(other, translate('applications:composer.messageSent'));
      await api.sendMessage(first.id, 'superadmin', 'Qachon koʻrasiz?');
      await expectUnread(page, 1, translate);
      const newest = noticesOf(page.getByRole('main')).first();
      const text = translate('applications:notices.message.text', { number: padId(first.id) });
      await expect(newest).toContainText(text);
      await expect(newest).toContainText('Qachon koʻrasiz?');
      await expect(noticesOf(page.getByRole('main'))).toHaveCount(2);
    });

    await test.step('all are marked at once', async () => {
      await page.getByRole('button', { name: translate('notifications:markAll') }).click();
      await expectUnread(page, 0, translate);
      await expectUnread(other, 0, translate);
    });

    const sent: number[] = [];
    for (let round = 0; round < 21; round++) sent.push((await api.sendApplication()).id);
    await expectUnread(page, 21, translate);
    await other.close();
    const main = page.getByRole('main');
    const chip = main.getByRole('button', { name: new RegExp(`^${translate('notifications:all.unread')}`) });
    const clear = main.getByRole('button', { name: translate('notifications:all.clear') });
    const header = main.locator('header');
    const count = (number: number) =>
      header.getByText(translate('notifications:all.count', { count: number }), { exact: true });

    await test.step('the page filters by state, type, period and text, in the address', async () => {
      await chip.click();
      await expect(chip).toContainText('21');
      await expect(count(21)).toBeVisible();
      await chip.click();
      await expect(count(23)).toBeVisible();
      await choose(page, translate('notifications:all.type'), translate('applications:notices.message.name'));
      await expect(noticesOf(main)).toHaveCount(1);
      await choose(page, translate('notifications:all.period'), translate('notifications:all.periods.today'));
      await expect(page).toHaveURL(/type=message&period=today/);
      await page.reload();
      await expect(noticesOf(main)).toHaveCount(1);
      await clear.click();
      await expect(noticesOf(main)).toHaveCount(20);
      await main.getByRole('searchbox').fill(String(sent[4]));
      await expect(noticesOf(main)).toHaveCount(1);
      const response = Promise.withResolvers<void>();
      await page.route(/\/notifications\?.*search=hech/, async (route) => {
        await response.promise;
        await route.continue();
      });
      await main.getByRole('searchbox').fill('hech qanday bunday soʻz');
      await expect(page).toHaveURL(/search=hech/);
      await clear.hover();
      await page.mouse.down();
      response.resolve();
      await expect(main.getByText(translate('notifications:all.noResultsTitle'))).toBeVisible();
      await page.mouse.up();
      await expect(noticesOf(main), 'the way back stays under the pointer').toHaveCount(20);
      await page.unroute(/\/notifications\?.*search=hech/);
    });

    await test.step('a date in the address can be edited and cleared part by part', async () => {
      await choose(
        page,
        translate('notifications:all.period'),
        translate('notifications:all.periods.custom'),
      );
      const part = (name: string) =>
        main
          .getByRole('group', { name: translate('notifications:all.from'), exact: true })
          .getByRole('textbox', { name: translate(`kernel:ui.${name}`) });
      await part('day').focus();
      await page.keyboard.type('15102020');
      await expect(page).toHaveURL(/date_from=2020-10-15/);
      await part('day').focus();
      await page.keyboard.type('20');
      await expect(page).toHaveURL(/date_from=2020-10-20/);
      await expect(part('month')).toBeFocused();
      await part('year').focus();
      await page.keyboard.press('Backspace');
      await expect(page).not.toHaveURL(/date_from/);
      await expect(part('day')).toHaveValue('20');
      await clear.click();
      await expect(noticesOf(main)).toHaveCount(20);
    });

    await test.step('selected ones are marked together', async () => {
      for (const at of [0, 2]) await noticesOf(main).nth(at).getByRole('checkbox').check();
      await main
        .getByRole('button', { name: translate('notifications:all.markChosen'), exact: true })
        .click();
      await expectToast(page, translate('notifications:all.marked', { count: 2 }));
      await expectUnread(page, 19, translate);
      await expect(noticesOf(main).nth(0).locator('[data-dot]')).toHaveCount(0);
      await expect(noticesOf(main).nth(1).locator('[data-dot]')).toHaveCount(1);
    });

    await test.step('new items below the fold are counted and shown on request', async () => {
      await main.getByRole('button', { name: translate('kernel:ui.nextPage') }).click();
      await expect(noticesOf(main)).toHaveCount(3);
      await untilLive(page);
      const { id } = await api.sendApplication();
      await main.getByRole('button', { name: translate('notifications:newNotices', { count: 1 }) }).click();
      await expect(noticesOf(main).first()).toContainText(padId(id));
      await expect(noticesOf(main)).toHaveCount(20);
    });

    await test.step('a list that fails to load can be retried', async () => {
      let requestCount = 0;
      await page.route(/\/api\/uz\/notifications/, (route) => {
        requestCount += 1;
        return route.abort();
      });
      await page.goto('/notifications');
      await expect(main.getByText(translate('notifications:errorTitle'))).toBeVisible();
      const before = requestCount;
      const retry = main.getByRole('button', { name: translate('kernel:ui.retry') });
      await retry.click();
      await expect.poll(() => requestCount).toBeGreaterThan(before);
      await page.unroute(/\/api\/uz\/notifications/);
      // The page reads again when the socket connects, which may be now.
      if (await retry.isVisible()) await retry.click({ timeout: 5000 }).catch(() => undefined);
      await expect(noticesOf(main)).toHaveCount(20);
    });
  });
}

for (const [language, translate] of inLanguage('uz')) {
  test(`the browser notifies once, those who opted in, in ${language}`, async ({ open, api, server }) => {
    const admin = await makeAdmin(api);
    const token = await tokenOf(server.url, admin.login);
    const page = await open(server.url, { token }, { path: '/settings', language });
    const context = page.context();
    const card = page.getByRole('main').locator('section', {
      has: page.getByRole('heading', { name: translate('notifications:desktop.title') }),
    });
    const messages = card.getByRole('switch', { name: translate('notifications:desktop.messages') });
    await page.addInitScript(watchMessages);

    await test.step('a denied permission is explained', async () => {
      await context.grantPermissions([], { origin: server.url });
      await page.reload();
      await expect(card.getByText(translate('notifications:desktop.problems.denied'))).toBeVisible();
      await expect(messages).toBeDisabled();
    });

    await test.step('both are enabled and tested', async () => {
      await context.grantPermissions(['notifications'], { origin: server.url });
      await page.reload();
      await messages.check();
      await card.getByRole('switch', { name: translate('notifications:desktop.sound') }).check();
      await card.getByRole('button', { name: translate('notifications:desktop.try') }).click();
      await expect.poll(() => received(page)).toEqual([translate('notifications:desktop.sample')]);
    });

    const others = [await watchedPage(context), await watchedPage(context)];
    for (const other of others) await other.goto('/settings');
    const windows = [page, ...others];
    await Promise.all(windows.map(untilLive));
    await Promise.all(windows.map((each) => each.evaluate(forget)));

    const words = (id: number) => translate('applications:notices.application.text', { number: padId(id) });
    const first = await api.sendApplication({ last_name: 'Sirli' });
    await test.step('one of several hidden windows notifies, without names', async () => {
      await expect.poll(() => shownIn(windows)).toEqual([words(first.id)]);
      await Promise.all(windows.map((each) => expectUnread(each, 1, translate)));
      await expect.poll(() => soundsIn(windows)).toBe(notesOfChime);
    });

    await test.step('a visible window only plays the sound', async () => {
      await others[0]?.evaluate(setVisibility, true);
      const second = await api.sendApplication();
      await Promise.all(windows.map((each) => expectUnread(each, 2, translate)));
      await expect.poll(() => soundsIn(windows)).toBe(2 * notesOfChime);
      await others[0]?.evaluate(setVisibility, false);
      const third = await api.sendApplication();
      await expect.poll(() => shownIn(windows)).toEqual([words(first.id), words(third.id)].toSorted());
      expect(await shownIn(windows)).not.toContain(words(second.id));
    });

    await test.step('a click opens the subject and marks it read', async () => {
      for (const each of windows) await each.evaluate(press, words(first.id));
      const opened = () => windows.filter((each) => each.url().includes(`/applications/${first.id}`));
      await expect.poll(() => opened().length).toBe(1);
      await Promise.all(windows.map((each) => expectUnread(each, 2, translate)));
    });

    await test.step('a revoked permission is explained', async () => {
      await context.clearPermissions();
      await context.grantPermissions([], { origin: server.url });
      const settings = await context.newPage();
      await settings.goto('/settings');
      await expect(settings.getByText(translate('notifications:desktop.problems.revoked'))).toBeVisible();
    });
  });
}

test('nothing is missing or duplicated after a lost connection and a restart; unknown types are shown as unknown', async ({
  open,
}) => {
  const server = await startProduct();
  try {
    const api = new Api(server.url);
    const page = await open(server.url, 'operator', { path: '/settings' }, api);
    const context = page.context();
    await context.grantPermissions(['notifications'], { origin: server.url });
    await page.addInitScript(watchMessages);
    await page.reload();
    await page.getByRole('switch', { name: t('notifications:desktop.messages') }).check();
    const before = (await api.get<{ unread: number }>('notifications', 'operator')).unread;
    await untilLive(page);
    await page.evaluate(forget);

    const [one, many] = [1, 22];
    await test.step('notifications arrive while the connection is lost and the server restarts', async () => {
      await api.sendApplication();
      await expect.poll(() => received(page)).toHaveLength(one);
      await context.setOffline(true);
      await server.stop('SIGKILL');
      await expect(page.getByText(t('kernel:live.connectionLost'))).toBeVisible({ timeout: 20_000 });
      await server.start();
      for (let round = 0; round < many; round++) await api.sendApplication();
      await context.setOffline(false);
      await expectUnread(page, before + one + many);
    });

    await test.step('all are shown once, and announced together', async () => {
      const summary = t('notifications:newNotices', { count: many });
      await expect.poll(() => received(page)).toContain(summary);
      expect(await received(page)).toHaveLength(2);
      await page.goto('/notifications');
      await expect(noticesOf(page.getByRole('main'))).toHaveCount(20);
      const words = await noticesOf(page.getByRole('main')).getByRole('link').allInnerTexts();
      expect(new Set(words.map((text) => /\d{6}/.exec(text)?.[0])).size).toBe(20);
    });

    await test.step('notifications of a disabled plugin are unknown and have no link', async () => {
      const dependents = ['work', 'stats', 'letters', 'intake', 'retention'];
      await api.write('PUT', 'plugins/applications', { enabled: false, with: dependents }, 'superadmin');
      for (const [language, button] of [
        ['uz', 'Русский'],
        ['ru', null],
      ] as const) {
        const translate = textsIn(language);
        const row = noticesOf(page.getByRole('main')).first();
        await expect(row).toContainText(translate('notifications:unknown'));
        await row.getByRole('button').click();
        await expect(page).toHaveURL(/\/notifications$/);
        if (button === null) continue;
        await page.goto('/settings');
        await page.getByRole('radio', { name: button }).check();
        await page.goto('/notifications');
      }
      expect(t('notifications:unknown')).toBe("Noma'lum xabar");
    });
  } finally {
    await server.close();
  }
});

/** The relative time of something that has just arrived. */
function ago(language: 'uz' | 'ru'): RegExp {
  return language === 'uz' ? /^\d+ (sek|daq) oldin$/ : /^\d+ (сек\.|мин) назад$/;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

interface Watched {
  received: Notification[];
  sounds: number;
  visible: boolean;
}

declare global {
  var watched: Watched;
}

/**
 * Runs in the browser first: records notifications and notes of the chime. Initially no window is focused.
 */
function watchMessages(): void {
  globalThis.watched = { received: [], sounds: 0, visible: false };
  const Real = globalThis.Notification;
  globalThis.Notification = class extends Real {
    constructor(title: string, options?: NotificationOptions) {
      super(title, options);
      globalThis.watched.received.push(this);
    }
  };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function play(...when) {
    globalThis.watched.sounds += 1;
    start.apply(this, when);
  };
  document.hasFocus = () => globalThis.watched.visible;
}

/** Opens a further window with its own listeners, since the browser is reused by later tests. */
async function watchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watchMessages);
  return page;
}

function forget(): void {
  globalThis.watched.received = [];
  globalThis.watched.sounds = 0;
}

function setVisibility(visible: boolean): void {
  globalThis.watched.visible = visible;
  dispatchEvent(new Event(visible ? 'focus' : 'blur'));
}

function press(title: string): void {
  const message = globalThis.watched.received.find((each) => each.title === title);
  message?.dispatchEvent(new Event('click'));
}

async function received(page: Page): Promise<string[]> {
  return page.evaluate(() => globalThis.watched.received.map(({ title }) => title));
}

async function shownIn(pages: readonly Page[]): Promise<string[]> {
  return (await Promise.all(pages.map(received))).flat().toSorted();
}

async function soundsIn(pages: readonly Page[]): Promise<number> {
  const counts = await Promise.all(pages.map((page) => page.evaluate(() => globalThis.watched.sounds)));
  return counts.reduce((sum, count) => sum + count, 0);
}
