import { sql } from 'kysely';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { normalizeNames } from '#kernel/records/server/crud/names.ts';
import type { Database } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';

interface Names {
  readonly login: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name?: string | null;
}

/** The normalized names and login for searching admins; stored in `fold_name`. */
export function adminSearchText({ login, first_name, last_name, father_name }: Names): string {
  return normalizeForSearch(`${last_name} ${first_name} ${father_name ?? ''} ${login}`);
}

/** Fills in missing search texts of roles and admins, when a plugin starts. */
export async function backfillSearchText(database: Database): Promise<void> {
  await normalizeNames(asKernel(database), 'admin_roles');
  const { rows } = await sql<Names & { id: number }>`
    select id, login, first_name, last_name, father_name from admins where fold_name is null`.execute(
    asKernel(database),
  );
  for (const row of rows) {
    await sql`update admins set fold_name = ${adminSearchText(row)} where id = ${row.id}`.execute(
      asKernel(database),
    );
  }
}
