import {
  identityClient,
  samplePin,
  startIdentityService,
  type IdentityService,
} from '#kernel/testing/identity-service.ts';
import { Api, demoPassword } from './support/api.ts';
import { expectToast } from './support/applications.ts';
import { inLanguage } from './support/records.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

let service: IdentityService;
let server: Server;
let api: Api;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  service = await startIdentityService();
  process.env['KOMAK_ONEID_SECRET'] = identityClient.clientSecret;
  const { clientId, scope } = identityClient;
  server = await startProduct(
    deploymentWith(({ plugins }) => {
      plugins['one_id'] = { config: { address: service.address, clientId, scope } };
      plugins['stats'] = { ...plugins['stats'], enabled: false };
    }),
  );
  delete process.env['KOMAK_ONEID_SECRET'];
  api = new Api(server.url);
});
test.afterAll(async () => {
  await server.close();
  await service.close();
});

test('without configuration the button explains and does nothing', async ({ open, server: bare }) => {
  const translate = textsIn('uz');
  const page = await open(bare.url, null, { path: '/login' });
  await expect(page.getByRole('button', { name: translate('kernel:login.oneId') })).toBeDisabled();
  await expect(page.getByText(translate('kernel:login.oneIdOff'))).toBeVisible();
});

test('an account is linked in the settings, signs in, and is unlinked', async ({ open }) => {
  const translate = textsIn('uz');
  const home = { foreign: [service.address] };
  const token = await api.freshToken('operator');
  const page = await open(server.url, { token }, { path: '/settings', ...home }, api);
  await page.getByRole('button', { name: translate('one_id:card.link') }).click();
  const dialog = page.getByRole('dialog', { name: translate('one_id:dialog.title') });
  await dialog.getByLabel(translate('kernel:secondFactor.password')).first().fill('a wrong password');
  await dialog.getByRole('button', { name: translate('one_id:dialog.submit') }).click();
  await expect(dialog.getByText(translate('kernel:errors.own_password_wrong'))).toBeVisible();
  await dialog.getByLabel(translate('kernel:secondFactor.password')).first().fill(demoPassword);
  service.setVisitor({});
  await dialog.getByRole('button', { name: translate('one_id:dialog.submit') }).click();
  await expectToast(page, translate('one_id:outcomes.linked'));
  await expect(
    page.getByText(translate('one_id:card.linked', { ending: samplePin.slice(-4) })),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);

  const other = await open(server.url, null, { path: '/applications/accept', ...home }, api);
  await other.getByRole('button', { name: translate('kernel:login.oneId') }).click();
  await expect(other).toHaveURL(/\/applications\/accept$/);
  await expectToast(other, translate('kernel:login.done'));
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await page.getByRole('button', { name: translate('one_id:card.unlink') }).click();
  const removal = page.getByRole('dialog', { name: translate('one_id:unlink.title') });
  await removal.getByLabel(translate('kernel:secondFactor.password')).first().fill(demoPassword);
  await removal.getByRole('button', { name: translate('one_id:card.unlink') }).click();
  await expectToast(page, translate('one_id:unlink.done'));
});

for (const [language, translate] of inLanguage('ru')) {
  test(`errors are shown on the sign-in page, in ${language}`, async ({ open }) => {
    const page = await open(server.url, null, { path: '/login', language, foreign: [service.address] }, api);
    for (const [outcome, visitor] of [
      ['unknown', {}],
      ['refused', { identity: { valid: true } }],
      ['unavailable', { override: { token: { status: 500 } } }],
      ['cancelled', { cancels: true }],
    ] as const) {
      service.setVisitor(visitor);
      await page.getByRole('button', { name: translate('kernel:login.oneId') }).click();
      await expect(page.getByText(translate(`kernel:login.oneIdProblems.${outcome}`))).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
    }
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
  });
}

// Here because this server already has another deployment.
test('a plugin disabled by the deployment is absent', async ({ open }) => {
  const page = await open(server.url, 'superadmin', { path: '/settings' }, api);
  const menu = page.getByRole('navigation', { name: t('kernel:shell.menu') });
  await expect(menu.getByRole('link', { name: t('settings:menu.title') })).toBeVisible();
  await expect(menu.getByText(t('stats:menu.title'))).toHaveCount(0);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/stats/application');
  await expect(page.getByRole('heading', { name: t('kernel:pages.notFound.title') })).toBeVisible();
  expect(fetched.filter((path) => /stats/.test(path.replace('/stats/application', '')))).toEqual([]);
  expect((await fetch(`${server.url}/api/uz/stats/application-stats`)).status).toBe(404);
});
