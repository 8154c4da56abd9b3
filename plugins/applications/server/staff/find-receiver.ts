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
  /** The intended admin, at the start of the chain. */
  readonly named_id: number;
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
  { adminId, neighborhoodId }: { readonly adminId: number; readonly neighborhoodId: number },
  timeZone: string,
): Promise<FoundReceiver | null> {
  const links = await readWithAccess(
    database,
    () => readChains(database, [adminId], { neighborhoodId, timeZone }),
    (chain) => chain.map(({ admin_id }) => admin_id),
  );
  return receiverOf(links);
}

/** The present substitutes of those admins who are away, by the admin; without a lock, for a preview. */
export async function readSubstitutes(
  database: DatabaseTransaction,
  adminIds: readonly number[],
  place: { readonly neighborhoodId: number; readonly timeZone: string },
): Promise<ReadonlyMap<number, number>> {
  const links = await readChains(database, adminIds, place);
  return new Map(
    [...Map.groupBy(links, ({ named_id }) => named_id)].flatMap(([namedId, chain]) => {
      const found = receiverOf(chain);
      return found === null || found.insteadOf === null ? [] : [[namedId, found.receiverId] as const];
    }),
  );
}

/** The receiver at the end of a chain that starts with the intended admin. */
function receiverOf(chain: readonly Link[]): FoundReceiver | null {
  const [first] = chain;
  if (!first?.fits) return null;
  const { admin_id } = chain.find(({ is_away, fits }) => fits && !is_away) ?? first;
  return { receiverId: admin_id, insteadOf: admin_id === first.named_id ? null : first.named_id };
}

/** For each admin: the admin, their substitute of today, that one's substitute of today, and so on. */
async function readChains(
  database: DatabaseTransaction,
  adminIds: readonly number[],
  { neighborhoodId, timeZone }: { readonly neighborhoodId: number; readonly timeZone: string },
): Promise<readonly Link[]> {
  const today = dayAt(Date.now(), timeZone);
  const { rows } = await sql<Link>`
    with recursive chain (named_id, admin_id, step) as (
      select named_id, named_id, 0 from unnest(${[...adminIds]}::bigint[]) as given (named_id)
      union all
      select named_id, absence.substitute_id, step + 1
      from chain join application_absences as absence on absence.admin_id = chain.admin_id
        and ${today}::date between absence.from_day and absence.until_day
      where step < 100
    )
    select named_id, admin_id, ${canOpen(sql`chain.admin_id`, sql`${neighborhoodId}::bigint`)} as fits, exists (
      select from application_absences as absence
      where absence.admin_id = chain.admin_id and ${today}::date between absence.from_day and absence.until_day) as is_away
    from chain order by named_id, step`.execute(database);
  return rows;
}
