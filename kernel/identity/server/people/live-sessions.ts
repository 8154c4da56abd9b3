import { sql } from 'kysely';
import type { Database } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';

/** A live session, as its owner may see it. */
export interface LiveSession {
  readonly id: number;
  readonly address: string;
  readonly user_agent: string;
  readonly created_at: string;
  readonly last_seen_at: string;
}

/** The live sessions of an admin, the last used first. */
export async function listSessions(database: Database, adminId: number): Promise<LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    select id, address, user_agent, created_at, last_seen_at from sessions
    where admin_id = ${adminId} and expires_at > now() order by last_seen_at desc, id desc`.execute(
    asKernel(database),
  );
  return rows;
}
