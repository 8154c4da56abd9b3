import { sql } from 'kysely';
import { type DatabaseTransaction, execute } from '#kernel/plugin-api/server.ts';
import type { PersonMove } from '#plugins/neighborhoods/contract.ts';
import { openStatuses } from '../../contract.ts';
import { canOpen } from './access.ts';
import { readBundle, selectBundle, selectFullRows, type Bundle } from './rows.ts';

/** An open application of a citizen whose household moves. */
export interface ApplicationMove {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly receiver_id: number | null;
  /** Whether its receiver can still open it in the new neighbourhood. */
  readonly reached: boolean;
}

/** A moved application and its new receiver; null keeps the receiver. */
export interface WrittenMove {
  readonly id: number;
  readonly to: number;
  readonly successorId: number | null;
  /** The message in its timeline. */
  readonly message: string;
}

/** The open applications of citizens whose household moves, in the neighbourhood that it leaves. */
export async function findMoves(
  database: DatabaseTransaction,
  people: readonly PersonMove[],
  isSaving: boolean,
): Promise<ApplicationMove[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<ApplicationMove>`
    with locked as materialized (
      select application.id, application.receiver_id, application.neighborhood_id as from_id, person.to_id
      from unnest(${people.map(({ personalNumber }) => personalNumber)}::text[], ${people.map(({ from }) => from)}::bigint[],
        ${people.map(({ to }) => to)}::bigint[]) as person (personal_number, from_id, to_id)
      join applications as application on application.personal_number = person.personal_number
        and application.neighborhood_id = person.from_id and application.status = any(${[...openStatuses]}::text[])
      order by application.id ${isSaving ? sql`for no key update of application` : sql``}
    )
    select id, from_id as "from", to_id as "to", receiver_id, receiver_id is null
      or ${canOpen(sql`locked.receiver_id`, sql`locked.to_id`)} as reached
    from locked order by id`.execute(database);
  return rows;
}

/** Moves applications to neighbourhoods and successors, adds a step to each timeline, and returns the new rows. */
export async function writeMoves(
  database: DatabaseTransaction,
  moves: readonly WrittenMove[],
  senderId: number | null,
): Promise<Bundle> {
  const given = sql`unnest(${moves.map(({ id }) => id)}::bigint[], ${moves.map(({ to }) => to)}::bigint[],
    ${moves.map(({ successorId }) => successorId)}::bigint[], ${moves.map(({ message }) => message)}::text[])
    as given (id, to_id, successor_id, message)`;
  await sql`
    update applications set neighborhood_id = given.to_id, receiver_id = coalesce(given.successor_id, receiver_id),
      updated_at = greatest(now(), updated_at + interval '1 millisecond')
    from ${given} where applications.id = given.id`.execute(database);
  await sql`
    insert into application_actions (application_id, type, message, receiver_id, sender_id)
    select id, case when successor_id is null then 'message' else 'forward' end, message, successor_id, ${senderId}::bigint
    from ${given} order by id`.execute(database);
  const ids = sql`select id from unnest(${moves.map(({ id }) => id)}::bigint[]) as given (id)`;
  const [row] = await execute(database, selectBundle({ page: selectFullRows(ids) }));
  return readBundle(row);
}
