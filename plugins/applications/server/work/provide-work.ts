import { addDays, dayAt } from '#kernel/domain/text/index.ts';
import { hooksOf } from '#kernel/plugin-api/server.ts';
import { workQuery } from '../../contract/work.ts';
import { applications } from '../../manifest.ts';
import { readWork } from './work-store.ts';

/** Days before a deadline from which on it counts as near, if the deployment sends no first warning. */
export const defaultDueSoonDays = 3;

/** Provides an admin's work to other plugins. */
export const provideWork = hooksOf(applications)(
  workQuery,
  async ({ input, respond }, { database }, { timeZone, config }) => {
    const days = config.warnings.firstDays || defaultDueSoonDays;
    const nearUntil = addDays(dayAt(Date.now(), timeZone), days + 1);
    const groups = await readWork(database, { ...input, nearUntil, timeZone });
    respond(input.group === undefined ? groups : groups.filter(({ key }) => key === input.group));
  },
);
