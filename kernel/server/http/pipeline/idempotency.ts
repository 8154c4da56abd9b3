import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery, sql } from 'kysely';
import { fail, type Viewer } from '#kernel/contract/index.ts';
import { withCommit } from '../../database/pool/driver.ts';
import { asKernel } from '../../database/pool/data-wall.ts';
import { prepared } from '../../database/pool/client.ts';
import type { Database, DatabaseTransaction } from '../../api/index.ts';
import type { Vault } from '../../api/vault.ts';
import type { ReceivedFile } from '../../services/ports.ts';

/** A mutation that may be repeated if its response was lost. */
export interface IdempotentRequest {
  readonly adminId: number;
  readonly key: string;
  readonly operation: string;
  readonly bodyHash: string;
  /** A digest of the sender's rights and area. */
  readonly rights: string;
  /** Encrypts the stored response of a call that returns a secret; null for any other. */
  readonly vault: Vault | null;
}

/** A response as it was sent, and as it will be sent again. */
export interface StoredResponse {
  readonly status: number;
  /** The body as JSON text. */
  readonly body: string;
}

/** Reads what identifies a repeated request; null without a key or a session. */
export function readIdempotentRequest(
  request: FastifyRequest,
  {
    body,
    files,
    vault,
  }: Pick<IdempotentRequest, 'vault'> & {
    readonly body: unknown;
    readonly files: readonly Pick<ReceivedFile, 'name' | 'sha256'>[];
  },
): IdempotentRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !request.session) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > 200) throw fail('malformed');
  const hash = createHash('sha256').update(JSON.stringify(body ?? null, omitPasswords));
  for (const file of files) hash.update(`\n${file.name}\n${file.sha256}`);
  const { viewer } = request.session;
  return {
    adminId: viewer.id,
    key,
    operation: `${request.method} ${request.url}`,
    bodyHash: hash.digest('base64'),
    rights: rightsOf(viewer),
    vault,
  };
}

function rightsOf({ role, permissions, neighborhoodIds }: Viewer): string {
  const all = JSON.stringify([role, permissions.toSorted(), neighborhoodIds]);
  return createHash('sha256').update(all).digest('base64');
}

/** Omits passwords: their fast hash would be easier to guess than the slow one that is stored. */
function omitPasswords(key: string, value: unknown): unknown {
  return /password/i.test(key) ? undefined : value;
}

/** Stores a response as the last statement of its transaction; a concurrent request with the same key waits for it. */
export async function storeResponse(
  database: DatabaseTransaction,
  idempotent: IdempotentRequest,
  { status, body }: StoredResponse,
): Promise<void> {
  const { adminId, key, operation, bodyHash, rights, vault } = idempotent;
  const stored = vault ? vault.seal(purpose, Buffer.from(body)).toString('base64') : body;
  const values = [adminId, key, operation, bodyHash, rights, status, stored];
  await asKernel(database).executeQuery(withCommit(CompiledQuery.raw(insert, values)).query);
}

/** The purpose by which the vault encrypts responses. */
const purpose = 'stored response';

const insert = prepared(`
  insert into idempotency_records (admin_id, key, operation, body_hash, rights, status, answer)
  values ($1, $2, $3, $4, $5, $6, $7)`);

/**
 * Finds the response stored for a key after `failure` stopped the call: because the key exists, or because the first
 * call changed what the repetition expects, such as a version. Null if there is none, or if the sender's rights or area
 * have changed and a new call would be rejected. Throws `repeated_differently` if the key belongs to another call; if
 * only the body differs, with the former response.
 */
export async function findStoredResponse(
  database: Database,
  idempotent: IdempotentRequest,
  failure: unknown,
): Promise<StoredResponse | null> {
  const { rows } = await sql<{
    operation: string;
    body_hash: string;
    rights: string | null;
    status: number;
    sealed_body: string;
  }>`
    select operation, body_hash, rights, status, answer as sealed_body from idempotency_records
    where admin_id = ${idempotent.adminId} and key = ${idempotent.key}`.execute(database);
  const [row] = rows;
  if (!row) return null;
  const hasSameRights = row.rights === null || row.rights === idempotent.rights;
  if (!hasSameRights && !isKeyTaken(failure)) return null;
  if (row.operation !== idempotent.operation) throw fail('repeated_differently');
  const body = openBody(row.sealed_body, idempotent);
  // It was encrypted with another key.
  if (body === null) throw fail('repeated_differently');
  if (row.body_hash !== idempotent.bodyHash) {
    throw fail('repeated_differently', hasSameRights ? { beside: { former: JSON.parse(body) } } : {});
  }
  return { status: row.status, body };
}

function openBody(stored: string, { vault }: IdempotentRequest): string | null {
  if (!vault) return stored;
  return vault.open(purpose, Buffer.from(stored, 'base64'))?.toString() ?? null;
}

/** Whether the call failed only when it inserted its key. */
function isKeyTaken(failure: unknown): boolean {
  return (failure as { constraint?: string }).constraint === 'idempotency_records_pkey';
}

/**
 * Deletes responses after a week: a form whose response was lost on a Friday may be sent again on Monday, from the
 * draft in the browser.
 */
export async function sweepStoredResponses(database: Database): Promise<void> {
  await sql`delete from idempotency_records where created_at < now() - interval '7 days'`.execute(database);
}
