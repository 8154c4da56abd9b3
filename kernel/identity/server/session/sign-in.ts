import { sql } from 'kysely';
import { fail } from '#kernel/contract/index.ts';
import type { Database, DatabaseTransaction, ServerContext } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import type { Session } from '#kernel/server/services/ports.ts';
import { networkOf } from '#kernel/server/concurrency/network-of.ts';
import {
  attemptLimits,
  releaseAttempts,
  reserveAttempt,
  reserveNetworkAttempt,
} from '#kernel/server/limits/attempts.ts';
import { lockAdmin, openSession } from './session-store.ts';

interface Account {
  id: number;
  passwordHash: string;
  generation: number;
  /** Whether the admin has signed in from this network before. */
  known: boolean;
}

/** The origin of a sign-in. */
export interface SignInOrigin {
  readonly address: string;
  readonly userAgent?: string;
}

/** Credentials and origin of a sign-in. */
export interface SignInRequest extends SignInOrigin {
  readonly login: string;
  readonly password: string;
}

/** An identified admin and their network. */
export interface ProvenAdmin {
  readonly adminId: number;
  /** The session generation at that time; if the sessions have been ended since, the proof is invalid. */
  readonly generation?: number | undefined;
  readonly network: string;
}

/**
 * Checks a login and its password. Throws the same `wrong_login` for an unknown login, a wrong password and a blocked
 * admin, and `too_many_attempts` after ten failures of a login within fifteen minutes. After fifty failures of a
 * network, attempts are delayed except for logins that have signed in from it before; a wrong password does not reveal
 * which ones.
 */
export async function checkLogin(
  { database, passwords }: Pick<ServerContext, 'database' | 'passwords'>,
  request: SignInRequest,
): Promise<ProvenAdmin> {
  const network = networkOf(request.address);
  const { login, account } = await findAccount(database, request.login.trim(), network);
  // Strangers must not lock out the owner of a login, so known networks are counted separately.
  const name = account?.known ? `login ${login} from ${network}` : `login ${login}`;
  const ofNetwork = await reserveNetworkAttempt(database, network);
  const ofLogin = await reserveAttempt(database, name, attemptLimits.login);
  const hash = account?.passwordHash ?? null;
  if ('retryAfter' in ofNetwork) {
    // Hashes for every login, so that the time does not reveal it; few in parallel per network, so that others are
    // served.
    const isRight = await passwords.verify(hash, request.password, network);
    if (!isRight || !account?.known) throw fail('too_many_attempts', ofNetwork);
    await releaseAttempts(database, [ofLogin]);
  } else {
    if (!(await passwords.verify(hash, request.password)) || !account) throw fail('wrong_login');
    await releaseAttempts(database, [ofNetwork, ofLogin]);
  }
  return { adminId: account.id, generation: account.generation, network };
}

/**
 * Checks, in the transaction that opens a session or issues a ticket, that the proof is still valid: throws
 * `sign_in_expired` if the admin's sessions have been ended since. Must be called before the transaction takes other
 * locks.
 */
export async function lockProof(
  database: DatabaseTransaction,
  { adminId, generation }: Pick<ProvenAdmin, 'adminId' | 'generation'>,
): Promise<number> {
  const current = await lockAdmin(database, adminId);
  if (current === null) throw fail('wrong_login');
  if (generation !== undefined && current !== generation) throw fail('sign_in_expired');
  return current;
}

/** Opens the session of an admin who passed {@link checkLogin}, in the transaction of its audit entry. */
export async function signIn(
  database: DatabaseTransaction,
  proven: ProvenAdmin,
  { address, userAgent = '' }: SignInOrigin,
): Promise<{ token: string; session: Session }> {
  const { adminId, network } = proven;
  await lockProof(database, proven);
  const opened = await openSession(database, adminId, { address, userAgent });
  if (!opened) throw fail('wrong_login');
  await sql`insert into known_addresses (admin_id, network) values (${adminId}, ${network})
    on conflict (admin_id, network) do update set last_at = now()`.execute(asKernel(database));
  return opened;
}

/**
 * Finds the account of a login, and returns the login in lower case. PostgreSQL lowers it, like the unique index: for some
 * letters, such as İ, JavaScript gives another result.
 */
async function findAccount(
  database: Database,
  typed: string,
  network: string,
): Promise<{ readonly login: string; readonly account: Account | null }> {
  const { rows } = await sql<{
    login: string;
    id: number | null;
    password_hash: string;
    generation: number;
    known: boolean;
  }>`
    select given.login, a.id, a.password_hash, a.session_generation as generation, exists (
      select from known_addresses k where k.admin_id = a.id and k.network = ${network}) as known
    from (select lower(${typed}::text) as login) as given
    left join admins a on lower(a.login) = given.login and not a.blocked`.execute(asKernel(database));
  const [row] = rows;
  if (!row || row.id === null) return { login: row?.login ?? typed, account: null };
  const { login, id, password_hash: passwordHash, generation, known } = row;
  return { login, account: { id, passwordHash, generation, known } };
}
