import { sql } from 'kysely';
import { fail } from '#kernel/contract/index.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { networkOf } from '#kernel/server/concurrency/network-of.ts';
import {
  attemptLimits,
  reserveAttempt,
  reserveNetworkAttempt,
  type Attempt,
} from '#kernel/server/limits/attempts.ts';
import { hashToken, isToken, makeToken } from '#kernel/server/installation/token.ts';

const ticketSeconds = 300;
const maxTries = 5;

/** The result of a first sign-in step that needs a second one; it is not a session. */
export interface SignInTicket {
  readonly ticket: string;
  /** Seconds until the first step has to be repeated. */
  readonly expiresIn: number;
}

/** The admin of a ticket, with the reserved attempts. */
export interface TicketBearer {
  readonly adminId: number;
  readonly generation: number;
  readonly network: string;
  readonly attempts: readonly Attempt[];
}

/** Issues a ticket for an admin who has passed the first step. */
export async function issueTicket(
  database: Database | DatabaseTransaction,
  { adminId, generation }: { readonly adminId: number; readonly generation: number },
): Promise<SignInTicket> {
  const ticket = makeToken();
  await sql`
    insert into pending_sign_ins (ticket_hash, admin_id, session_generation, expires_at)
    values (${hashToken(ticket)}, ${adminId}, ${generation}, now() + make_interval(secs => ${ticketSeconds}))`.execute(
    asKernel(database),
  );
  return { ticket, expiresIn: ticketSeconds };
}

/**
 * Consumes one try of a ticket before its code is checked. Throws `sign_in_expired` if the ticket is used up, expired
 * or unknown, and `too_many_attempts` like a password check.
 */
export async function consumeTicketTry(
  database: Database,
  { ticket, address }: { ticket: string; address: string },
): Promise<TicketBearer> {
  const network = networkOf(address);
  const ofNetwork = await reserveNetworkAttempt(database, network);
  const delayed = 'retryAfter' in ofNetwork ? fail('too_many_attempts', ofNetwork) : null;
  if (!isToken(ticket)) throw delayed ?? fail('sign_in_expired');
  const { rows } = await sql<{ admin_id: number; generation: number; known: boolean }>`
    update pending_sign_ins p set tries = tries + 1
    where ticket_hash = ${hashToken(ticket)} and expires_at > now() and tries < ${maxTries}
    returning admin_id, session_generation as generation, exists (
      select from known_addresses k where k.admin_id = p.admin_id and k.network = ${network}) as known`.execute(
    asKernel(database),
  );
  const [row] = rows;
  // Above the network's limit, only admins who have signed in from it before may continue.
  if (!row || (delayed && !row.known)) throw delayed ?? fail('sign_in_expired');
  // Someone who knows only the password must not lock out the owner, so known networks are counted separately.
  const name = row.known ? `code of ${row.admin_id} from ${network}` : `code of ${row.admin_id}`;
  const ofCode = await reserveAttempt(database, name, attemptLimits.login);
  return {
    adminId: row.admin_id,
    generation: row.generation,
    network,
    attempts: 'retryAfter' in ofNetwork ? [ofCode] : [ofNetwork, ofCode],
  };
}

/** The admin of a valid ticket; throws `sign_in_expired`. Consumes no try, since nothing is guessed here. */
export async function findTicket(database: Database, ticket: string): Promise<number> {
  if (!isToken(ticket)) throw fail('sign_in_expired');
  const { rows } = await sql<{ id: number }>`
    select admin_id as id from pending_sign_ins
    where ticket_hash = ${hashToken(ticket)} and expires_at > now() and tries < ${maxTries}`.execute(
    asKernel(database),
  );
  const [row] = rows;
  if (!row) throw fail('sign_in_expired');
  return row.id;
}

/** Consumes a ticket in the transaction that opens the session; of two concurrent calls, only one succeeds. */
export async function consumeTicket(database: DatabaseTransaction, ticket: string): Promise<void> {
  const { rows } = await sql`
    delete from pending_sign_ins where ticket_hash = ${hashToken(ticket)} and expires_at > now()
    returning admin_id`.execute(asKernel(database));
  if (rows.length === 0) throw fail('sign_in_expired');
}

/** Deletes expired tickets. */
export async function sweepTickets(database: Database): Promise<void> {
  await sql`delete from pending_sign_ins where expires_at <= now()`.execute(asKernel(database));
}
