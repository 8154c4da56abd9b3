import { sql } from 'kysely';
import type { Database } from '#kernel/plugin-api/server.ts';

export interface SignInRow {
  readonly id: number;
  readonly address: string;
  readonly user_agent: string;
  readonly created_at: string;
  readonly last_seen_at: string;
}

/** The sessions of an admin that are alive, the last used first. */
export async function listSignIns(database: Database, adminId: number): Promise<SignInRow[]> {
  const { rows } = await sql<SignInRow>`
    select id, address, user_agent, created_at, last_seen_at from sessions
    where admin_id = ${adminId} and expires_at > now() order by last_seen_at desc, id desc`.execute(database);
  return rows;
}
