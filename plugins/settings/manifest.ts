import { definePlugin, settingsSlot, signedIn } from '#kernel/plugin-api/contract.ts';

/** Settings: what every admin may change of his own. */
export const settings = definePlugin({
  id: 'settings',
  version: '1.0.0',
  routes: { page: { path: '/settings', access: signedIn, shows: settingsSlot.id } },
  menu: { page: { icon: 'settings' } },
});
