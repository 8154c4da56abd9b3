import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/plugin-api/server.ts';

interface Source {
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  /** The alias of the row's own table in `from`. */
  readonly alias: string;
}

/** Reads the active rows of a table: one by its id, or several. */
export function activeRows<Row>({ columns, from, alias }: Source) {
  const table = sql.ref(alias);
  return {
    /** Null if the row is missing or retired; `lock` locks it until the transaction ends. */
    async find(
      database: Database | DatabaseTransaction,
      id: number,
      { lock = false } = {},
    ): Promise<Row | null> {
      const { rows } = await sql<Row>`
        select ${columns} from ${from} where ${table}.id = ${id} and ${table}.deleted_at is null
        ${lock ? sql`for update of ${table}` : sql``}`.execute(database);
      return rows[0] ?? null;
    },

    async list(database: Database, ids: readonly number[]): Promise<Row[]> {
      const { rows } = await sql<Row>`
        select ${columns} from ${from}
        where ${table}.id = any(${[...ids]}::bigint[]) and ${table}.deleted_at is null`.execute(database);
      return rows;
    },
  };
}
