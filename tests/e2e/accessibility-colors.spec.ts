import type { Page } from '@playwright/test';
import { colorsOf, expectSeen } from './support/access/pictures.ts';
import { cardsOf } from './support/applications.ts';
import { untilReady, visit, type Element } from './support/map-element.ts';
import { addButtonOf } from './support/records.ts';
import { startSite } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const moveAway = (page: Page) => page.mouse.move(2, 2);

test('in forced colours the states on, selected, focused and drawn are distinguishable', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication();
  const page = await as('superadmin', { path: '/settings', viewport: { width: 1280, height: 720 } });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const main = page.getByRole('main');

  await test.step('a radio button, a link of the menu', async () => {
    const radio = main.getByRole('radiogroup').nth(2).getByRole('radio').last();
    await expectSeen(radio, 'radio', async () => {
      await radio.check();
      await moveAway(page);
    });
    const link = page.getByRole('navigation').getByRole('link').nth(1);
    await expectSeen(
      link,
      'link of the menu',
      async () => {
        await link.click();
        await moveAway(page);
      },
      300,
    );
  });

  await test.step('a switch, and an entry of a menu that a key selects', async () => {
    await page.goto('/assistant/add');
    const toggle = main.getByRole('switch').first();
    await expectSeen(toggle, 'switch', () => toggle.click());
    await page.getByRole('button', { name: new RegExp(t('kernel:language.title')) }).focus();
    await page.keyboard.press('Enter');
    const entry = page.getByRole('menuitemradio').last();
    await entry.waitFor();
    await moveAway(page);
    await expectSeen(entry, 'entry of a menu', () => page.keyboard.press('End'), 300);
    await page.keyboard.press('Escape');
  });

  await test.step('a filter, a focus, an option, a mark', async () => {
    await page.goto('/applications/list');
    await cardsOf(page).first().waitFor();
    // By name: once it is pressed, the first unpressed one is another.
    const chip = main.getByRole('button', { name: new RegExp(`^${t('applications:status.rejected')}`) });
    await expectSeen(
      chip,
      'filter',
      async () => {
        await chip.click();
        await expect(chip).toHaveAttribute('aria-pressed', 'true');
        await moveAway(page);
      },
      // Its letters are also bolder, which is not enough.
      1000,
    );
    const sort = page.getByRole('combobox', { name: t('applications:list.sort') });
    // From now on the browser shows the focus as for keyboard users.
    await page.keyboard.press('Tab');
    // Chromium itself colours the border, which is less visible than the outline.
    await expectSeen(sort, 'focus', () => sort.focus(), 700);
    await sort.press('Enter');
    const option = page.getByRole('option').last();
    await option.waitFor();
    await expectSeen(option, 'option', () => page.keyboard.press('End'), 300);
    await page.keyboard.press('Escape');
  });

  await test.step('shows the selected tab and the checked box', async () => {
    await page.goto(`/applications/${id}/timeline`);
    const tab = main.getByRole('link', { name: t('applications:detail.documents') }).first();
    await tab.waitFor();
    await expectSeen(tab, 'tab', async () => {
      await tab.click();
      await moveAway(page);
    });
    await page.goto('/admins/roles');
    await addButtonOf(page).click();
    const box = page.getByRole('dialog').getByRole('checkbox').first();
    await expectSeen(box, 'box', async () => {
      await box.check();
      // The focus colours its border too.
      await box.blur();
      await moveAway(page);
    });
  });

  await test.step('a selected day, and today', async () => {
    await page.goto('/users');
    await addButtonOf(page).click();
    const open = () =>
      page
        .getByRole('button', { name: t('kernel:ui.openCalendar') })
        .first()
        .click();
    await open();
    const days = page.locator('td[aria-selected] button:not([data-outside])');
    await days.and(page.locator(':not([aria-current])')).first().click();
    await open();
    const drawnDays = await Promise.all(
      ['[aria-current="date"]', '[data-selected]', ':not([aria-current], [data-selected])'].map((kind) =>
        days
          .and(page.locator(kind))
          .first()
          .evaluate((day) => {
            const { backgroundColor, borderTopWidth } = getComputedStyle(day);
            return `${backgroundColor} ${borderTopWidth}`;
          }),
      ),
    );
    expect.soft(new Set(drawnDays).size, drawnDays.join('; ')).toBe(3);
    const inkOf = (day: string) =>
      page
        .locator(day)
        .first()
        .evaluate((one) => getComputedStyle(one).color);
    const plain = 'td[aria-selected] button:not([data-outside], [data-selected])';
    expect.soft(await inkOf('td button[data-outside]')).not.toBe(await inkOf(plain));
  });

  await test.step('the texts on selected items, and bars of charts', async () => {
    await page.goto('/stats/application');
    const card = main
      .getByRole('group', { name: t('stats:cards.label') })
      .getByRole('button')
      .first();
    await expect(card).toHaveAttribute('aria-pressed', 'true');
    const inks = await card.evaluate((part) =>
      [part, ...part.querySelectorAll('*')].map((one) => getComputedStyle(one).color),
    );
    expect.soft(inks.length).toBeGreaterThan(3);
    expect.soft([...new Set(inks)]).toHaveLength(1);
    const bars = main.locator('th[scope="row"] [aria-hidden="true"]');
    await bars.first().waitFor();
    for (const bar of [bars.first(), bars.last()]) expect.soft(await colorsOf(bar)).toBeGreaterThan(1);
  });
});

test('with the colours of the system the map of another site shows selection, focus and its colours', async ({
  page,
  server,
}) => {
  const site = await startSite();
  try {
    await page.emulateMedia({ forcedColors: 'active' });
    await visit(page, site, server.url, '<komak-map id="early" mode="edit" tiles="none"></komak-map>');
    await untilReady(page, 1);
    await page.locator('komak-map').evaluate((map) => map.style.setProperty('height', '700px', 'important'));
    const button = (key: string) => page.getByRole('button', { name: t(`map:${key}`), exact: true });
    const act = async (press: () => Promise<unknown>) => {
      await press();
      await moveAway(page);
    };

    await test.step('a tool that is on, and the crosshair of the keys', async () => {
      const tool = button('toolbar.draw_polygon');
      await expectSeen(tool, 'tool', () => act(() => tool.click()), 300);
      const stage = page.getByRole('application').first();
      await stage.focus();
      await page.keyboard.press('ArrowRight');
      expect.soft(await colorsOf(page.locator('.km-crosshair'))).toBeGreaterThan(1);
      await page.keyboard.press('Escape');
    });

    await test.step('a row of the list, a corner of the table', async () => {
      await button('toolbar.list').click();
      const row = page.locator('.km-line').first();
      await row.waitFor();
      const select = (id: number | null) =>
        page.locator('komak-map').evaluate((map, one) => (map as Element).select(one), id);
      await select(null);
      await expectSeen(row, 'row of the list', () => select(1), 100);
      // While corners are edited, one is the current one.
      await page.getByRole('application').first().press('Enter');
      await button('vertices.show').click();
      const corner = page.locator('.km-vertices tbody tr').nth(1);
      // At the end of the row, far from the field, whose own outline would be visible too.
      const end = corner.locator('td').last();
      await expectSeen(end, 'row of a corner', () => corner.getByRole('textbox').first().focus(), 60);
    });

    await test.step('the colour of a shape, and each available colour', async () => {
      expect.soft(await colorsOf(page.locator('.km-dot').first())).toBeGreaterThan(1);
      await button('toolbar.color').click();
      const swatches = page.locator('.km-swatch');
      await swatches.first().waitFor();
      const colors = await swatches.evaluateAll((all) =>
        all.map((one) => getComputedStyle(one).backgroundColor),
      );
      expect.soft(new Set(colors).size).toBe(colors.length);
    });
  } finally {
    await site.close();
  }
});
