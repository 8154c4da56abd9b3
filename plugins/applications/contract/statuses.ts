/** The five states of an application. */
export const statuses = ['created', 'accepted', 'completed', 'rejected', 'canceled'] as const;
export type Status = (typeof statuses)[number];

/** States of an application that still has to be answered: its deadline runs. */
export const openStatuses = ['created', 'accepted'] as const satisfies readonly Status[];

/** The status filters of a list: the five statuses, and `late`, the open ones past their deadline. */
export const statusFilters = [...statuses, 'late'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** Returns the statuses that staff may choose from a status, besides the plain acceptance of a new one; canceled is final. */
export function nextStatuses(status: Status): readonly Status[] {
  if (status === 'created') return ['accepted'];
  if (status === 'canceled') return [];
  return ['accepted', 'completed', 'rejected'];
}

/** Kinds of employment, each with a salary field of its own meaning. */
export const employmentStatuses = [
  'official',
  'unofficial',
  'self_employed',
  'unemployed',
  'disabled',
  'migration',
] as const;
export type EmploymentStatus = (typeof employmentStatuses)[number];
