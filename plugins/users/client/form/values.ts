import type { Citizen, CitizenDraft, PersonField } from '../../contract.ts';

/** The values of a citizen's fields: texts, empty where unknown. */
export type CitizenValues = Record<PersonField, string>;

/** The fields of a citizen, or those of a new one. */
export function valuesOf(citizen: Omit<Citizen, 'id'> | null): CitizenValues {
  return {
    last_name: citizen?.last_name ?? '',
    first_name: citizen?.first_name ?? '',
    father_name: citizen?.father_name ?? '',
    personal_number: citizen?.personal_number ?? '',
    birthday: citizen?.birthday ?? '',
    phone: citizen?.phone ?? '',
    passport_series: citizen?.passport_series ?? '',
    passport_number: citizen?.passport_number ?? '',
  };
}

/** The request body of the fields: empty ones are unknown. */
export function bodyOf({ birthday, ...values }: CitizenValues): CitizenDraft {
  return { ...values, birthday: birthday || null };
}
