import { foldNames } from '#kernel/records/server/crud/index.ts';
import { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { defineServer } from '#kernel/server/plugins/api/index.ts';
import { streets } from '../manifest.ts';
import { fillStreets } from './demo.ts';
import { find } from './find.ts';
import { create, list, update } from './routes.ts';
import { uses } from './uses.ts';

/** Streets on the server. */
export const streetsServer = defineServer(streets, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [list, create, update],
  hooks: [uses, shareKnowledge('streets', new URL('../knowledge/', import.meta.url))],
  search: { streets: find },
  seed: fillStreets,
  start: ({ database }) => foldNames(database, 'streets'),
});
