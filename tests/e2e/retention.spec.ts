import { checkScreen } from './support/check-screen.ts';
import { register } from './support/citizens.ts';
import { uniqueMark } from './support/records.ts';
import { goodPassword, makeAdmin, roleIdOf, tokenOf } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

for (const language of ['uz', 'ru'] as const) {
  const t = textsIn(language);

  test(`one super admin asks, another confirms, and browsers forget: ${language}`, async ({
    as,
    open,
    api,
    server,
  }) => {
    test.setTimeout(120_000);
    const mark = uniqueMark();
    const citizen = await register(api, { last_name: `Izsizova${mark}` });
    const admin = await makeAdmin(api, { role_id: await roleIdOf(api, 'Bosh administrator') });
    const token = await tokenOf(server.url, admin.login, goodPassword);
    const page = await as('superadmin', { path: `/users/${citizen.id}`, language });
    await page.getByRole('button', { name: t('retention:ask') }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(t('retention:would'));
    await checkScreen(page, `retention-ask-${language}`);
    await dialog.getByLabel(t('retention:askLabel')).fill(`Fuqaro soʻradi ${mark}`);
    await dialog.getByRole('button', { name: t('retention:askSubmit') }).click();
    await expect(page.getByText(t('retention:waitsBanner'))).toBeVisible();

    const second = await open(server.url, { token }, { path: '/retention', language });
    const item = second.getByRole('listitem').filter({ hasText: mark }).first();
    await expect(item).toBeVisible();
    await checkScreen(second, `retention-page-${language}`);

    // Somebody has the page open, and has begun to write about them.
    await page.getByRole('button', { name: t('retention:hold') }).click();
    await page.getByRole('dialog').getByLabel(t('retention:askLabel')).fill(`Sirli ${mark}`);
    const draftsOf = () =>
      page.evaluate(
        (id) => Object.keys(localStorage).filter((key) => key.includes(`users.hold.${id}`)),
        citizen.id,
      );
    await expect.poll(draftsOf).toHaveLength(1);

    await item.getByRole('button', { name: t('retention:confirm') }).click();
    await second
      .getByRole('alertdialog')
      .getByRole('button', { name: t('kernel:ui.confirm') })
      .click();
    await expect(second.getByText(t('retention:state.done')).first()).toBeVisible();
    await expect(second.getByText(mark)).toHaveCount(0);
    await expect.poll(draftsOf).toHaveLength(0);
    await expect(page.getByText(`Izsizova${mark}`)).toHaveCount(0);
  });
}
