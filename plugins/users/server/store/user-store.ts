import { sql } from 'kysely';
import { createReadOnlyStore, type DatabaseTransaction, touched } from '#kernel/plugin-api/server.ts';
import { user, type User } from '../../contract.ts';

/** Reads citizens, their numbers in the clear. */
export const store = createReadOnlyStore(user);

/** Blocks a citizen, or lets them in again. */
export async function setBlocked(
  database: DatabaseTransaction,
  id: number,
  blocked: boolean,
): Promise<User | null> {
  await sql`update users set blocked = ${blocked}, updated_at = ${touched} where id = ${id}`.execute(
    database,
  );
  return store.find(database, id);
}
