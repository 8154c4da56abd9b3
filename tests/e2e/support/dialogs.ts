import { expect, type Locator, type Page } from '@playwright/test';

/** Checks that neither Escape nor a press outside closes a dialog. */
export async function expectClosedByOwnButtons(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 300);
  // A dialog that closes is drawn for as long as its transition takes.
  await page.waitForTimeout(500);
  await expect(dialog).toBeVisible();
}
