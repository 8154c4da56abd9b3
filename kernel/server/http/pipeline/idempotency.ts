import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery, sql } from 'kysely';
import { fail, type Viewer } from '#kernel/contract/index.ts';
import { withCommit } from '../../database/pool/driver.ts';
import { prepared } from '../../database/pool/prepared.ts';
import type { Database, DatabaseTransaction } from '../../plugins/api/index.ts';
import type { ReceivedFile } from '../../services/ports.ts';

/** A mutation that may be sent again when its answer was lost. */
export interface IdempotentRequest {
  readonly adminId: number;
  readonly key: string;
  readonly operation: string;
  readonly bodyHash: string;
  /** A digest of what its sender may do, and where. */
  readonly rights: string;
}

/** An answer as it was sent, and will be sent again. */
export interface StoredResponse {
  readonly status: number;
  readonly answer: string;
}

/** What makes a request repeatable, or null when it carries no key or nobody is signed in. */
export function readIdempotentRequest(
  request: FastifyRequest,
  body: unknown,
  files: readonly Pick<ReceivedFile, 'name' | 'sha256'>[],
): IdempotentRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !request.session) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > 200) throw fail('malformed');
  const hash = createHash('sha256').update(JSON.stringify(body ?? null, withoutSecrets));
  for (const file of files) hash.update(`\n${file.name}\n${file.sha256}`);
  const { viewer } = request.session;
  return {
    adminId: viewer.id,
    key,
    operation: `${request.method} ${request.url}`,
    bodyHash: hash.digest('base64'),
    rights: rightsOf(viewer),
  };
}

function rightsOf({ role, permissions, neighborhoodIds }: Viewer): string {
  const all = JSON.stringify([role, permissions.toSorted(), neighborhoodIds]);
  return createHash('sha256').update(all).digest('base64');
}

/** A quick hash of a password would be easier to guess than the slow one that is kept of it. */
function withoutSecrets(key: string, value: unknown): unknown {
  return /password/i.test(key) ? undefined : value;
}

/** Keeps an answer, as the last statement of its transaction: whoever sends the same key meanwhile waits here. */
export async function storeResponse(
  database: DatabaseTransaction,
  repeatable: IdempotentRequest,
  { status, answer }: StoredResponse,
): Promise<void> {
  const { adminId, key, operation, bodyHash, rights } = repeatable;
  const values = [adminId, key, operation, bodyHash, rights, status, answer];
  await database.executeQuery(withCommit(CompiledQuery.raw(insert, values)).query);
}

const insert = prepared(`
  insert into idempotency_records (admin_id, key, operation, body_hash, rights, status, answer)
  values ($1, $2, $3, $4, $5, $6, $7)`);

/**
 * The answer that this key has had, for a call that `failure` has stopped: the key itself, or what the call did the first time,
 * such as a version that is no longer the stored one. Whoever's rights or area have changed since gets no old answer where a
 * new call would be refused; null says so, or that there is none. Throws `repeated_differently` when the key stood for
 * something else, with the former answer beside it where that was the same call with another body.
 */
export async function findStoredResponse(
  database: Database,
  repeatable: IdempotentRequest,
  failure: unknown,
): Promise<StoredResponse | null> {
  const { rows } = await sql<
    StoredResponse & { operation: string; body_hash: string; rights: string | null }
  >`
    select operation, body_hash, rights, status, answer from idempotency_records
    where admin_id = ${repeatable.adminId} and key = ${repeatable.key}`.execute(database);
  const [row] = rows;
  if (!row) return null;
  const isAsBefore = row.rights === null || row.rights === repeatable.rights;
  if (!isAsBefore && !isKeyTaken(failure)) return null;
  if (row.operation !== repeatable.operation) throw fail('repeated_differently');
  if (row.body_hash !== repeatable.bodyHash) {
    throw fail('repeated_differently', isAsBefore ? { beside: { former: JSON.parse(row.answer) } } : {});
  }
  return { status: row.status, answer: row.answer };
}

/** Whether a call came to its end, and was stopped by nothing but its key. */
function isKeyTaken(failure: unknown): boolean {
  return (failure as { constraint?: string }).constraint === 'idempotency_records_pkey';
}

/** Removes answers that nobody asks for any more. */
export async function sweepStoredResponses(database: Database): Promise<void> {
  await sql`delete from idempotency_records where created_at < now() - interval '48 hours'`.execute(database);
}
