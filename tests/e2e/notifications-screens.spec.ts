import { testScreens, testMoreScreens, type Screen } from './support/screens.ts';
import { bellOf } from './support/notifications.ts';

const screens: readonly Screen[] = [
  {
    name: 'notifications',
    login: 'superadmin',
    path: '/notifications',
    ready: (page, translate) =>
      page.getByRole('checkbox', { name: translate('notifications:all.choosePage') }).waitFor(),
  },
  {
    name: 'notifications-none',
    login: 'guest',
    path: '/notifications?period=custom',
    ready: (page, translate) => page.getByText(translate('notifications:all.noResultsTitle')).waitFor(),
  },
  {
    name: 'bell',
    login: 'superadmin',
    path: '/settings',
    ready: async (page, translate) => {
      await page.getByRole('heading', { name: translate('notifications:desktop.title') }).waitFor();
      await bellOf(page, translate).click();
      await page.getByRole('link', { name: translate('notifications:viewAll') }).waitFor();
    },
  },
];

testScreens(screens);

testMoreScreens([
  {
    name: 'bell-none',
    login: 'guest',
    path: '/settings',
    ready: async (page, translate) => {
      await page.getByRole('heading', { name: translate('notifications:desktop.title') }).waitFor();
      await bellOf(page, translate).click();
      await page.getByText(translate('notifications:emptyText')).waitFor();
    },
  },
  {
    name: 'notifications-chosen',
    login: 'superadmin',
    path: '/notifications?is_read=false',
    ready: (page, translate) =>
      page.getByRole('checkbox', { name: translate('notifications:all.choosePage') }).check(),
  },
]);
