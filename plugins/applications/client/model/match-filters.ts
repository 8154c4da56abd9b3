import { dayAt } from '#kernel/domain/text/dates.ts';
import type { Application } from '../../contract.ts';

/** The reader of the list, and the time zone for its days. */
export interface Reader {
  readonly adminId: number;
  readonly timeZone: string;
}

type Values = Readonly<Record<string, string>>;

/** Whether an application matches the further filters of a list. */
export function matchesExtra(
  { receiver, createdAt, cancel_time, employment_status, source, household_category_id }: Application,
  values: Values,
  { adminId, timeZone }: Reader,
): boolean {
  const day = (moment: string | null) => (moment === null ? '' : dayAt(Date.parse(moment), timeZone));
  return (
    isPerson(receiver?.id ?? null, values['receiver'], adminId) &&
    isWithin(day(createdAt), values['created_from'], values['created_to']) &&
    isWithin(day(cancel_time), values['deadline_from'], values['deadline_to']) &&
    isMatch(employment_status, values['employment']) &&
    isMatch(source, values['source']) &&
    isMatch(String(household_category_id ?? 'none'), values['household_category'])
  );
}

function isMatch(value: string, filter: string | undefined): boolean {
  return filter === undefined || value === filter;
}

function isPerson(id: number | null, filter: string | undefined, adminId: number): boolean {
  if (filter === undefined) return true;
  if (filter === 'nobody') return id === null;
  return id !== null && Number(id) === (filter === 'me' ? adminId : Number(filter));
}

function isWithin(day: string, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  return day !== '' && (from ?? day) <= day && day <= (to ?? day);
}
