import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { t } from './texts.ts';
import type { Upload } from './api.ts';

/** The displayed number of an application. */
export function padId(id: number): string {
  return String(id).padStart(6, '0');
}

/** The cards of the list, newest first. */
export function cardsOf(page: Page): Locator {
  return page.getByRole('list', { name: t('applications:list.cards') }).getByRole('listitem');
}

/** The card of one application. */
export function cardOf(page: Page, id: number): Locator {
  return cardsOf(page).filter({ hasText: padId(id) });
}

/** The input of a message. */
export function composerOf(page: Page, translate = t): Locator {
  return page.getByRole('textbox', { name: translate('applications:composer.label'), exact: true });
}

/** The timeline of an application. */
export function timelineOf(page: Page, translate = t): Locator {
  return page.getByLabel(translate('applications:timeline.label'), { exact: true });
}

/** The button that sends a message. */
export function sendButtonOf(page: Page): Locator {
  return page.getByRole('button', { name: t('applications:composer.send'), exact: true });
}

/** Chooses files like a user: clicks the button, and picks them in the system's dialog. */
export async function attach(page: Page, button: Locator, ...files: Upload[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(files.map((file) => ({ ...file })));
}

/** The button that attaches files to a message. */
export function attachButtonOf(page: Page): Locator {
  return page.getByRole('button', { name: t('applications:composer.attach') });
}

/** Chooses an option of a select or a combobox by its text. */
export async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}

/** A small PDF that passes the checks. */
export function pdf(name: string): Upload {
  const text = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text) };
}

const ground = { create: { width: 640, height: 140, channels: 3, background: '#6f8f5a' } } as const;
const picture = await sharp({ create: { width: 640, height: 420, channels: 3, background: '#9cc3dc' } })
  .composite([{ input: ground, gravity: 'south' }])
  .png()
  .toBuffer();

/** An image of a plain under the sky. */
export function png(name: string): Upload {
  return { name, mimeType: 'image/png', buffer: picture };
}

/** Waits for a toast with a text. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}
