import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  type Database,
  type DatabaseTransaction,
  execute,
  presentFindings,
  readSheetRows,
  type ServerContext,
  type Translate,
  type UploadedFile,
} from '#kernel/plugin-api/server.ts';
import { checkJshshir, fullName } from '#kernel/domain/text/index.ts';
import { importLimits } from '#kernel/domain/values/limits.ts';
import {
  citizenColumns,
  personFields,
  type CitizenBody,
  type CitizenRow,
  type PersonField,
} from '../../contract.ts';
import { codedError } from '../core/errors.ts';
import { compare, phoneticFormsOf, type PhoneticForms, type KnownPerson } from '../similar/compare.ts';
import { readCitizen, type Finding, type ReadCitizen } from './read-citizen.ts';
import { headersOf, translateIn } from './texts.ts';

type Known = KnownPerson & { readonly id: number };

/** A row with all its findings. */
export interface CheckedCitizen extends ReadCitizen {
  readonly row: number;
  readonly warnings: readonly Finding[];
  /** The citizen who already has the row's JSHSHIR. */
  readonly known: Known | null;
}

/** Parses a spreadsheet and checks every row; writes nothing. */
export async function readImport(
  database: Database | DatabaseTransaction,
  file: UploadedFile,
  { context, translate }: { context: Pick<ServerContext, 'text' | 'readSheet'>; translate: Translate },
): Promise<CheckedCitizen[]> {
  const rows = await readSheetRows(
    file,
    context,
    {
      columns: citizenColumns,
      needed: ['last_name', 'first_name'],
      headersIn: (language) => headersOf(translateIn(language, context)),
      maxRows: importLimits.rows,
      errorOf(missing) {
        const headers = headersOf(translate);
        const columns = missing.map((column) => headers[column]).join(', ');
        return codedError('import_header', { params: { columns } });
      },
    },
    ({ row, cells }) => ({ ...readCitizen(cells), row }),
  );
  const bodies = rows.flatMap(({ body }) => body ?? []);
  const owners = await readOwners(database, bodies);
  const candidates = groupCandidates(await readCandidates(database, bodies));
  const first = new Map<string, number>();
  const checked: CheckedCitizen[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % batchSize === 0) await breathe();
    const known = owners.get(row.body?.personal_number ?? '') ?? null;
    const warnings = row.body ? findWarnings(row.body, row.row, { known, candidates, first }) : [];
    checked.push({ ...row, known, warnings });
  }
  return checked;
}

/** The number of rows compared before other requests get their turn. */
const batchSize = 50;

/** Citizens by the keys that they share with rows. */
type Candidates = ReadonlyMap<string, readonly PhoneticForms[]>;

function groupCandidates(citizens: readonly Known[]): Candidates {
  const groups = new Map<string, PhoneticForms[]>();
  for (const citizen of citizens) {
    const phoneticForms = phoneticFormsOf(citizen);
    for (const key of sharedKeys(citizen)) {
      const group = groups.get(key);
      if (group) group.push(phoneticForms);
      else groups.set(key, [phoneticForms]);
    }
  }
  return groups;
}

/** Returns the keys of a person; only people who share one are compared. */
function sharedKeys({ birthday, phone, passport_series, passport_number }: KnownPerson): string[] {
  return [
    ...(birthday ? [`birthday ${birthday}`] : []),
    ...(phone ? [`phone ${phone}`] : []),
    ...(passport_number ? [`passport ${passport_series}${passport_number}`] : []),
  ];
}

/** A row as presented, in the reader's language. */
export function presentRow(
  { row, name, known, errors, warnings }: CheckedCitizen,
  translate: Translate,
): CitizenRow {
  return {
    row,
    name: name.slice(0, 200),
    merges: known !== null,
    errors: presentFindings(errors, translate),
    warnings: presentFindings(warnings, translate),
  };
}

const nameOf = ({ last_name, first_name, father_name }: KnownPerson): string =>
  fullName({ last_name: last_name ?? '', first_name: first_name ?? '', father_name });

/** Returns the fields that a row has and the register lacks. */
export function gapsOf(body: CitizenBody, known: KnownPerson): PersonField[] {
  return personFields.filter((field) => known[field] === null && body[field] !== null);
}

/** Returns the fields in which a row and the register differ. */
export function differencesOf(body: CitizenBody, known: KnownPerson): PersonField[] {
  return personFields.filter(
    (field) => known[field] !== null && body[field] !== null && known[field] !== body[field],
  );
}

interface Around {
  readonly known: Known | null;
  readonly candidates: Candidates;
  /** The first row with each JSHSHIR. */
  readonly first: Map<string, number>;
}

function findWarnings(body: CitizenBody, row: number, { known, candidates, first }: Around): Finding[] {
  const warnings: Finding[] = [];
  const warn = (column: Finding['column'], code: string, params: Record<string, string | number> = {}) =>
    warnings.push({ column, code, message: { key: `users:import.warnings.${code}`, params } });
  const number = body.personal_number;
  if (number !== null) {
    const sameNumber = first.get(number);
    if (sameNumber !== undefined) warn('personal_number', 'repeated', { row: sameNumber });
    else first.set(number, row);
    if (!checkJshshir(number).ok) warn('personal_number', 'jshshir_check_digit');
  }
  if (known) {
    for (const field of differencesOf(body, known)) {
      const column = field.startsWith('passport') ? 'passport' : (field as Finding['column']);
      if (!warnings.some((one) => one.code === 'differs' && one.column === column)) warn(column, 'differs');
    }
    return warnings;
  }
  const phoneticForms = phoneticFormsOf(body);
  const near = sharedKeys(body).flatMap((key) => candidates.get(key) ?? []);
  const other = near.find((one) => compare(phoneticForms, one));
  if (other) warn(null, 'similar', { name: nameOf(other.person) });
  return warnings;
}

const columns = sql`id, first_name, last_name, father_name, phone, birthday::text, passport_series, passport_number,
  personal_number`;

/** The citizens who have the JSHSHIRs of some rows, by it. */
export async function readOwners(
  database: Database | DatabaseTransaction,
  bodies: readonly CitizenBody[],
): Promise<ReadonlyMap<string, Known>> {
  const numbers = bodies.flatMap(({ personal_number }) => personal_number ?? []);
  const [rows, former] = await Promise.all([
    execute(
      database,
      sql<Known>`select ${columns} from users where personal_number = any(${numbers}::text[])`,
    ),
    execute(
      database,
      sql<Known & { readonly former_number: string }>`
        select users.*, former.personal_number as former_number
        from (select personal_number, citizen_id from user_former_papers
          where personal_number = any(${numbers}::text[])) as former
        cross join lateral (select ${columns} from users where id = former.citizen_id) as users`,
    ),
  ]);
  // A number from before a merge identifies the remaining person, and is not reported as different from theirs.
  const remaining = former.map(
    ({ former_number: number, ...row }) => [number, { ...row, personal_number: number }] as const,
  );
  return new Map([...remaining, ...rows.map((row) => [row.personal_number ?? '', row] as const)]);
}

/** The maximum number of people with the same birthday compared with a row. */
const maxOfBirthday = 300;

/** Returns the people who share phone, passport or birthday with a row. */
async function readCandidates(
  database: Database | DatabaseTransaction,
  bodies: readonly CitizenBody[],
): Promise<Known[]> {
  const given = bodies.map((body) => ({
    phone: body.phone,
    birthday: body.birthday,
    number: body.passport_number,
    series: body.passport_series,
  }));
  return execute(
    database,
    sql<Known>`
      with given as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as given (phone text, birthday date, number text, series text)
      ), candidate as (
        select users.id from given join users on users.phone = given.phone
        union select users.id from given join users
          on users.passport_series = given.series and users.passport_number = given.number
        union select born.id from (select distinct birthday from given where birthday is not null) as given
          cross join lateral (
            select id from users where users.birthday = given.birthday order by id desc limit ${maxOfBirthday}
          ) as born
      ) select ${columns} from users where id in (select id from candidate)`,
  );
}
