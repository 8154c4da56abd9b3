import { z } from 'zod';
import { allOf, definePlugin, idSchema, superAdmin, signedIn } from '#kernel/plugin-api/contract.ts';
import { erasedCapability, erasedSchema } from './contract.ts';

/** Admins who see whether an application is under a hold, within their area. */
export const receiverAccess = allOf('application_receiver');

/** Months after the last change; 0 keeps data forever. */
const months = z.int().min(0).max(1200).default(0);

/** Retention: how long citizens' data are stored, who approves erasures, and which data are under a hold. */
export const retention = definePlugin({
  id: 'retention',
  version: '1.0.0',
  erases: true,
  announcedOnly: true,
  requires: ['users', 'applications'],
  capabilities: ['retention', erasedCapability],
  background: true,
  config: z.object({
    /** Citizens are proposed once all their applications have ended. */
    finishedMonths: months,
    /** Citizens without applications are proposed. */
    idleMonths: months,
  }),
  notices: {
    erasure_asked: { icon: 'shield', payload: z.object({ by: z.string() }), urgent: true },
  },
  extensions: ['users.actions', 'users.aside', 'applications.aside'],
  routes: { list: { path: '/retention', access: superAdmin } },
  menu: { list: { icon: 'shield' } },
  events: {
    /** A request or a hold has changed. */
    retention_change: {
      payload: z.object({ citizen_id: idSchema.nullable() }),
      access: superAdmin,
      area: 'none',
    },
    /** Browsers delete their data. The payload contains only ids of records. */
    person_erased: { payload: erasedSchema, access: signedIn, area: 'none' },
  },
});
