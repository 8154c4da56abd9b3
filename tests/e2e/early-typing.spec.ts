import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

test('text typed while the assistant loads is in its field, in order', async ({ as }) => {
  const page = await as('operator', { path: '/applications/list' });
  const { input, loadPanel } = await openWithoutPanel(page);
  await page.keyboard.type('Ariza ');
  loadPanel();
  await expect(input).toBeFocused();
  await page.keyboard.type('holati');
  await expect(input).toHaveValue('Ariza holati');
});

test('a key pressed during the handover to the panel is appended', async ({ as }) => {
  const page = await as('operator', { path: '/applications/list' });
  const { input, loadPanel } = await openWithoutPanel(page);
  await page.keyboard.type('A');
  // Like a key press that waited while the panel was rendered: it is handled before all later tasks.
  await page.evaluate(() => {
    addEventListener('focusin', function take({ target }) {
      if (!(target instanceof HTMLTextAreaElement)) return;
      removeEventListener('focusin', take);
      queueMicrotask(() => document.execCommand('insertText', false, 'r'));
    });
  });
  loadPanel();
  await expect(input).toBeFocused();
  await page.keyboard.type('iza');
  await expect(input).toHaveValue('Ariza');
});

/** Opens the assistant while its panel's code is delayed. */
async function openWithoutPanel(page: Page) {
  let loadPanel = () => undefined as void;
  const gate = new Promise<void>((open) => (loadPanel = open));
  await page.route(/office-panel.*\.js/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.getByRole('button', { name: t('chat:loader.open') }).click();
  const early = page.getByRole('textbox', { name: t('chat:panel.input') });
  await expect(early).toBeFocused();
  const panel = page.getByRole('dialog', { name: t('chat:panel.title') });
  const input = panel.getByRole('textbox', { name: t('chat:panel.input') });
  return { input, loadPanel: () => loadPanel() };
}
