import { sql, type RawBuilder } from 'kysely';
import { areaOf, type Viewer } from '#kernel/plugin-api/contract.ts';

export interface NotificationRow {
  id: number;
  admin_id: number;
  type: string;
  payload: Record<string, unknown>;
  is_read: boolean;
  created_at: string;
}

/** The columns of {@link NotificationRow}. */
export const columns = sql`id, admin_id, type, payload, is_read, created_at`;

/**
 * Matches the user's notifications within their current permissions and area: one that was readable once need
 * not stay readable.
 */
export function readableBy(viewer: Viewer): RawBuilder<boolean> {
  const area = areaOf(viewer);
  const within = area === 'everywhere' ? sql`true` : sql`neighborhood_id = any(${[...area]}::bigint[])`;
  return sql`(admin_id = ${viewer.id} and (neighborhood_id is null or ${within})
    and (permission is null or permission = any(${[...viewer.permissions]}::text[])))`;
}
