import type { Locator, Page } from '@playwright/test';
import type { CitizenState } from '#plugins/retention/contract.ts';
import { createApi, type ApiClient } from '#kernel/testing/api.ts';
import { addRecoveryCodes } from '../support/recovery-codes.ts';
import type { User } from '#plugins/users/contract.ts';
import type { Api } from './support/api.ts';
import { checkScreen } from './support/check-screen.ts';
import { startConnectionProxy } from './support/connection-proxy.ts';
import { register } from './support/citizens.ts';
import { sheetOf } from './support/letters.ts';
import { goTo } from './support/pages.ts';
import { dialogOf, uniqueMark } from './support/records.ts';
import { smallTargetsOf } from './support/small-targets.ts';
import { goodPassword, makeAdmin, roleIdOf, tokenOf, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t as translate, textsIn } from './support/texts.ts';

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

/** By keyboard only: nothing is erased without a proof, with a wrong one, or after leaving; then it is. */
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

/** An ended application of a citizen, which does not prevent an erasure. */
async function endedApplication(api: Api, { last_name, first_name, personal_number }: User): Promise<number> {
  const { id } = await api.sendApplication({ last_name, first_name, personal_number: personal_number ?? '' });
  await api.accept(id, 'superadmin');
  await api.change(id, 'superadmin', 'completed', 'Berildi');
  return id;
}

/** Runs in the browser: the names of stored data about an application, a note and drafts. */
function namesAbout(id: number): string[] {
  return Object.keys(localStorage).filter((name) =>
    new RegExp(`^(note|draft):.*[:.]${id}(\\.|$)`).test(name),
  );
}

/** Another super admin, created before anything is requested. */
async function makeConfirmer(api: Api, url: string): Promise<{ api: ApiClient; code: string }> {
  const { login } = await makeAdmin(api, { role_id: await roleIdOf(api, 'Bosh administrator') });
  const own = createApi(url, { token: await tokenOf(url, login, goodPassword) });
  const [code = ''] = await addRecoveryCodes(own, goodPassword);
  return { api: own, code };
}

/** Erases a citizen, without the user interface. */
async function erase(
  api: Api,
  confirmer: { api: ApiClient; code: string },
  citizenId: number,
): Promise<void> {
  const path = `retention/citizens/${citizenId}/requests`;
  const { id } = await api.write<{ id: number }>('POST', path, { reason: 'Fuqaro soʻradi' }, 'superadmin');
  const proof = { password: goodPassword, code: confirmer.code };
  expect((await confirmer.api.post(`retention/requests/${id}/confirmation`, proof)).status).toBe(200);
  await expect.poll(async () => (await confirmer.api.get(`users/${citizenId}`)).status).toBe(404);
}

/** Writes a note and starts a letter about an application, and waits until both are stored. */
async function writeAbout(page: Page, application: number, text: string): Promise<void> {
  await page.goto(`/applications/${application}`);
  await page.getByRole('textbox', { name: translate('applications:detail.note') }).fill(text);
  await expect.poll(() => page.evaluate(namesAbout, application)).toHaveLength(1);
  await page.goto(`/letters/write/${application}`);
  await sheetOf(page, translate('letters:write.body')).pressSequentially(text);
  await expect.poll(() => page.evaluate(namesAbout, application)).toHaveLength(2);
}

test('a closed browser erases the data of an erased citizen on return, and no other', async ({
  as,
  api,
  server,
}) => {
  test.setTimeout(120_000);
  const confirmer = await makeConfirmer(api, server.url);
  const citizens = [await register(api), await register(api)] as const;
  const [gone, stays, later] = [
    await endedApplication(api, citizens[0]),
    await endedApplication(api, citizens[1]),
    await endedApplication(api, citizens[0]),
  ];
  const page = await as('superadmin', { path: '/applications/list' });
  const stored = async () => Promise.all([gone, stays, later].map((id) => page.evaluate(namesAbout, id)));
  const sizes = async () => (await stored()).map((names) => names.length);
  for (const id of [gone, stays, later]) await writeAbout(page, id, 'Sirli soʻz');

  await page.goto('about:blank');
  await erase(api, confirmer, citizens[0].id);
  // A page without content of retention.
  await page.goto('/applications/list');
  await expect.poll(sizes, { timeout: 30_000 }).toEqual([0, 2, 0]);

  // From now on it requests only what is new.
  const erasedRequest = page.waitForRequest((request) => request.url().includes('/retention/erased'));
  await page.reload();
  expect((await erasedRequest).url()).toMatch(/after=[\da-f-]{36}$/);
  await untilLive(page);
  expect(await sizes()).toEqual([0, 2, 0]);
});

test('an offline browser erases the data of an erased citizen on reconnection', async ({
  open,
  api,
  server,
}) => {
  test.setTimeout(120_000);
  const line = await startConnectionProxy(server.url);
  try {
    const confirmer = await makeConfirmer(api, server.url);
    const citizens = [await register(api), await register(api)] as const;
    const gone = await endedApplication(api, citizens[0]);
    const stays = await endedApplication(api, citizens[1]);
    const page = await open(line.url, 'superadmin', {
      path: '/applications/list',
      tolerate: /ERR_|Failed to fetch/,
    });
    const sizes = async () => [
      (await page.evaluate(namesAbout, gone)).length,
      (await page.evaluate(namesAbout, stays)).length,
    ];
    for (const id of [gone, stays]) await writeAbout(page, id, 'Sirli soʻz');
    const erasedRequest = page.waitForResponse((response) => response.url().includes('/retention/erased'));
    await page.goto('/applications/list');
    await erasedRequest;
    await untilLive(page);

    line.cutAfter(0);
    await page.evaluate(() => fetch('/health/live').catch(() => null));
    await expect(page.locator('html')).toHaveAttribute('data-connection', 'off', { timeout: 30_000 });
    await erase(api, confirmer, citizens[0].id);
    expect(await sizes()).toEqual([2, 2]);
    line.mend();
    await expect.poll(sizes, { timeout: 30_000 }).toEqual([0, 2]);
  } finally {
    await line.close();
  }
});

test('the link to a hold of a merged citizen leads to the one in the register', async ({ as, api }) => {
  const mark = uniqueMark();
  const [stays, merged] = [await register(api, { last_name: `Qolgan${mark}` }), await register(api)];
  const page = await as('superadmin', { path: `/users/${merged.id}` });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(merged.last_name);
  const hold = { subject_type: 'user', subject_id: merged.id, reason: 'Sud hujjati' };
  await api.write('POST', 'retention/holds', hold, 'superadmin');
  const versions = { remaining_version: stays.updatedAt, merged_version: merged.updatedAt };
  await api.write(
    'POST',
    `users/${stays.id}/merges`,
    { merged_id: merged.id, take: [], ...versions },
    'superadmin',
  );
  await goTo(page, '/retention');
  const item = page
    .getByRole('listitem')
    .filter({ hasText: String(merged.id) })
    .filter({ hasText: 'Sud hujjati' });
  await item.getByRole('link', { name: translate('retention:open') }).click();
  await expect(page).toHaveURL(new RegExp(`/users/${stays.id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Qolgan${mark}`);
});

for (const language of ['uz', 'ru'] as const) {
  const t = textsIn(language);

  test(`one super admin requests, another confirms with a proof, and browsers erase: ${language}`, async ({
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
    // Before the request: a younger factor cannot confirm it.
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
    await page.getByRole('button', { name: t('retention:request') }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(t('retention:willDelete'));
    await checkScreen(page, `retention-ask-${language}`);
    await dialog.getByLabel(t('retention:requestLabel')).fill(`Fuqaro soʻradi ${mark}`);
    await dialog.getByRole('button', { name: t('retention:requestSubmit') }).click();
    await expect(page.getByText(t('retention:pendingBanner'))).toBeVisible();

    const second = await open(
      server.url,
      { token },
      { path: '/retention', language, ...(language === 'ru' ? phone : {}) },
    );
    const item = second.getByRole('listitem').filter({ hasText: mark }).first();
    await expect(item).toBeVisible();
    await checkScreen(second, `retention-page-${language}`);

    // A user has the page open, and has started to write about them.
    await page.getByRole('button', { name: t('retention:hold') }).click();
    await page.getByRole('dialog').getByLabel(t('retention:requestLabel')).fill(`Sirli ${mark}`);
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
