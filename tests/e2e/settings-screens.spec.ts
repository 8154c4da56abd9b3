import type { Page } from '@playwright/test';
import { testMoreScreens } from './support/screens.ts';
import { makeAdmin, tokenOf } from './support/staff.ts';
import type { textsIn } from './support/texts.ts';

type Say = ReturnType<typeof textsIn>;

const submitOf = (page: Page, say: Say) => page.getByRole('button', { name: say('kernel:password.submit') });

testMoreScreens([
  {
    name: 'settings-guest',
    login: 'guest',
    path: '/settings',
    ready: (page, say) => page.getByRole('heading', { name: say('notifications:desktop.title') }).waitFor(),
  },
  {
    name: 'settings-password-wrong',
    login: 'guest',
    path: '/settings',
    ready: async (page, say) => {
      await page.locator('input[autocomplete="new-password"]').first().fill('parol');
      await submitOf(page, say).click();
      await page.getByText(say('kernel:password.differ')).first().waitFor();
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
    ready: async (page, say) => {
      await page.getByRole('button', { name: say('admins:signIns.endOthers') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
]);
