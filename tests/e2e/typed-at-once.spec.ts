import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

test('what is typed while the code of the assistant loads is in its field, in order', async ({ as }) => {
  const page = await as('operator', { path: '/applications/list' });
  let go = () => undefined as void;
  const gate = new Promise<void>((open) => (go = open));
  await page.route(/office-panel.*\.js/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.getByRole('button', { name: t('chat:loader.open') }).click();
  const early = page.getByRole('textbox', { name: t('chat:panel.input') });
  await expect(early).toBeFocused();
  await page.keyboard.type('Ariza ');
  go();
  const panel = page.getByRole('dialog', { name: t('chat:panel.title') });
  const input = panel.getByRole('textbox', { name: t('chat:panel.input') });
  await expect(input).toBeFocused();
  await page.keyboard.type('holati');
  await expect(input).toHaveValue('Ariza holati');
});
