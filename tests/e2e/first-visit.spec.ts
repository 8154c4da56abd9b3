import type { Page } from '@playwright/test';
import { accessibilityIssuesOf } from './support/axe.ts';
import { expectToast } from './support/applications.ts';
import { inLanguage } from './support/records.ts';
import { smallTargetsOf } from './support/small-targets.ts';
import { expect, test } from './support/test.ts';
import { t, type textsIn } from './support/texts.ts';

type Translate = ReturnType<typeof textsIn>;

const stops = ['menu', 'search', 'language', 'live', 'assistant'] as const;

const cardOf = (page: Page, stop: (typeof stops)[number], translate: Translate = t) =>
  page.getByRole('dialog', { name: translate(`kernel:tour.${stop}.title`), exact: true });

/** The command that shows the tour again. */
async function runTourCommand(page: Page, translate: Translate): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(translate('kernel:tour.command'));
  await page.getByRole('option', { name: translate('kernel:tour.command') }).click();
}

for (const [language, translate] of inLanguage('ru')) {
  test(`the sign-in page of a demonstration names its people, and a press signs one in, in ${language}`, async ({
    open,
    server,
  }) => {
    for (const theme of ['light', 'dark'] as const) {
      const page = await open(server.url, null, { path: '/login', language, theme });
      const part = page.getByRole('region', { name: translate('kernel:login.demo.title') });
      await expect(part.getByRole('button')).toHaveCount(5);
      await expect(part).toContainText('komak-demo-2026');
      expect(await accessibilityIssuesOf(page)).toEqual([]);
      await part.getByRole('button', { name: 'registrar' }).click();
      await expectToast(page, translate('kernel:login.done'));
      await expect(page).toHaveURL(/\/streets$/);
    }
  });

  test(`the tour shows five parts of the frame, beside the work, in ${language}`, async ({ as }) => {
    const page = await as('superadmin', { path: '/directions/list', language, tour: true });
    const button = (text: string) =>
      page.getByRole('button', { name: translate(`kernel:tour.${text}`), exact: true });
    for (const [at, stop] of stops.entries()) {
      const card = cardOf(page, stop, translate);
      await expect(card).toContainText(translate(`kernel:tour.${stop}.text`));
      await expect(card).toContainText(`${at + 1}/5`);
      await expect(page.locator(`[data-tour="${stop}"][data-tour-current]`)).toBeVisible();
      expect(await accessibilityIssuesOf(page)).toEqual([]);
      if (at === 0) {
        // It takes no focus.
        await expect(page.locator(':focus')).toHaveCount(0);
        // Work continues beside it, and it does not handle Escape there.
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('a');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('combobox')).toHaveCount(0);
        await expect(card).toBeVisible();
      }
      if (at < 4) await button('next').press('Enter');
    }
    await button('back').press('Enter');
    await expect(cardOf(page, 'live', translate)).toBeVisible();
    await button('next').press('Enter');
    await button('end').press('Enter');
    await expect(cardOf(page, 'assistant', translate)).toBeHidden();
    await expect(page.locator('[data-tour-current]')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await runTourCommand(page, translate);
    await expect(cardOf(page, 'menu', translate)).toBeVisible();
    await button('next').press('Escape');
    await expect(cardOf(page, 'menu', translate)).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('tour'))).toBe('seen');
  });
}

test('on a phone the tour shows the button of the menu, and fits', async ({ as }) => {
  const viewport = { width: 375, height: 812 };
  const page = await as('operator', { path: '/applications/list', viewport, touch: true, tour: true });
  await expect(cardOf(page, 'menu')).toBeVisible();
  await expect(page.locator('[data-tour="menu"][data-tour-current]')).toHaveCount(1);
  for (const stop of stops) {
    await expect(cardOf(page, stop)).toBeInViewport({ ratio: 1 });
    expect(await smallTargetsOf(page)).toEqual([]);
    await cardOf(page, stop).getByRole('button').last().tap();
  }
  await expect(cardOf(page, 'assistant')).toBeHidden();
});

test('late content of the sign-in page moves no field, and typed text stays', async ({ open, server }) => {
  const page = await open(server.url, null, { path: '/login' });
  // Delayed at the second visit.
  let unblock: () => void = () => {};
  const held = new Promise<void>((done) => (unblock = done));
  await page.route('**/demo-logins-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  const login = page.getByRole('textbox', { name: t('kernel:login.login') });
  await expect(login).toBeFocused();
  await page.keyboard.type('oper');
  const before = await login.boundingBox();
  unblock();
  await page.getByRole('region', { name: t('kernel:login.demo.title') }).waitFor();
  expect(await login.boundingBox()).toEqual(before);
  await page.keyboard.type('ator');
  await expect(login).toHaveValue('operator');
});
