import { sql } from 'kysely';
import type { DatabaseTransaction } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';

/** Removes the history of a record that is no longer in use although its row remains. */
export async function eraseHistory(
  database: DatabaseTransaction,
  kind: string,
  id: number | string,
): Promise<void> {
  await sql`delete from record_history where kind = ${kind} and record = ${String(id)}`.execute(
    asKernel(database),
  );
}
