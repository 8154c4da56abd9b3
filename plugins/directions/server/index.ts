import { foldNames } from '#kernel/server/lists/index.ts';
import { defineServer } from '#kernel/server/plugin.ts';
import { directions } from '../manifest.ts';
import { fillDirections } from './demo.ts';
import { find } from './find.ts';
import { create, list, update } from './routes.ts';

/** Directions on the server. */
export const directionsServer = defineServer(directions, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [list, create, update],
  search: { directions: find },
  demo: fillDirections,
  start: ({ database }) => foldNames(database, 'directions'),
});
