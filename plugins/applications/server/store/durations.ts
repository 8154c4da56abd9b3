import { statuses, type Status, type StatusDuration } from '../../contract.ts';

/** The number of steps that ended a status of a duration class; `003-figures.sql` describes the classes. */
export interface StepCount {
  readonly status: Status;
  readonly length_class: number;
  readonly count: number;
}

const classesPerDoubling = 8;

/** Median and p90 by status, in the order of an application's life; the counts are sorted by class. */
export function durationsOf(counts: readonly StepCount[]): StatusDuration[] {
  return statuses.flatMap((status) => {
    const own = counts.filter((one) => one.status === status && one.count > 0);
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return count === 0
      ? []
      : [{ status, count, median: quantile(own, count / 2), p90: quantile(own, count * 0.9) }];
  });
}

/** The duration in seconds at a rank; durations are assumed to be uniform within a class. */
function quantile(counts: readonly StepCount[], rank: number): number {
  let before = 0;
  for (const { length_class, count } of counts) {
    if (before + count >= rank) {
      const share = (rank - before) / count;
      // The first class starts at zero; the boundaries of the others double every eight classes.
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
