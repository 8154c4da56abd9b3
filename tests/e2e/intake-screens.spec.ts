import type { Page } from '@playwright/test';
import type { SiteSecrets } from '#plugins/intake/contract.ts';
import { testMoreScreens, testScreens, type Screen, type ScreenContext } from './support/screens.ts';
import { withFailure, waitForTexts } from './support/screen-states.ts';
import type { textsIn } from './support/texts.ts';

type Translate = ReturnType<typeof textsIn>;

/** A site that has sent an application, with an event for it. */
async function makeSite({ api, server }: ScreenContext): Promise<number> {
  const { key } = await api.write<SiteSecrets>(
    'POST',
    'intake/sites',
    { name: 'Telegram bot', origins: ['https://www.tuman.example'], rate: 600, webhook: '' },
    'superadmin',
  );
  const response = await fetch(`${server.url}/api/uz/intake/applications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-komak-key': key, 'idempotency-key': 'ekran' },
    body: JSON.stringify({
      citizen: { first_name: 'Sadoqat', last_name: 'Yoʻldosheva', personal_number: '40504900400016' },
      neighborhood_id: await api.sharedNeighborhood(),
      employment_status: 'unemployed',
      planned_assistance: 'Qishga koʻmir kerak.',
    }),
  });
  return ((await response.json()) as { number: number }).number;
}

async function openMenu(page: Page, translate: Translate, entry: string): Promise<void> {
  const name = translate('intake:sites.more', { name: 'Telegram bot' });
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('menuitem', { name: translate(entry) }).click();
}

const screens: readonly Screen[] = [
  {
    name: 'intake-sites',
    login: 'superadmin',
    path: '/intake/sites',
    async ready(page, translate, context) {
      await makeSite(context);
      await page.getByText('Telegram bot').first().waitFor();
      await openMenu(page, translate, 'intake:sites.events');
      await page.getByRole('dialog').getByText('evt_').first().waitFor();
    },
  },
];

const more: readonly Screen[] = [
  {
    name: 'intake-sites-failed',
    login: 'superadmin',
    path: '/intake/sites',
    ready: withFailure('intake/sites', waitForTexts('intake:sites.failed')),
  },
  {
    name: 'intake-site-form',
    login: 'superadmin',
    path: '/intake/sites',
    async ready(page, translate) {
      await page.getByRole('button', { name: translate('intake:sites.add') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(translate('intake:form.origins')).fill('www.example.uz');
      await dialog.getByRole('button', { name: translate('intake:form.add') }).click();
      await dialog.getByText(translate('intake:validation.origin')).waitFor();
    },
  },
  {
    name: 'intake-secrets',
    login: 'superadmin',
    path: '/intake/sites',
    async ready(page, translate) {
      await page.getByRole('button', { name: translate('intake:sites.add') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(translate('intake:form.name')).fill('Telegram bot');
      await dialog.getByRole('button', { name: translate('intake:form.add') }).click();
      await page.getByText(translate('intake:secrets.once')).waitFor();
    },
  },
];

testScreens(screens);
testMoreScreens(more);
