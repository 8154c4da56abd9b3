import { sql } from 'kysely';
import { isRecord } from '#kernel/domain/values/is-record.ts';
import { fail, removalHook, type Message } from '#kernel/contract/index.ts';
import type { Effects } from '#kernel/server/api/index.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import { columnsOf, type Columns, type Fragment } from '../sql/statement.ts';

/** Columns of a row besides those of the record. */
export interface RecordColumns {
  readonly author_id: number | null;
  readonly author: { id: number; first_name: string; last_name: string } | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The parts of a statement that read {@link RecordColumns}. */
interface RecordColumnsSql {
  readonly columns: Fragment;
  /** Joins the admin who created a row, if the account still exists. */
  readonly join: Fragment;
  /** The order by author. */
  readonly authorSort: readonly Fragment[];
}

/** The columns of {@link RecordColumns} of a row, with the join that they need. */
export function recordColumns(row: Columns): RecordColumnsSql {
  const author = columnsOf('record_author');
  return {
    columns: sql`${row('author_id')}, ${row('created_at')}, ${row('updated_at')},
      case when ${author('id')} is not null then json_build_object(
        'id', ${author('id')}, 'first_name', ${author('first_name')}, 'last_name', ${author('last_name')})
      end as author`,
    join: sql`left join kernel_v1_admins as record_author on ${author('id')} = ${row('author_id')}`,
    authorSort: [author('last_name'), author('first_name')],
  };
}

/** The response fields of {@link RecordColumns}. */
export function presentRecord({ author, created_at, updated_at }: RecordColumns) {
  return { author, createdAt: created_at, updatedAt: updated_at };
}

/** The new `updated_at` of a changed row, always later than the previous one. */
export const touched = sql`greatest(now(), updated_at + interval '1 millisecond')`;

/**
 * Throws `edit_conflict` with the stored record if the edited version is outdated. Call it with the row locked (`for
 * update`).
 */
export function assertVersion({ version }: { version: string | null }, current: { updatedAt: string }): void {
  if (version === null || Date.parse(version) === Date.parse(current.updatedAt)) return;
  throw fail('edit_conflict', { beside: { current } });
}

/**
 * Throws `in_use`, with the number of references of each kind, if any plugin refers to a record that is about to be deleted.
 */
export async function assertUnused(
  { hooks }: Pick<Effects, 'hooks'>,
  subject: string,
  id: number,
): Promise<void> {
  const found = new Map<string, number>();
  await hooks.call(removalHook, {
    subject,
    id,
    uses(plugin, count) {
      if (count > 0) found.set(plugin, (found.get(plugin) ?? 0) + count);
    },
  });
  if (found.size === 0) return;
  const uses: Message[] = [...found].map(([plugin, count]) => ({ key: `${plugin}:uses`, params: { count } }));
  throw fail('in_use', { params: { uses }, beside: { uses: Object.fromEntries(found) } });
}

/** The names of the changed fields, for the audit log, such as `uz.name` within a name block. */
export function changedFields(before: object, after: object, prefix = ''): string[] {
  const old = before as Record<string, unknown>;
  return Object.entries(after).flatMap(([key, value]) => {
    const path = `${prefix}${key}`;
    const was = old[key];
    if (isRecord(value) && isRecord(was)) return changedFields(was, value, `${path}.`);
    return sameValues(was ?? null, value ?? null) ? [] : [path];
  });
}
