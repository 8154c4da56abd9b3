import { definePlugin, superAdmin } from '#kernel/plugin-api/contract.ts';

/** Super admins may add external plugins on the page. */
export const uploadCapability = 'plugins.upload';

/** The server stores versions of decisions about plugins. */
export const historyCapability = 'plugins.history';

/** Plugins: lists the installed ones and their contributions, and enables or disables them at runtime. */
export const plugins = definePlugin({
  id: 'plugins',
  version: '1.0.0',
  essential: true,
  announcedOnly: true,
  capabilities: [historyCapability, uploadCapability],
  routes: {
    list: { path: '/plugins', access: superAdmin },
    detail: { path: '/plugins/:id', access: superAdmin },
  },
  menu: { list: { icon: 'puzzle' } },
});
