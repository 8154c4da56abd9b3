import { sql } from 'kysely';
import { subjectPagesHook } from '#kernel/contract/index.ts';
import { type HookListener, onHook } from '#kernel/server/api/index.ts';

/** The list in which records are found by name, or below which each has a page of its own. */
export interface RecordPages {
  /** Their type in the audit log, and their table. */
  readonly type: string;
  readonly table: string;
  /** The path of the list, which must support search. */
  readonly list: string;
  /** Whether `<list>/<id>` is the page of a record. */
  readonly hasPages?: boolean;
}

/** Provides links from the audit log to the records. */
export function shareRecordPages({ type, table, list, hasPages = false }: RecordPages): HookListener {
  return onHook(subjectPagesHook, async ({ idsOf, add }, { database }) => {
    const ids = [...idsOf(type)];
    if (ids.length === 0) return;
    const { rows } = await sql<{ id: number; name_uz: string }>`
      select id, name_uz from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(database);
    for (const { id, name_uz: title } of rows) {
      const path = hasPages ? `${list}/${id}` : `${list}?search=${encodeURIComponent(title)}`;
      add(type, id, { path, title });
    }
  });
}
