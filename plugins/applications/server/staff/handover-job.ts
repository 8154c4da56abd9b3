import { sql } from 'kysely';
import type { Database, DatabaseTransaction, Effects, ServerContext } from '#kernel/plugin-api/server.ts';
import { openStatuses, type Status } from '../../contract.ts';
import type { applications } from '../../manifest.ts';
import { showMoved } from '../core/notify.ts';
import { writeMoves } from '../store/border-moves.ts';
import { handOverInaccessible } from './hand-over.ts';
import { canOpen, lockAdminAccess } from '../store/access.ts';

type Context = ServerContext<typeof applications>;

/** The maximum number of applications and tasks moved in one transaction. */
const batch = 100;
/** The interval at which inaccessible applications are searched. */
const searchMs = 10 * 60_000;

/** Moves handed-over applications, and finds inaccessible ones; on one node at a time. */
export function scheduleHandovers(context: Context, periodMs: number): void {
  context.every('handovers', periodMs, () => runPendingHandovers(context));
  context.every('inaccessible-applications', searchMs, async () => {
    const count = await findAllInaccessibleApplications(context);
    if (count > 0)
      context.log.warn({ count }, 'applications or tasks without a valid receiver were reassigned');
  });
}

/** Reassigns all inaccessible applications and tasks; returns their number. */
export function findAllInaccessibleApplications(context: Context): Promise<number> {
  return context.transaction((effects) =>
    handOverInaccessible(effects, context, { adminIds: null, authorId: null }),
  );
}

/**
 * Moves all pending items, those of one handover after the other, on behalf of the admin who ordered it. Each batch is
 * one transaction: after a kill, the next run continues after the finished batches.
 */
export async function runPendingHandovers(context: Context): Promise<void> {
  for (let after = 0; ;) {
    const handover = await nextHandover(context.database, after);
    if (!handover) return;
    await moveHandover(context, handover);
    after = handover.id;
  }
}

interface Handover {
  readonly id: number;
  /** Null if the server has found applications that their receiver could not open. */
  readonly author_id: number | null;
}

async function nextHandover(database: Database, after: number): Promise<Handover | null> {
  const { rows } = await sql<Handover>`
    select handover.id, handover.author_id
    from application_handover_items as item join application_handovers as handover on handover.id = item.handover_id
    where item.done_at is null and item.handover_id > ${after} order by item.handover_id limit 1`.execute(
    database,
  );
  return rows[0] ?? null;
}

/** Moves the items of a handover; one that fails is left to the next run, and delays no other. */
async function moveHandover(context: Context, handover: Handover): Promise<void> {
  const { id, author_id: adminId } = handover;
  const move = (ids: readonly number[]) =>
    context.transaction(
      (effects) => moveSome(effects, handover, ids),
      adminId === null ? undefined : { adminId },
    );
  for (let after = 0; ;) {
    const { rows } = await sql<{ application_id: number }>`
      select application_id from application_handover_items
      where handover_id = ${id} and application_id > ${after} and done_at is null
      order by application_id limit ${batch}`.execute(context.database);
    const ids = rows.map(({ application_id }) => application_id);
    const last = ids.at(-1);
    if (last === undefined) return;
    try {
      await move(ids);
    } catch {
      for (const applicationId of ids) {
        await move([applicationId]).catch((error: unknown) => {
          context.log.error({ err: error, handover: id, application: applicationId }, 'a handover failed');
        });
      }
    }
    after = last;
  }
}

interface StoredItem {
  readonly application_id: number;
  readonly successor_id: number | null;
  readonly is_case: boolean;
  readonly from_id: number;
  readonly message: string;
  readonly status: Status;
  readonly receiver_id: number | null;
  readonly neighborhood_id: number;
}

interface PendingItem extends StoredItem {
  /** Whether the successor may open it; locked until the transaction ends. */
  readonly reached: boolean;
}

async function moveSome(
  effects: Effects<typeof applications>,
  { id, author_id }: Handover,
  ids: readonly number[],
): Promise<void> {
  const { database } = effects;
  const stored = await lockPending(database, id, ids);
  if (stored.length === 0) return;
  const pending = await lockReach(database, stored);
  const moving = pending.filter(isCurrent);
  const [first] = moving;
  if (first) {
    const moves = moving.map((item) => ({
      id: item.application_id,
      to: item.neighborhood_id,
      successorId: item.is_case ? item.successor_id : null,
      message: item.message,
    }));
    await moveTasks(database, moving);
    const bundle = await writeMoves(database, moves, author_id);
    const details = { from: first.from_id, ids: moving.map(({ application_id }) => application_id) };
    await effects.audit({
      action: 'applications.handover.move',
      subjectType: 'application',
      subjectId: null,
      details,
    });
    await showMoved(effects, bundle);
  }
  await sql`
    update application_handover_items set done_at = now()
    where handover_id = ${id} and application_id = any(${pending.map(({ application_id }) => application_id)}::bigint[])`.execute(
    database,
  );
}

/**
 * Whether an item still applies: not if the application was answered or forwarded to another admin, or if its
 * successor can no longer open it.
 */
function isCurrent(item: PendingItem): boolean {
  const isOpen = (openStatuses as readonly Status[]).includes(item.status);
  if (!isOpen || (item.successor_id !== null && !item.reached)) return false;
  if (!item.is_case) return item.successor_id !== null;
  return item.receiver_id === item.successor_id || item.receiver_id === item.from_id;
}

/** Locks items with their applications, waiting for any that another node is moving; returns those still pending. */
async function lockPending(
  database: DatabaseTransaction,
  handoverId: number,
  ids: readonly number[],
): Promise<readonly StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    select item.application_id, item.successor_id, item.is_case, handover.admin_id as from_id, handover.message,
      application.status, application.receiver_id, application.neighborhood_id
    from application_handover_items as item
    join application_handovers as handover on handover.id = item.handover_id
    join applications as application on application.id = item.application_id
    where item.handover_id = ${handoverId} and item.application_id = any(${[...ids]}::bigint[]) and item.done_at is null
    order by item.application_id for no key update of application, item`.execute(database);
  return rows;
}

/** Finds which successors may open their items, with their access locked: changes to it wait for the move. */
async function lockReach(
  database: DatabaseTransaction,
  items: readonly StoredItem[],
): Promise<readonly PendingItem[]> {
  const successors = items.map(({ successor_id }) => successor_id);
  await lockAdminAccess(
    database,
    successors.filter((id) => id !== null),
  );
  const { rows } = await sql<{ application_id: number }>`
    select given.application_id
    from unnest(${items.map(({ application_id }) => application_id)}::bigint[], ${successors}::bigint[],
      ${items.map(({ neighborhood_id }) => neighborhood_id)}::bigint[]) as given (application_id, successor_id, place_id)
    where ${canOpen(sql`given.successor_id`, sql`given.place_id`)}`.execute(database);
  const reached = new Set(rows.map(({ application_id: id }) => id));
  return items.map((item) => ({ ...item, reached: reached.has(item.application_id) }));
}

/** Moves the tasks of the admins who hand over, in the applications of a batch. */
async function moveTasks(database: DatabaseTransaction, items: readonly PendingItem[]): Promise<void> {
  await sql`
    update application_tasks as task set admin_id = given.successor_id
    from unnest(${items.map(({ application_id }) => application_id)}::bigint[],
      ${items.map(({ from_id }) => from_id)}::bigint[],
      ${items.map(({ successor_id }) => successor_id)}::bigint[]) as given (application_id, from_id, successor_id)
    where task.application_id = given.application_id and task.admin_id = given.from_id and task.state = 'open'
      and given.successor_id is not null`.execute(database);
}
