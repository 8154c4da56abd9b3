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
    isAsked(employment_status, values['employment']) &&
    isAsked(source, values['source']) &&
    isAsked(String(household_category_id ?? 'none'), values['household_category'])
  );
}

function isAsked(value: string, asked: string | undefined): boolean {
  return asked === undefined || value === asked;
}

function isPerson(id: number | null, asked: string | undefined, adminId: number): boolean {
  if (asked === undefined) return true;
  if (asked === 'nobody') return id === null;
  return id !== null && Number(id) === (asked === 'me' ? adminId : Number(asked));
}

function isWithin(day: string, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  return day !== '' && (from ?? day) <= day && day <= (to ?? day);
}
