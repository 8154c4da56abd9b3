import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';

/** A passkey as shown to its owner. */
export interface Passkey {
  readonly id: number;
  readonly name: string;
  /** Bound to one device, as its attestation proves. */
  readonly hardware: boolean;
  /** Whether a provider stores copies of it. */
  readonly backedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** A passkey with the data that verifies its signatures. */
export interface StoredPasskey {
  readonly id: number;
  readonly adminId: number;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly transports: readonly string[];
  readonly hardware: boolean;
  readonly deviceType: 'singleDevice' | 'multiDevice';
  /** The session generation of its admin, who is neither blocked nor deleted. */
  readonly generation: number;
}

/** The fields of a new passkey. */
export interface NewPasskey extends Pick<
  StoredPasskey,
  'adminId' | 'credentialId' | 'transports' | 'hardware' | 'deviceType'
> {
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly aaguid: string;
  readonly backedUp: boolean;
  readonly name: string;
}

const stored = sql`p.id, p.admin_id "adminId", p.credential_id "credentialId", p.public_key "publicKey", p.transports, p.hardware,
  p.device_type "deviceType",  a.session_generation "generation"`;

/** The passkeys of an admin, the oldest first. */
export async function listPasskeys(
  database: Database | DatabaseTransaction,
  adminId: number,
): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select id, name, hardware, backed_up "backedUp", created_at "createdAt", last_used_at "lastUsedAt"
    from passkeys where admin_id = ${adminId} order by id`.execute(asKernel(database));
  return rows;
}

/** The passkeys of an admin with the data that browsers need to find them. */
export async function listStoredPasskeys(
  database: Database | DatabaseTransaction,
  adminId: number,
): Promise<StoredPasskey[]> {
  const { rows } = await sql<StoredPasskey>`
    select ${stored} from passkeys p join admins a on a.id = p.admin_id
    where p.admin_id = ${adminId} order by p.id`.execute(asKernel(database));
  return rows;
}

/** Finds a passkey of a user who may sign in. */
export async function findPasskey(database: Database, credentialId: string): Promise<StoredPasskey | null> {
  const { rows } = await sql<StoredPasskey>`
    select ${stored} from passkeys p join admins a on a.id = p.admin_id
    where p.credential_id = ${credentialId} and not a.blocked and a.deleted_at is null`.execute(
    asKernel(database),
  );
  return rows[0] ?? null;
}

/** Stores a passkey; null if its credential id exists already. */
export async function insertPasskey(database: DatabaseTransaction, key: NewPasskey): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into passkeys (admin_id, credential_id, public_key, counter, transports, aaguid, device_type, backed_up, hardware, name)
    values (${key.adminId}, ${key.credentialId}, ${Buffer.from(key.publicKey)}, ${key.counter},
      ${[...key.transports]}::text[], ${key.aaguid}, ${key.deviceType}, ${key.backedUp}, ${key.hardware}, ${key.name})
    on conflict (credential_id) do nothing returning id`.execute(asKernel(database));
  return rows[0]?.id ?? null;
}

/**
 * Records a use in the transaction of the action that it allows. `gone`: the passkey was removed concurrently;
 * `counter`: its counter did not increase.
 */
export async function recordPasskeyUse(
  database: DatabaseTransaction,
  id: number,
  { counter, backedUp }: { readonly counter: number; readonly backedUp: boolean },
): Promise<'noted' | 'gone' | 'counter'> {
  const { rows } = await sql<{ isNext: boolean }>`
    with held as (select id, counter from passkeys where id = ${id} for update),
      noted as (
        update passkeys p set counter = ${counter}, backed_up = ${backedUp}, last_used_at = now()
        from held where p.id = held.id and (held.counter < ${counter} or (held.counter = 0 and ${counter}::bigint = 0))
        returning p.id)
    select exists (select from noted) "isNext" from held`.execute(asKernel(database));
  const [row] = rows;
  if (!row) return 'gone';
  return row.isNext ? 'noted' : 'counter';
}

/** Removes a passkey of an admin and returns its name; null if there is none. */
export async function deletePasskey(
  database: DatabaseTransaction,
  adminId: number,
  id: number,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    delete from passkeys where id = ${id} and admin_id = ${adminId} returning name`.execute(
    asKernel(database),
  );
  return rows[0]?.name ?? null;
}
