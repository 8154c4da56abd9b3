import { definePlugin, superAdmin } from '#kernel/plugin-api/contract.ts';

/** Plugins: which are installed, what they add, and switching them while the system runs. */
export const plugins = definePlugin({
  id: 'plugins',
  version: '1.0.0',
  essential: true,
  routes: {
    list: { path: '/plugins', access: superAdmin },
    detail: { path: '/plugins/:id', access: superAdmin },
  },
  menu: { list: { icon: 'puzzle' } },
});
