import { maskJshshir, maskPassport, maskPhone } from '#kernel/domain/text/index.ts';
import { personFields, type PersonField } from '#plugins/users/contract.ts';
import type { Applicant } from '../../contract.ts';
import type { CitizenRow } from '../store/citizen.ts';

/** The applicant's data as stated in an application. */
export type StatedPerson = Readonly<Record<PersonField, string | null>>;

/** The citizen of an application, with what has changed in the register since it was received. */
export function presentApplicant(citizen: CitizenRow, stated: StatedPerson): Applicant {
  const changed = personFields.flatMap((field) => {
    const [then, now] = [stated[field], citizen[field]];
    return then !== null && now !== null && then !== now ? [{ field, now: maskField(field, now) ?? '' }] : [];
  });
  return { ...presentBlock(citizen), changed };
}

/** Returns why, by whom and since when a citizen is blocked, if they are. */
export function presentBlock(citizen: CitizenRow): Pick<Applicant, 'id' | 'block'> {
  const { id, blocked, block_reason: reason, blocked_at: at, author: by } = citizen;
  return { id, block: blocked ? { reason, at: at && new Date(at).toISOString(), by } : null };
}

/** A value as the timeline shows it: only the last digits of document and phone numbers. */
export function maskField(field: string, value: string | null): string | null {
  if (value === null || value === '') return null;
  if (field === 'personal_number') return maskJshshir(value);
  if (field === 'passport_number') return maskPassport('', value);
  return field === 'phone' ? maskPhone(value) : value;
}
