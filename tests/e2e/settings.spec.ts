import { expectToast } from './support/applications.ts';
import { answerConfirmation, inLanguage, rowsOf } from './support/records.ts';
import { goodPassword, makeAdmin, tokenOf, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const path = '/settings';

for (const [language, translate] of inLanguage('ru')) {
  test(`changes a password, with every error explained, in ${language}`, async ({ open, api, server }) => {
    const admin = await makeAdmin(api);
    const elsewhere = await open(
      server.url,
      { token: await tokenOf(server.url, admin.login) },
      { path, language },
    );
    await untilLive(elsewhere);
    const page = await open(
      server.url,
      { token: await tokenOf(server.url, admin.login) },
      { path, language },
    );
    const submit = page.getByRole('button', { name: translate('kernel:password.submit') });
    const [old, fresh, repeat] = [
      page.locator('input[autocomplete="current-password"]'),
      page.locator('input[autocomplete="new-password"]').first(),
      page.locator('input[autocomplete="new-password"]').last(),
    ];
    await submit.click();
    for (const key of ['oldRequired', 'newRequired', 'repeatRequired', 'differ']) {
      await expect(page.getByText(translate(`kernel:password.${key}`)).first()).toBeVisible();
    }
    await old.fill('notoʻgʻri parol');
    await fresh.fill('parol');
    await expect(page.getByText(translate('kernel:password.levels.0'))).toBeVisible();
    await repeat.fill('boshqa');
    await submit.click();
    await expect(page.getByText(translate('kernel:password.differ')).first()).toBeVisible();
    await repeat.fill('parol');
    await submit.click();
    await expect(page.getByText(translate('kernel:errors.password_too_short')).first()).toBeVisible();
    await fresh.fill('oltmish-uch-tulpor');
    await repeat.fill('oltmish-uch-tulpor');
    await submit.click();
    await expect(page.getByText(translate('kernel:errors.password_wrong')).first()).toBeVisible();
    await old.fill(goodPassword);
    await submit.click();
    await expectToast(page, translate('kernel:password.done'));
    await expect(old).toHaveValue('');
    await expect(elsewhere.getByText(translate('kernel:login.ends.password'))).toBeVisible();
    await tokenOf(server.url, admin.login, 'oltmish-uch-tulpor');
  });
}

test('texts of a password change are those of the specification', () => {
  expect(t('settings:passwordTitle')).toBe('Parolni yangilash');
  expect(t('kernel:password.oldRequired')).toBe('Eski parolni kiritish zarur');
  expect(t('kernel:password.newRequired')).toBe('Yangi parolni kiritish zarur');
  expect(t('kernel:password.repeatRequired')).toBe('Yangi parolni takrorlash zarur');
  expect(t('kernel:password.differ')).toBe('Parol bir xil emas');
});

test("lists one's sessions and ends one of them", async ({ open, api, server }) => {
  const admin = await makeAdmin(api);
  const token = await tokenOf(server.url, admin.login);
  await tokenOf(server.url, admin.login);
  const page = await open(server.url, { token }, { path });
  const card = page.getByRole('listitem').filter({ hasText: '127.0.0.1' });
  await expect(card).toHaveCount(2);
  await expect(card.filter({ hasText: t('admins:signIns.current') })).toHaveCount(1);
  await card.getByRole('button').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('kernel:ui.confirm') })
    .click();
  await expectToast(page, t('admins:signIns.ended'));
  await expect(card).toHaveCount(1);
  await tokenOf(server.url, admin.login);
  await page.reload();
  await page.getByRole('button', { name: t('admins:signIns.endOthers') }).click();
  await answerConfirmation(page, t('admins:signIns.endOthersTitle'), true);
  await expect(card).toHaveCount(1);
});

test("language, theme and density are stored; a super admin sees the deployment's settings", async ({
  as,
}) => {
  const page = await as('superadmin', { path });
  await expect(page.getByRole('heading', { name: t('settings:deployment.title') })).toBeVisible();
  await expect(page.getByText('Asia/Tashkent')).toBeVisible();
  await page.getByRole('radio', { name: t('settings:appearance.densities.compact') }).check();
  await page.getByRole('radio', { name: t('settings:appearance.themes.dark') }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/admins/list');
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.locator('[data-density="compact"]').first()).toBeVisible();
  await page.goto(path);
  await page.getByRole('radio', { name: 'Русский' }).check();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Настройки');
});

test('the remaining time can count in minutes, as a setting of this browser', async ({ as, api }) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: `/applications/${id}/timeline` });
  const clock = page.getByRole('main').getByText(/\d\d:\d\d:\d\d$/);
  await expect(clock.first()).toBeVisible();
  const bar = page.getByRole('progressbar', { name: t('applications:deadline.bar') }).first();
  await page.goto(path);
  await page.getByRole('switch', { name: t('settings:appearance.countdownSeconds') }).click();
  await page.goto(`/applications/${id}/timeline`);
  await expect(bar).toHaveAttribute('aria-valuetext', /(?<![\d:])\d\d:\d\d$/);
  await expect(clock).toHaveCount(0);
});
