import { definePlugin, settingsSlot, signedIn } from '#kernel/plugin-api/contract.ts';

/** Settings that every admin may change for themselves. */
export const settings = definePlugin({
  id: 'settings',
  version: '1.0.0',
  routes: { page: { path: '/settings', access: signedIn, shows: settingsSlot.id } },
  menu: { page: { icon: 'settings' } },
});
