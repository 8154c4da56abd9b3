import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { erasureHook } from '#kernel/plugin-api/contract.ts';
import { hooksOf, namesPerson } from '#kernel/plugin-api/server.ts';
import { intake } from '../manifest.ts';
import { hashOfCode } from './codes.ts';

/**
 * What was received stays counted by its site; what was asked of the citizen goes, and nobody reads the case by its number and code
 * any more. Answers that wait for a repeated call are encrypted, and go after 48 hours.
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
  await sql`
    update intake_tickets set phone = null, verified_phone = null, person = null
    where application_id = any(${ids}::bigint[]) or phone = any(${marks}::text[]) or verified_phone = any(${marks}::text[])`.execute(
    database,
  );
  await sql`
    delete from intake_events where ${namesPerson(sql`concat(data::text, error)`, marks)}`.execute(database);
});

/** How a citizen is taken out of the way in. */
export const erasureHooks = [erase];
