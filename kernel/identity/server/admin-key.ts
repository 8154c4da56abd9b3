import { sql } from 'kysely';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import type { Database } from '#kernel/server/plugins/api/index.ts';

interface Names {
  readonly login: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name?: string | null;
}

/** What an admin is found by: names and login, folded; kept in `fold_name`. */
export function adminSearchText({ login, first_name, last_name, father_name }: Names): string {
  return normalizeForSearch(`${last_name} ${first_name} ${father_name ?? ''} ${login}`);
}

/** Folds the names of admins that were written before there were keys, or by hand; for the start of a plugin. */
export async function backfillAdminSearchText(database: Database): Promise<void> {
  const { rows } = await sql<Names & { id: number }>`
    select id, login, first_name, last_name, father_name from admins where fold_name is null`.execute(
    database,
  );
  for (const row of rows) {
    await sql`update admins set fold_name = ${adminSearchText(row)} where id = ${row.id}`.execute(database);
  }
}
