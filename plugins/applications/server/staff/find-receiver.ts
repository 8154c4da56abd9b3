import { sql } from 'kysely';
import { dayAt } from '#kernel/domain/text/index.ts';
import type { DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import { canOpen, readWithAccess } from '../store/access.ts';

/** The admin who receives an application, and the absent admin whom it was meant for. */
export interface FoundReceiver {
  readonly receiverId: number;
  /** The intended admin, if they are away. */
  readonly insteadOf: number | null;
}

interface Link {
  readonly admin_id: number;
  readonly is_away: boolean;
  readonly fits: boolean;
}

/**
 * Finds the receiver of an application meant for an admin: the admin or, while they are away, their
 * substitute, that one's substitute, and so on. If no substitute may open it, it waits for the admin. Null if
 * the admin may not open it either.
 */
export async function findReceiver(
  database: DatabaseTransaction,
  named: { readonly adminId: number; readonly neighborhoodId: number },
  timeZone: string,
): Promise<FoundReceiver | null> {
  const today = dayAt(Date.now(), timeZone);
  const links = await readWithAccess(
    database,
    () => readChain(database, named, today),
    (chain) => chain.map(({ admin_id }) => admin_id),
  );
  const [first] = links;
  if (!first?.fits) return null;
  const { admin_id } = links.find(({ is_away, fits }) => fits && !is_away) ?? first;
  return { receiverId: admin_id, insteadOf: admin_id === named.adminId ? null : named.adminId };
}

/** An admin, their substitute of today, that one's substitute of today, and so on. */
async function readChain(
  database: DatabaseTransaction,
  { adminId, neighborhoodId }: { readonly adminId: number; readonly neighborhoodId: number },
  today: string,
): Promise<readonly Link[]> {
  const { rows } = await sql<Link>`
    with recursive chain (admin_id, step) as (
      select ${adminId}::bigint, 0
      union all
      select absence.substitute_id, step + 1
      from chain join application_absences as absence on absence.admin_id = chain.admin_id
        and ${today}::date between absence.from_day and absence.until_day
      where step < 100
    )
    select admin_id, ${canOpen(sql`chain.admin_id`, sql`${neighborhoodId}::bigint`)} as fits, exists (
      select from application_absences as absence
      where absence.admin_id = chain.admin_id and ${today}::date between absence.from_day and absence.until_day) as is_away
    from chain order by step`.execute(database);
  return rows;
}
