import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#kernel/plugin-api/server.ts';
import type { ChatCaller } from './caller.ts';
import { refuse } from './core/errors.ts';

const span = sql`date_bin('10 minutes', now(), 'epoch')`;

/** Counts a question across all nodes; throws `too_many_questions` with the time until the next one is allowed. */
export async function countQuestion(database: Database, { quotas }: ChatCaller): Promise<void> {
  for (const { key, limit } of quotas) {
    const { rows } = await sql<{ count: number }>`
      insert into chat_questions as former (key, span, count) values (${hashOf(key)}, ${span}, 1)
      on conflict (key, span) do update set count = former.count + 1 where former.count < ${limit}
      returning count`.execute(database);
    if (rows.length === 0) throw refuse('too_many_questions', { retryAfter: await secondsLeft(database) });
  }
}

/** Deletes the counts of past windows. */
export async function sweepQuestions(database: Database): Promise<void> {
  await sql`delete from chat_questions where span < ${span}`.execute(database);
}

async function secondsLeft(database: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from ${span} + interval '10 minutes' - now()))::int as seconds`.execute(
    database,
  );
  return Math.max(1, rows[0]?.seconds ?? 1);
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
