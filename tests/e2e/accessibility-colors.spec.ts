import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { cardsOf } from './support/applications.ts';
import { addButtonOf } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

interface Picture {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

/** A part as it is seen, with a little around it. */
async function pictureOf(part: Locator): Promise<Picture> {
  await part.scrollIntoViewIfNeeded();
  const box = await part.boundingBox();
  if (!box) throw new Error('it is not shown');
  const [x, y] = [Math.max(0, box.x - 4), Math.max(0, box.y - 4)];
  const clip = { x, y, width: box.x + box.width + 4 - x, height: box.y + box.height + 4 - y };
  const page = part.page();
  const picture = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
  return sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** How many pixels of two pictures differ clearly. */
function differing(one: Picture, other: Picture): number {
  let count = 0;
  const width = Math.min(one.info.width, other.info.width);
  const height = Math.min(one.info.height, other.info.height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (picture: Picture, channel: number) =>
        picture.data[(y * picture.info.width + x) * 3 + channel] ?? 0;
      if ([0, 1, 2].some((channel) => Math.abs(at(one, channel) - at(other, channel)) > 60)) count++;
    }
  }
  return count;
}

/** Expects that a part looks otherwise after something was done, by more than a few pixels of its letters. */
async function expectSeen(
  part: Locator,
  what: string,
  act: () => Promise<unknown>,
  atLeast = 40,
): Promise<void> {
  const before = await pictureOf(part);
  await act();
  // Colours may glide.
  await expect
    .configure({ soft: true })
    .poll(async () => differing(before, await pictureOf(part)), { message: what, timeout: 5000 })
    .toBeGreaterThan(atLeast);
}

/** The colours of a part, from the most frequent one. */
async function colorsOf(part: Locator): Promise<number> {
  const { data } = await pictureOf(part);
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += 3) {
    const color = [...data.subarray(at, at + 3)].map((value) => Math.round(value / 48)).join(' ');
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count > 8).length;
}

const moveAway = (page: Page) => page.mouse.move(2, 2);

test('with the colours of the system what is on, chosen, in focus and drawn can be told apart', async ({
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
    await expectSeen(radio, 'radio', () => radio.check());
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

  await test.step('a switch, an option under the arrow, a menu', async () => {
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
    const chip = main.locator('button[aria-pressed="false"]').first();
    const pressed = main.locator('button[aria-pressed="true"]').first();
    await expectSeen(
      chip,
      'filter',
      async () => {
        await chip.click();
        await pressed.waitFor();
        await moveAway(page);
      },
      0,
    );
    const sort = page.getByRole('combobox', { name: t('applications:list.sort') });
    // From now on the browser shows the focus as for a keyboard.
    await page.keyboard.press('Tab');
    await expectSeen(sort, 'focus', () => sort.focus());
    await sort.press('Enter');
    const option = page.getByRole('option').last();
    await option.waitFor();
    await expectSeen(option, 'option', () => page.keyboard.press('End'), 300);
    await page.keyboard.press('Escape');
  });

  await test.step('a tab, a box, a day', async () => {
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
    await expectSeen(box, 'box', () => box.check());
  });

  await test.step('bars of charts', async () => {
    await page.goto('/stats/application');
    const bars = main.locator('th[scope="row"] [aria-hidden="true"]');
    await bars.first().waitFor();
    for (const bar of [bars.first(), bars.last()]) expect.soft(await colorsOf(bar)).toBeGreaterThan(1);
  });
});
