import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { markEnding } from '../session/end-sessions.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { notifySessionChange } from '../session/session-store.ts';

/** The admins who must have a second factor. */
export const factorPolicies = ['nobody', 'super_admins', 'everyone'] as const;
export type FactorPolicy = (typeof factorPolicies)[number];

/** Reads who must have a second factor. */
export async function readFactorPolicy(database: Database | DatabaseTransaction): Promise<FactorPolicy> {
  const { rows } = await sql<{ value: string }>`
    select value from installation where key = 'second_factor'`.execute(asKernel(database));
  return factorPolicies.find((policy) => policy === rows[0]?.value) ?? 'nobody';
}

/** Whether super admins need a hardware-bound passkey. */
export async function readHardwarePolicy(database: Database | DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{
    required: boolean;
  }>`select must_use_hardware('super_admin') as required`.execute(asKernel(database));
  return rows[0]?.required ?? false;
}

/**
 * Changes whether super admins need a hardware-bound passkey; every node then reloads all sessions. Throws
 * `passkeys_unavailable` if browsers do not support passkeys at `origin`, that of the call, since super admins would be
 * locked out.
 */
export async function writeHardwarePolicy(
  database: DatabaseTransaction,
  required: boolean,
  origin?: string,
): Promise<void> {
  if (required && origin !== undefined) relyingPartyOf(origin);
  await writeSetting(database, 'hardware_keys', required ? 'super_admins' : 'nobody');
}

/**
 * Counts the active admins without a second factor: super admins, and all; and the super admins without a
 * hardware-bound passkey.
 */
export async function countWithoutFactor(
  database: Database | DatabaseTransaction,
): Promise<{ superAdmins: number; all: number; hardware: number }> {
  const { rows } = await sql<{ superAdmins: number; all: number; hardware: number }>`
    select count(*) filter (where r.role = 'super_admin' and not has_factor(a.id)) "superAdmins",
      count(*) filter (where not has_factor(a.id)) "all",
      count(*) filter (where r.role = 'super_admin'
        and not exists (select from passkeys p where p.admin_id = a.id and p.hardware)) "hardware"
    from admins a join admin_roles r on r.id = a.role_id
    where not a.blocked and a.deleted_at is null`.execute(asKernel(database));
  return rows[0] ?? { superAdmins: 0, all: 0, hardware: 0 };
}

/** Changes who must have a second factor; every node then reloads all sessions. */
export async function writeFactorPolicy(database: DatabaseTransaction, policy: FactorPolicy): Promise<void> {
  await writeSetting(database, 'second_factor', policy);
}

async function writeSetting(database: DatabaseTransaction, key: string, value: string): Promise<void> {
  await sql`insert into installation (key, value) values (${key}, ${value})
    on conflict (key) do update set value = excluded.value`.execute(asKernel(database));
  const { rows } = await sql<{ id: number }>`select id from sessions where expires_at > now()`.execute(
    asKernel(database),
  );
  const ids = rows.map(({ id }) => id);
  markEnding(database, ids);
  await notifySessionChange(database, ids);
}
