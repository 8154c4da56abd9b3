import { sql } from 'kysely';
import { signedIn } from '#kernel/plugin-api/contract.ts';
import { type Database, routesOf } from '#kernel/plugin-api/server.ts';
import { type ErasedSince, erasedQuerySchema, erasedSinceSchema } from '../contract.ts';
import { retention } from '../manifest.ts';

/** The maximum number of erasures per response; a browser closed for a year sends several requests. */
const maxErasures = 500;

/** `GET retention/erased`: for recipients of `person_erased` that may have missed it. */
const since = routesOf(retention)({
  method: 'GET',
  path: 'retention/erased',
  summary: `The ids of citizens erased after a cursor, and of their records, from at most ${maxErasures} erasures: a browser that was closed or offline deletes its copies of them`,
  access: signedIn,
  query: erasedQuerySchema,
  response: erasedSinceSchema,
  handle: ({ database, query: { after } }) =>
    after === 'latest' ? readLatest(database) : readErased(database, after ?? null),
});

/** The routes for browsers that were offline. */
export const erasedRoutes = [since];

interface Row {
  readonly id: string;
  readonly users: readonly number[] | null;
  readonly applications: readonly number[] | null;
  readonly households: readonly number[] | null;
  readonly age: number;
}

/**
 * Continues after a cursor. Rows are in the order of their commits (`002-erased-subjects.sql`), so that none
 * appears later before the last one. An unknown cursor was issued before a restore, after which others may
 * have been erased, or the same again: everything is listed. Deleting twice is harmless.
 */
async function readErased(database: Database, after: string | null): Promise<ErasedSince> {
  const { rows } = await sql<Row>`
    select id, subjects -> 'user' as users, subjects -> 'application' as applications,
      subjects -> 'household' as households,
      extract(epoch from clock_timestamp() - told_at)::float8 as age
    from kernel_v1_erased_subjects
    where seq > coalesce((select seq from kernel_v1_erased_subjects where id = ${after}), 0)
    order by seq limit ${maxErasures + 1}`.execute(database);
  const listed = rows.slice(0, maxErasures);
  const idsOf = (kind: 'users' | 'applications' | 'households') => [
    ...new Set(listed.flatMap((row) => row[kind] ?? [])),
  ];
  return {
    users: idsOf('users'),
    applications: idsOf('applications'),
    households: idsOf('households'),
    cursor: listed.at(-1)?.id ?? after,
    more: rows.length > maxErasures,
    age: listed.at(-1)?.age ?? null,
  };
}

async function readLatest(database: Database): Promise<ErasedSince> {
  const { rows } = await sql<{ id: string; age: number }>`
    select id, extract(epoch from clock_timestamp() - told_at)::float8 as age
    from kernel_v1_erased_subjects order by seq desc limit 1`.execute(database);
  const [newest] = rows;
  const [cursor, age] = [newest?.id ?? null, newest?.age ?? null];
  return { users: [], applications: [], households: [], cursor, more: false, age };
}
