import type { Page } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { Api } from './support/api.ts';
import { expectToast } from './support/applications.ts';
import { checkScreen } from './support/check-screen.ts';
import { answerConfirmation, dialogOf, inLanguage, rowOf } from './support/records.ts';
import { startProduct, type Server } from './support/server.ts';
import { goodPassword, makeAdmin, roleIdOf } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t, type textsIn } from './support/texts.ts';

let server: Server;
let api: Api;
/** Browsers create no passkeys at a numeric address. */
let url: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startProduct();
  url = server.url.replace('127.0.0.1', 'localhost');
  api = new Api(url);
});
test.afterAll(() => server.close());

type Translate = ReturnType<typeof textsIn>;

async function showPassword(
  page: Page,
  translate: Translate,
  login: string,
  password = goodPassword,
): Promise<void> {
  await page.getByLabel(translate('kernel:login.login')).fill(login);
  await page.getByLabel(translate('kernel:login.password')).first().fill(password);
  await page.getByRole('button', { name: translate('kernel:login.submit'), exact: true }).click();
}

const passkeyButton = (page: Page, translate: Translate) =>
  page.getByRole('button', { name: translate('kernel:login.passkey') });

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('access-token'));
  await page.goto('/settings');
}

/** Adds a passkey in the settings of a user without a second factor. */
async function addInSettings(page: Page, translate: Translate, name: string): Promise<void> {
  await page.getByRole('button', { name: translate('admins:passkeys.add'), exact: true }).click();
  const dialog = dialogOf(page, translate('admins:passkeys.addTitle'));
  await dialog.getByLabel(translate('kernel:passkeys.name')).fill(name);
  await dialog.getByLabel(translate('kernel:secondFactor.password')).first().fill(goodPassword);
  await dialog.getByRole('button', { name: translate('kernel:passkeys.add') }).click();
  await expectToast(page, translate('kernel:passkeys.added'));
}

/** The page shown to a user who has to add a second factor. */
const beforeAll = (page: Page, translate: Translate) =>
  page.getByRole('heading', { name: translate('kernel:secondFactor.first.title') });

for (const [language, translate] of inLanguage('ru')) {
  test(`adds a passkey, signs in with it alone and after the password, and removes it, in ${language}`, async ({
    open,
  }) => {
    test.setTimeout(240_000);
    const { login } = await makeAdmin(api);
    const page = await open(url, null, { path: '/login?from=%2Fsettings', language }, api);
    const authenticator = await addAuthenticator(page);
    await showPassword(page, translate, login);

    await page.getByRole('button', { name: translate('admins:passkeys.add'), exact: true }).click();
    const dialog = dialogOf(page, translate('admins:passkeys.addTitle'));
    const submit = dialog.getByRole('button', { name: translate('kernel:passkeys.add') });
    await submit.click();
    await expect(dialog.getByText(translate('kernel:passkeys.nameRequired'))).toBeVisible();
    await dialog.getByLabel(translate('kernel:passkeys.name')).fill('Ish kompyuteri');
    await dialog.getByLabel(translate('kernel:secondFactor.password')).first().fill('a wrong password');
    await submit.click();
    await expect(dialog.getByText(translate('kernel:errors.own_password_wrong'))).toBeVisible();
    await checkScreen(page, `passkeys-${language}-add`);
    await dialog.getByLabel(translate('kernel:secondFactor.password')).first().fill(goodPassword);
    // The user cannot unlock it: the browser creates nothing, typed text stays, and it can be tried again.
    await authenticator.unlock(false);
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText(translate('kernel:passkeys.cancelled'));
    await authenticator.unlock(true);
    await submit.click();
    await expectToast(page, translate('kernel:passkeys.added'));
    await expect(page.getByText('Ish kompyuteri')).toBeVisible();
    await checkScreen(page, `passkeys-${language}-settings`);

    await leave(page);
    await passkeyButton(page, translate).click();
    await expect(page).toHaveURL(/\/settings$/);

    await leave(page);
    await showPassword(page, translate, login);
    await expect(page.getByText(translate('kernel:login.code.passkeyLead'))).toBeVisible();
    // Nobody is signed in yet.
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
    await authenticator.unlock(false);
    await passkeyButton(page, translate).click();
    await expect(page.getByText(translate('kernel:passkeys.cancelled')).first()).toBeVisible();
    await checkScreen(page, `passkeys-${language}-step`);
    await authenticator.unlock(true);
    await passkeyButton(page, translate).click();
    await expect(page).toHaveURL(/\/settings$/);

    await page
      .getByRole('button', { name: translate('admins:passkeys.removeNamed', { name: 'Ish kompyuteri' }) })
      .click();
    const removal = dialogOf(page, translate('admins:passkeys.removeTitle', { name: 'Ish kompyuteri' }));
    await expect(removal.getByText(translate('kernel:passkeys.onlyPasskey'))).toBeVisible();
    await checkScreen(page, `passkeys-${language}-remove`);
    await removal.getByRole('button', { name: translate('admins:passkeys.remove'), exact: true }).click();
    await expectToast(page, translate('admins:passkeys.removed'));
    await expect(page.getByText(translate('admins:passkeys.none'))).toBeVisible();

    // The browser still offers the key, but the server no longer knows it.
    await leave(page);
    await passkeyButton(page, translate).click();
    await expect(page.getByText(translate('kernel:errors.passkey_refused')).first()).toBeVisible();
    await checkScreen(page, `passkeys-${language}-login`);
  });
}

for (const [language, translate] of inLanguage('uz')) {
  test(`one super admin requests a reset, another confirms it with a passkey, and the person adds a new one, in ${language}`, async ({
    open,
  }) => {
    test.setTimeout(240_000);
    const role_id = await roleIdOf(api, 'Bosh administrator');
    const [lost, chief] = [await makeAdmin(api), await makeAdmin(api, { role_id })];
    const name = `${lost.last_name} ${lost.first_name}`;
    const settings = { path: '/login?from=%2Fsettings', language };
    const second = await open(url, null, settings, api);
    const authenticator = await addAuthenticator(second);
    await showPassword(second, translate, chief.login);
    await addInSettings(second, translate, 'Bosh kalit');
    const person = await open(url, null, settings, api);
    const former = await addAuthenticator(person);
    await showPassword(person, translate, lost.login);
    await addInSettings(person, translate, 'Yoʻqolgan telefon');

    const first = await open(url, 'superadmin', { path: `/admins/list?search=${lost.login}`, language }, api);
    await rowOf(first, lost.login)
      .getByRole('button', { name: translate('admins:more', { name }) })
      .click();
    await first.getByRole('menuitem', { name: translate('admins:factor.reset.action') }).click();
    const dialog = dialogOf(first, translate('admins:factor.reset.title', { name }));
    await dialog.getByRole('button', { name: translate('admins:factor.reset.submit') }).click();
    await expect(dialog.getByText(translate('admins:factor.reset.missing'))).toBeVisible();
    await dialog.getByLabel(translate('admins:factor.reset.label')).fill('Telefoni yoʻqolgan, shaxsan keldi');
    await checkScreen(first, `passkeys-${language}-request-reset`);
    await dialog.getByRole('button', { name: translate('admins:factor.reset.submit') }).click();
    await expectToast(first, translate('admins:factor.reset.done', { name }));
    // The requesting admin cannot confirm it.
    await first.goto('/settings');
    await expect(first.getByText(translate('admins:resets.own'))).toBeVisible();
    await expect(
      first.getByRole('button', { name: translate('admins:resets.confirmNamed', { name }) }),
    ).toHaveCount(0);

    await second.goto('/settings');
    await second.getByRole('button', { name: translate('admins:resets.confirmNamed', { name }) }).click();
    const confirming = dialogOf(second, translate('admins:resets.confirmTitle', { name }));
    await authenticator.unlock(false);
    await confirming.getByRole('button', { name: translate('admins:resets.confirm') }).click();
    await expect(confirming.getByText(translate('kernel:passkeys.cancelled'))).toBeVisible();
    await checkScreen(second, `passkeys-${language}-confirm-reset`);
    await authenticator.unlock(true);
    await confirming.getByRole('button', { name: translate('admins:resets.confirm') }).click();
    await expectToast(second, translate('admins:resets.confirmed', { name }));

    await expect(person.getByText(translate('kernel:login.ends.factor'))).toBeVisible();
    await former.remove();
    await addAuthenticator(person);
    await showPassword(person, translate, lost.login);
    await expect(beforeAll(person, translate)).toBeVisible();
    await person.getByLabel(translate('kernel:passkeys.passkey'), { exact: true }).click();
    await person.getByLabel(translate('kernel:passkeys.name')).fill('Yangi telefon');
    await person.getByLabel(translate('kernel:secondFactor.password')).first().fill(goodPassword);
    await checkScreen(person, `passkeys-${language}-first`);
    await person.getByRole('button', { name: translate('kernel:passkeys.add') }).click();
    await expect(person.getByText('Yangi telefon')).toBeVisible();
  });
}

// The last test, since it changes a setting of the whole server.
test('super admins without a key bound to hardware can only add it', async ({ open }) => {
  test.setTimeout(240_000);
  const chief = await makeAdmin(api, { role_id: await roleIdOf(api, 'Bosh administrator') });
  const page = await open(url, null, { path: '/login?from=%2Fsettings' }, api);
  const authenticator = await addAuthenticator(page, { synced: true });
  await showPassword(page, t, chief.login);
  await page.getByLabel(t('admins:factor.policy.hardware')).click();
  await answerConfirmation(page, t('admins:factor.policy.hardwareTitle'), true);
  await expect(beforeAll(page, t)).toBeVisible();
  await page.getByLabel(t('kernel:passkeys.name')).fill('Telefon');
  await page.getByLabel(t('kernel:secondFactor.password')).first().fill(goodPassword);
  await page.getByRole('button', { name: t('kernel:passkeys.add') }).click();
  await expect(page.getByText(t('kernel:errors.hardware_required'))).toBeVisible();
  await checkScreen(page, 'passkeys-hardware');
  await authenticator.remove();
  await addAuthenticator(page, { transport: 'usb' });
  await page.getByRole('button', { name: t('kernel:passkeys.add') }).click();
  await expect(page.getByText(t('admins:passkeys.hardware'), { exact: true })).toBeVisible();
});
