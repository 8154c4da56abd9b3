import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Erasure, erasureHook } from '#kernel/plugin-api/contract.ts';
import { type DatabaseTransaction, hooksOf, mentionsPerson } from '#kernel/plugin-api/server.ts';
import { intake } from '../../manifest.ts';
import { hashOfCode } from '../core/codes.ts';

/**
 * Keeps received applications in their sites' counts, deletes the requests to the citizen, and replaces the
 * code with which they read the application. Stored responses for repeated calls are encrypted, and deleted
 * after 48 hours.
 */
const erase = hooksOf(intake)(erasureHook, async (erasure, { database }, { vault }) => {
  const ids = [...erasure.idsOf('application')];
  const code = hashOfCode(vault, randomBytes(16).toString('hex'));
  await sql`
    update intake_submissions set code_hash = ${code} || application_id where application_id = any(${ids}::bigint[])`.execute(
    database,
  );
  const { rows: asks } = await sql<{ text: string }>`
    delete from intake_asks where application_id = any(${ids}::bigint[]) returning text`.execute(database);
  erasure.addTexts(asks.map(({ text }) => text));
  erasure.count('intake:erasure.asks', asks.length);
  const marks = [...erasure.marks];
  await eraseTickets(database, ids, erasure);
  await sql`
    delete from intake_events where ${mentionsPerson(sql`concat(data::text, error)`, marks)}`.execute(
    database,
  );
});

/** Clears the citizen's tickets and deletes their files that no application names; the sweep would do so only a day later. */
async function eraseTickets(database: DatabaseTransaction, ids: number[], erasure: Erasure): Promise<void> {
  const marks = [...erasure.marks];
  const { rows: tickets } = await sql<{ id: number }>`
    select id from intake_tickets
    where application_id = any(${ids}::bigint[]) or phone = any(${marks}::text[]) or verified_phone = any(${marks}::text[])
    order by id for update`.execute(database);
  const ticketIds = tickets.map(({ id }) => id);
  await sql`
    update intake_tickets set phone = null, verified_phone = null, person = null
    where id = any(${ticketIds}::bigint[])`.execute(database);
  const { rows: files } = await sql<{ id: number; name: string }>`
    with deleted as (delete from intake_files where ticket_id = any(${ticketIds}::bigint[]) returning file_id)
    select id, name from deleted join kernel_v1_files as file on file.id = deleted.file_id`.execute(database);
  erasure.addTexts(files.map(({ name }) => name));
  erasure.eraseFiles(files.map(({ id }) => id));
}

/** The hook listener that erases a citizen from intake. */
export const erasureHooks = [erase];
