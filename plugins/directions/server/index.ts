import { foldNames } from '#kernel/records/server/crud/index.ts';
import { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { defineServer } from '#kernel/server/plugins/api/index.ts';
import { directions } from '../manifest.ts';
import { fillDirections } from './demo.ts';
import { find } from './find.ts';
import { create, list, update } from './routes.ts';

/** Directions on the server. */
export const directionsServer = defineServer(directions, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [list, create, update],
  hooks: [shareKnowledge('directions', new URL('../knowledge/', import.meta.url))],
  search: { directions: find },
  seed: fillDirections,
  start: ({ database }) => foldNames(database, 'directions'),
});
