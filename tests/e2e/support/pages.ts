import type { Page } from '@playwright/test';
import { allows, type SessionAdmin } from '#kernel/contract/index.ts';
import { manifests } from '../../architecture/manifests.ts';
import { expect } from './test.ts';
import { t } from './texts.ts';

/**
 * The paths of the pages that a user may open. `idOf` has what stands in place of `:id`: by route
 * (`letters.template`) or by plugin, otherwise 1.
 */
export async function pathsOf(
  url: string,
  token: string,
  idOf: Readonly<Record<string, number | string>>,
): Promise<string[]> {
  const response = await fetch(`${url}/api/uz/admins/admin`, { headers: { authorization: token } });
  const { role } = (await response.json()) as SessionAdmin;
  return manifests.flatMap(({ id, routes = {} }) =>
    Object.entries(routes)
      .filter(([, { access }]) => allows(access, role))
      .map(([name, { path }]) => {
        const record = idOf[`${id}.${name}`] ?? idOf[id] ?? 1;
        return path.replace('/*', '').replace(':id', String(record));
      }),
  );
}

/**
 * Navigates like a link, without reloading the page, and waits until the page shows the loaded data. With `idx`, the
 * position in the history that the router counts, the router can block the back button, as after a link.
 */
export async function goTo(page: Page, path: string, state: { readonly idx: number } | null = null) {
  // The router numbers the first entry when it starts; without a number, "back" to it asks nothing.
  if (state !== null) await page.waitForFunction(() => history.state !== null);
  await page.evaluate(
    ([to, next]) => {
      history.pushState(next, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: next }));
    },
    [path, state] as const,
  );
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** Chooses the interface language in the page's header; `translate` is for the current one. */
export async function chooseLanguage(page: Page, language: 'uz' | 'ru', translate = t): Promise<void> {
  await page.getByRole('button', { name: new RegExp(translate('kernel:language.title')) }).click();
  const name = translate(`kernel:language.${language}`);
  await page.getByRole('menuitemradio', { name }).or(page.getByRole('menuitem', { name })).click();
}
