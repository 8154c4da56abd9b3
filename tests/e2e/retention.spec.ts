import type { Locator, Page } from '@playwright/test';
import type { CitizenState } from '#plugins/retention/contract.ts';
import { createApi } from '#kernel/testing/api.ts';
import { addRecoveryCodes } from '../support/recovery-codes.ts';
import type { User } from '#plugins/users/contract.ts';
import type { Api } from './support/api.ts';
import { checkScreen } from './support/check-screen.ts';
import { register } from './support/citizens.ts';
import { sheetOf } from './support/letters.ts';
import { dialogOf, uniqueMark } from './support/records.ts';
import { smallTargetsOf } from './support/small-targets.ts';
import { goodPassword, makeAdmin, roleIdOf, tokenOf } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

const phone = { viewport: { width: 375, height: 812 }, touch: true } as const;

interface Confirmation {
  readonly item: Locator;
  readonly name: string;
  readonly code: string;
  readonly state: () => Promise<string | undefined>;
  readonly t: ReturnType<typeof textsIn>;
}

/** Opens the dialog, whose password has the focus. */
async function begin(page: Page, { item, name, t }: Confirmation, how: 'keys' | 'taps'): Promise<Locator> {
  const button = item.getByRole('button', { name: t('retention:confirm') });
  if (how === 'taps') await button.tap();
  else await button.press('Enter');
  const dialog = dialogOf(page, t('retention:confirmTitle', { name }));
  await expect(dialog.getByLabel(t('kernel:secondFactor.password')).first()).toBeFocused();
  return dialog;
}

/** By keys alone: nothing is done without a proof, by a wrong one, or where it is left; then it is. */
async function confirmByKeys(page: Page, made: Confirmation): Promise<void> {
  const { t, code } = made;
  await begin(page, made, 'keys');
  await page.keyboard.press('Escape');
  const dialog = await begin(page, made, 'keys');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(t('kernel:secondFactor.passwordRequired'))).toBeVisible();
  await page.keyboard.type('a wrong password');
  const codeField = dialog.getByLabel(t('kernel:secondFactor.anyCode'));
  while (!(await codeField.evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(t('kernel:errors.own_password_wrong'))).toBeVisible();
  await checkScreen(page, 'retention-confirm-uz');
  expect(await made.state()).toBe('asked');
  await dialog.getByLabel(t('kernel:secondFactor.password')).first().focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(goodPassword);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toHaveCount(0);
}

/** By touch on a phone. */
async function confirmByTaps(page: Page, made: Confirmation): Promise<void> {
  const { t, code } = made;
  const dialog = await begin(page, made, 'taps');
  await dialog.getByLabel(t('kernel:secondFactor.password')).first().fill(goodPassword);
  await dialog.getByLabel(t('kernel:secondFactor.anyCode')).fill('000000');
  const submit = dialog.getByRole('button', { name: t('retention:confirmSubmit') });
  await submit.tap();
  await expect(dialog.getByText(t('kernel:errors.wrong_code'))).toBeVisible();
  await checkScreen(page, 'retention-confirm-ru');
  expect(await smallTargetsOf(page)).toEqual([]);
  await dialog.getByLabel(t('kernel:secondFactor.anyCode')).fill(code);
  await submit.tap();
  await expect(dialog).toHaveCount(0);
}

/** An application of a citizen that stands in nobody's way. */
async function endedApplication(api: Api, { last_name, first_name, personal_number }: User): Promise<number> {
  const { id } = await api.sendApplication({ last_name, first_name, personal_number: personal_number ?? '' });
  await api.accept(id, 'superadmin');
  await api.change(id, 'superadmin', 'completed', 'Berildi');
  return id;
}

/** Runs in the browser: the names of what it keeps of an application, a note and drafts. */
function namesAbout(id: number): string[] {
  return Object.keys(localStorage).filter((name) =>
    new RegExp(`^(note|draft):.*[:.]${id}(\\.|$)`).test(name),
  );
}

for (const language of ['uz', 'ru'] as const) {
  const t = textsIn(language);

  test(`one super admin asks, another confirms with a proof, and browsers forget: ${language}`, async ({
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
    // Before it is asked for: what is younger confirms nothing.
    const [code = ''] = await addRecoveryCodes(createApi(server.url, { token }), goodPassword);
    const application = await endedApplication(api, citizen);
    const page = await as('superadmin', { path: `/applications/${application}`, language });
    const ownTexts = () => page.evaluate(namesAbout, application);
    await page.getByRole('textbox', { name: t('applications:detail.note') }).fill(`Sirli ${mark}`);
    await expect.poll(ownTexts).toHaveLength(1);
    await page.goto(`/letters/write/${application}`);
    await sheetOf(page, t('letters:write.body')).pressSequentially(`Sirli ${mark}`);
    await expect.poll(ownTexts).toHaveLength(2);
    await page.goto(`/users/${citizen.id}`);
    await page.getByRole('button', { name: t('retention:ask') }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(t('retention:would'));
    await checkScreen(page, `retention-ask-${language}`);
    await dialog.getByLabel(t('retention:askLabel')).fill(`Fuqaro soʻradi ${mark}`);
    await dialog.getByRole('button', { name: t('retention:askSubmit') }).click();
    await expect(page.getByText(t('retention:waitsBanner'))).toBeVisible();

    const second = await open(
      server.url,
      { token },
      { path: '/retention', language, ...(language === 'ru' ? phone : {}) },
    );
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

    const { last_name: last, first_name: first, father_name: father } = citizen;
    const name = [last, first, father].filter(Boolean).join(' ');
    const state = async () =>
      (await api.get<CitizenState>(`retention/citizens/${citizen.id}`, 'superadmin')).request?.state;
    const confirming = { item, name, code, state, t };
    await (language === 'ru' ? confirmByTaps(second, confirming) : confirmByKeys(second, confirming));
    await expect(second.getByText(t('retention:state.done')).first()).toBeVisible();
    await expect(second.getByText(mark)).toHaveCount(0);
    await expect.poll(draftsOf).toHaveLength(0);
    await expect.poll(ownTexts).toHaveLength(0);
    await expect(page.getByText(`Izsizova${mark}`)).toHaveCount(0);
  });
}
