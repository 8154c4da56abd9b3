import { sql } from 'kysely';
import {
  type Database,
  type DatabaseTransaction,
  execute,
  type Fragment,
  touched,
} from '#kernel/plugin-api/server.ts';

/** A registered citizen as he is stored. */
export interface UserRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
  readonly phone: string | null;
  readonly birthday: string | null;
  readonly passport_series: string | null;
  readonly passport_number: string | null;
  readonly personal_number: string;
  readonly is_fully_filled: boolean;
  readonly blocked: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

const columns = sql`one.id, one.first_name, one.last_name, one.father_name, one.phone, one.birthday, one.passport_series,
  one.passport_number, one.personal_number, one.is_fully_filled, one.blocked, one.created_at, one.updated_at`;

/**
 * The citizens that a query (id, line) selects, in the order of the lines. Row by row: the planner overestimates their
 * number, and would scan the table.
 */
export function readRows(
  database: Database,
  selected: Fragment,
  options: { prepared?: boolean } = {},
): Promise<UserRow[]> {
  return execute(
    database,
    sql<UserRow>`
      with selected as materialized (${selected})
      select ${columns} from (select * from selected order by line) as selected
      cross join lateral (select * from users where users.id = selected.id offset 0) as one
      order by selected.line`,
    options,
  );
}

/** A citizen; `lock` holds the row until the transaction ends. */
export async function findUser(
  database: Database | DatabaseTransaction,
  id: number,
  { lock = false } = {},
): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`
    select ${columns} from users one where one.id = ${id} ${lock ? sql`for update` : sql``}`.execute(
    database,
  );
  return rows[0] ?? null;
}

/** Blocks a citizen, or lets him in again. */
export async function setBlocked(
  database: DatabaseTransaction,
  id: number,
  blocked: boolean,
): Promise<UserRow | null> {
  await sql`update users set blocked = ${blocked}, updated_at = ${touched} where id = ${id}`.execute(
    database,
  );
  return findUser(database, id);
}
