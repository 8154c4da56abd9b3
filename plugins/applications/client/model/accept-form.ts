import { z } from 'zod';
import {
  checkJshshir,
  isPersonName,
  normalizePassportSeries,
  parsePhone,
} from '#kernel/domain/text/index.ts';
import { applicationBodySchema, type ApplicationBody, type EmploymentStatus } from '../../contract.ts';

/** The values of the accept form: texts as typed, null for no choice. */
export interface AcceptValues {
  personal_number: string;
  first_name: string;
  last_name: string;
  father_name: string;
  passport_series: string;
  passport_number: string;
  /** Digits with the country code. */
  phone: string;
  /** There is neither a JSHSHIR nor a passport. */
  no_document: boolean;
  no_document_reason: string;
  /** The reason for accepting the application despite known objections. */
  intake_reason: string;
  neighborhood_id: number | null;
  employment_status: EmploymentStatus | null;
  salary: string;
  planned_assistance: string;
  /** It was sent with the key of its draft, and got no response: it may be saved already. */
  is_sent: boolean;
}

/** The initial values of the form. */
export const emptyValues: AcceptValues = {
  personal_number: '',
  first_name: '',
  last_name: '',
  father_name: '',
  passport_series: '',
  passport_number: '',
  phone: '',
  no_document: false,
  no_document_reason: '',
  intake_reason: '',
  neighborhood_id: null,
  employment_status: null,
  salary: '',
  planned_assistance: '',
  is_sent: false,
};

/** The maximum lengths of the fields, as in the specification and the contract. */
export const fieldLimits = {
  personal_number: 14,
  name: 100,
  salary: 200,
  reason: 500,
  planned_assistance: 5000,
} as const;

/** The fields that describe the person; sent only if the server accepts them. */
export const personFields = [
  'personal_number',
  'first_name',
  'last_name',
  'father_name',
  'passport_series',
  'passport_number',
  'phone',
] as const satisfies readonly (keyof AcceptValues)[];

/**
 * The fields of the person that the server accepts: none, optional ones (`applications.intake`), or required and checked ones
 * (`applications.check`).
 */
export type PersonMode = 'none' | 'named' | 'checked';

const body = applicationBodySchema.shape;

// Without `abort: false`, the person would be checked only once these choices are valid.
const requestShape = {
  neighborhood_id: z.custom<number | null>((id) => body.neighborhood_id.safeParse(id ?? undefined).success, {
    error: 'neighborhood_id',
    abort: false,
  }),
  employment_status: z.custom<EmploymentStatus | null>(
    (status) => body.employment_status.safeParse(status).success,
    { error: 'employment_status', abort: false },
  ),
  salary: z.string().trim().max(fieldLimits.salary, 'too_long'),
  planned_assistance: z
    .string()
    .trim()
    .min(1, 'planned_assistance')
    .max(fieldLimits.planned_assistance, 'too_long'),
};

const nameSchema = z
  .string()
  .trim()
  .max(fieldLimits.name, 'too_long')
  .refine((name) => name === '' || isPersonName(name), 'name_form');

const personShape = {
  personal_number: z.string().superRefine((text, context) => {
    const problem = jshshirProblem(text);
    if (problem !== null && problem !== 'check_digit') context.addIssue({ code: 'custom', message: problem });
  }),
  first_name: nameSchema,
  last_name: nameSchema,
  father_name: nameSchema,
  passport_series: z.string(),
  passport_number: z.string(),
  phone: z.string().refine((phone) => phone === '' || parsePhone(phone) !== null, 'phone'),
  no_document: z.boolean(),
  no_document_reason: z.string().trim().max(fieldLimits.reason, 'too_long'),
  intake_reason: z.string().trim().max(fieldLimits.reason, 'too_long'),
};

/**
 * Validates the typed values; a message is the last part of a key under `accept.problems`. A wrong check
 * digit passes. In mode `checked`, a person needs names and a document, or a reason; `needsReason` requires a
 * reason for continuing as well.
 */
export function acceptSchema(mode: Exclude<PersonMode, 'none'>, needsReason = false) {
  return z.object({ ...personShape, ...requestShape }).superRefine((values, context) => {
    const wrong = (path: keyof AcceptValues, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    // A person named at all needs first and last name.
    if (mode === 'checked' || personFields.some((field) => values[field].trim() !== '')) {
      for (const path of ['first_name', 'last_name'] as const) {
        if (values[path] === '') wrong(path, 'name_required');
      }
    }
    const { passport_series, passport_number } = values;
    // A passport needs both series and number.
    const series = normalizePassportSeries(passport_series);
    const given = series !== '' || passport_number !== '';
    if (given && !/^[A-Z]{2}$/.test(series)) wrong('passport_series', 'passport_series');
    if (given && !/^\d{7}$/.test(passport_number)) wrong('passport_number', 'passport_number');
    if (mode !== 'checked') return;
    if (!hasDocument(values)) {
      if (!values.no_document) wrong('personal_number', 'document_required');
      else if (values.no_document_reason === '') wrong('no_document_reason', 'no_document_reason');
    }
    if (needsReason && values.intake_reason === '') wrong('intake_reason', 'intake_reason');
  });
}

/** Whether a JSHSHIR or a passport is entered. */
export function hasDocument(
  values: Pick<AcceptValues, 'personal_number' | 'passport_series' | 'passport_number'>,
): boolean {
  return [values.personal_number, values.passport_series, values.passport_number].some(
    (text) => text.trim() !== '',
  );
}

/** The schema if the person is not sent: their fields are not validated. */
export const requestSchema = z.looseObject(requestShape);

/** Returns the problem of a JSHSHIR; null for a valid or empty one. */
export function jshshirProblem(
  text: string,
): 'length' | 'digits' | 'century' | 'date' | 'check_digit' | null {
  if (text.trim() === '') return null;
  const check = checkJshshir(text);
  return check.ok ? null : check.problem;
}

/** The fields to send: the five of the specification, and what the server takes of the person. */
export function bodyOf(values: AcceptValues, mode: PersonMode): ApplicationBody {
  const person = {
    personal_number: values.personal_number.replace(/\s/g, ''),
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    father_name: values.father_name.trim(),
    passport_series: normalizePassportSeries(values.passport_series),
    passport_number: values.passport_number.trim(),
    phone: parsePhone(values.phone) ?? '',
  };
  const filled = Object.fromEntries(Object.entries(person).filter(([, text]) => text !== ''));
  const withoutDocument = values.no_document && !hasDocument(values);
  // Sent even if empty: they tell the server that this form supports reasons.
  const reasons = {
    no_document_reason: withoutDocument ? values.no_document_reason.trim() : '',
    intake_reason: values.intake_reason.trim(),
  };
  return applicationBodySchema.parse({
    neighborhood_id: values.neighborhood_id,
    employment_status: values.employment_status,
    salary: values.salary.trim(),
    planned_assistance: values.planned_assistance.trim(),
    ...(mode === 'none' ? {} : filled),
    ...(mode === 'checked' ? reasons : {}),
  });
}

/** Form data with the fields and the files, ready to be sent. */
export function formDataOf(fields: object, files: readonly File[]): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) data.append(name, String(value));
  }
  for (const file of files) data.append('files', file, file.name);
  return data;
}

/** Returns the offered files that are not taken yet; a file chosen again counts as the same. */
export function newFiles(offered: readonly File[], taken: readonly File[]): File[] {
  return offered.filter(
    ({ name, size, lastModified }) =>
      !taken.some((file) => file.name === name && file.size === size && file.lastModified === lastModified),
  );
}

/** The upload progress of each file, 0 to 100: files are sent one after another, in their order. */
export function progressOfFiles(sizes: readonly number[], fraction: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let left = total * Math.min(1, Math.max(0, fraction));
  return sizes.map((size) => {
    const gone = Math.min(size, left);
    left -= gone;
    return size === 0 ? 100 : Math.floor((gone / size) * 100);
  });
}
