import { z } from 'zod';
import { allOf, definePlugin, idSchema } from '#kernel/plugin-api/contract.ts';

/** Admins who have a work page: those who handle applications, within their own area. */
export const receivers = allOf('application_receiver');

/** Admins who see the load of each person in their area. */
const heads = allOf('application_head');

/** The work of an admin today. First in `deployment.json`, it is the first page of those who may open it. */
export const work = definePlugin({
  id: 'work',
  version: '1.0.0',
  announcedOnly: true,
  requires: ['applications'],
  // By id: their contracts would be downloaded with this manifest.
  extensions: ['applications.task', 'admins.departure'],
  routes: { mine: { path: '/work', access: receivers }, load: { path: '/work/load', access: heads } },
  menu: { mine: { icon: 'list' }, load: { icon: 'chart' } },
  events: {
    /** An application of the area has come or has changed; desks that are open are read again. */
    work_change: { payload: z.object({ id: idSchema }), access: receivers, area: 'own' },
  },
});
