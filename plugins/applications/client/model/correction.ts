import type { z } from 'zod';
import { checkJshshir, checkPassport, isPersonName, parsePhone } from '#kernel/domain/text/index.ts';
import { correctionBodySchema, type Application, type EmploymentStatus } from '../../contract.ts';

/** The fields of a correction: the application's data, and the reason for changing them. */
export interface CorrectionValues {
  personal_number: string;
  first_name: string;
  last_name: string;
  father_name: string;
  phone: string;
  passport_series: string;
  passport_number: string;
  no_document_reason: string;
  employment_status: EmploymentStatus | null;
  salary: string;
  planned_assistance: string;
  reason: string;
}

/** The body of a correction, validated as on the server; a message is a text key. */
export const correctionSchema = correctionBodySchema.superRefine((body, context) => {
  const wrong = (path: keyof CorrectionValues, problem: string) =>
    context.addIssue({ code: 'custom', path: [path], message: `applications:errors.${problem}` });
  const { passport_series: series = '', passport_number: number = '' } = body;
  for (const path of ['first_name', 'last_name'] as const) if (!body[path]) wrong(path, 'name_required');
  for (const path of ['first_name', 'last_name', 'father_name'] as const) {
    if (body[path] && !isPersonName(body[path])) wrong(path, 'name_form');
  }
  if (body.phone && !parsePhone(body.phone)) wrong('phone', 'phone');
  if (body.personal_number) {
    const check = checkJshshir(body.personal_number);
    if (!check.ok && !check.confirmable) wrong('personal_number', `jshshir_${check.problem}`);
  }
  if (series !== '' || number !== '') {
    const check = checkPassport(series, number);
    if (!check.ok) wrong(`passport_${check.problem}`, `passport_${check.problem}`);
  } else if (!body.personal_number && !body.no_document_reason) {
    wrong('no_document_reason', 'no_document_reason');
  }
});
export type CorrectionSent = z.output<typeof correctionSchema>;

/** Returns the field values for an application; the reason is left for the user. */
export function correctionOf(
  application: (Application & { readonly no_document_reason?: string | null }) | null,
): CorrectionValues {
  const author = application?.author;
  return {
    personal_number: author?.personal_number ?? '',
    first_name: author?.first_name ?? '',
    last_name: author?.last_name ?? '',
    father_name: author?.father_name ?? '',
    phone: author?.phone ?? '',
    passport_series: author?.passport_series ?? '',
    passport_number: author?.passport_number ?? '',
    no_document_reason: application?.no_document_reason ?? '',
    employment_status: application?.employment_status ?? null,
    salary: application?.salary ?? '',
    planned_assistance: application?.planned_assistance ?? '',
    reason: '',
  };
}

/** The body of the form; a reason for a missing document is omitted if there is one. */
export function correctionBodyOf(values: CorrectionValues): unknown {
  const hasDocument = values.personal_number !== '' || values.passport_number !== '';
  return { ...values, no_document_reason: hasDocument ? '' : values.no_document_reason };
}
