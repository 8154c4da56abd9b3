import { testScreens, testMoreScreens, type Screen } from './support/screens.ts';
import { bellOf } from './support/notifications.ts';

const screens: readonly Screen[] = [
  {
    name: 'notifications',
    login: 'superadmin',
    path: '/notifications',
    ready: (page, say) => page.getByRole('checkbox', { name: say('notifications:all.choosePage') }).waitFor(),
  },
  {
    name: 'notifications-none',
    login: 'guest',
    path: '/notifications?period=custom',
    ready: (page, say) => page.getByText(say('notifications:all.noResultsTitle')).waitFor(),
  },
  {
    name: 'bell',
    login: 'superadmin',
    path: '/settings',
    ready: async (page, say) => {
      await page.getByRole('heading', { name: say('notifications:desktop.title') }).waitFor();
      await bellOf(page, say).click();
      await page.getByRole('link', { name: say('notifications:viewAll') }).waitFor();
    },
  },
];

testScreens(screens);

testMoreScreens([
  {
    name: 'bell-none',
    login: 'guest',
    path: '/settings',
    ready: async (page, say) => {
      await page.getByRole('heading', { name: say('notifications:desktop.title') }).waitFor();
      await bellOf(page, say).click();
      await page.getByText(say('notifications:emptyText')).waitFor();
    },
  },
  {
    name: 'notifications-chosen',
    login: 'superadmin',
    path: '/notifications?is_read=false',
    ready: (page, say) => page.getByRole('checkbox', { name: say('notifications:all.choosePage') }).check(),
  },
]);
