import { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { defineServer } from '#kernel/server/plugin.ts';
import { notifications } from '../manifest.ts';
import { deliver } from './deliver.ts';
import { list, readAll, readOne } from './routes.ts';
import { sweep } from './store.ts';

const day = 24 * 60 * 60 * 1000;

/** Notifications on the server. */
export const notificationsServer = defineServer(notifications, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [list, readOne, readAll],
  hooks: [deliver, shareKnowledge('notifications', new URL('../knowledge/', import.meta.url))],
  start: ({ every, database }) => every('sweep', day, () => sweep(database)),
});
