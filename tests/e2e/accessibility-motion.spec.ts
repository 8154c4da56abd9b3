import type { Page } from '@playwright/test';
import { motionOf, watchMotion } from './support/access/motion.ts';
import type { Api } from './support/api.ts';
import { cardsOf } from './support/applications.ts';
import { visit } from './support/map-element.ts';
import { goTo } from './support/pages.ts';
import { addButtonOf } from './support/records.ts';
import { startSite } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

/** Performs actions that could cause motion. */
async function doAsAdmin(page: Page): Promise<void> {
  await test.step('a switch, a menu, a dialog', async () => {
    await goTo(page, '/assistant/add');
    const toggle = page.getByRole('main').getByRole('switch').first();
    await toggle.click();
    await toggle.click();
    await page.getByRole('button', { name: new RegExp(t('kernel:language.title')) }).click();
    await page.getByRole('menuitemradio').last().waitFor();
    await page.keyboard.press('Escape');
    await goTo(page, '/admins/roles');
    await addButtonOf(page).click();
    const box = page.getByRole('dialog').getByRole('checkbox').first();
    await box.check();
    await box.uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
  await test.step('a scroll to the results of a number', async () => {
    await goTo(page, '/stats/application');
    await page
      .getByRole('group', { name: t('stats:cards.label') })
      .getByRole('button')
      .nth(1)
      .click();
    await page.waitForURL(/status=/);
  });
}

/** The same while working on applications. */
async function doAsOperator(page: Page, api: Api): Promise<void> {
  await test.step('loading content, and a new card', async () => {
    // Long enough for the skeletons and the progress line at the top.
    await page.route('**/api/applications?*', async (route) => {
      await new Promise((done) => setTimeout(done, 1200));
      await route.continue();
    });
    await goTo(page, '/applications/list');
    await cardsOf(page).first().waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const { id } = await api.sendApplication();
    await page.locator(`a[href*="/applications/${id}"]`).first().waitFor();
  });
  await test.step('a message, and the menu of a phone', async () => {
    await goTo(page, `/applications/${(await api.sendApplication()).id}/timeline`);
    await page.getByRole('button', { name: t('applications:detail.accept'), exact: true }).click();
    await page.getByText(t('applications:detail.statusChanged')).first().waitFor();
    await page.setViewportSize({ width: 375, height: 740 });
    await page.getByRole('button', { name: t('kernel:shell.openMenu'), exact: true }).click();
    await page.getByRole('navigation').getByRole('link').first().waitFor();
  });
}

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`the office follows the motion setting of the system: ${motion}`, async ({ as, api }) => {
    const start = async (login: 'superadmin' | 'operator') => {
      const page = await as(login, { path: '/login' });
      await page.emulateMedia({ reducedMotion: motion });
      await watchMotion(page);
      await page.goto('/settings');
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      return page;
    };
    const [admin, operator] = [await start('superadmin'), await start('operator')];
    await doAsAdmin(admin);
    await doAsOperator(operator, api);
    const seen = [...(await motionOf(admin)), ...(await motionOf(operator))];
    if (motion === 'reduce') expect(seen).toEqual([]);
    else {
      // The recorder detects each kind.
      expect(seen.filter((one) => /: (transform|opacity)$/.test(one))).not.toEqual([]);
      expect(seen).toContain('scrollIntoView: smooth');
      expect(seen.length).toBeGreaterThan(6);
    }
  });

  test(`the map of another site follows the motion setting of the system: ${motion}`, async ({
    page,
    server,
  }) => {
    const site = await startSite();
    try {
      await page.emulateMedia({ reducedMotion: motion });
      await watchMotion(page);
      await visit(page, site, server.url, '<komak-map mode="edit" tiles="none"></komak-map>');
      await page.locator('komak-map').evaluate((map, isProbed) => {
        map.style.setProperty('height', '600px', 'important');
        if (!isProbed) return;
        // Shows that motion inside the map would be recorded: the map itself has none.
        const probe = new CSSStyleSheet();
        probe.replaceSync('.km .km-tool { transition: background-color 50ms }');
        map.shadowRoot?.adoptedStyleSheets.push(probe);
      }, motion === 'no-preference');
      await page.getByRole('button', { name: t('map:toolbar.draw_polygon'), exact: true }).click();
      await page.locator('.km-hint').waitFor();
      const moved = await motionOf(page);
      if (motion === 'reduce') expect(moved).toEqual([]);
      else expect(new Set(moved)).toEqual(new Set(['button: background-color']));
    } finally {
      await site.close();
    }
  });
}
