import { checkJshshir, checkPassport, isPersonName, parsePhone } from '#kernel/domain/text/index.ts';
import type { CitizenBody } from '#plugins/users/contract.ts';
import type { ApplicationBody, CorrectionBody } from '../../contract.ts';
import { fieldErrors, type FieldProblem } from '../core/errors.ts';
import type { Author } from '../store/write.ts';

/** The person's fields of a form. */
type PersonOfForm = Omit<CorrectionBody, 'reason' | 'employment_status' | 'salary' | 'planned_assistance'>;

/**
 * Returns which fields of the applicant a form has (kernel/decisions/0030-citizens.md). `unnamed` has only
 * the five fields of the specification; `named` has fields of the person too, even if empty; `checked`
 * supports the checks at intake, since it sends the field for a reason.
 */
export function shapeOf(body: ApplicationBody): 'unnamed' | 'named' | 'checked' {
  if (body.no_document_reason !== undefined || body.intake_reason !== undefined) return 'checked';
  return contractFields.some((field) => body[field] !== undefined) ? 'named' : 'unnamed';
}

/** The person's fields that a client of the contract sends. */
const contractFields = [
  'first_name',
  'last_name',
  'father_name',
  'passport_series',
  'passport_number',
  'personal_number',
  'phone',
] as const;

/** The author of an application without an applicant: empty until it is corrected. */
export const unnamedAuthor: Author = {
  firstName: '',
  lastName: '',
  fatherName: null,
  phone: null,
  birthday: null,
  passportSeries: null,
  passportNumber: null,
  personalNumber: null,
  neighborhoodId: null,
};

/** The validated citizen of a form; throws the problem of each field. A wrong check digit alone passes. */
export function citizenOf(
  body: PersonOfForm,
  {
    needsReason,
  }: { /** Whether a reason is given if there are no documents. */ readonly needsReason: boolean },
): CitizenBody {
  const problems: Record<string, FieldProblem> = {};
  if (!body.first_name) problems['first_name'] = 'name_required';
  if (!body.last_name) problems['last_name'] = 'name_required';
  for (const field of ['first_name', 'last_name', 'father_name'] as const) {
    if (body[field] && !isPersonName(body[field])) problems[field] = 'name_form';
  }
  const phone = body.phone ? parsePhone(body.phone) : null;
  if (body.phone && !phone) problems['phone'] = 'phone';
  const passport = passportOf(body, problems);
  const jshshir = jshshirOf(body, problems);
  const hasDocument = Boolean(body.personal_number || body.passport_series || body.passport_number);
  if (needsReason && !hasDocument && !body.no_document_reason)
    problems['no_document_reason'] = 'no_document_reason';
  if (Object.keys(problems).length > 0) throw fieldErrors(problems);
  return {
    first_name: body.first_name ?? '',
    last_name: body.last_name ?? '',
    father_name: body.father_name || null,
    phone,
    birthday: jshshir?.birthday ?? null,
    passport_series: passport?.series ?? null,
    passport_number: passport?.number ?? null,
    personal_number: jshshir?.value ?? null,
  };
}

/** A citizen in the form in which an application stores them. */
export function authorOfCitizen(citizen: CitizenBody, neighborhoodId: number): Author {
  return {
    firstName: citizen.first_name,
    lastName: citizen.last_name,
    fatherName: citizen.father_name,
    phone: citizen.phone,
    birthday: citizen.birthday,
    passportSeries: citizen.passport_series,
    passportNumber: citizen.passport_number,
    personalNumber: citizen.personal_number,
    neighborhoodId,
  };
}

function passportOf(
  { passport_series = '', passport_number = '' }: PersonOfForm,
  problems: Record<string, FieldProblem>,
): { series: string; number: string } | null {
  if (passport_series === '' && passport_number === '') return null;
  const check = checkPassport(passport_series, passport_number);
  if (check.ok) return { series: check.series, number: check.number };
  problems[`passport_${check.problem}`] = `passport_${check.problem}`;
  return null;
}

function jshshirOf(
  { personal_number = '' }: PersonOfForm,
  problems: Record<string, FieldProblem>,
): { value: string; birthday: string } | null {
  if (personal_number === '') return null;
  const check = checkJshshir(personal_number);
  if (check.ok || check.confirmable) return { value: check.value, birthday: check.birthday };
  problems['personal_number'] = `jshshir_${check.problem as 'length' | 'digits' | 'century' | 'date'}`;
  return null;
}
