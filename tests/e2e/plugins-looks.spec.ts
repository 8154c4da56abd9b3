import { testLooks, type Screen } from './support/looks.ts';

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
    ready: async (page, say) => {
      const name = say('streets:menu.title');
      await page.getByRole('switch', { name: say('plugins:switchOff', { name }) }).click();
      await page.getByText(say('plugins:plan.data')).waitFor();
    },
  },
  {
    name: 'plugins-plan-forbidden',
    login: 'superadmin',
    path: '/plugins',
    ready: async (page, say) => {
      const name = say('neighborhoods:menu.title');
      await page.getByRole('switch', { name: say('plugins:switchOff', { name }) }).click();
      await page.getByRole('dialog').getByText(say('admins:menu.title')).waitFor();
    },
  },
  {
    name: 'plugin',
    login: 'superadmin',
    path: '/plugins/applications',
    ready: (page, say) => page.getByText(say('plugins:adds.title')).waitFor(),
  },
];

testLooks(screens);
