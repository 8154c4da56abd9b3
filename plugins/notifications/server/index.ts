import { defineServer, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { hourMs } from '#kernel/domain/text/dates.ts';
import { notifications } from '../manifest.ts';
import { erasureHooks } from './erasure.ts';
import { deliver, forget } from './hooks.ts';
import { list, readMany, readOne } from './routes.ts';
import { sweep } from './store/write.ts';

/** The server module of notifications. */
export const notificationsServer = defineServer(notifications, {
  routes: [list, readOne, readMany],
  hooks: [
    deliver,
    forget,
    ...erasureHooks,
    shareKnowledge('notifications', new URL('../knowledge/', import.meta.url)),
  ],
  start({ every, database, config, log }) {
    every('sweep', hourMs, async () => {
      const removed = await sweep(database, config.keepDays);
      if (removed > 0) log.info({ removed }, 'expired notifications were removed');
    });
  },
});
