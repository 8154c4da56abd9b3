import type { Page } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { Api } from './support/api.ts';
import { expectToast } from './support/applications.ts';
import { checkScreen } from './support/check-screen.ts';
import { dialogOf, inLanguage } from './support/records.ts';
import { startProduct, type Server } from './support/server.ts';
import { goodPassword, makeAdmin } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import type { textsIn } from './support/texts.ts';

let server: Server;
let api: Api;
/** Browsers make no passkeys at an address of numbers. */
let url: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startProduct();
  url = server.url.replace('127.0.0.1', 'localhost');
  api = new Api(url);
});
test.afterAll(() => server.close());

type Say = ReturnType<typeof textsIn>;

async function showPassword(page: Page, say: Say, login: string, password = goodPassword): Promise<void> {
  await page.getByLabel(say('kernel:login.login')).fill(login);
  await page.getByLabel(say('kernel:login.password')).first().fill(password);
  await page.getByRole('button', { name: say('kernel:login.submit'), exact: true }).click();
}

const passkeyButton = (page: Page, say: Say) =>
  page.getByRole('button', { name: say('kernel:login.passkey') });

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('access-token'));
  await page.goto('/settings');
}

for (const [language, say] of inLanguage('ru')) {
  test(`adds a passkey, signs in with it alone and after the password, and removes it, in ${language}`, async ({
    open,
  }) => {
    test.setTimeout(240_000);
    const { login } = await makeAdmin(api);
    const page = await open(url, null, { path: '/login?from=%2Fsettings', language }, api);
    const authenticator = await addAuthenticator(page);
    await showPassword(page, say, login);

    await page.getByRole('button', { name: say('admins:passkeys.add'), exact: true }).click();
    const dialog = dialogOf(page, say('admins:passkeys.addTitle'));
    const submit = dialog.getByRole('button', { name: say('kernel:passkeys.add') });
    await submit.click();
    await expect(dialog.getByText(say('kernel:passkeys.nameRequired'))).toBeVisible();
    await dialog.getByLabel(say('kernel:passkeys.name')).fill('Ish kompyuteri');
    await dialog.getByLabel(say('kernel:secondFactor.password')).first().fill('a wrong password');
    await submit.click();
    await expect(dialog.getByText(say('kernel:errors.own_password_wrong'))).toBeVisible();
    await checkScreen(page, `passkeys-${language}-add`);
    await dialog.getByLabel(say('kernel:secondFactor.password')).first().fill(goodPassword);
    // The person cannot unlock it: the browser makes nothing, what was typed stays, and it can be tried again.
    await authenticator.unlock(false);
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText(say('kernel:passkeys.cancelled'));
    await authenticator.unlock(true);
    await submit.click();
    await expectToast(page, say('kernel:passkeys.added'));
    await expect(page.getByText('Ish kompyuteri')).toBeVisible();
    await checkScreen(page, `passkeys-${language}-settings`);

    await leave(page);
    await passkeyButton(page, say).click();
    await expect(page).toHaveURL(/\/settings$/);

    await leave(page);
    await showPassword(page, say, login);
    await expect(page.getByText(say('kernel:login.code.passkeyLead'))).toBeVisible();
    // Nobody is signed in yet.
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
    await authenticator.unlock(false);
    await passkeyButton(page, say).click();
    await expect(page.getByText(say('kernel:passkeys.cancelled')).first()).toBeVisible();
    await checkScreen(page, `passkeys-${language}-step`);
    await authenticator.unlock(true);
    await passkeyButton(page, say).click();
    await expect(page).toHaveURL(/\/settings$/);

    await page
      .getByRole('button', { name: say('admins:passkeys.removeNamed', { name: 'Ish kompyuteri' }) })
      .click();
    const removal = dialogOf(page, say('admins:passkeys.removeTitle', { name: 'Ish kompyuteri' }));
    await expect(removal.getByText(say('kernel:passkeys.onlyPasskey'))).toBeVisible();
    await checkScreen(page, `passkeys-${language}-remove`);
    await removal.getByRole('button', { name: say('admins:passkeys.remove'), exact: true }).click();
    await expectToast(page, say('admins:passkeys.removed'));
    await expect(page.getByText(say('admins:passkeys.none'))).toBeVisible();

    // The browser still offers the key, and the server knows it no more.
    await leave(page);
    await passkeyButton(page, say).click();
    await expect(page.getByText(say('kernel:errors.passkey_refused')).first()).toBeVisible();
    await checkScreen(page, `passkeys-${language}-login`);
  });
}
