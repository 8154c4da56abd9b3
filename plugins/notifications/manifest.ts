import { z } from 'zod';
import { definePlugin, signedIn } from '#kernel/plugin-api/contract.ts';
import {
  findCapability,
  notificationSchema,
  notificationsReadSchema,
  notificationsRemovedSchema,
} from './contract.ts';

/** Notifications: the bell, the page of all, and desktop notifications. */
export const notifications = definePlugin({
  id: 'notifications',
  version: '1.1.0',
  erases: true,
  capabilities: [findCapability],
  config: z.object({
    /** Days after which a notification is deleted, read or not; its subject stays. */
    keepDays: z.int().min(1).max(3650).default(180),
  }),
  publicConfig: ['keepDays'],
  routes: { all: { path: '/notifications', access: signedIn } },
  events: {
    notification_receive: { payload: notificationSchema, access: signedIn, area: 'admins' },
    notification_read: { payload: notificationsReadSchema, access: signedIn, area: 'admins' },
    notification_remove: { payload: notificationsRemovedSchema, access: signedIn, area: 'admins' },
  },
  extensions: ['kernel.topBar', 'kernel.settings'],
});
