import { pasteInto } from './support/paste.ts';
import { goodPassword, makeAdmin } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

test('a password manager can fill in the sign-in, typed text can be shown and pasted, and there is no puzzle', async ({
  open,
  api,
  server,
}) => {
  const { login } = await makeAdmin(api);
  const page = await open(server.url, null, { path: '/login?from=%2Fsettings' });
  const name = page.getByLabel(t('kernel:login.login'), { exact: true });
  const password = page.getByLabel(t('kernel:login.password'), { exact: true });
  await expect(name).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  // Only these two fields are required.
  await expect(page.locator('form :is(input, select, textarea):visible')).toHaveCount(2);
  await expect(page.locator('form :is(canvas, iframe)')).toHaveCount(0);
  await pasteInto(password, goodPassword, name);
  await page.getByRole('button', { name: t('kernel:ui.showPassword') }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await pasteInto(name, login);
  await name.press('Enter');
  await expect(page).toHaveURL(/\/settings$/);
  for (const kind of ['current-password', 'new-password', 'new-password']) {
    await expect(page.locator(`main input[autocomplete="${kind}"]`).first()).toBeVisible();
  }
});

test('the first focus stop of a page skips the menu', async ({ as }) => {
  const page = await as('operator', { path: '/settings' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: t('kernel:shell.skip') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});
