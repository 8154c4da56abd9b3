import { topBarSlot } from '#kernel/contract/index.ts';
import { defineClient, fill } from '#kernel/client/plugin.ts';
import { notifications } from '../manifest.ts';
import { Bell } from './components/bell.tsx';
import { takeNotification } from './live.ts';

/** The notifications in the browser. */
export const notificationsClient = defineClient(notifications, {
  fills: [fill(topBarSlot, Bell)],
  start(context) {
    context.on('notification_receive', takeNotification);
  },
});
