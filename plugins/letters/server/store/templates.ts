import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { TemplateBody, TemplateChoice, TemplateKind, TemplateVersion } from '../../contract.ts';

type Connection = Database | DatabaseTransaction;

/** A template in one language. */
export interface TemplateText {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly subject: string;
  readonly body: TemplateBody;
}

/** The enabled templates of a kind, sorted by name. */
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

/** An enabled letter template in one language: its current or an earlier version. */
export async function readTemplate(
  database: Connection,
  id: number,
  language: Language,
  version: number | null = null,
): Promise<TemplateText | null> {
  const { rows } = await sql<TemplateText>`
    select template.id, one.version, ${sql.ref(`one.name_${language}`)} as name,
      ${sql.ref(`one.subject_${language}`)} as subject, ${sql.ref(`one.body_${language}`)} as body
    from letter_templates as template join letter_template_versions as one
      on one.template_id = template.id and one.version = coalesce(${version}::int, template.version)
    where template.enabled and template.kind = 'letter' and template.id = ${id}`.execute(database);
  return rows[0] ?? null;
}

/** The quick replies in one language, sorted by name. */
export async function readReplies(database: Connection, language: Language): Promise<TemplateText[]> {
  const { rows } = await sql<TemplateText>`
    select id, version, ${sql.ref(`name_${language}`)} as name, ${sql.ref(`subject_${language}`)} as subject,
      ${sql.ref(`body_${language}`)} as body
    from letter_templates where enabled and kind = 'reply'
    order by ${sql.ref(`fold_${language}`)}, id`.execute(database);
  return rows;
}

/**
 * The template version of a letter: that of its draft, even if the template was deleted or disabled;
 * otherwise the current one. Null for a quick reply.
 */
export async function findVersion(
  database: Connection,
  id: number,
  version: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select one.version from letter_template_versions as one
    left join letter_templates as template on template.id = one.template_id
    where one.template_id = ${id} and one.version = coalesce(${version}::int, template.version)
      and (${version}::int is not null or template.enabled)
      and template.kind is distinct from 'reply'`.execute(database);
  return rows[0]?.version ?? null;
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
