import type { Locator, Page, Route } from '@playwright/test';
import { languages } from '#kernel/domain/text/languages.ts';
import { rowsOf } from './records.ts';
import type { textsIn } from './texts.ts';

/** Brings a page where it is looked at. */
export type PrepareScreen = (page: Page, say: Translate) => Promise<unknown>;

/** Looks texts up in a language. */
export type Translate = ReturnType<typeof textsIn>;

/** The list of a path when there is nothing in it yet. */
export function withEmptyList(path: string, ready: PrepareScreen): PrepareScreen {
  const nothing = { items: [], page: 1, limit: 20, total_pages: 0, length: 0 };
  return answering(path, (route) => route.fulfill({ json: nothing }), ready);
}

/** A page whose data cannot be had: the server answers with an error. */
export function withFailure(path: string, ready: PrepareScreen): PrepareScreen {
  return answering(path, (route) => route.fulfill({ status: 500, json: {} }), ready);
}

function answering(path: string, answer: (route: Route) => unknown, ready: PrepareScreen): PrepareScreen {
  const asked = new RegExp(`/api/(uz|ru)/${path}(\\?|$)`);
  return async (page, say) => {
    await page.unroute(asked);
    await page.route(asked, (route) =>
      // What selects are filled from is another reading of the same path.
      route.request().method() === 'GET' && !route.request().url().includes('pagination=false')
        ? answer(route)
        : route.fallback(),
    );
    await page.reload();
    await ready(page, say);
  };
}

/** Waits for words in the page. */
export function waitForTexts(...keys: readonly string[]): PrepareScreen {
  return async (page, say) => {
    for (const key of keys) await page.getByText(say(key)).first().waitFor();
  };
}

/** Waits until the map in the page has its picture. */
export async function mapReady(page: Page): Promise<void> {
  await page.locator('.km-stage[data-phase="ready"]').first().waitFor({ timeout: 60_000 });
}

/** Chooses the first row and the third one; answers the bar of what can be done with them. */
export async function selectSomeRows(page: Page, say: Translate): Promise<Locator> {
  for (const at of [0, 2]) await rowsOf(page).nth(at).locator('td[data-kind="select"] input').check();
  const bar = page.getByRole('region', { name: say('kernel:records.bulk.actions') });
  await bar.waitFor();
  return bar;
}

/** Presses what deletes the first row, and waits for the question. */
export async function removeFirst(page: Page, say: Translate): Promise<void> {
  const start = say('kernel:records.deleteOf', { name: '' }).trim();
  await rowsOf(page)
    .first()
    .getByRole('button', { name: new RegExp(`^${start}`) })
    .click();
  await page.getByRole('alertdialog').waitFor();
}

/** Opens a form by a press; in the second language it comes back by itself, with what was typed in the first. */
export async function openOnce(page: Page, form: Locator, opener: Locator): Promise<void> {
  if ((await page.evaluate(() => document.documentElement.lang)) === languages[0]) await opener.click();
  await form.waitFor();
}
