import { z } from 'zod';
import { definePlugin, recordChangeSchema, signedIn, superAdmin } from '#kernel/plugin-api/contract.ts';

/** The capability to store areas with several rings: `geometry` is accepted and returned. */
export const geometryCapability = 'neighborhoods.geometry';

/** The capability of `GET neighborhoods/borders`. */
export const bordersCapability = 'neighborhoods.borders';

/** The capability to report, before anything is saved, which neighbours a border overlaps. */
export const overlapsCapability = 'neighborhoods.overlaps';

/** The capability of `neighborhoods/{id}/plan`: a border is saved together with the neighbours and moved records. */
export const planCapability = 'neighborhoods.plan';

/** The capability to save a whole city's borders, and a new neighbourhood, by plan, and of `neighborhoods/households`. */
export const cityPlanCapability = 'neighborhoods.city_plan';

/** Longer than a name: a list of names. */
const named = z.object({ name: z.string() });

/** Neighbourhoods (mahalla): their names and their polygons on the map. */
export const neighborhoods = definePlugin({
  id: 'neighborhoods',
  version: '1.0.0',
  routes: {
    list: { path: '/neighborhoods/list', access: superAdmin },
    add: { path: '/neighborhoods/add', access: superAdmin },
    check: { path: '/neighborhoods/check', access: superAdmin },
    edit: { path: '/neighborhoods/:id', access: superAdmin },
  },
  capabilities: [
    geometryCapability,
    bordersCapability,
    overlapsCapability,
    planCapability,
    cityPlanCapability,
    'neighborhoods.history',
    'neighborhoods.deleted',
  ],
  menu: { list: { icon: 'map' }, add: { icon: 'plus' } },
  search: { neighborhoods: { route: 'list', area: 'own' } },
  actions: { add: { route: 'add' } },
  notices: {
    /** The borders of these neighbourhoods of the admin were moved, but no record that the admin may see. */
    border_changed: { icon: 'map', payload: z.object({ names: z.object({ uz: named, ru: named }) }) },
  },
  // Sent to everyone in the neighbourhood.
  events: { neighborhood_change: { payload: recordChangeSchema, access: signedIn, area: 'own' } },
});
