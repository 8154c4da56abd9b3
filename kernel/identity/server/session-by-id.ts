import { sql } from 'kysely';
import type { Viewer } from '#kernel/contract/index.ts';
import type { Database } from '#kernel/server/plugins/api/index.ts';

/**
 * Whose live session this is, or null: for a signed address, which stands for a session and carries no token. With a first
 * password, or without a second factor where one is asked for, nothing that needs a right is done, files not either.
 */
export async function findViewerBySession(database: Database, sessionId: number): Promise<Viewer | null> {
  const { rows } = await sql<Viewer>`
    select a.id, r.role, r.permissions, array(
      select n.neighborhood_id from admin_neighborhoods n where n.admin_id = a.id order by n.neighborhood_id
    ) "neighborhoodIds"
    from sessions s join admins a on a.id = s.admin_id join admin_roles r on r.id = a.role_id
    where s.id = ${sessionId} and s.expires_at > now() and not a.blocked
      and not a.must_change_password and not must_add_factor(a.id, r.role)`.execute(database);
  return rows[0] ?? null;
}
