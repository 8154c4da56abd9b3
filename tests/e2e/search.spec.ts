import type { Page } from '@playwright/test';
import { padId } from './support/applications.ts';
import { testScreens, testMoreScreens } from './support/screens.ts';
import { inLanguage, uniqueMark } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const boxOf = (page: Page, translate = t) =>
  page.getByRole('combobox', { name: translate('kernel:search.title') });
const groupOf = (page: Page, title: string) => page.getByRole('listbox').getByRole('group', { name: title });
const chosenOf = (page: Page) => page.getByRole('option', { selected: true });

/** Opens the palette by its shortcut, and waits until it accepts input. */
async function openPalette(page: Page, translate = t): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Control+k');
  await expect(boxOf(page, translate)).toBeFocused();
}

for (const [language, translate] of inLanguage('ru')) {
  test(`searches, opens and searches again by keyboard alone, in ${language}`, async ({ as, api }) => {
    const mark = uniqueMark();
    const names = { first_name: 'Ulugʻbek', last_name: `Oʻrinov${mark}`, phone: '998914322617' };
    const ids: number[] = [];
    for (let count = 0; count < 7; count++) ids.push((await api.sendApplication(names)).id);
    const newest = ids.at(-1) ?? 0;
    const page = await as('operator', { path: '/settings', language });
    await openPalette(page, translate);
    await expect(groupOf(page, translate('kernel:search.recent'))).toHaveCount(0);
    await expect(groupOf(page, translate('kernel:search.actions'))).toBeVisible();

    // In another script, without the apostrophe: the newest five, and a link to all.
    await page.keyboard.type(`Ўринов${mark}`);
    const group = groupOf(page, translate('applications:found.applications'));
    await expect(group.getByRole('option')).toHaveCount(6);
    const first = group.getByRole('option').first();
    await expect(first).toContainText(`№ ${padId(newest)}`);
    await expect(first).toContainText(translate('applications:status.created'));
    await expect(first.locator('mark')).toHaveText(`Oʻrinov${mark}`);
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText(translate('kernel:search.count', { total: 5 }))).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(chosenOf(page)).toContainText(translate('kernel:search.all'));
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(chosenOf(page)).toContainText(`№ ${padId(ids[5] ?? 0)}`);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/applications\/list\?search=/);
    await expect(page.getByRole('listitem').getByRole('heading', { level: 2 }).first()).toContainText(mark);

    // By its number, before any result: Enter waits for it.
    await openPalette(page, translate);
    await page.keyboard.type(padId(newest));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/applications/${newest}(/|$)`));

    // A recent item: read again by its id, and stored in this browser without a name.
    await openPalette(page, translate);
    const recent = groupOf(page, translate('kernel:search.recent'));
    await expect(recent.getByRole('option').first()).toContainText(`Oʻrinov${mark}`);
    const stored = await page.evaluate(() => localStorage.getItem('search-recent') ?? '');
    expect(stored).toMatch(/^sealed:/);
    expect(stored).not.toContain(mark);
    await page.keyboard.press('Escape');
    await expect(boxOf(page, translate)).toBeHidden();
  });
}

test('a palette that reopens while closing has the focus, and is empty', async ({ as }) => {
  const page = await as('operator', { path: '/settings' });
  await openPalette(page);
  await page.keyboard.type('ariza');
  // Before the next frame, in which it would be gone.
  await page.evaluate(async () => {
    const press = () =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'k',
          code: 'KeyK',
          ctrlKey: true,
          bubbles: true,
          cancelable: true,
        }),
      );
    press();
    while (document.querySelector('[role="dialog"] input')) await Promise.resolve();
    press();
  });
  await expect(boxOf(page)).toBeFocused();
  await expect(boxOf(page)).toHaveValue('');
  await page.keyboard.type('sozlama');
  await expect(boxOf(page)).toHaveValue('sozlama');
  await page.keyboard.press('Escape');
  await expect(boxOf(page)).toBeHidden();
});

test('an action opens its form, also in a new tab, only with the right', async ({ as, api }) => {
  const page = await as('registrar', { path: '/settings' });
  await openPalette(page);
  await page.keyboard.type('янги кўча');
  await expect(chosenOf(page)).toContainText(t('streets:actions.add'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: t('streets:addTitle') })).toBeVisible();
  await expect(page).toHaveURL(/\/streets$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: t('streets:addTitle') })).toBeHidden();

  await openPalette(page);
  await page.keyboard.type('yangi xonadon');
  await expect(chosenOf(page)).toContainText(t('households:actions.add'));
  const tab = page.context().waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  await expect(await tab).toHaveURL(/\/households\/add$/);
  await (await tab).close();
  await expect(boxOf(page)).toBeVisible();

  const { id } = await api.sendApplication({ last_name: `Begona${uniqueMark()}` });
  await boxOf(page).fill(padId(id));
  await expect(page.getByText(t('kernel:search.noResults'))).toBeVisible();
  await expect(page.getByText(t('kernel:search.hintNumber'))).toBeVisible();
});

test('offline search reports it and continues when online; a failing group is named', async ({ as }) => {
  const page = await as('superadmin', { path: '/settings' });
  await openPalette(page);
  await page.route('**/api/uz/search?*', (route) => route.abort());
  await page.keyboard.type('navoiy');
  await expect(page.getByText(t('kernel:search.offline'))).toBeVisible();
  await page.unroute('**/api/uz/search?*');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('kernel:ui.retry') })
    .click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(/navoiy/i);
  await expect(page.getByText(t('kernel:search.offline'))).toBeHidden();

  const failing = { group: { plugin: 'users', key: 'users', items: [], state: 'failed' } };
  const lines = [{ asked: [{ plugin: 'users', key: 'users' }] }, failing, { end: true }];
  await page.route('**/api/uz/search?*', (route) =>
    route.fulfill({
      contentType: 'application/x-ndjson',
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    }),
  );
  await boxOf(page).fill('navoiylik');
  await expect(page.getByText(t('kernel:search.failed', { groups: t('users:found.users') }))).toBeVisible();
});

test('a slow finder delays no other, and typing aborts the previous search', async ({ as }) => {
  const page = await as('superadmin', { path: '/settings' });
  await page.evaluate(holdUsersBack);
  await openPalette(page);
  // Filled in at once, since each typed letter may start a search on a busy machine.
  await boxOf(page).fill('nav');
  const slow = groupOf(page, t('users:found.users'));
  await expect(slow).toContainText(t('kernel:search.searching'));
  await expect(page.getByRole('option', { name: 'quick nav' })).toBeVisible();
  await boxOf(page).fill('navo');
  await expect(page.getByRole('option', { name: 'quick navo' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'slow nav', exact: true })).toHaveCount(0);
  expect(await page.evaluate(() => (globalThis as { aborted?: string[] }).aborted)).toEqual(['nav']);
  await page.evaluate(() => (globalThis as { release?: () => void }).release?.());
  await expect(page.getByRole('option', { name: 'slow navo' })).toBeVisible();
  await expect(slow).not.toContainText(t('kernel:search.searching'));
});

test('fills the screen on a phone; signing out clears recent items', async ({ open, server, api }) => {
  const token = await api.freshToken('guest');
  const viewport = { width: 375, height: 740 };
  const page = await open(server.url, { token }, { path: '/settings', viewport, touch: true });
  await page.getByRole('button', { name: t('kernel:ui.search') }).click();
  const size = await page.getByRole('dialog').boundingBox();
  expect([size?.x, size?.y, size?.width, size?.height]).toEqual([0, 0, 375, 740]);
  await boxOf(page).fill(t('settings:menu.title'));
  await page.getByRole('option').first().click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('search-recent'))).toMatch(/^sealed:/);
  await page.getByRole('button', { name: t('kernel:ui.search') }).click();
  await page.getByRole('button', { name: t('kernel:search.closeSearch') }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: t('kernel:shell.profile') }).click();
  await page.getByRole('menuitem', { name: t('kernel:shell.signOut') }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('search-recent'))).toBeNull();
});

testScreens([
  {
    name: 'search-found',
    login: 'superadmin',
    path: '/settings',
    ready: async (page, translate) => {
      await openPalette(page, translate);
      await page.keyboard.type('navo');
      await groupOf(page, translate('streets:found.streets')).getByRole('option').first().waitFor();
      await expect(page.getByText(translate('kernel:search.searching'))).toHaveCount(0);
    },
  },
]);

testMoreScreens([
  {
    name: 'search-nothing',
    login: 'operator',
    path: '/settings',
    ready: async (page, translate) => {
      await openPalette(page, translate);
      await page.keyboard.type('bunday narsa yoq');
      await page.getByText(translate('kernel:search.noResults')).first().waitFor();
    },
  },
  {
    name: 'search-offline',
    login: 'operator',
    path: '/settings',
    ready: async (page, translate) => {
      await openPalette(page, translate);
      await page.route('**/api/uz/search?*', (route) => route.abort());
      await page.keyboard.type('navoiy');
      await page.getByText(translate('kernel:search.offline')).waitFor();
    },
  },
  {
    name: 'search-recent',
    login: 'superadmin',
    path: '/settings',
    ready: async (page, translate) => {
      await openPalette(page, translate);
      await page.keyboard.type('navo');
      await groupOf(page, translate('streets:found.streets')).getByRole('option').first().click();
      await page.goto('/settings');
      await openPalette(page, translate);
      await groupOf(page, translate('kernel:search.recent')).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'search-phone',
    login: 'superadmin',
    path: '/settings',
    phoneOnly: true,
    ready: async (page, translate) => {
      await page.getByRole('button', { name: translate('kernel:ui.search') }).click();
      await boxOf(page, translate).fill('navo');
      await groupOf(page, translate('streets:found.streets')).getByRole('option').first().waitFor();
      await expect(page.getByText(translate('kernel:search.searching'))).toHaveCount(0);
    },
  },
]);

/** Runs in the browser: delays the finder of citizens until it is released. */
function holdUsersBack(): void {
  const own = globalThis as { release?: () => void; aborted?: string[] };
  const real = globalThis.fetch;
  own.aborted = [];
  globalThis.fetch = async (input, init) => {
    const address = new URL(String(input), location.href);
    if (!address.pathname.endsWith('/search')) return real(input, init);
    const query = address.searchParams.get('q') ?? '';
    const line = (content: object) => new TextEncoder().encode(`${JSON.stringify(content)}\n`);
    const items = (title: string) => [{ id: 1, title, subtitle: '', path: '/streets' }];
    const [users, streets] = ['users', 'streets'].map((plugin) => ({ plugin, key: plugin }));
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(line({ asked: [streets, users] }));
        stream.enqueue(line({ group: { ...streets, items: items(`quick ${query}`) } }));
        own.release = () => {
          stream.enqueue(line({ group: { ...users, items: items(`slow ${query}`) } }));
          stream.enqueue(line({ end: true }));
          stream.close();
        };
        init?.signal?.addEventListener('abort', () => {
          own.aborted?.push(query);
          stream.error(new DOMException('aborted', 'AbortError'));
        });
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
  };
}
