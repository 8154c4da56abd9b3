import type { Locator, Page, Route } from '@playwright/test';
import { languages } from '#kernel/domain/text/languages.ts';
import { rowsOf } from './records.ts';
import type { textsIn } from './texts.ts';

/** Brings a page into the state to be checked. */
export type PrepareScreen = (page: Page, translate: Translate) => Promise<unknown>;

/** Looks texts up in a language. */
export type Translate = ReturnType<typeof textsIn>;

/** Empties the list of a path. */
export function withEmptyList(path: string, ready: PrepareScreen): PrepareScreen {
  const nothing = { items: [], page: 1, limit: 20, total_pages: 0, length: 0 };
  return withResponse(path, (route) => route.fulfill({ json: nothing }), ready);
}

/** Makes a page's data fail: the server responds with an error. */
export function withFailure(path: string, ready: PrepareScreen): PrepareScreen {
  return withResponse(path, (route) => route.fulfill({ status: 500, json: {} }), ready);
}

function withResponse(
  path: string,
  response: (route: Route) => unknown,
  ready: PrepareScreen,
): PrepareScreen {
  const pattern = new RegExp(`/api/(uz|ru)/${path}(\\?|$)`);
  return async (page, translate) => {
    await page.unroute(pattern);
    await page.route(pattern, (route) =>
      // Selects read the same path in another form.
      route.request().method() === 'GET' && !route.request().url().includes('pagination=false')
        ? response(route)
        : route.fallback(),
    );
    await page.reload();
    await ready(page, translate);
  };
}

/** Waits for texts in the page. */
export function waitForTexts(...keys: readonly string[]): PrepareScreen {
  return async (page, translate) => {
    for (const key of keys) await page.getByText(translate(key)).first().waitFor();
  };
}

/** Waits until the map in the page is drawn. */
export async function mapReady(page: Page): Promise<void> {
  await page.locator('.km-stage[data-phase="ready"]').first().waitFor({ timeout: 60_000 });
}

/** Selects the first and the third row; returns the bar of bulk actions. */
export async function selectSomeRows(page: Page, translate: Translate): Promise<Locator> {
  for (const at of [0, 2]) await rowsOf(page).nth(at).locator('td[data-kind="select"] input').check();
  const bar = page.getByRole('region', { name: translate('kernel:records.bulk.actions') });
  await bar.waitFor();
  return bar;
}

/** Clicks the delete button of the first row, and waits for the confirmation. */
export async function removeFirst(page: Page, translate: Translate): Promise<void> {
  const start = translate('kernel:records.deleteOf', { name: '' }).trim();
  await rowsOf(page)
    .first()
    .getByRole('button', { name: new RegExp(`^${start}`) })
    .click();
  await page.getByRole('alertdialog').waitFor();
}

/** Opens a form by a click; in the second language it is restored with the text of the first. */
export async function openOnce(page: Page, form: Locator, opener: Locator): Promise<void> {
  if ((await page.evaluate(() => document.documentElement.lang)) === languages[0]) await opener.click();
  await form.waitFor();
}
