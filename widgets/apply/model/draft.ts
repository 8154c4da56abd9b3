import { checkJshshir } from '#kernel/domain/text/jshshir.ts';
import { checkPassport, splitPassport } from '#kernel/domain/text/passport.ts';
import { isPersonName } from '#kernel/domain/text/person-names.ts';
import { parsePhone } from '#kernel/domain/text/phone.ts';
import { isRecord, recordOf, stringOf } from '#kernel/domain/values/is-record.ts';

/** The text fields, with their names in the API where these differ. */
export const fieldNames = [
  'last_name',
  'first_name',
  'father_name',
  'personal_number',
  'passport',
  'phone',
  'neighborhood_id',
  'employment_status',
  'salary',
  'planned_assistance',
] as const;
export type FieldName = (typeof fieldNames)[number];
export type Fields = Readonly<Record<FieldName, string>>;

export const employmentStatuses = [
  'official',
  'unofficial',
  'self_employed',
  'unemployed',
  'disabled',
  'migration',
] as const;

/** The four steps, in order. */
export const steps = ['person', 'place', 'request', 'review'] as const;
export type Step = (typeof steps)[number];

/** The fields of each step. */
export const fieldsOf: Readonly<Record<Step, readonly FieldName[]>> = {
  person: ['last_name', 'first_name', 'father_name', 'personal_number', 'passport', 'phone'],
  place: ['neighborhood_id', 'employment_status', 'salary'],
  request: ['planned_assistance'],
  review: [],
};

/** A file that the server has stored for the application. */
export interface DraftFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}

/** The receipt, shown only once, after the application was sent. */
export interface Receipt {
  readonly number: number;
  readonly code: string;
  readonly cancel_time: string | null;
  readonly verified_by: string | null;
}

/** The person identified by OneID, as far as the form receives it: only the last digits of numbers. */
export interface ShownPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
  readonly birth_year: number;
  readonly personal_number: string;
  readonly passport: string | null;
}

/** The reasons why OneID did not identify a person. */
export const identityProblems = ['cancelled', 'refused', 'unavailable', 'state', 'network'] as const;
export type IdentityProblem = (typeof identityProblems)[number];

/** A OneID window that is or will be opened. */
export interface IdentityRequest {
  /** The secret whose hash is in the window's address; it is needed to read the result. */
  readonly secret: string;
  readonly path: string;
  readonly until: number;
  readonly openedAt: number | null;
}

/** The state that survives a reload. */
export interface Draft {
  readonly step: Step;
  readonly fields: Fields;
  readonly files: readonly DraftFile[];
  /** The ticket for one application, and its expiry. */
  readonly ticket: { readonly token: string; readonly expires: string } | null;
  /** The phone number that was confirmed by a code. */
  readonly verifiedPhone: string | null;
  /** The bodies that were submitted with a ticket, newest first, whether or not they arrived. */
  readonly pending: { readonly ticket: string; readonly bodies: readonly object[] } | null;
  readonly receipt: Receipt | null;
  readonly identity: IdentityRequest | null;
  /** The identified person of the ticket. */
  readonly person: ShownPerson | null;
  /** Whether the draft remains on this device when the tab is closed. */
  readonly keeps: boolean;
}

const noFields = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Fields;

/** An empty form. */
export const emptyDraft: Draft = {
  step: 'person',
  fields: noFields,
  files: [],
  ticket: null,
  verifiedPhone: null,
  pending: null,
  receipt: null,
  identity: null,
  person: null,
  keeps: false,
};

/**
 * The maximum lengths of the fields. Single-line fields enforce them; a longer multi-line text is reported.
 */
export const maxLengths: Readonly<Record<FieldName, number>> = {
  last_name: 100,
  first_name: 100,
  father_name: 100,
  personal_number: 20,
  passport: 20,
  phone: 30,
  neighborhood_id: 16,
  employment_status: 20,
  salary: 200,
  planned_assistance: 5000,
};

export type Problem =
  | 'required'
  | 'too_long'
  | 'name'
  | 'phone'
  | 'passport'
  | 'document'
  | 'jshshir_length'
  | 'jshshir_digits'
  | 'jshshir_century'
  | 'jshshir_date';

const nameFields: ReadonlySet<FieldName> = new Set(['last_name', 'first_name', 'father_name']);
const optional: ReadonlySet<FieldName> = new Set(['father_name', 'personal_number', 'passport', 'salary']);

/**
 * The fields of a step that the citizen has to fill in; name and documents of an identified person come from
 * OneID.
 */
export function typedFieldsOf(step: Step, { person }: Pick<Draft, 'person'>): readonly FieldName[] {
  return step === 'person' && person ? ['phone'] : fieldsOf[step];
}

/** The problems of a step's fields. */
export function problemsOf(
  step: Step,
  { fields, person }: Pick<Draft, 'fields' | 'person'>,
): Partial<Record<FieldName, Problem>> {
  const problems: Partial<Record<FieldName, Problem>> = {};
  for (const name of typedFieldsOf(step, { person })) {
    const problem = problemOf(name, fields[name].trim());
    if (problem) problems[name] = problem;
  }
  // Without either, a clerk could not identify the person.
  if (step === 'person' && !person && fields.personal_number.trim() === '' && fields.passport.trim() === '') {
    problems.personal_number = 'document';
  }
  return problems;
}

function problemOf(name: FieldName, text: string): Problem | null {
  if (text === '') return optional.has(name) ? null : 'required';
  if (text.length > maxLengths[name]) return 'too_long';
  if (nameFields.has(name)) return isPersonName(text) ? null : 'name';
  if (name === 'phone') return parsePhone(text) ? null : 'phone';
  if (name === 'passport') return checkPassport(...splitPassport(text)).ok ? null : 'passport';
  if (name !== 'personal_number') return null;
  const check = checkJshshir(text);
  return check.ok || check.confirmable ? null : `jshshir_${check.problem}`;
}

/** The body of `POST intake/applications`. */
export function bodyOf(draft: Draft): object {
  const { fields, files } = draft;
  const text = (name: FieldName) => fields[name].trim() || null;
  return {
    citizen: citizenOf(draft),
    identified: draft.person !== null,
    neighborhood_id: Number(fields.neighborhood_id),
    employment_status: fields.employment_status,
    salary: text('salary'),
    planned_assistance: fields.planned_assistance.trim(),
    files: files.map(({ id }) => id),
  };
}

/** The citizen in the body; the server has the numbers of an identified person. */
function citizenOf({ fields, person }: Draft): object {
  const text = (name: FieldName) => fields[name].trim() || null;
  if (person) {
    const { first_name, last_name, father_name } = person;
    return { first_name, last_name, father_name, phone: text('phone') };
  }
  const [series, number] = splitPassport(fields.passport);
  return {
    first_name: fields.first_name.trim(),
    last_name: fields.last_name.trim(),
    father_name: text('father_name'),
    phone: text('phone'),
    personal_number: text('personal_number'),
    ...(number === '' ? {} : { passport_series: series, passport_number: number }),
  };
}

/** The field that a problem's path from the server belongs to. */
export function fieldOfPath(path: string): FieldName | null {
  const name = path.replace(/^citizen\./, '').replace(/^passport_.*/, 'passport');
  return fieldNames.find((one) => one === name) ?? null;
}

const version = 2;

/** How much of a stored text is read, in characters, so that one that is too long can still be shortened. */
const longestStored = 100_000;

/** How long a draft stays on the device. */
const lifetimeMs = 24 * 3_600_000;

/** Serializes a draft. */
export function serializeDraft(draft: Draft, now = Date.now()): string {
  return JSON.stringify({ version, at: now, ...draft });
}

/** Parses a stored draft; an empty form if it is invalid or expired. Invalid parts are left out. */
export function parseDraft(text: string | null, now = Date.now()): Draft {
  const stored = text === null ? null : readObject(text);
  if (!stored || stored['version'] !== version || !(Number(stored['at']) > now - lifetimeMs))
    return emptyDraft;
  const given = recordOf(stored['fields']);
  const fields = Object.fromEntries(
    fieldNames.map((name) => [name, stringOf(given[name]).slice(0, longestStored)]),
  ) as Fields;
  const ticket = recordOf(stored['ticket']);
  const receipt = recordOf(stored['receipt']);
  return {
    step: steps.find((one) => one === stored['step']) ?? 'person',
    fields,
    files: Array.isArray(stored['files']) ? stored['files'].flatMap(readFile) : [],
    ticket:
      typeof ticket['token'] === 'string' && typeof ticket['expires'] === 'string'
        ? { token: ticket['token'], expires: ticket['expires'] }
        : null,
    verifiedPhone: typeof stored['verifiedPhone'] === 'string' ? stored['verifiedPhone'] : null,
    pending: readPending(stored['pending']),
    receipt: readReceipt(receipt),
    identity: readIdentity(stored['identity']),
    person: readPerson(stored['person']),
    keeps: stored['keeps'] === true,
  };
}

function readPending(value: unknown): Draft['pending'] {
  const { ticket, bodies } = recordOf(value);
  if (typeof ticket !== 'string' || !Array.isArray(bodies)) return null;
  return { ticket, bodies: bodies.filter(isRecord) };
}

/** Parses the response to an application; null if it is invalid. */
export function readReceipt(value: unknown): Receipt | null {
  const { number, code, cancel_time, verified_by } = recordOf(value);
  if (typeof number !== 'number' || typeof code !== 'string') return null;
  return {
    number,
    code,
    cancel_time: typeof cancel_time === 'string' ? cancel_time : null,
    verified_by: typeof verified_by === 'string' ? verified_by : null,
  };
}

/** Parses a person; null if invalid. */
export function readPerson(value: unknown): ShownPerson | null {
  const { first_name, last_name, father_name, birth_year, personal_number, passport } = recordOf(value);
  const names = [first_name, last_name, personal_number].filter((text) => typeof text === 'string');
  if (names.length < 3 || typeof birth_year !== 'number') return null;
  return {
    first_name: stringOf(first_name),
    last_name: stringOf(last_name),
    father_name: stringOf(father_name) || null,
    birth_year,
    personal_number: stringOf(personal_number),
    passport: stringOf(passport) || null,
  };
}

function readIdentity(value: unknown): IdentityRequest | null {
  const { secret, path, until, openedAt } = recordOf(value);
  if (typeof secret !== 'string' || typeof path !== 'string' || typeof until !== 'number') return null;
  return { secret, path, until, openedAt: typeof openedAt === 'number' ? openedAt : null };
}

/** Parses the response to an upload; empty if it is invalid. */
export function readFile(value: unknown): DraftFile[] {
  const { id, name, size } = recordOf(value);
  if (typeof id !== 'number' || typeof name !== 'string' || typeof size !== 'number') return [];
  return [{ id, name: name.slice(0, 300), size }];
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return null;
  }
}
