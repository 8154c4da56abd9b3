import { rowsOf } from './support/records.ts';
import {
  waitForTexts,
  withEmptyList,
  withFailure,
  type PrepareScreen,
  type Translate,
} from './support/screen-states.ts';
import { testMoreScreens, testScreens, type Screen } from './support/screens.ts';
import { register } from './support/citizens.ts';
import type { Page } from '@playwright/test';

const filled: PrepareScreen = (page) => rowsOf(page).first().waitFor();
const verified: PrepareScreen = async (page, translate) => {
  await filled(page, translate);
  await openVerification(page, translate);
  await page.getByRole('button', { name: translate('audit:verify.start') }).click();
  await page.getByText(translate('audit:verify.latestSeal')).waitFor();
};

/** The log, an entry, and its verification. */
const screens: readonly Screen[] = [
  { name: 'audit', login: 'superadmin', path: '/audit', ready: filled },
  { name: 'audit-verified', login: 'superadmin', path: '/audit', ready: verified },
];

const login = 'superadmin';
const path = '/audit';
const states: readonly Screen[] = [
  { name: 'audit-filtered', login, path: '/audit?plugin=admins&date_from=2026-01-01', ready: filled },
  {
    name: 'audit-citizen',
    login,
    path: '/audit?citizen=:id',
    idOf: async (api) => (await register(api)).id,
    ready: filled,
  },
  {
    name: 'audit-entry',
    login,
    path,
    ready: async (page, translate) => {
      await filled(page, translate);
      await rowsOf(page).first().click();
      await page.getByRole('dialog').getByText(translate('audit:columns.code')).waitFor();
    },
  },
  {
    name: 'audit-none',
    login,
    path,
    ready: withEmptyList('audit', waitForTexts('audit:emptyText')),
  },
  {
    name: 'audit-failed',
    login,
    path,
    ready: withFailure('audit', waitForTexts('kernel:records.errorTitle')),
  },
];

testScreens(screens);
testMoreScreens(states);

async function openVerification(page: Page, translate: Translate): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: translate('audit:verify.action') })
    .click();
}
