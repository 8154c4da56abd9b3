import { sql } from 'kysely';
import { fail } from '#kernel/contract/index.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/plugins/api/index.ts';
import { attemptLimits, networkOf, reserveAttempt, type Attempt } from '../attempts.ts';
import { hashToken, isToken, makeToken } from '../token.ts';

/** So long a ticket waits for its code, and so many wrong ones it lives through. */
const ticketSeconds = 300;
const mostTries = 5;

/** What the first step of a sign-in gives where a second one follows; no session. */
export interface SignInTicket {
  readonly ticket: string;
  /** Seconds until the password has to be shown again. */
  readonly expiresIn: number;
}

/** Who brings a code, with the attempts that he spends on it. */
export interface TicketBearer {
  readonly adminId: number;
  readonly network: string;
  readonly attempts: readonly Attempt[];
}

/** Remembers that an admin has shown who he is, but for the code. */
export async function issueTicket(
  database: Database | DatabaseTransaction,
  adminId: number,
): Promise<SignInTicket> {
  const ticket = makeToken();
  await sql`
    insert into pending_sign_ins (ticket_hash, admin_id, expires_at)
    values (${hashToken(ticket)}, ${adminId}, now() + make_interval(secs => ${ticketSeconds}))`.execute(
    database,
  );
  return { ticket, expiresIn: ticketSeconds };
}

/**
 * Takes one of the tries of a ticket, before the code is looked at. Throws `sign_in_expired` when it is used up, too old or
 * unknown, and `too_many_attempts` as a password does.
 */
export async function consumeTicketTry(
  database: Database,
  { ticket, address }: { ticket: string; address: string },
): Promise<TicketBearer> {
  const network = networkOf(address);
  const ofNetwork = await reserveAttempt(database, `network ${network}`, attemptLimits.address);
  if (!isToken(ticket)) throw fail('sign_in_expired');
  const { rows } = await sql<{ admin_id: number; known: boolean }>`
    update pending_sign_ins p set tries = tries + 1
    where ticket_hash = ${hashToken(ticket)} and expires_at > now() and tries < ${mostTries}
    returning admin_id, exists (
      select from known_addresses k where k.admin_id = p.admin_id and k.network = ${network}) as known`.execute(
    database,
  );
  const [row] = rows;
  if (!row) throw fail('sign_in_expired');
  // Whoever knows the password and not the code must not lock out its owner, so a known network counts by itself.
  const name = row.known ? `code of ${row.admin_id} from ${network}` : `code of ${row.admin_id}`;
  const ofCode = await reserveAttempt(database, name, attemptLimits.login);
  return { adminId: row.admin_id, network, attempts: [ofNetwork, ofCode] };
}

/** Uses a ticket up, in the transaction that opens the session; of two at once one succeeds. */
export async function consumeTicket(database: DatabaseTransaction, ticket: string): Promise<void> {
  const { rows } = await sql`
    delete from pending_sign_ins where ticket_hash = ${hashToken(ticket)} and expires_at > now()
    returning admin_id`.execute(database);
  if (rows.length === 0) throw fail('sign_in_expired');
}

/** Forgets the sign-ins that nobody finished. */
export async function sweepTickets(database: Database): Promise<void> {
  await sql`delete from pending_sign_ins where expires_at <= now()`.execute(database);
}
