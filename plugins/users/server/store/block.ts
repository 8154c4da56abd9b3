import { sql } from 'kysely';
import { type Database, type DatabaseTransaction, touched } from '#kernel/plugin-api/server.ts';
import type { CitizenBlock, User } from '../../contract.ts';
import { store } from './user-store.ts';

/** Blocks a citizen, with author and reason, or unblocks them. */
export async function setBlocked(
  database: DatabaseTransaction,
  id: number,
  { blocked, reason, authorId }: { blocked: boolean; reason: string | null; authorId: number },
): Promise<User | null> {
  const change = blocked
    ? sql`block_reason = ${reason}, blocked_by = ${authorId}, blocked_at = now()`
    : sql`block_reason = null, blocked_by = null, blocked_at = null`;
  await sql`update users set blocked = ${blocked}, ${change}, updated_at = ${touched} where id = ${id}`.execute(
    database,
  );
  return store.find(database, id);
}

/** The reason, author and time of a citizen's block; null if there is none. */
export async function readBlock(database: Database, id: number): Promise<CitizenBlock | null> {
  const { rows } = await sql<CitizenBlock>`
    select block_reason as reason, blocked_at as at, case when author.id is not null then
      json_build_object('id', author.id, 'first_name', author.first_name, 'last_name', author.last_name) end as by
    from users left join kernel_v1_admins as author on author.id = blocked_by
    where users.id = ${id} and users.blocked`.execute(database);
  return rows[0] ?? null;
}
