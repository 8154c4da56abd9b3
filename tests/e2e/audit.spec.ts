import { readFile } from 'node:fs/promises';
import { expectToast } from './support/applications.ts';
import { register } from './support/citizens.ts';
import { dialogOf, inLanguage, rowOf, rowsOf } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

for (const [language, translate] of inLanguage('ru')) {
  test(`readers of a citizen, actions of an admin, an export and a verification, in ${language}`, async ({
    as,
    api,
  }) => {
    const citizen = await register(api);
    const name = `${citizen.last_name} ${citizen.first_name}`;
    const page = await as('superadmin', { path: `/users/${citizen.id}`, language });

    await test.step('the page of a citizen shows its readers', async () => {
      await page.getByRole('link', { name: translate('audit:citizen.action') }).click();
      await expect(page).toHaveURL(new RegExp(`/audit\\?citizen=${citizen.id}$`));
      // The list is read again until it contains the read itself, which is written slightly later.
      await expect
        .poll(async () => {
          await page.reload();
          await rowsOf(page).first().waitFor();
          return rowsOf(page).allInnerTexts();
        })
        .toEqual(
          expect.arrayContaining([
            expect.stringContaining(translate('audit:actions.users_read')),
            expect.stringContaining(translate('audit:actions.users_create')),
          ]),
        );
      await expect(page.getByText(translate('audit:citizen.about', { name }))).toBeVisible();
    });

    await test.step('an entry shows all details, and opens its subject', async () => {
      await rowOf(page, translate('audit:actions.users_create')).locator('td[data-primary]').click();
      const entry = page.getByRole('dialog');
      await expect(entry.getByText('users.create')).toBeVisible();
      await entry.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    });

    await test.step('the list of admins links to the actions of one of them', async () => {
      await page.goto('/admins/list?search=superadmin');
      const row = rowOf(page, 'superadmin');
      const start = translate('audit:admin.action', { name: '' }).trim();
      await row.getByRole('button', { name: new RegExp(`^${start}`) }).click();
      await expect(page).toHaveURL(/\/audit\?admin=\d+$/);
      await expect(rowsOf(page).first()).toBeVisible();
    });

    await test.step('the filtered log is exported as a file, which is logged itself', async () => {
      const main = page.getByRole('main');
      await main.getByRole('button', { name: translate('kernel:export.action') }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: translate('kernel:export.csv') }).click();
      const file = await readFile(await (await download).path(), 'utf8');
      expect(file).toContain('users.create');
      await page.goto('/audit?action=audit.export');
      await expect(rowsOf(page).first()).toContainText(translate('audit:actions.audit_export'));
    });

    await test.step('the log is verified against its seals', async () => {
      const main = page.getByRole('main');
      await main.getByRole('button', { name: translate('audit:verify.action') }).click();
      const dialog = dialogOf(page, translate('audit:verify.title'));
      await dialog.getByRole('button', { name: translate('audit:verify.start') }).click();
      await expect(dialog.getByText(translate('audit:verify.latestSeal'))).toBeVisible();
      await expect(dialog.getByRole('button', { name: translate('audit:verify.checkAgain') })).toBeVisible();
    });
  });
}

test('reading the log requires the right', async ({ as }) => {
  const page = await as('operator', { path: '/audit' });
  await expect(page.getByText(t('kernel:pages.forbidden.title'))).toBeVisible();
});

test('a verification that loses its connection says so', async ({ as }) => {
  const page = await as('superadmin', { path: '/audit' });
  // The server was stopped in between: the response ends without an outcome.
  await page.route('**/audit/verifications', (route) =>
    route.fulfill({ contentType: 'application/x-ndjson', body: '{"checked":5,"total":900}\n' }),
  );
  await page
    .getByRole('main')
    .getByRole('button', { name: t('audit:verify.action') })
    .click();
  const dialog = dialogOf(page, t('audit:verify.title'));
  await dialog.getByRole('button', { name: t('audit:verify.start') }).click();
  await expectToast(page, t('kernel:boot.network'));
  await expect(dialog.getByRole('button', { name: t('audit:verify.start') })).toBeVisible();
});
