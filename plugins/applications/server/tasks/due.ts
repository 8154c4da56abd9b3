import { dayAt } from '#kernel/domain/text/index.ts';
import type { DeadlineSettings } from '../clock/deadline.ts';
import { fieldErrors } from '../core/errors.ts';
import type { NewTask } from './task-store.ts';

/** The time at which a task for a given day is due; throws for a day that has passed. */
export function dueOf(
  day: string | undefined,
  { config, timeZone }: DeadlineSettings,
): Pick<NewTask, 'due' | 'closes' | 'timeZone'> {
  if (day !== undefined && day < dayAt(Date.now(), timeZone)) throw fieldErrors({ due: 'due_past' });
  return { due: day ?? null, closes: config.calendar.closes, timeZone };
}
