import { withFailure, waitForTexts } from './support/screen-states.ts';
import { testScreens, testMoreScreens, type Screen } from './support/screens.ts';

const screens: readonly Screen[] = [
  {
    name: 'plugins',
    login: 'superadmin',
    path: '/plugins',
    ready: (page) => page.getByRole('switch').first().waitFor(),
  },
  {
    name: 'plugins-plan',
    login: 'superadmin',
    path: '/plugins',
    ready: async (page, translate) => {
      const name = translate('streets:menu.title');
      await page.getByRole('switch', { name: translate('plugins:switchOff', { name }) }).click();
      await page.getByText(translate('plugins:plan.data')).waitFor();
    },
  },
  {
    name: 'plugin',
    login: 'superadmin',
    path: '/plugins/applications',
    ready: (page, translate) => page.getByText(translate('plugins:contributions.title')).waitFor(),
  },
];

/** The page of each plugin, and the states of the list. */
const more: readonly Screen[] = [
  {
    name: 'plugins-plan-forbidden',
    login: 'superadmin',
    path: '/plugins',
    ready: async (page, translate) => {
      const name = translate('neighborhoods:menu.title');
      await page.getByRole('switch', { name: translate('plugins:switchOff', { name }) }).click();
      await page.getByRole('dialog').getByText(translate('admins:menu.title')).waitFor();
    },
  },
  ...[
    'admins',
    'users',
    'stats',
    'neighborhoods',
    'households',
    'notifications',
    'chat',
    'plugins',
    'settings',
    'one_id',
  ].map((id): Screen => ({
    name: `plugin-${id.replace('_', '-')}`,
    login: 'superadmin',
    path: `/plugins/${id}`,
    ready: waitForTexts('plugins:contributions.title'),
  })),
  {
    name: 'plugins-off',
    login: 'superadmin',
    path: '/plugins',
    ready: async (page, translate) => {
      await page
        .getByRole('button', { name: new RegExp(`^${translate('plugins:kinds.failed')}`) })
        .or(page.getByRole('radio', { name: new RegExp(`^${translate('plugins:kinds.failed')}`) }))
        .first()
        .click();
      await page.getByText(translate('plugins:none')).waitFor();
    },
  },
  {
    name: 'plugins-failed',
    login: 'superadmin',
    path: '/plugins',
    ready: withFailure('plugins/installed', waitForTexts('plugins:failed')),
  },
  {
    name: 'plugin-failed',
    login: 'superadmin',
    path: '/plugins/applications',
    ready: withFailure('plugins/applications', waitForTexts('plugins:failedOne')),
  },
  {
    name: 'plugin-setting-wrong',
    login: 'superadmin',
    path: '/plugins/chat',
    ready: async (page, translate) => {
      await page.getByText(translate('plugins:settings.title')).first().waitFor();
      const fields = page.getByRole('main').getByRole('textbox');
      await fields.first().waitFor();
      for (const field of await fields.all()) await field.fill('?');
      await page.getByRole('button', { name: translate('plugins:settings.save'), exact: true }).click();
      await page.locator('main [role="alert"], main [aria-invalid="true"]').first().waitFor();
    },
  },
];

testScreens(screens);
testMoreScreens(more);
