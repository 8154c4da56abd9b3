import { sql, type RawBuilder } from 'kysely';
import { fail, type CodedError, type Names } from '#kernel/contract/index.ts';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import type { Columns } from '../sql/statement.ts';

/**
 * Tables with names have the columns `name_uz` and `name_ru`, and `fold_uz` and `fold_ru` with the normalized names for
 * search and for the unique indexes `<table>_fold_uz` and `<table>_fold_ru` within their parent (so that concurrent
 * inserts get `name_taken` too).
 */
export interface NameColumns {
  readonly name_uz: string;
  readonly name_ru: string;
}

/** Converts an entity's names to their four columns. */
export function namesToColumns({ uz, ru }: Names): NameColumns & { fold_uz: string; fold_ru: string } {
  return { name_uz: uz.name, name_ru: ru.name, fold_uz: nameKey(uz.name), fold_ru: nameKey(ru.name) };
}

/** A normalized text, cut to fit into an index: one letter may become eighteen. */
export function nameKey(text: string): string {
  return Array.from(normalizeForSearch(text)).slice(0, longestKey).join('');
}

const longestKey = 400;

/** Converts the columns of a row to name blocks. */
export function presentNames({ name_uz, name_ru }: NameColumns): Names {
  return { uz: { name: name_uz }, ru: { name: name_ru } };
}

/** The name of a row in a language, for sorting. */
export function nameColumn(row: Columns, language: Language): RawBuilder<unknown> {
  return sql`lower(${row(`name_${language}`)})`;
}

/** The table in which names must be unique. */
export interface NameScope {
  readonly table: string;
  readonly names: Names;
  /** The parent within which names are unique; without it they are unique everywhere. */
  readonly parent?: { readonly column: string; readonly id: number };
  /** The id of the record that is being renamed. */
  readonly exceptId?: number;
}

/** Throws `name_taken`, with every language in which another record has the same normalized name. */
export async function assertNamesFree(
  database: DatabaseTransaction,
  { table, names, parent, exceptId }: NameScope,
): Promise<void> {
  const { fold_uz, fold_ru } = namesToColumns(names);
  const { rows } = await sql<Record<Language, boolean | null>>`
    select bool_or(fold_uz = ${fold_uz}) as uz, bool_or(fold_ru = ${fold_ru}) as ru
    from ${sql.table(table)}
    where (fold_uz = ${fold_uz} or fold_ru = ${fold_ru}) and ${isWithin(parent)}
      and id is distinct from ${exceptId ?? null}`.execute(database);
  const taken = languages.filter((language) => rows[0]?.[language]);
  if (taken.length > 0) throw nameTaken(taken);
}

/**
 * Like {@link assertNamesFree}, for a short table whose search keys contain further texts, so that no unique index compares the
 * names. The lock lets concurrent changes take turns.
 */
export async function assertOnlyNamesFree(
  database: DatabaseTransaction,
  { table, names, parent, exceptId }: NameScope,
): Promise<void> {
  const { fold_uz: uz, fold_ru: ru } = namesToColumns(names);
  const keys = { uz, ru };
  await sql`select pg_advisory_xact_lock(hashtext(${`names of ${table}`}))`.execute(database);
  const { rows } = await sql<NameColumns>`
    select name_uz, name_ru from ${sql.table(table)}
    where ${isWithin(parent)} and id is distinct from ${exceptId ?? null}`.execute(database);
  const taken = languages.filter((language) =>
    rows.some((row) => nameKey(row[`name_${language}`]) === keys[language]),
  );
  if (taken.length > 0) throw nameTaken(taken);
}

function isWithin(parent: NameScope['parent']): RawBuilder<unknown> {
  return parent ? sql`${sql.ref(parent.column)} = ${parent.id}` : sql`true`;
}

/** Creates a 409 error with the languages in which the name is taken. */
export function nameTaken(taken: readonly Language[]): CodedError {
  const fields = taken.map((language) => [`${language}.name`, { key: 'kernel:errors.name_taken' }]);
  return fail('name_taken', { fields: Object.fromEntries(fields) });
}

const portion = 500;

/** Normalizes the names of rows that were written by SQL or before search keys existed; called when a plugin starts. */
export async function normalizeNames(database: Database, table: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<NameColumns & { id: number }>`
      select id, name_uz, name_ru from ${sql.table(table)}
      where fold_uz is null or fold_ru is null order by id limit ${portion}`.execute(database);
    for (const row of rows) await writeSearchKeys(database, table, row);
    if (rows.length < portion) return;
  }
}

async function writeSearchKeys(
  database: Database,
  table: string,
  row: NameColumns & { id: number },
): Promise<void> {
  for (const language of languages) {
    const column = sql.ref(`fold_${language}`);
    const key = nameKey(row[`name_${language}`]);
    const write = (text: string) =>
      sql`update ${sql.table(table)} set ${column} = ${text} where id = ${row.id}`.execute(database);
    try {
      await write(key);
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error;
      // Two old names with the same key: both stay and can be found, and the unique index prevents a third.
      await write(`${key} #${row.id}`);
    }
  }
}
