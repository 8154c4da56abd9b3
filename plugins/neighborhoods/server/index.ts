import { defineServer } from '#kernel/server/plugin.ts';
import { neighborhoods } from '../manifest.ts';
import { fillNeighborhoods } from './demo.ts';
import { detail, list } from './routes.ts';

/** Neighbourhoods on the server. */
export const neighborhoodsServer = defineServer(neighborhoods, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [list, detail],
  demo: fillNeighborhoods,
});
