import { sql } from 'kysely';
import type { HookCaller, RelatedSubjects } from '#kernel/plugin-api/contract.ts';
import { endOfDay, startOfDay, type Fragment } from '#kernel/plugin-api/server.ts';
import type { AuditFilters } from '../contract.ts';
import { traceCitizen } from './trace-citizen.ts';

/** The criteria of a list. */
export interface Criteria {
  readonly filters: Omit<AuditFilters, 'citizen' | 'subject_id'>;
  /** The requested subjects; null for any. */
  readonly subjects: readonly RelatedSubjects[] | null;
  readonly timeZone: string;
  readonly direction: 'asc' | 'desc';
}

/** The criteria of a call: a citizen includes all subjects with their data. */
export async function criteriaOf(
  { hooks, context }: { readonly hooks: HookCaller; readonly context: { readonly timeZone: string } },
  { citizen, subject_id: subjectId, ...filters }: AuditFilters,
  direction: 'asc' | 'desc',
): Promise<Criteria> {
  const { timeZone } = context;
  const of = (subjects: readonly RelatedSubjects[] | null) => ({ filters, subjects, timeZone, direction });
  if (citizen !== undefined) return of(await traceCitizen(hooks, citizen));
  if (subjectId === undefined) return of(null);
  const { subject_type: type } = filters;
  // Ids are not unique across types.
  return of(type === undefined ? [] : [{ type, id: subjectId }]);
}

/**
 * The filters as conditions on entries; `actions` are those of a plugin or a subject type, if the list is
 * filtered by one.
 */
export function conditionsOf(
  { filters, timeZone }: Criteria,
  actions: readonly string[] | null,
): (Fragment | null)[] {
  const { admin, subject_type: type, date_from: from, date_to: to } = filters;
  return [
    admin === undefined ? null : admin === 'system' ? sql`admin_id is null` : sql`admin_id = ${admin}`,
    actions === null ? null : matchesActions(actions),
    type === undefined ? null : sql`subject_type = ${type}`,
    from === undefined ? null : sql`at >= ${startOfDay(from, timeZone)}`,
    to === undefined ? null : sql`at < ${endOfDay(to, timeZone)}`,
  ];
}

function matchesActions(actions: readonly string[]): Fragment {
  const [only] = actions;
  return actions.length === 1 ? sql`action = ${only}` : sql`action = any(${[...actions]}::text[])`;
}
