import { onHook } from '#kernel/server/plugins/api/index.ts';
import { householdColumnsQuery, householdFiguresQuery, householdVersionQuery } from '../contract.ts';
import { readColumns, readFigures, readVersion } from './store/metrics.ts';

/** Answers who asks whether anything has changed. */
export const tellVersion = onHook(householdVersionQuery, async ({ respond }, { database }) => {
  respond(await readVersion(database));
});

/** Answers who asks for all pins. */
export const tellColumns = onHook(householdColumnsQuery, async ({ respond }, { database }) => {
  respond(await readColumns(database));
});

/** Answers who asks how many there are in each neighbourhood. */
export const tellFigures = onHook(householdFiguresQuery, async ({ respond }, { database }) => {
  respond(await readFigures(database));
});
