/** The five states of an application. */
export const statuses = ['created', 'accepted', 'completed', 'rejected', 'canceled'] as const;
export type Status = (typeof statuses)[number];

/** The statuses of applications that still have to be answered: their deadline runs. */
export const openStatuses = ['created', 'accepted'] as const satisfies readonly Status[];

/** The status filters of a list: the five statuses, and `late`: open and past the deadline. */
export const statusFilters = [...statuses, 'late'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** Returns the statuses that staff may choose from a status, other than accepting a new application; `canceled` is final. */
export function nextStatuses(status: Status): readonly Status[] {
  if (status === 'created') return ['accepted'];
  if (status === 'canceled') return [];
  return ['accepted', 'completed', 'rejected'];
}

/** The kinds of employment; the meaning of the salary field differs between them. */
export const employmentStatuses = [
  'official',
  'unofficial',
  'self_employed',
  'unemployed',
  'disabled',
  'migration',
] as const;
export type EmploymentStatus = (typeof employmentStatuses)[number];
