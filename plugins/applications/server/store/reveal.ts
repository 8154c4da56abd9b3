import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import { type Database, within } from '#kernel/plugin-api/server.ts';
import type { RevealedField } from '#plugins/users/contract.ts';

const columns = {
  personal_number: sql`personal_number`,
  passport: sql`nullif(concat_ws(' ', passport_series, passport_number), '')`,
  birthday: sql`birthday::text`,
} as const;

/** One value of an application's person; undefined outside of the area, null where the application does not say it. */
export async function readRevealed(
  database: Database,
  { id, field, area }: { readonly id: number; readonly field: RevealedField; readonly area: Area },
): Promise<string | null | undefined> {
  const { rows } = await sql<{ value: string | null }>`
    select ${columns[field]} as value from applications where id = ${id} and ${within(area)}`.execute(
    database,
  );
  return rows[0]?.value;
}
