import { statuses, type Status, type StatusDuration } from '../../contract.ts';

/** How many steps ended a status that had lasted for a class of durations; `003-figures.sql` describes the classes. */
export interface StepCount {
  readonly status: Status;
  readonly length_class: number;
  readonly count: number;
}

const classesPerDoubling = 8;

/** Median and p90 by status, in the order of an application's life; the counts are in the order of their classes. */
export function durationsOf(counts: readonly StepCount[]): StatusDuration[] {
  return statuses.flatMap((status) => {
    const own = counts.filter((one) => one.status === status && one.count > 0);
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return count === 0
      ? []
      : [{ status, count, median: quantile(own, count / 2), p90: quantile(own, count * 0.9) }];
  });
}

/** The duration in seconds below which so many are; durations lie evenly within a class. */
function quantile(counts: readonly StepCount[], rank: number): number {
  let before = 0;
  for (const { length_class, count } of counts) {
    if (before + count >= rank) {
      const share = (rank - before) / count;
      // The first class begins at zero; the others double every eight.
      const minutes =
        length_class === 0
          ? share * 2 ** (1 / classesPerDoubling)
          : 2 ** ((length_class + share) / classesPerDoubling);
      return Math.round(minutes * 60);
    }
    before += count;
  }
  return 0;
}
