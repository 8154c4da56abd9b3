import { sql } from 'kysely';
import type { DatabaseTransaction } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';

/** Removes the history of a record that is out of use although its row stays. */
export async function eraseHistory(
  database: DatabaseTransaction,
  kind: string,
  id: number | string,
): Promise<void> {
  await sql`delete from record_history where kind = ${kind} and record = ${String(id)}`.execute(
    asKernel(database),
  );
}
