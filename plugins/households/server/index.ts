import { defineServer } from '#kernel/server/plugin.ts';
import { households } from '../manifest.ts';
import { fillHouseholds } from './demo.ts';

/** Households on the server: their tables and the demonstration's data. */
export const householdsServer = defineServer(households, {
  migrations: new URL('./migrations/', import.meta.url),
  demo: fillHouseholds,
});
