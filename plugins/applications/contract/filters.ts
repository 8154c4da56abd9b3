import { z } from 'zod';
import { daySchema, idParamSchema } from '#kernel/plugin-api/contract.ts';
import type { ExtraFilter } from './filter-names.ts';
import { employmentStatuses, statusFilters } from './statuses.ts';

export * from './filter-names.ts';

/** The filters of a list of applications. */
export const applicationFilterShape = {
  status: z.enum(statusFilters).optional(),
  neighborhood: idParamSchema.optional(),
  /** `me`, `nobody`, or the id of an admin. */
  receiver: z.union([z.enum(['me', 'nobody']), idParamSchema]).optional(),
  /** The range of days of arrival, both ends included. */
  created_from: daySchema.optional(),
  created_to: daySchema.optional(),
  /** The range of days of the deadline, both ends included. */
  deadline_from: daySchema.optional(),
  deadline_to: daySchema.optional(),
  employment: z.enum(employmentStatuses).optional(),
  /** `staff`, or the source that the receiving plugin names, such as `widget`. */
  source: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,29}$/)
    .optional(),
  /** `none`, or the category of the applicant's household in the application's neighbourhood. */
  household_category: z.union([z.literal('none'), idParamSchema]).optional(),
} as const satisfies Record<'status' | 'neighborhood' | ExtraFilter, z.ZodType>;

interface DayRanges {
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly deadline_from?: string | undefined;
  readonly deadline_to?: string | undefined;
}

/** Rejects ranges of days that end before they start. */
export function checkRanges(query: DayRanges, { addIssue }: z.RefinementCtx): void {
  for (const name of ['created', 'deadline'] as const) {
    const [from, to] = [query[`${name}_from`], query[`${name}_to`]];
    if (from === undefined || to === undefined || from <= to) continue;
    addIssue({ code: 'custom', path: [`${name}_to`], message: 'applications:errors.dates_reversed' });
  }
}

/** Only the filters, as a stored view has them. */
export const applicationFiltersSchema = z.strictObject(applicationFilterShape).superRefine(checkRanges);
export type ApplicationFilterValues = z.infer<typeof applicationFiltersSchema>;
