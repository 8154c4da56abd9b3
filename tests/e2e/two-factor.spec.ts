import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Secret } from 'otpauth';
import { createApi } from '#kernel/testing/api.ts';
import { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
import { addRecoveryCodes } from '../support/recovery-codes.ts';
import { Api, demoPassword } from './support/api.ts';
import { expectToast } from './support/applications.ts';
import { checkScreen } from './support/check-screen.ts';
import { expectClosedByOwnButtons } from './support/dialogs.ts';
import { pasteInto } from './support/paste.ts';
import { answerConfirmation, dialogOf, inLanguage, rowOf } from './support/records.ts';
import { startProduct, type Server } from './support/server.ts';
import { goodPassword, makeAdmin, openMore, roleIdOf, tokenOf, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t, type textsIn } from './support/texts.ts';

let server: Server;
let api: Api;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startProduct();
  api = new Api(server.url);
});
test.afterAll(() => server.close());

type Translate = ReturnType<typeof textsIn>;

/** The code of the authenticator, now or half a minute later: a used one is invalid. */
const codeOf = (secret: Buffer, steps = 0) => codeAt(secret, Date.now() + steps * 30_000);

/**
 * Enters the password and the first code; returns the secret and the recovery codes. With a name, checks the
 * page of each step.
 */
async function enrol(page: Page, translate: Translate, password: string, name: string | null = null) {
  const field = page.getByLabel(translate('kernel:secondFactor.password')).first();
  await field.fill('a wrong password');
  await page.getByRole('button', { name: translate('kernel:secondFactor.begin') }).click();
  await expect(page.getByText(translate('kernel:errors.own_password_wrong'))).toBeVisible();
  await field.fill(password);
  await page.getByRole('button', { name: translate('kernel:secondFactor.begin') }).click();
  await expect(page.getByRole('img', { name: translate('kernel:secondFactor.qrCode') })).toBeVisible();
  if (name !== null) await checkScreen(page, `${name}-secret`);
  const text = await page.locator('form code').innerText();
  const secret = Buffer.from(Secret.fromBase32(text.replace(/\s/g, '')).bytes);
  await page.getByLabel(translate('kernel:secondFactor.code')).fill('000000');
  await page.getByRole('button', { name: translate('kernel:secondFactor.confirm') }).click();
  await expect(page.getByText(translate('kernel:errors.wrong_code')).first()).toBeVisible();
  const first = codeOf(secret);
  await page.getByLabel(translate('kernel:secondFactor.code')).fill(first);
  await page.getByRole('button', { name: translate('kernel:secondFactor.confirm') }).click();
  const list = page.getByRole('list', { name: translate('kernel:secondFactor.recoveryTitle') });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  if (name !== null) await checkScreen(page, `${name}-codes`);
  const codes = await list.getByRole('listitem').allInnerTexts();
  const dialog = page.getByRole('dialog').filter({ has: list });
  if (await dialog.isVisible()) await expectClosedByOwnButtons(page, dialog);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: translate('kernel:secondFactor.download') }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  for (const code of codes) expect(file).toContain(code);
  await page.getByRole('button', { name: translate('kernel:secondFactor.saved') }).click();
  return { secret, codes, first };
}

async function showPassword(
  page: Page,
  translate: Translate,
  login: string,
  password: string,
): Promise<void> {
  await page.getByLabel(translate('kernel:login.login')).fill(login);
  await page.getByLabel(translate('kernel:login.password')).first().fill(password);
  await page.getByRole('button', { name: translate('kernel:login.submit'), exact: true }).click();
}

async function bring(
  page: Page,
  translate: Translate,
  code: string,
  label = 'kernel:login.code.label',
): Promise<void> {
  await pasteInto(page.getByLabel(translate(label)), code);
  await page.getByRole('button', { name: translate('kernel:login.code.submit') }).click();
}

for (const [language, translate] of inLanguage('ru')) {
  test(`adds, asks for and removes a second factor, in ${language}`, async ({ open }) => {
    test.setTimeout(240_000);
    const { login } = await makeAdmin(api);
    const page = await open(server.url, null, { path: '/login?from=%2Fsettings', language }, api);
    await showPassword(page, translate, login, goodPassword);
    await page.getByRole('button', { name: translate('admins:factor.add'), exact: true }).click();
    const { secret, codes, first } = await enrol(page, translate, goodPassword, `factor-${language}`);
    await expect(page.getByText(translate('admins:factor.recoveryCodesLeft', { count: 10 }))).toBeVisible();

    await page.evaluate(() => localStorage.removeItem('access-token'));
    await page.goto('/settings');
    await showPassword(page, translate, login, goodPassword);
    await expect(page.getByRole('heading', { name: translate('kernel:login.code.title') })).toBeVisible();
    // Nobody is signed in yet.
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
    // Used, or expired meanwhile.
    await bring(page, translate, first);
    await expect(page.getByText(translate('kernel:errors.wrong_code')).first()).toBeVisible();
    await checkScreen(page, `factor-${language}-step`);
    await bring(page, translate, codeOf(secret, 1));
    await expect(page).toHaveURL(/\/settings$/);

    await page.evaluate(() => localStorage.removeItem('access-token'));
    await page.goto('/settings');
    await showPassword(page, translate, login, goodPassword);
    await page.getByRole('button', { name: translate('kernel:login.code.toRecovery') }).click();
    await bring(page, translate, codes[0] ?? '', 'kernel:login.code.recoveryLabel');
    await expect(page.getByText(translate('admins:factor.recoveryCodesLeft', { count: 9 }))).toBeVisible();
    await checkScreen(page, `factor-${language}-settings`);

    await page.getByRole('button', { name: translate('admins:factor.renew'), exact: true }).click();
    const renewal = dialogOf(page, translate('admins:factor.renewTitle'));
    await renewal.getByLabel(translate('kernel:secondFactor.password')).first().fill(goodPassword);
    await renewal.getByLabel(translate('kernel:secondFactor.anyCode')).fill(codes[1] ?? '');
    await renewal.getByRole('button', { name: translate('admins:factor.renewSubmit') }).click();
    const renewed = page
      .getByRole('list', { name: translate('kernel:secondFactor.recoveryTitle') })
      .getByRole('listitem');
    await expect(renewed).toHaveCount(10);
    await expectClosedByOwnButtons(page, dialogOf(page, translate('admins:factor.renewTitle')));
    const fresh = await renewed.allInnerTexts();
    expect(fresh).not.toContain(codes[2]);
    await page.getByRole('button', { name: translate('kernel:secondFactor.saved') }).click();

    await page.getByRole('button', { name: translate('admins:factor.remove'), exact: true }).click();
    const removal = dialogOf(page, translate('admins:factor.removeTitle'));
    await removal.getByLabel(translate('kernel:secondFactor.password')).first().fill(goodPassword);
    await removal.getByLabel(translate('kernel:secondFactor.anyCode')).fill(fresh[0] ?? '');
    await removal.getByRole('button', { name: translate('admins:factor.remove') }).click();
    await expect(page.getByText(translate('admins:factor.off'))).toBeVisible();
  });
}

/** The page shown to an admin who has to add a second factor. */
const beforeAll = (page: Page) => page.getByRole('heading', { name: t('kernel:secondFactor.first.title') });

/** The API's response to the session of a browser. */
async function statusOf(page: Page, method: string, path: string, body?: object): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem('access-token') ?? '');
  const answered = await page.request.fetch(`/api/uz/${path}`, {
    method,
    headers: { Authorization: token },
    ...(body ? { data: body } : {}),
  });
  return answered.status();
}

/** Another super admin with a second factor, who only makes calls. */
async function chiefWithCodes() {
  const { login } = await makeAdmin(api, { role_id: await roleIdOf(api, 'Bosh administrator') });
  const own = createApi(server.url, { token: await tokenOf(server.url, login) });
  const [code] = await addRecoveryCodes(own, goodPassword);
  return {
    async confirm(id: number): Promise<void> {
      const proof = { password: goodPassword, code };
      expect((await own.post(`admins/${id}/factor-reset/confirmation`, proof)).status).toBe(200);
    },
  };
}

// The last test, since it changes a setting of the whole server.
test('required of super admins it cannot be bypassed; another super admin or the command restores access', async ({
  open,
}) => {
  test.setTimeout(240_000);
  const admin = await makeAdmin(api, { role_id: await roleIdOf(api, 'Bosh administrator') });
  const { login, last_name, first_name } = admin;
  const theirs = { token: await tokenOf(server.url, login) };
  const other = await open(server.url, theirs, { path: '/admins/list' }, api);
  const second = await chiefWithCodes();
  const page = await open(
    server.url,
    { token: await api.freshToken('superadmin') },
    { path: '/settings' },
    api,
  );
  await Promise.all([untilLive(page), untilLive(other)]);

  await test.step('required by a setting, it comes before all else, for everyone at once', async () => {
    await page.getByLabel(t('admins:factor.policy.super_admins')).click();
    await answerConfirmation(page, t('admins:factor.policy.confirmTitle'), true);
    await expect(beforeAll(page)).toBeVisible();
    await expect(beforeAll(other)).toBeVisible();
  });

  await test.step('no address and no call bypasses it; other admins continue', async () => {
    for (const path of ['/admins/list', '/settings', '/applications/list']) {
      await page.goto(path);
      await expect(beforeAll(page)).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
    }
    expect(await statusOf(page, 'GET', 'admins')).toBe(403);
    expect(await statusOf(page, 'GET', 'applications')).toBe(403);
    expect(await statusOf(page, 'PUT', 'admins/second-factor', { required: 'nobody' })).toBe(403);
    await api.get('applications', 'operator');
    await checkScreen(page, 'factor-first');
  });

  await test.step('it is added with recovery codes, and the original page follows', async () => {
    await page.goto('/admins/list');
    const { codes } = await enrol(page, t, demoPassword);
    await expect(page.getByPlaceholder(t('admins:search'))).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('access-token'));
    await page.goto('/settings');
    await showPassword(page, t, 'superadmin', demoPassword);
    await page.getByRole('button', { name: t('kernel:login.code.toRecovery') }).click();
    await bring(page, t, codes[0] ?? '', 'kernel:login.code.recoveryLabel');
    await expect(page.getByText(t('admins:factor.recoveryCodesLeft', { count: 9 }))).toBeVisible();
    // A required second factor cannot be removed.
    await expect(page.getByText(t('admins:factor.required'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('admins:factor.remove'), exact: true })).toHaveCount(0);
  });

  await test.step('two other super admins restore access: password, then a new second factor', async () => {
    await enrol(other, t, goodPassword);
    await expect(other.getByPlaceholder(t('admins:search'))).toBeVisible();
    const name = `${last_name} ${first_name}`;
    await page.goto(`/admins/list?search=${login}`);
    await openMore(rowOf(page, login));
    await page.getByRole('menuitem', { name: t('admins:factor.reset.action') }).click();
    const dialog = dialogOf(page, t('admins:factor.reset.title', { name }));
    await dialog.getByLabel(t('admins:factor.reset.label')).fill('Telefoni yoʻqolgan');
    await dialog.getByRole('button', { name: t('admins:factor.reset.submit') }).click();
    await expectToast(page, t('admins:factor.reset.done', { name }));
    await second.confirm(admin.id);
    await expect(other.getByText(t('kernel:login.ends.factor'))).toBeVisible();
    await showPassword(other, t, login, goodPassword);
    await expect(beforeAll(other)).toBeVisible();
  });

  await test.step('the command restores access where no super admin is left', async () => {
    await untilLive(page);
    const done = await server.command('two-factor', 'reset', 'superadmin');
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('was removed') });
    await expect(page.getByText(t('kernel:login.ends.factor'))).toBeVisible();
    await showPassword(page, t, 'superadmin', demoPassword);
    await expect(beforeAll(page)).toBeVisible();
  });
});
