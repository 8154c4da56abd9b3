import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { TemplateBody, TemplateChoice, TemplateKind, TemplateVersion } from '../../contract.ts';

type Connection = Database | DatabaseTransaction;

/** A template in one language. */
export interface TemplateText {
  readonly id: number;
  readonly name: string;
  readonly subject: string;
  readonly body: TemplateBody;
}

/** The templates of a kind that are in use, by name. */
export async function readChoices(
  database: Connection,
  kind: TemplateKind,
  language: Language,
): Promise<TemplateChoice[]> {
  const { rows } = await sql<{ id: number; name_uz: string; name_ru: string }>`
    select id, name_uz, name_ru from letter_templates where enabled and kind = ${kind}
    order by ${sql.ref(`fold_${language}`)}, id`.execute(database);
  return rows.map(({ id, name_uz, name_ru }) => ({ id, uz: { name: name_uz }, ru: { name: name_ru } }));
}

/** A template of letters that is in use, in one language. */
export async function readTemplate(
  database: Connection,
  id: number,
  language: Language,
): Promise<TemplateText | null> {
  const [found] = await readTexts(database, language, 'letter', id);
  return found ?? null;
}

/** The ready replies in one language, by name. */
export function readReplies(database: Connection, language: Language): Promise<TemplateText[]> {
  return readTexts(database, language, 'reply', null);
}

async function readTexts(
  database: Connection,
  language: Language,
  kind: TemplateKind,
  id: number | null,
): Promise<TemplateText[]> {
  const { rows } = await sql<TemplateText>`
    select id, ${sql.ref(`name_${language}`)} as name, ${sql.ref(`subject_${language}`)} as subject,
      ${sql.ref(`body_${language}`)} as body
    from letter_templates where enabled and kind = ${kind} and (${id}::bigint is null or id = ${id})
    order by ${sql.ref(`fold_${language}`)}, id`.execute(database);
  return rows;
}

interface VersionRow {
  readonly version: number;
  readonly name_uz: string;
  readonly name_ru: string;
  readonly subject_uz: string;
  readonly subject_ru: string;
  readonly body_uz: TemplateBody;
  readonly body_ru: TemplateBody;
  readonly editor_id: number | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly created_at: string;
}

/** All versions of a template, newest first. */
export async function readVersions(database: Connection, id: number): Promise<TemplateVersion[]> {
  const { rows } = await sql<VersionRow>`
    select one.*, admin.first_name, admin.last_name from letter_template_versions as one
    left join kernel_v1_admins as admin on admin.id = one.editor_id
    where one.template_id = ${id} order by one.version desc limit 200`.execute(database);
  return rows.map((row) => ({
    version: row.version,
    createdAt: row.created_at,
    author:
      row.editor_id === null
        ? null
        : { id: row.editor_id, first_name: row.first_name ?? '—', last_name: row.last_name ?? '—' },
    uz: { name: row.name_uz, subject: row.subject_uz },
    ru: { name: row.name_ru, subject: row.subject_ru },
    body_uz: row.body_uz,
    body_ru: row.body_ru,
  }));
}
