import { sql } from 'kysely';
import type { Database } from '#kernel/plugin-api/server.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { type Field, type TemplateBlock, type TemplateBody, templateBodySchema } from '../contract.ts';
import texts from './templates.json' with { type: 'json' };

/** Adds the letters and quick replies that an office needs at the start. */
export async function seedTemplates(database: Database): Promise<void> {
  for (const { kind, uz, ru } of texts) {
    const [bodyUz, bodyRu] = [uz, ru].map(({ body }) => JSON.stringify(templateBodyOf(body)));
    await sql`
      insert into letter_templates
        (kind, name_uz, name_ru, subject_uz, subject_ru, body_uz, body_ru, fold_uz, fold_ru)
      values (${kind}, ${uz.name}, ${ru.name}, ${uz.subject}, ${ru.subject}, ${bodyUz}::jsonb, ${bodyRu}::jsonb,
        ${normalizeForSearch(uz.name)}, ${normalizeForSearch(ru.name)})`.execute(database);
  }
}

/**
 * Parses a template written line by line: `{field}` is a field, `?has_note text` a conditional line, `*files`
 * a list of the application.
 */
export function templateBodyOf(lines: readonly string[]): TemplateBody {
  return templateBodySchema.parse({ type: 'doc', content: lines.map(blockOf) });
}

function blockOf(line: string): TemplateBlock {
  const [, when, text = ''] = /^\?(has_files|has_note|has_steps|has_address|is_late) (.*)$/.exec(line) ?? [];
  if (when) {
    const attrs = { when: when as 'has_note', value: null, negate: false };
    return { type: 'condition', attrs, content: [paragraphOf(text)] };
  }
  if (line.startsWith('*')) {
    return { type: 'case_list', attrs: { source: line.slice(1) as 'files', style: 'bullets' } };
  }
  return paragraphOf(line);
}

function paragraphOf(line: string) {
  const parts = line.split(/\{(\w+)\}/);
  const content = parts.flatMap((part, index) => {
    if (index % 2 === 1) return { type: 'field' as const, attrs: { name: part as Field } };
    return part === '' ? [] : { type: 'text' as const, text: part };
  });
  return { type: 'paragraph' as const, content };
}
