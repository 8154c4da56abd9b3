import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';

/** The second factors that an admin can use. */
export interface AvailableFactors {
  /** A code of the application, or a recovery code. */
  readonly code: boolean;
  readonly passkey: boolean;
  /**
   * Whether only a hardware-bound passkey counts: the installation requires one of super admins, and this one has one.
   */
  readonly hardwareOnly: boolean;
  /** Whether the installation requires a hardware-bound passkey of this admin. */
  readonly hardwareRequired: boolean;
}

/** Reads which factors an admin can use; none if they have no second factor. */
export async function readAvailableFactors(
  database: Database | DatabaseTransaction,
  adminId: number,
): Promise<AvailableFactors> {
  const { rows } = await sql<{ code: boolean; keys: number; hardware: number; hardwareRequired: boolean }>`
    select exists (select from second_factors f where f.admin_id = a.id and f.confirmed_at is not null) as code,
      count(p.id) as keys, count(p.id) filter (where p.hardware) as hardware,
      must_use_hardware(r.role) "hardwareRequired"
    from admins a join admin_roles r on r.id = a.role_id left join passkeys p on p.admin_id = a.id
    where a.id = ${adminId} group by a.id, r.role`.execute(asKernel(database));
  const { code = false, keys = 0, hardware = 0, hardwareRequired = false } = rows[0] ?? {};
  const hardwareOnly = hardwareRequired && hardware > 0;
  return { code: code && !hardwareOnly, passkey: keys > 0, hardwareOnly, hardwareRequired };
}

/** Whether an admin has a second factor. */
export function hasAnyFactor({ code, passkey }: AvailableFactors): boolean {
  return code || passkey;
}
