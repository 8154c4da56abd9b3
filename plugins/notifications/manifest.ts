import { definePlugin } from '#kernel/contract/index.ts';
import { notificationSchema } from './contract.ts';

/** Notifications: the bell, and what it tells. */
export const notifications = definePlugin({
  id: 'notifications',
  version: '1.0.0',
  events: { notification_receive: { payload: notificationSchema } },
  fills: ['kernel.topBar'],
});
