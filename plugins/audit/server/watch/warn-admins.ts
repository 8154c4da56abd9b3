import { sql } from 'kysely';
import { noticeHook } from '#kernel/plugin-api/contract.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import { type DatabaseTransaction, type Effects, execute } from '#kernel/plugin-api/server.ts';
import type { audit } from '../../manifest.ts';
import type { WatchContext } from './settings.ts';

/** A detected unusual activity. */
export interface Finding {
  /** The type of the notice. */
  readonly kind: string;
  /** Identifies the entity, and for warnings per occurrence, the time. */
  readonly who: string;
  readonly adminId: number | null;
  readonly count: number;
  /** The payload of the notice, without the person's name. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * When it was found, and the pause between repeated warnings of it, in milliseconds; null: never repeated.
 */
export interface Moment {
  readonly now: number;
  readonly pauseMs: number | null;
}

/**
 * Warns the super admins, unless they were warned of the same within the pause. The record, the notices and
 * the audit entry are one transaction, so that two concurrent nodes warn once.
 */
export async function warnAdmins(
  context: Pick<WatchContext, 'transaction' | 'log'>,
  finding: Finding,
  moment: Moment,
): Promise<void> {
  const isNew = await context.transaction(async (effects) => {
    if (!(await record(effects.database, finding, moment))) return false;
    await notify(effects, finding);
    return true;
  });
  const { kind, adminId, count } = finding;
  if (isNew)
    context.log.warn({ kind, admin: adminId, count }, 'super admins were notified of unusual activity');
}

/** Warns within a transaction that already contains the record. */
export async function notify(
  { database, hooks, audit: write }: Effects<typeof audit>,
  { kind, adminId, count, payload }: Finding,
): Promise<void> {
  const person = adminId === null ? {} : { name: await readName(database, adminId) };
  const superAdmins = await execute(
    database,
    sql<{ id: number }>`
      select admin.id from kernel_v1_admins as admin join kernel_v1_admin_roles as role on role.id = admin.role_id
      where role.role = 'super_admin' and admin.deleted_at is null order by admin.id`,
  );
  await write({
    action: 'audit.unusual.find',
    subjectType: adminId === null ? 'installation' : 'admin',
    subjectId: adminId,
    details: { kind, count },
  });
  await hooks.call(noticeHook, {
    type: kind,
    payload: { ...person, ...payload },
    audience: { adminIds: superAdmins.map(({ id }) => id) },
  });
}

/** Records the warning; false if it was already recorded within the pause. */
async function record(
  database: DatabaseTransaction,
  { kind, who, count }: Finding,
  { now, pauseMs }: Moment,
): Promise<boolean> {
  const moment = sql`${new Date(now)}::timestamptz`;
  const over = pauseMs === null ? sql`false` : sql`audit_warnings.told_at <= ${new Date(now - pauseMs)}`;
  const rows = await execute(
    database,
    sql`insert into audit_warnings (kind, who, told_at, count) values (${kind}, ${who}, ${moment}, ${count})
      on conflict (kind, who) do update set told_at = excluded.told_at, count = excluded.count where ${over}
      returning kind`,
  );
  return rows.length > 0;
}

async function readName(database: DatabaseTransaction, id: number): Promise<string> {
  const [admin] = await execute(
    database,
    sql<{ first_name: string; last_name: string; father_name: string | null }>`
      select first_name, last_name, father_name from kernel_v1_admins where id = ${id}`,
  );
  return admin ? fullName(admin) : `№ ${id}`;
}
