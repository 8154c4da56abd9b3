import { z } from 'zod';
import { definePlugin, recordChangeSchema } from '#kernel/plugin-api/contract.ts';
import { registrarAccess } from './contract/access.ts';

/** With this capability a letter or a fraction is sent and returned with the house number; other servers support only numbers. */
export const houseSuffixCapability = 'households.house_suffix';

export { registrarAccess };

/** Households: their addresses, members and income. */
export const households = definePlugin({
  id: 'households',
  version: '1.0.0',
  erases: true,
  requires: ['neighborhoods', 'streets', 'household_categories', 'directions'],
  permissions: ['household_add'],
  routes: {
    list: { path: '/households/list', access: registrarAccess },
    add: { path: '/households/add', access: registrarAccess },
    import: { path: '/households/import', access: registrarAccess },
    edit: { path: '/households/:id', access: registrarAccess },
  },
  menu: { list: { icon: 'home' }, add: { icon: 'plus' } },
  notices: {
    /** A border was moved: the numbers of households that came into the admin's area, and that left it. */
    households_moved: { icon: 'home', payload: z.object({ gained: z.int().min(0), lost: z.int().min(0) }) },
  },
  search: { households: { route: 'list', area: 'own' } },
  actions: { add: { route: 'add' }, import: { route: 'import' } },
  capabilities: [
    'households.confirm',
    'households.citizens',
    'households.import',
    'households.export',
    houseSuffixCapability,
    'households.history',
  ],
  events: {
    /** After an import, one per neighbourhood, with its last imported household. */
    household_change: { payload: recordChangeSchema, access: registrarAccess, area: 'own' },
  },
});
