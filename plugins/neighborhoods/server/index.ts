import { foldNames } from '#kernel/records/server/crud/index.ts';
import { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { defineServer } from '#kernel/server/plugins/api/index.ts';
import { neighborhoods } from '../manifest.ts';
import { fillNeighborhoods } from './demo.ts';
import { find } from './find.ts';
import { detail, list, overlaps } from './routes.ts';
import { create, remove, update } from './write-routes.ts';

/** Neighbourhoods on the server. */
export const neighborhoodsServer = defineServer(neighborhoods, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [list, detail, overlaps, create, update, remove],
  hooks: [shareKnowledge('neighborhoods', new URL('../knowledge/', import.meta.url))],
  search: { neighborhoods: find },
  seed: fillNeighborhoods,
  start: ({ database }) => foldNames(database, 'neighborhoods'),
});
