import { Secret } from 'otpauth';
import { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
import { generateKey } from '#kernel/server/artefacts/signature.ts';
import { createApi } from '#kernel/testing/api.ts';
import { queueFiles, writePacked } from '../external/support/queue.ts';
import { Api } from './support/api.ts';
import { checkScreen } from './support/check-screen.ts';
import { inLanguage } from './support/records.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { goodPassword, makeAdmin, makeRole, tokenOf, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

const { privateKey, publicKey } = generateKey();
const key = { name: 'city', privateKey };
const client = `
  import { createElement as h } from 'react';
  import { anyone, definePlugin } from '@komak/plugin-api/contract';
  import { defineClient, PageTitle, useText } from '@komak/plugin-api/client';
  const manifest = definePlugin({ id: 'queue', version: '1.0.0', routes: { hall: { path: '/queue', access: anyone } } });
  function Hall() {
    const t = useText('queue');
    return h('section', null, h(PageTitle, null, t('menu.hall')), h('h1', null, t('menu.hall')));
  }
  export const client = defineClient(manifest, { pages: { hall: Hall } });`;

let server: Server;
let api: Api;
/** A super admin, and the secret of their second factor. */
let token: string;
let codes: string[];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  server = await startProduct(
    deploymentWith((deployment) => void (deployment.trust = { upload: true, keys: { city: publicKey } })),
  );
  api = new Api(server.url);
  const role = await makeRole(api, { role: 'super_admin' });
  const { login } = await makeAdmin(api, { role_id: role.id, neighborhoods: [] });
  token = await tokenOf(server.url, login);
  const own = createApi(server.url, { token });
  const factor = 'admins/admin/second-factor';
  const { body } = await own.post<{ secret: string }>(factor, { password: goodPassword });
  const code = codeAt(Buffer.from(Secret.fromBase32(body.secret).bytes), Date.now());
  codes = (await own.put<{ recovery_codes: string[] }>(factor, { code })).body.recovery_codes;
});
test.afterAll(() => server.close());

const archive = (version: string, more = {}) => writePacked(queueFiles({ key, version, client, ...more }));

for (const [language, translate] of inLanguage('ru')) {
  test(`a plugin is added, upgraded and removed on the page, in ${language}`, async ({ open }) => {
    const [hall, title] = language === 'uz' ? ['Qabul zali', 'Navbat'] : ['Зал приёма', 'Очередь'];
    const page = await open(server.url, { token }, { path: '/plugins', language }, api);
    const other = await open(server.url, 'operator', { path: '/settings', language }, api);
    await untilLive(other);
    const dialog = page.getByRole('dialog');
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const pick = async (path: string) => dialog.locator('input[type=file]').setInputFiles(path);
    const begin = () => page.getByRole('button', { name: translate('plugins:add.open') }).click();
    const prove = async (code: string) => {
      await dialog.getByLabel(translate('kernel:secondFactor.password')).first().fill(goodPassword);
      await dialog.getByLabel(translate('kernel:secondFactor.anyCode')).fill(code);
      await press(translate('plugins:add.submit'));
    };

    await begin();
    await checkScreen(page, `plugins-add-choose-${language}`);
    await pick(await archive('1.0.0', { key: null, apiVersion: '^7' }));
    await expect(dialog.getByRole('heading', { name: translate('plugins:add.rejected') })).toBeVisible();
    await expect(dialog.getByRole('alert').getByRole('listitem')).toHaveText([
      translate('plugins:rejected.api_version', { wanted: '^7', given: '1.0.0' }),
      /sha256-/,
    ]);
    await checkScreen(page, `plugins-add-refused-${language}`);

    await press(translate('plugins:add.other'));
    await pick(await archive('1.0.0'));
    const plan = dialog.getByRole('region', { name: translate('plugins:plan.title') });
    for (const text of ['/queue', 'queue_watch', 'queue_counters', 'city'])
      await expect(plan).toContainText(text);
    await checkScreen(page, `plugins-add-plan-${language}`);
    await press(translate('plugins:add.submit'));
    await checkScreen(page, `plugins-add-proof-${language}`);
    await prove('000000');
    await expect(dialog.getByText(translate('kernel:errors.wrong_code'))).toBeVisible();
    await prove(codes.pop() ?? '');
    await expect(dialog.getByText(translate('plugins:add.doneOff'))).toBeVisible();
    await press(translate('plugins:add.enable'));
    await press(translate('plugins:switch.on'));
    const menu = other.getByRole('navigation', { name: translate('kernel:shell.menu') });
    await menu.getByText(title).click();
    await expect(other.getByRole('heading', { name: hall })).toBeVisible();

    // A version that does not start leaves the previous one running, and shows why.
    await begin();
    await pick(await archive('2.0.0', { start: 'throw new Error("no printer");' }));
    await expect(plan).toContainText(translate('plugins:add.upgrade', { from: '1.0.0' }));
    await press(translate('plugins:add.submit'));
    await prove(codes.pop() ?? '');
    await expect(dialog.getByRole('alert')).toHaveText(
      translate('plugins:rejected.start', { problem: 'no printer' }),
    );
    await dialog.press('Escape');
    await expect(other.getByRole('heading', { name: hall })).toBeVisible();

    await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByText(translate('plugins:external.offFirst'))).toBeVisible();
    await checkScreen(page, `plugins-external-${language}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: translate('plugins:switch.off'), exact: true })
      .click();
    await press(translate('plugins:switch.off'));
    await page.getByRole('button', { name: translate('plugins:external.remove') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: translate('plugins:external.remove') })
      .click();
    await expect(page).toHaveURL(/\/plugins$/);
    await expect(page.getByText('queue')).toHaveCount(0);
    await expect(menu.getByText(title)).toHaveCount(0);
  });
}

test('an admin without a second factor is told where to add one', async ({ open }) => {
  const translate = textsIn('uz');
  const page = await open(server.url, 'superadmin', { path: '/plugins' }, api);
  await page.getByRole('button', { name: translate('plugins:add.open') }).click();
  await page.locator('input[type=file]').setInputFiles(await archive('1.0.0'));
  await expect(page.getByText(translate('plugins:add.noFactor'))).toBeVisible();
  await expect(page.getByRole('button', { name: translate('plugins:add.submit') })).toHaveCount(0);
  await page.getByRole('link', { name: translate('plugins:add.toSettings') }).click();
  await expect(page).toHaveURL(/\/settings$/);
});
