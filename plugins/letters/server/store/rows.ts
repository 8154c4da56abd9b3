import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import {
  type Columns,
  columnsOf,
  type Database,
  type DatabaseTransaction,
  type Fragment,
  matchesWords,
  within,
} from '#kernel/plugin-api/server.ts';
import type { LetterBody, LetterStatus } from '../../contract.ts';
import type { Language } from '#kernel/domain/text/languages.ts';

/** A stored letter with the rows that it refers to. */
export interface LetterRow {
  readonly id: number;
  readonly register_number: string;
  readonly issued_on: string;
  readonly code: string;
  readonly status: LetterStatus;
  readonly void_reason: string | null;
  readonly language: Language;
  readonly subject: string;
  readonly application_id: number;
  readonly neighborhood_id: number;
  readonly neighborhood_uz: string;
  readonly neighborhood_ru: string;
  readonly addressee: string;
  readonly signatory_id: number;
  readonly signatory_name: string;
  readonly signatory_position: string;
  readonly template_id: number | null;
  readonly template_version: number | null;
  readonly author_id: number | null;
  readonly author_first_name: string | null;
  readonly author_last_name: string | null;
  readonly replaces_id: number | null;
  readonly replaces_number: string | null;
  readonly replaced_by_id: number | null;
  readonly replaced_by_number: string | null;
  readonly file_id: number;
  readonly file_name: string;
  readonly file_size: number;
  readonly file_format: string;
  readonly file_mimetype: string;
  readonly file_created_at: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The columns of a letter and of its application in a statement with {@link lettersFrom}. */
export const letter = columnsOf('letter');
export const letterApplication = columnsOf('subject');

/** Letters with their applications. */
export const lettersFrom = sql`letters as letter
  join applications_v1_cases as subject on subject.id = letter.application_id
  join neighborhoods_v1_neighborhoods as place on place.id = subject.neighborhood_id`;

const more = sql`
  left join kernel_v1_admins as author on author.id = letter.author_id
  left join letters as former on former.id = letter.replaces_id
  left join letters as later on later.replaces_id = letter.id
  left join kernel_v1_files as file on file.id = letter.file_id`;

const columns = sql`letter.id, letter.register_number, letter.issued_on::text, letter.code, letter.status, letter.void_reason,
  letter.language, letter.subject, letter.application_id, subject.neighborhood_id, place.name_uz as neighborhood_uz,
  place.name_ru as neighborhood_ru, letter.addressee, letter.signatory_id, letter.signatory_name,
  letter.signatory_position, letter.template_id, letter.template_version, letter.author_id, author.first_name as author_first_name,
  author.last_name as author_last_name, letter.replaces_id, former.register_number as replaces_number,
  later.id as replaced_by_id, later.register_number as replaced_by_number, letter.file_id,
  coalesce(file.name, '') as file_name, coalesce(file.size, 0) as file_size, coalesce(file.format, 'pdf') as file_format,
  coalesce(file.mimetype, 'application/pdf') as file_mimetype, coalesce(file.created_at, letter.created_at) as file_created_at, letter.created_at, letter.updated_at`;

/** The condition for letters whose applications are within an area; `application` is the row of the application. */
export function lettersWithin(application: Columns, area: Area): Fragment {
  return within(area, application('neighborhood_id'));
}

/** The condition for letters whose number, addressee or subject contains a text's words; also matches the number as printed. */
export function lettersWith(text: string | undefined): Fragment {
  return matchesWords(text?.replaceAll('№', ' '), [letter('search_key')]);
}

/** Selects letters by a condition, with the given clauses after it. */
export async function selectLetters(
  database: Database | DatabaseTransaction,
  rest: Fragment,
): Promise<LetterRow[]> {
  const { rows } = await sql<LetterRow>`select ${columns} from ${lettersFrom} ${more} where ${rest}`.execute(
    database,
  );
  return rows;
}

/** One letter within an area. */
export async function findLetter(
  database: Database | DatabaseTransaction,
  id: number,
  area: Area,
): Promise<LetterRow | null> {
  const [row] = await selectLetters(
    database,
    sql`letter.id = ${id} and ${lettersWithin(letterApplication, area)}`,
  );
  return row ?? null;
}

/** The text of a letter. */
export async function readBody(database: Database, id: number): Promise<LetterBody> {
  const { rows } = await sql<{ body: LetterBody }>`select body from letters where id = ${id}`.execute(
    database,
  );
  const [row] = rows;
  if (!row) throw new Error(`the letter ${id} does not exist`);
  return row.body;
}
