import { parsePhone } from '#kernel/domain/text/index.ts';
import { personFields } from './accept-form.ts';

const required = personFields.filter((field) => field !== 'personal_number');

type Field = (typeof required)[number];

/** The part of the register's response that the form needs. */
export type Citizen = Partial<Record<Field, string | null>>;

/** The form values of those fields. */
export type CitizenValues = Partial<Record<Field, string>>;

/** Returns the register's data of a citizen in the format of the form. */
export function citizenValuesOf(citizen: Citizen): CitizenValues {
  const known = required.map((field) => {
    const text = citizen[field] ?? '';
    return [field, field === 'phone' ? (parsePhone(text) ?? '') : text] as const;
  });
  return Object.fromEntries(known.filter(([, text]) => text !== ''));
}

/**
 * The fields that change when a citizen is found. Fields that the register lacks keep their typed values;
 * values of the previous citizen are removed.
 */
export function fillWith(known: CitizenValues, before: CitizenValues, now: CitizenValues): CitizenValues {
  const former = Object.keys(before) as Field[];
  const gone = former.filter((field) => now[field] === before[field]);
  return { ...Object.fromEntries(gone.map((field) => [field, ''])), ...known };
}
