import { sql } from 'kysely';
import type { Area, RoleLevel } from '#kernel/contract/index.ts';
import type { Database, DatabaseTransaction } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';

type Connection = Database | DatabaseTransaction;

/** The tables of a plugin's bulk jobs, which belong to the plugin. */
export interface BatchTables {
  /** With the columns `id`, `state`, `author_id`, `total` and `finished_at`. */
  readonly batches: string;
  /** With the columns `batch_id`, `problem`, and the two below. */
  readonly items: string;
  /** The column of the item's subject, such as `application_id`. */
  readonly subject: string;
  /** The column of the result, such as `letter_id`; null until there is one. */
  readonly result: string;
}

/** How a bulk job ended: all items were tried, or it was stopped. */
export type BatchEnd = 'done' | 'stopped';

/** The result of an item: the id of what was created, or the code of the problem. */
export type ItemResult = { readonly result: number } | { readonly problem: string };

/** The numbers of finished and of failed items. */
export interface BatchProgress {
  readonly done: number;
  readonly failed: number;
}

/** The statements that all bulk jobs share. */
export interface BatchStore {
  /** Returns the next running job after the given one, cyclically, so that jobs take turns. */
  nextRunning(database: Connection, afterId: number): Promise<number | null>;
  /** Returns the next open item that is not in `except`, whose items wait for another attempt; null if none is left. */
  nextItem(database: Connection, batchId: number, except?: readonly number[]): Promise<number | null>;
  /**
   * Counts an attempt at an item before it begins, so that one that kills the server is counted too. Returns the number of
   * consecutive attempts at this item of the job.
   */
  countAttempt?(database: Connection, batchId: number, subjectId: number): Promise<number>;
  /**
   * Locks an item until the end of the transaction; false if it is done, or if its job was stopped. The lock on the job
   * delays stopping it, so that no item is processed afterwards.
   */
  lockItem(database: DatabaseTransaction, batchId: number, subjectId: number): Promise<boolean>;
  finishItem(
    database: DatabaseTransaction,
    batchId: number,
    subjectId: number,
    outcome: ItemResult,
  ): Promise<void>;
  /** Ends a job; false if it has already ended. */
  end(database: DatabaseTransaction, batchId: number, state: BatchEnd): Promise<boolean>;
  readProgress(database: Connection, batchId: number): Promise<BatchProgress>;
}

/** Creates the store of the bulk jobs in these tables; open items need an index. */
export function createBatchStore({ batches, items, subject, result }: BatchTables): BatchStore {
  const [batchTable, itemTable] = [sql.table(batches), sql.table(items)];
  const [subjectColumn, resultColumn] = [sql.ref(subject), sql.ref(result)];
  return {
    async nextRunning(database, afterId) {
      const { rows } = await sql<{ id: number }>`
        select id from ${batchTable} where state = 'running' order by id <= ${afterId}, id limit 1`.execute(
        database,
      );
      return rows[0]?.id ?? null;
    },
    async nextItem(database, batchId, except = []) {
      const { rows } = await sql<{ id: number }>`
        select ${subjectColumn} as id from ${itemTable}
        where batch_id = ${batchId} and ${resultColumn} is null and problem is null
          and ${subjectColumn} <> all(${[...except]}::bigint[])
        order by ${subjectColumn} limit 1`.execute(database);
      return rows[0]?.id ?? null;
    },
    async countAttempt(database, batchId, subjectId) {
      const { rows } = await sql<{ attempts: number }>`
        insert into batch_attempts as counted (batches, batch_id, subject_id, attempts)
        values (${batches}, ${batchId}, ${subjectId}, 1)
        on conflict (batches, batch_id) do update set subject_id = excluded.subject_id,
          attempts = case when counted.subject_id = excluded.subject_id then counted.attempts + 1 else 1 end
        returning attempts`.execute(asKernel(database));
      return rows[0]?.attempts ?? 1;
    },
    async lockItem(database, batchId, subjectId) {
      const { rows } = await sql`
        select from ${itemTable} as item join ${batchTable} as batch on batch.id = item.batch_id
        where item.batch_id = ${batchId} and item.${subjectColumn} = ${subjectId}
          and item.${resultColumn} is null and item.problem is null and batch.state = 'running'
        for update of item for share of batch`.execute(database);
      return rows.length > 0;
    },
    async finishItem(database, batchId, subjectId, outcome) {
      await sql`
        update ${itemTable} set ${resultColumn} = ${'result' in outcome ? outcome.result : null},
          problem = ${'problem' in outcome ? outcome.problem : null}
        where batch_id = ${batchId} and ${subjectColumn} = ${subjectId}`.execute(database);
    },
    async end(database, batchId, state) {
      await sql`delete from batch_attempts where batches = ${batches} and batch_id = ${batchId}`.execute(
        asKernel(database),
      );
      const { rows } = await sql`
        update ${batchTable} set state = ${state}, finished_at = now()
        where id = ${batchId} and state = 'running' returning id`.execute(database);
      return rows.length > 0;
    },
    async readProgress(database, batchId) {
      const { rows } = await sql<BatchProgress>`
        select (count(*) filter (where ${resultColumn} is not null))::int as done,
          (count(*) filter (where problem is not null))::int as failed
        from ${itemTable} where batch_id = ${batchId}`.execute(database);
      return rows[0] ?? { done: 0, failed: 0 };
    },
  };
}

/**
 * Reads the current area of an admin with a permission; null without the permission, and for an admin who could make no
 * call with it: one who is blocked, or whose password or second factors were reset and are not replaced yet.
 */
export async function areaOfAuthor(
  database: Connection,
  adminId: number,
  permission: string,
): Promise<Area | null> {
  const { rows } = await sql<{ role: RoleLevel; ids: number[] }>`
    select role.role, array(select neighborhood_id from kernel_v1_admin_neighborhoods where admin_id = admin.id) as ids
    from kernel_v1_admins as admin join kernel_v1_admin_roles as role on role.id = admin.role_id
      join kernel_v1_admin_factors as factor on factor.admin_id = admin.id
    where admin.id = ${adminId} and not admin.blocked and not admin.must_change_password and not factor.must_add_factor
      and ${permission} = any(role.permissions)`.execute(database);
  const [row] = rows;
  if (!row) return null;
  return row.role === 'super_admin' ? 'everywhere' : row.ids;
}
