import type { Page, Route } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const cardOf = (page: Page) => page.getByRole('heading', { name: t('letters:aside.title'), exact: true });
const composerOf = (page: Page) =>
  page.getByRole('textbox', { name: t('applications:composer.label'), exact: true });

test('typed text stays while the code of an extension loads', async ({ as, api }) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: '/applications/list' });
  const held: Route[] = [];
  await page.route('**/assets/{household,letters}-card-*.js', (route) => void held.push(route));
  await page.goto(`/applications/${id}/timeline`);
  await composerOf(page).pressSequentially('Salom');
  await expect.poll(() => held.length).toBe(2);
  await composerOf(page).pressSequentially('. 1/2.');
  await expect(composerOf(page)).toBeFocused();
  await expect(composerOf(page)).toHaveValue('Salom. 1/2.');
  await expect(cardOf(page)).toBeHidden();
  for (const route of held) await route.continue();
  await expect(cardOf(page)).toBeVisible();
  await expect(composerOf(page)).toHaveValue('Salom. 1/2.');
});

test('an extension whose code failed to load appears when the connection is back', async ({ as, api }) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: '/applications/list' });
  let lost = 0;
  await page.route('**/assets/letters-card-*.js', (route) => {
    lost += 1;
    return lost <= 2 ? route.abort('connectionreset') : route.continue();
  });
  await page.goto(`/applications/${id}/timeline`);
  await expect(composerOf(page)).toBeVisible();
  await expect(cardOf(page)).toBeVisible();
  expect(lost).toBe(3);
});

test('commands whose code loads after the palette was opened are offered in it', async ({ as, api }) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: '/applications/list' });
  const held: Route[] = [];
  await page.route('**/assets/application-commands-*.js', (route) => void held.push(route));
  await page.goto(`/applications/${id}/timeline`);
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  const accept = dialog.getByText(t('applications:detail.accept'), { exact: true });
  await expect(accept).toBeHidden();
  for (const route of held) await route.continue();
  await expect(accept).toBeVisible();
});
