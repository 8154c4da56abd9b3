import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { auditSealLag as lag } from '../api/index.ts';
import type { Vault } from '../api/vault.ts';
import { runStatement, type Queryable } from '../database/pool/run-statement.ts';

/** The previous hash of the first seal. */
export const firstPrevious = '0'.repeat(64);

/** Allows one sealer at a time across all nodes. */
const sealLock = 4_607_004;
const batch = 2000;

/**
 * The entries (id, at, content). `content` is hashed: jsonb prints equal values equally, and different values
 * differently. Its form must never change, since all seals depend on it.
 */
export const sealableEntries = sql`(
  select id, at, jsonb_build_array(id, extract(epoch from at), admin_id, session_id, address, action, subject_type,
    subject_id, details)::text as content
  from audit_log)`;

/** The seal of an entry: a hash over the previous seal and the entry. */
export function sealOf(previous: string, content: string): string {
  return createHash('sha256').update(`${previous}\n${content}`).digest('hex');
}

/** The result of a round of sealing. */
export interface SealResult {
  readonly sealed: number;
  /** False if the chain does not end with the last signed seal, so that it was tampered with. */
  readonly isAuthentic: boolean;
}

/**
 * Appends the unsealed entries to the chain, in the order in which it finds them, and signs its end. A chain that does
 * not end with the last signed seal is continued without a signature, so that the tampering stays detectable.
 */
export async function sealAudit(pool: pg.Pool, vault: Vault): Promise<SealResult> {
  const client = await pool.connect();
  try {
    let sealed = 0;
    for (;;) {
      const round = await sealBatch(client, vault);
      sealed += round.sealed;
      if (round.sealed < batch) return { sealed, isAuthentic: round.isAuthentic };
    }
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function sealBatch(client: pg.PoolClient, vault: Vault): Promise<SealResult> {
  await client.query('begin');
  const [lock] = await runStatement(
    client,
    sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${sealLock}) as taken`,
  );
  if (!lock?.taken) {
    await client.query('rollback');
    return { sealed: 0, isAuthentic: true };
  }
  const [end] = await runStatement(
    client,
    sql<ChainPosition>`select seq, hash from audit_seals order by seq desc limit 1`,
  );
  const head = await readHead(client);
  const isAuthentic = head
    ? isSigned(vault, head) && head.seq === end?.seq && head.hash === end.hash
    : end === undefined;
  const rows = await runStatement(
    client,
    sql<{ id: number; content: string }>`
      select a.id, a.content from ${sealableEntries} as a
      where a.id > coalesce((select max(audit_id) from audit_seals), 0) - ${lag}
        and not exists (select from audit_seals s where s.audit_id = a.id)
      order by a.id limit ${batch}`,
  );
  let previous = end?.hash ?? firstPrevious;
  const first = (end?.seq ?? 0) + 1;
  const seals = rows.map(({ id, content }, index) => {
    const seal = { seq: first + index, audit_id: id, previous, hash: sealOf(previous, content) };
    previous = seal.hash;
    return seal;
  });
  if (seals.length > 0) {
    await runStatement(
      client,
      sql<Record<string, never>>`
        insert into audit_seals (seq, audit_id, previous, hash)
        select seq, audit_id, previous, hash
        from json_to_recordset(${JSON.stringify(seals)}) as given (seq bigint, audit_id bigint, previous text, hash text)`,
    );
    const seal = seals.at(-1);
    if (isAuthentic && seal) await writeHead(client, vault, seal);
  }
  await client.query('commit');
  return { sealed: rows.length, isAuthentic };
}

/** A position in the chain: the number and hash of a seal. */
export interface ChainPosition {
  readonly seq: number;
  readonly hash: string;
}

/** The signed end of the chain. */
export interface AuditHead extends ChainPosition {
  readonly signature: string;
}

/** Reads the signed end; null if nothing was signed. */
export async function readHead(database: Queryable): Promise<AuditHead | null> {
  const [head] = await runStatement(database, sql<AuditHead>`select seq, hash, signature from audit_head`);
  return head ?? null;
}

/** Signs a position as the end of the chain. */
export async function writeHead(
  database: Queryable,
  vault: Vault,
  { seq, hash }: ChainPosition,
): Promise<void> {
  await runStatement(
    database,
    sql<Record<string, never>>`
      insert into audit_head (seq, hash, signature) values (${seq}, ${hash}, ${signatureOf(vault, { seq, hash })})
      on conflict (one) do update set seq = excluded.seq, hash = excluded.hash, signature = excluded.signature`,
  );
}

/** Whether this installation has signed it. */
export function isSigned(vault: Vault, head: AuditHead): boolean {
  return head.signature === signatureOf(vault, head);
}

function signatureOf(vault: Vault, { seq, hash }: ChainPosition): string {
  return vault.sign('audit head', `${seq}:${hash}`);
}
