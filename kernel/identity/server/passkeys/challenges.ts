import { sql } from 'kysely';
import { fail } from '#kernel/contract/index.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { hashToken } from '#kernel/server/installation/token.ts';

/** Seconds within which an authenticator must sign. */
export const challengeSeconds = 300;

/**
 * Maximum number of open challenges per network: each is a row, and a sign-in requests one before the user is known.
 */
const maxPerNetwork = 300;

/** The purpose of a challenge, and the session or sign-in to which it is bound. */
export type ChallengeUse =
  | { readonly purpose: 'add' | 'proof'; readonly sessionId: number }
  | { readonly purpose: 'sign-in'; readonly ticket: string | null };

/** Stores a challenge, in base64url. Throws `too_many_attempts` if the network has too many open ones. */
export async function rememberChallenge(
  database: Database | DatabaseTransaction,
  challenge: string,
  { network, ...use }: ChallengeUse & { readonly network: string },
): Promise<void> {
  const { purpose, sessionId, ticketHash } = columnsOf(use);
  const { rows } = await sql`
    insert into passkey_challenges (challenge, purpose, session_id, ticket_hash, network, expires_at)
    select ${bytesOf(challenge)}, ${purpose}, ${sessionId}::bigint, ${ticketHash}::bytea, ${network},
      now() + make_interval(secs => ${challengeSeconds})
    where (select count(*) from passkey_challenges where network = ${network} and expires_at > now()) < ${maxPerNetwork}
    returning purpose`.execute(asKernel(database));
  if (rows.length === 0) throw fail('too_many_attempts', { retryAfter: 60 });
}

/**
 * Consumes a challenge, even if the signature is rejected later; false if it is unknown, used, expired, or for another
 * purpose.
 */
export async function consumeChallenge(
  database: Database,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> {
  const { purpose, sessionId, ticketHash } = columnsOf(use);
  const { rows } = await sql`
    delete from passkey_challenges where challenge = ${bytesOf(challenge)} and purpose = ${purpose}
      and session_id is not distinct from ${sessionId}::bigint
      and ticket_hash is not distinct from ${ticketHash}::bytea and expires_at > now()
    returning purpose`.execute(asKernel(database));
  return rows.length > 0;
}

/** Deletes expired challenges. */
export async function sweepChallenges(database: Database): Promise<void> {
  await sql`delete from passkey_challenges where expires_at <= now()`.execute(asKernel(database));
}

function columnsOf(use: ChallengeUse) {
  return use.purpose === 'sign-in'
    ? {
        purpose: use.purpose,
        sessionId: null,
        ticketHash: use.ticket === null ? null : hashToken(use.ticket),
      }
    : { purpose: use.purpose, sessionId: use.sessionId, ticketHash: null };
}

function bytesOf(challenge: string): Buffer {
  return Buffer.from(challenge, 'base64url');
}
