import { sql, type RawBuilder } from 'kysely';
import { fail, type RoleLevel, type SessionTimes, type Viewer } from '#kernel/contract/index.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import type { Session, SessionEndReason } from '#kernel/server/services/ports.ts';
import { hashToken, makeToken } from '#kernel/server/installation/token.ts';

/** The maximum lifetime of a session, and the maximum time without use. */
const maxLifetime = sql`interval '12 hours'`;
const maxIdle = sql`interval '30 minutes'`;
const touchInterval = sql`interval '1 minute'`;
/** The new expiry of a session that is being used. */
const nextEnd = sql`least(created_at + ${maxLifetime}, now() + ${maxIdle})`;

/** Seconds until a moment, rounded up; the tolerance is there because columns are rounded to milliseconds. */
const secondsUntil = (moment: RawBuilder<unknown>) =>
  sql`ceil(extract(epoch from ${moment} - now()) - 0.001)::int`;

/** The reason in the notice of expired sessions. */
export const expired = 'expired';

/** Ids per notice, whose size is limited to 8000 bytes. */
const idsPerNotice = 300;

/** The neighbourhood ids of admin `a`. */
const neighborhoodIds = sql`array(
  select n.neighborhood_id from admin_neighborhoods n where n.admin_id = a.id order by n.neighborhood_id)`;

interface SessionRow {
  id: number;
  admin_id: number;
  role: RoleLevel;
  permissions: string[];
  neighborhood_ids: number[];
  must_change_password: boolean;
  must_add_factor: boolean;
  unseen: boolean;
}

/** A session as stored, and whether its use must be recorded. */
export interface FoundSession {
  readonly session: Session;
  readonly unseen: boolean;
}

/** Finds the live session of a token hash, by the database's clock. */
export async function findSession(database: Database, tokenHash: Buffer): Promise<FoundSession | null> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.admin_id, r.role, r.permissions, a.must_change_password,
      must_add_factor(a.id, r.role) as must_add_factor,
      ${neighborhoodIds} as neighborhood_ids,
      s.last_seen_at < now() - ${touchInterval} as unseen
    from sessions s join admins a on a.id = s.admin_id join admin_roles r on r.id = a.role_id
    where s.token_hash = ${tokenHash} and s.expires_at > now() and not a.blocked`.execute(asKernel(database));
  const [row] = rows;
  return row ? { session: presentSession(row), unseen: row.unseen } : null;
}

/** Records a use of a session, at most once a minute. Extends the session unless its client reports activity. */
export async function touchSession(database: Database, sessionId: number): Promise<void> {
  await sql`
    update sessions set last_seen_at = now(), expires_at = case when active_at is null then ${nextEnd} else expires_at end
    where id = ${sessionId} and expires_at > now() and last_seen_at < now() - ${touchInterval}`.execute(
    asKernel(database),
  );
}

/**
 * Records that the user is active now; with `isActive` false, only returns the times. Null if the session is over.
 * Either marks the client as one that reports activity: from then on, its calls do not extend the session.
 */
export async function recordActivity(
  database: Database | DatabaseTransaction,
  sessionId: number,
  isActive: boolean,
): Promise<SessionTimes | null> {
  const change = isActive
    ? sql`active_at = now(), last_seen_at = now(), expires_at = ${nextEnd}`
    : sql`active_at = coalesce(active_at, last_seen_at)`;
  const { rows } = await sql<SessionTimes>`
    update sessions set ${change} where id = ${sessionId} and expires_at > now()
    returning ${secondsUntil(sql`expires_at`)} expires_in, ${secondsUntil(sql`created_at + ${maxLifetime}`)} lifetime_left`.execute(
    asKernel(database),
  );
  return rows[0] ?? null;
}

/** Records once that a session got the capabilities that are announced only to sessions. */
export async function recordAnnouncement(database: Database, sessionId: number): Promise<void> {
  await sql`
    update sessions set announced_at = now() where id = ${sessionId} and announced_at is null`.execute(
    asKernel(database),
  );
}

/**
 * Locks an admin until the transaction ends and returns their session generation; null if the admin is blocked or
 * deleted. Code that opens a session or consumes a code takes this lock first, so that it runs either before or after
 * code that ends the sessions.
 */
export async function lockAdmin(
  database: Database | DatabaseTransaction,
  adminId: number,
): Promise<number | null> {
  const { rows } = await sql<{ generation: number }>`
    select session_generation as generation from admins where id = ${adminId} and not blocked for no key update`.execute(
    asKernel(database),
  );
  return rows[0]?.generation ?? null;
}

/**
 * Locks the admin of a session; throws `unauthenticated` if the session has ended or the admin was blocked during the
 * call.
 */
export async function lockSession(
  database: DatabaseTransaction,
  { adminId, sessionId }: { readonly adminId: number; readonly sessionId: number },
): Promise<void> {
  const isHeld = (await lockAdmin(database, adminId)) !== null;
  // A separate statement, so that it sees what was committed while waiting for the lock.
  const { rows } = await sql`
    select from sessions where id = ${sessionId} and admin_id = ${adminId} and expires_at > now()`.execute(
    asKernel(database),
  );
  if (!isHeld || rows.length === 0) throw fail('unauthenticated');
}

/** Opens a session for an authenticated admin; null if the admin is blocked or deleted. */
export async function openSession(
  database: Database | DatabaseTransaction,
  adminId: number,
  origin: { address: string; userAgent: string },
): Promise<{ token: string; session: Session } | null> {
  const token = makeToken();
  const { rows } = await sql<SessionRow>`
    with opened as (
      insert into sessions (token_hash, admin_id, address, user_agent, expires_at)
      select ${hashToken(token)}, a.id, ${origin.address}, ${origin.userAgent.slice(0, 300)}, now() + ${maxIdle}
      from admins a where a.id = ${adminId} and not a.blocked
      returning id, admin_id
    )
    select o.id, o.admin_id, r.role, r.permissions, a.must_change_password, false as unseen,
      must_add_factor(a.id, r.role) as must_add_factor,
      ${neighborhoodIds} as neighborhood_ids
    from opened o join admins a on a.id = o.admin_id join admin_roles r on r.id = a.role_id`.execute(
    asKernel(database),
  );
  const [row] = rows;
  return row ? { token, session: presentSession(row) } : null;
}

/** Deletes a session, of any admin or of a given one; returns its id if it existed. */
export function deleteSession(
  database: Database | DatabaseTransaction,
  sessionId: number,
  { adminId = null, reason = null }: { adminId?: number | null; reason?: SessionEndReason | null } = {},
): Promise<number[]> {
  const condition = sql`id = ${sessionId} and (${adminId}::bigint is null or admin_id = ${adminId})`;
  return deleteWhere(database, condition, reason);
}

/**
 * Deletes the sessions of admins, except one if given, and their sign-in tickets; returns the session ids. A session
 * that is being opened concurrently is either committed before and deleted too, or fails because its proof has an old
 * generation.
 */
export async function deleteSessionsOf(
  database: Database | DatabaseTransaction,
  adminIds: readonly number[],
  exceptSessionId: number | null,
  reason: SessionEndReason | null = null,
): Promise<number[]> {
  // A separate statement, so that the deletion sees what was committed while this one waited.
  await sql`
    update admins set session_generation = session_generation + 1
    from (select id from admins where id = any(${[...adminIds]}::bigint[]) order by id for no key update) as ended
    where admins.id = ended.id`.execute(asKernel(database));
  const ofAdmins = sql`admin_id = any(${[...adminIds]}::bigint[])`;
  const condition = sql`${ofAdmins} and id is distinct from ${exceptSessionId}::bigint`;
  return deleteWhere(database, condition, reason, sql`delete from pending_sign_ins where ${ofAdmins}`);
}

/** Deletes sessions and related rows; the trigger of `sessions` puts the reason into its notice. */
async function deleteWhere(
  database: Database | DatabaseTransaction,
  condition: RawBuilder<unknown>,
  reason: SessionEndReason | typeof expired | null,
  alsoDeleted?: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with end_reason as materialized (select set_config('komak.session_end', ${reason ?? ''}, true))
      ${alsoDeleted ? sql`, also_deleted as (${alsoDeleted})` : sql``}
    delete from sessions using end_reason where ${condition} returning id`.execute(asKernel(database));
  return rows.map((row) => row.id);
}

/** Notifies every node, on commit, that sessions continue with other rights or names. */
export async function notifySessionChange(
  database: DatabaseTransaction,
  sessionIds: readonly number[],
): Promise<void> {
  for (let start = 0; start < sessionIds.length; start += idsPerNotice) {
    const notice = JSON.stringify({ changed: sessionIds.slice(start, start + idsPerNotice) });
    await sql`select pg_notify('komak_session', ${notice})`.execute(asKernel(database));
  }
}

/** Deletes expired sessions; returns the milliseconds until the next one expires, or null without sessions. */
export async function sweepSessions(database: Database): Promise<number | null> {
  await deleteWhere(database, sql`expires_at <= now()`, expired);
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(extract(epoch from min(expires_at) - now()) * 1000)::float8 as wait from sessions`.execute(
    asKernel(database),
  );
  return rows[0]?.wait ?? null;
}

/** Returns the given sessions that no longer exist or have expired. */
export async function findEndedSessions(
  database: Database,
  sessionIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select requested.id from unnest(${[...sessionIds]}::bigint[]) as requested (id)
    where not exists (select from sessions s where s.id = requested.id and s.expires_at > now())`.execute(
    asKernel(database),
  );
  return rows.map((row) => row.id);
}

/**
 * The viewer of a live session, or null; for a signed file URL, which contains a session id but no token. Like every
 * call that needs a right, it requires that an initial password is changed and a required second factor is set up.
 */
export async function findViewerBySession(database: Database, sessionId: number): Promise<Viewer | null> {
  const { rows } = await sql<Viewer>`
    select a.id, r.role, r.permissions, ${neighborhoodIds} "neighborhoodIds"
    from sessions s join admins a on a.id = s.admin_id join admin_roles r on r.id = a.role_id
    where s.id = ${sessionId} and s.expires_at > now() and not a.blocked
      and not a.must_change_password and not must_add_factor(a.id, r.role)`.execute(asKernel(database));
  return rows[0] ?? null;
}

function presentSession(row: SessionRow): Session {
  return {
    id: row.id,
    mustChangePassword: row.must_change_password,
    mustAddFactor: row.must_add_factor,
    viewer: {
      id: row.admin_id,
      role: row.role,
      permissions: row.permissions,
      neighborhoodIds: row.neighborhood_ids,
    },
  };
}
