import type { Locator, Page } from '@playwright/test';
import { expect as expectSoon } from './test.ts';
import { t } from './texts.ts';

type Translate = typeof t;

const expect = expectSoon.configure({ timeout: 30_000 });

/** The bell of the top bar. */
export function bellOf(page: Page, translate: Translate = t): Locator {
  return page.getByRole('button', { name: new RegExp(`^${translate('notifications:bell')}`) });
}

/** The panel of the bell. */
export function panelOf(page: Page, translate: Translate = t): Locator {
  return page.getByRole('dialog', { name: translate('notifications:bell') });
}

/** Notifications, newest first, in the panel or the page. */
export function noticesOf(place: Locator): Locator {
  return place.getByRole('listitem').filter({ has: place.page().locator('time') });
}

/** Waits for the unread count: on the bell, in the window's title and beside its icon. */
export async function expectUnread(page: Page, count: number, translate: Translate = t): Promise<void> {
  await expect(bellOf(page, translate)).toHaveText(
    count === 0 ? '' : `${translate('notifications:bell')}${count}`,
  );
  if (count === 0) await expect(page).toHaveTitle(/^[^(]/);
  else await expect(page).toHaveTitle(new RegExp(`^\\(${count}\\) `));
  const icon = count === 0 ? '/mark.svg' : '/mark-dot.svg';
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', icon);
}
