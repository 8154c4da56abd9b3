import type pg from 'pg';
import type { Vault } from '../installation/vault.ts';

/** Whatever answers queries: the pool, or one connection. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

/** A place in the chain: the number of a seal and its hash. */
export interface ChainPosition {
  readonly seq: number;
  readonly hash: string;
}

/** The end of the chain as it was signed. */
export interface AuditHead extends ChainPosition {
  readonly signature: string;
}

/** Reads what was signed last; null where nothing was. */
export async function readHead(database: Queryable): Promise<AuditHead | null> {
  const { rows } = await database.query<AuditHead>('select seq, hash, signature from audit_head');
  return rows[0] ?? null;
}

/** Signs a place as the end of the chain. */
export async function writeHead(
  database: Queryable,
  vault: Vault,
  { seq, hash }: ChainPosition,
): Promise<void> {
  await database.query(
    `insert into audit_head (seq, hash, signature) values ($1, $2, $3)
     on conflict (one) do update set seq = excluded.seq, hash = excluded.hash, signature = excluded.signature`,
    [seq, hash, signatureOf(vault, { seq, hash })],
  );
}

/** Whether this installation has signed it. */
export function isSigned(vault: Vault, head: AuditHead): boolean {
  return head.signature === signatureOf(vault, head);
}

function signatureOf(vault: Vault, { seq, hash }: ChainPosition): string {
  return vault.sign('audit head', `${seq}:${hash}`);
}
