import { sql } from 'kysely';
import {
  type Database,
  type DatabaseTransaction,
  hashToken,
  type reserveAttempt,
} from '#kernel/plugin-api/server.ts';

/** How long a user may take to sign in at the provider. */
export const attemptSeconds = 600;

/** How long the browser may take to redeem its ticket. */
export const ticketSeconds = 60;

/** An attempt of a network, to be released when it succeeds. */
type ReservedAttempt = Awaited<ReturnType<typeof reserveAttempt>>;

/** A started authorization flow. */
export interface Attempt {
  /** The admin who links their account; null for a sign-in. */
  readonly adminId: number | null;
  readonly sessionId: number | null;
  readonly redirectUri: string;
  readonly returnPath: string;
  /** Identifies the person's flow for another plugin; null for a sign-in or a link. */
  readonly subject: string | null;
  /** The reserved attempts of the network that started it; empty for flows older than this column. */
  readonly reserved: readonly ReservedAttempt[];
}

/** The admin of a ticket, and the generation of their sessions when it was issued. */
export interface TicketBearer {
  readonly adminId: number;
  readonly generation: number;
}

type Queryable = Database | DatabaseTransaction;

/** Stores a started flow by its state, which passes through the provider, and the key of the browser. */
export async function insertAttempt(
  database: Queryable,
  keys: { state: string; browser: string },
  attempt: Attempt,
): Promise<void> {
  const [reserved] = attempt.reserved;
  await sql`
    insert into one_id_attempts (state_hash, browser_hash, admin_id, session_id, redirect_uri, return_path, subject,
      reserved_key, reserved_moment, expires_at)
    values (${hashToken(keys.state)}, ${hashToken(keys.browser)}, ${attempt.adminId}, ${attempt.sessionId},
      ${attempt.redirectUri}, ${attempt.returnPath}, ${attempt.subject}, ${reserved?.key ?? null},
      ${reserved?.moment ?? null}, now() + make_interval(secs => ${attemptSeconds}))`.execute(database);
}

/** Consumes a flow, once, for the browser that started it; null otherwise. `inTime` is false for an expired one. */
export async function consumeAttempt(
  database: Queryable,
  keys: { state: string; browser: string },
): Promise<(Attempt & { readonly inTime: boolean }) | null> {
  const { rows } = await sql<
    Omit<Attempt, 'reserved'> & { key: Buffer | null; moment: string | null; inTime: boolean }
  >`
    delete from one_id_attempts
    where state_hash = ${hashToken(keys.state)} and browser_hash = ${hashToken(keys.browser)}
    returning admin_id "adminId", session_id "sessionId", redirect_uri "redirectUri", return_path "returnPath", subject,
      reserved_key as key, reserved_moment as moment, expires_at > now() "inTime"`.execute(database);
  const [row] = rows;
  if (!row) return null;
  const { key, moment, ...attempt } = row;
  return { ...attempt, reserved: key && moment !== null ? [{ key, moment }] : [] };
}

/** Stores a ticket that can be redeemed for a session. */
export async function insertTicket(database: Queryable, ticket: string, bearer: TicketBearer): Promise<void> {
  await sql`
    insert into one_id_tickets (ticket_hash, admin_id, session_generation, expires_at)
    values (${hashToken(ticket)}, ${bearer.adminId}, ${bearer.generation}, now() + make_interval(secs => ${ticketSeconds}))`.execute(
    database,
  );
}

/** Consumes a ticket, once, before it expires. */
export async function consumeTicket(database: Queryable, ticket: string): Promise<TicketBearer | null> {
  const { rows } = await sql<TicketBearer>`
    delete from one_id_tickets where ticket_hash = ${hashToken(ticket)} and expires_at > now()
    returning admin_id "adminId", session_generation as generation`.execute(database);
  return rows[0] ?? null;
}

/** Deletes expired tickets, and flows a day after they expired: until then a returning browser gets the result. */
export async function deleteExpired(database: Database): Promise<void> {
  await sql`delete from one_id_attempts where expires_at <= now() - interval '1 day'`.execute(database);
  await sql`delete from one_id_tickets where expires_at <= now()`.execute(database);
}
