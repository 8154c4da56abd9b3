import { z } from 'zod';
import { allOf, definePlugin, idSchema } from '#kernel/plugin-api/contract.ts';

/** Admins who have a work page: those who handle applications, within their own area. */
export const receiverAccess = allOf('application_receiver');

/** Admins who see the load of each person in their area. */
const headAccess = allOf('application_head');

/**
 * The current work of an admin. If it is first in `deployment.json`, it is the start page of those who may
 * open it.
 */
export const work = definePlugin({
  id: 'work',
  version: '1.0.0',
  announcedOnly: true,
  requires: ['applications'],
  // By id: importing their contracts would add them to this manifest's download.
  extensions: ['applications.task', 'admins.offboarding'],
  routes: {
    mine: { path: '/work', access: receiverAccess },
    load: { path: '/work/load', access: headAccess },
  },
  menu: { mine: { icon: 'list' }, load: { icon: 'chart' } },
  events: {
    /** An application of the area is new or has changed; open work pages are read again. */
    work_change: { payload: z.object({ id: idSchema }), access: receiverAccess, area: 'own' },
  },
});
