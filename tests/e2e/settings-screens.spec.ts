import type { Page } from '@playwright/test';
import { testMoreScreens } from './support/screens.ts';
import { makeAdmin, tokenOf } from './support/staff.ts';
import type { textsIn } from './support/texts.ts';

type Translate = ReturnType<typeof textsIn>;

const submitOf = (page: Page, translate: Translate) =>
  page.getByRole('button', { name: translate('kernel:password.submit') });

testMoreScreens([
  {
    name: 'settings-guest',
    login: 'guest',
    path: '/settings',
    ready: (page, translate) =>
      page.getByRole('heading', { name: translate('notifications:desktop.title') }).waitFor(),
  },
  {
    name: 'settings-password-wrong',
    login: 'guest',
    path: '/settings',
    ready: async (page, translate) => {
      await page.locator('input[autocomplete="new-password"]').first().fill('parol');
      await submitOf(page, translate).click();
      await page.getByText(translate('kernel:password.differ')).first().waitFor();
    },
  },
  {
    name: 'settings-sessions',
    login: async ({ api, server }) => {
      const { login } = await makeAdmin(api);
      await tokenOf(server.url, login);
      return tokenOf(server.url, login);
    },
    path: '/settings',
    ready: async (page, translate) => {
      await page.getByRole('button', { name: translate('admins:signIns.endOthers') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
]);
