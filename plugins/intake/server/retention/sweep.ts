import { sql } from 'kysely';
import type { ServerContext } from '#kernel/plugin-api/server.ts';
import type { intake } from '../../manifest.ts';

/** Deletes expired data: tickets, proofs, stored responses, old events, and files that no application names. */
export async function sweep({
  database,
  transaction,
  deleteFiles,
}: ServerContext<typeof intake>): Promise<void> {
  await sql`delete from intake_spent where expires_at < now()`.execute(database);
  await sql`delete from intake_identities where expires_at < now()`.execute(database);
  await sql`
    update intake_tickets set person = null where person is not null and expires_at < now()`.execute(
    database,
  );
  await sql`delete from intake_requests where created_at < now() - interval '48 hours'`.execute(database);
  // Events that still wait for a webhook are kept; a site without one reads its events sooner.
  await sql`
    delete from intake_events where created_at < now() - interval '90 days'
      and (delivered_at is not null or failed_at is not null or not exists (
        select from intake_sites as site where site.id = site_id and webhook <> '' and revoked_at is null))`.execute(
    database,
  );
  await transaction(async (effects) => {
    const { rows } = await sql<{ file_id: number }>`
      delete from intake_files where created_at < now() - interval '1 day' returning file_id`.execute(
      effects.database,
    );
    if (rows.length > 0)
      await deleteFiles(
        rows.map((row) => row.file_id),
        effects.database,
      );
  });
  await sql`delete from intake_tickets where expires_at < now() - interval '1 day'`.execute(database);
}
