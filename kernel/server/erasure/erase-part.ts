import { sql } from 'kysely';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import type { DatabaseTransaction } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';
import { mentionsPerson } from './mentions-person.ts';

interface Version {
  readonly record: string;
  readonly id: number;
  /** The changes of the other fields, as stored. */
  readonly others: Readonly<Record<string, unknown>>;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Removes parts, such as a citizen of a household, from versions of records that contain one of some texts. Deletes
 * versions that become empty. Returns the number of changed versions.
 */
export async function erasePart(
  database: DatabaseTransaction,
  {
    kind,
    name,
    texts,
    isPart,
  }: {
    readonly kind: string;
    readonly name: string;
    readonly texts: readonly string[];
    /** Whether to remove a part of the version of a record; a name alone only identifies a citizen in their own records. */
    readonly isPart: (part: unknown, record: string) => boolean;
  },
): Promise<number> {
  const kernel = asKernel(database);
  const { rows } = await sql<Version>`
    select record, id, changes - ${name}::text as others, side_of_change(changes -> ${name}, 'before') as before,
      side_of_change(changes -> ${name}, 'after') as after
    from record_history where kind = ${kind} and changes ? ${name}
      and ${mentionsPerson(sql`(changes -> ${name})::text`, texts)}
    for update`.execute(kernel);
  let changed = 0;
  for (const { record, id, others, ...stored } of rows) {
    let gone = 0;
    const withoutParts = (list: unknown) => {
      if (!Array.isArray(list)) return list;
      const left = (list as unknown[]).filter((part) => !isPart(part, record));
      gone += list.length - left.length;
      return left;
    };
    const before = withoutParts(stored.before);
    const after = withoutParts(stored.after);
    // It names another person of the same name.
    if (gone === 0) continue;
    changed++;
    const left = sameValues(before, after) ? others : { ...others, [name]: { before, after } };
    const own = sql`kind = ${kind} and record = ${record} and id = ${id}`;
    if (Object.keys(left).length === 0) await sql`delete from record_history where ${own}`.execute(kernel);
    else
      await sql`
        update record_history set changes = ${JSON.stringify(left)}::jsonb where ${own}`.execute(kernel);
  }
  return changed;
}
