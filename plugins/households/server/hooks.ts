import { join } from '#kernel/server/plugins/api/index.ts';
import { householdColumnsQuestion, householdFiguresQuestion, householdVersionQuestion } from '../contract.ts';
import { readColumns, readFigures, readVersion } from './store/metrics.ts';

/** Answers who asks whether anything has changed. */
export const tellVersion = join(householdVersionQuestion, async ({ answer }, { database }) => {
  answer(await readVersion(database));
});

/** Answers who asks for all pins. */
export const tellColumns = join(householdColumnsQuestion, async ({ answer }, { database }) => {
  answer(await readColumns(database));
});

/** Answers who asks how many there are in each neighbourhood. */
export const tellFigures = join(householdFiguresQuestion, async ({ answer }, { database }) => {
  answer(await readFigures(database));
});
