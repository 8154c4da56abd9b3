import { sql } from 'kysely';
import type { Database } from '#kernel/server/api/index.ts';
import { execute, opaque, within, type Fragment, type Scope } from '../sql/statement.ts';

/** The number of newest rows that are searched first; common names are found among them. */
const newestRows = 6000;
/** The maximum number of index hits to sort, if few of the newest rows match. */
const maxIndexHits = 1000;

/** The table in which a text is searched. */
export interface HitSource {
  readonly table: string;
  readonly scope: Scope;
  /** The columns for the condition and the order. */
  readonly columns: Fragment;
  /** Newest first, matching the indexes of the whole table and of a neighbourhood. */
  readonly order: Fragment;
  readonly condition: Fragment;
}

/**
 * Returns the ids of the first hits of a text, where speed matters more than an exact number and order. Common names
 * are found among the newest rows, rare ones in the trigram index. Each of the two statements reads a bounded number of
 * rows.
 */
export async function firstHits(
  database: Database,
  source: HitSource,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<number[]> {
  const { table, columns, order, condition, scope } = source;
  const recent = await execute(
    database,
    sql<{
      id: number;
    }>`select id from ${recentRows(source)} where ${condition} order by ${order} limit ${limit}`,
  );
  if (recent.length >= limit) return recent.map(({ id }) => id);
  signal.throwIfAborted();
  const indexed = await execute(
    database,
    sql<{ id: number }>`
      select id from (
        select ${columns} from ${sql.table(table)} where ${condition} and ${within(scope)} limit ${maxIndexHits}
      ) as hit order by ${order} limit ${limit}`,
  );
  return [...new Set([...recent, ...indexed].map(({ id }) => id))].slice(0, limit);
}

function recentRows({ table, scope, columns, order }: HitSource): Fragment {
  if (scope === 'everywhere') {
    return sql`(select ${columns} from ${sql.table(table)} order by ${order} limit ${newestRows}) as recent`;
  }
  return sql`unnest(${opaque([...scope], 'bigint[]')}::bigint[]) as own (neighborhood) cross join lateral (
    select ${columns} from ${sql.table(table)} where neighborhood_id = own.neighborhood
    order by ${order} limit ${Math.max(20, Math.ceil(newestRows / scope.length))}
  ) as recent`;
}
