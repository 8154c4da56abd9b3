import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { countAudit } from '#kernel/server/audit/count-audit.ts';
import { sealAudit } from '#kernel/server/audit/seal-audit.ts';
import { createVault } from '#kernel/server/installation/vault.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { criteriaOf } from '#plugins/audit/server/criteria.ts';
import { countEntries, readAfter, readList } from '#plugins/audit/server/list.ts';
import { inSnapshot } from '#plugins/audit/server/snapshot.ts';
import type { AuditFilters } from '#plugins/audit/contract.ts';

// Every entry is counted once, whenever it is sealed and counted; the reference implementation filters and
// sorts the whole log.
vi.setConfig({ testTimeout: 240_000 });

const timeZone = 'Asia/Tashkent';
const vault = createVault('secret', null);
const hour = 3600_000;
const began = Date.parse('2026-03-01T00:00:00.000Z');
const actions = ['users.read', 'users.update', 'applications.read', 'applications.create', 'admins.login'];
const types = ['user', 'application', 'admin'];

let testDatabase: TestDatabase;
let opened: OpenDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  opened = openDatabase({ connectionString: testDatabase.url });
});
afterAll(async () => {
  await opened.close();
  await testDatabase.drop();
});

interface Entry {
  readonly at: string;
  readonly admin_id: number | null;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: number | null;
  readonly details: { readonly ids?: readonly number[]; readonly fields?: readonly string[] };
}
type LoggedEntry = Entry & { readonly id: number };

const thing = fc.integer({ min: 1, max: 4 });
const entry: fc.Arbitrary<Entry> = fc.record({
  // Quarter hours over five days, so that days of both time zones start between entries, and exactly at them.
  at: fc
    .integer({ min: 0, max: 5 * 24 * 4 })
    .map((quarters) => new Date(began + (quarters * hour) / 4).toISOString()),
  admin_id: fc.constantFrom(null, 1, 2, 3),
  action: fc.constantFrom(...actions),
  subject_type: fc.constantFrom(...types),
  subject_id: fc.oneof(fc.constant(null), thing),
  details: fc.oneof(
    fc.constant({}),
    fc.constant({ fields: ['ids'] }),
    fc.record({ ids: fc.uniqueArray(thing, { maxLength: 3 }) }),
  ),
});
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ write: fc.array(entry, { minLength: 1, maxLength: 12 }) }) },
  { weight: 2, arbitrary: fc.constant('seal' as const) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 9 }) },
);
const day = fc
  .integer({ min: -1, max: 6 })
  .map((days) => new Date(began + days * 24 * hour).toISOString().slice(0, 10));
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const filters: fc.Arbitrary<AuditFilters> = fc
  .record({
    admin: optional(fc.constantFrom('system' as const, 1, 2, 9)),
    plugin: optional(fc.constantFrom('users', 'applications', 'streets')),
    action: optional(fc.constantFrom(...actions)),
    subject_type: optional(fc.constantFrom(...types)),
    subject_id: optional(thing),
    date_from: optional(day),
    date_to: optional(day),
  })
  .map((filter) => (filter.subject_type === undefined ? { ...filter, subject_id: undefined } : filter));

function oracle(log: readonly LoggedEntry[], filter: AuditFilters, direction: 'asc' | 'desc'): number[] {
  const dayOf = (at: string) => new Date(Date.parse(at) + 5 * hour).toISOString().slice(0, 10);
  const isMatch = (one: LoggedEntry) =>
    (filter.admin === undefined || one.admin_id === (filter.admin === 'system' ? null : filter.admin)) &&
    (filter.plugin === undefined || one.action.split('.')[0] === filter.plugin) &&
    (filter.action === undefined || one.action === filter.action) &&
    (filter.subject_type === undefined || one.subject_type === filter.subject_type) &&
    (filter.subject_id === undefined ||
      one.subject_id === filter.subject_id ||
      (one.details.ids ?? []).includes(filter.subject_id)) &&
    (filter.date_from === undefined || dayOf(one.at) >= filter.date_from) &&
    (filter.date_to === undefined || dayOf(one.at) <= filter.date_to);
  const sign = direction === 'asc' ? 1 : -1;
  return log
    .filter(isMatch)
    .toSorted((one, other) => sign * (Date.parse(one.at) - Date.parse(other.at) || one.id - other.id))
    .map(({ id }) => id);
}

async function write(entries: readonly Entry[]): Promise<void> {
  await sql`
    insert into audit_log (at, admin_id, action, subject_type, subject_id, details)
    select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as given (at timestamptz, admin_id bigint, action text, subject_type text, subject_id bigint, details jsonb)`.execute(
    opened.database,
  );
}

const readLog = async () =>
  (await sql<LoggedEntry>`select * from audit_log order by id`.execute(opened.database)).rows.map((row) => ({
    ...row,
    at: new Date(row.at).toISOString(),
  }));

/** No listeners: no filter names a citizen. */
const call = { hooks: { call: async () => {} }, context: { timeZone } };

test('pages and lengths are those of the whole log, regardless of sealing and counting', async () => {
  const late = await opened.pool.connect();
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(filters, fc.constantFrom('asc' as const, 'desc' as const)), {
          minLength: 4,
          maxLength: 4,
        }),
        fc.boolean(),
        async (steps, questions, isLate) => {
          // An entry that is committed after entries with higher ids were sealed and counted.
          if (isLate) {
            await late.query('begin');
            await late.query(
              `insert into audit_log (at, action, subject_type) values ('2026-03-02', 'users.read', 'user')`,
            );
          }
          for (const one of steps) {
            if (one === 'seal') await sealAudit(opened.pool, vault);
            else if (typeof one === 'number') await countAudit(opened.database, one);
            else await write(one.write);
          }
          if (isLate) await late.query('commit');
          const log = await readLog();
          for (const [filter, direction] of questions) {
            const criteria = await criteriaOf(call, filter, direction);
            const ids = oracle(log, filter, direction);
            const limit = 7;
            const offsets = [0, Math.floor(ids.length / 2), Math.max(0, ids.length - 3), ids.length + 5];
            for (const offset of offsets) {
              const { rows, length } = await inSnapshot(opened.database, (at) =>
                readList(at, criteria, { offset, limit }),
              );
              expect(length, JSON.stringify(filter)).toBe(ids.length);
              expect(rows.map(({ id }) => id)).toEqual(ids.slice(offset, offset + limit));
            }
            const { total, actions: entries } = await inSnapshot(opened.database, (at) =>
              countEntries(at, criteria),
            );
            expect(total).toBe(ids.length);
            const first = await readAfter(opened.database, criteria, {
              actions: entries,
              after: null,
              limit,
            });
            const rest = await readAfter(opened.database, criteria, {
              actions: entries,
              after: first.at(-1) ?? null,
              limit: 10_000,
            });
            const read = first.length === 0 ? [] : [...first, ...rest];
            expect(read.map(({ id }) => id)).toEqual(ids);
          }
        },
      ),
      { numRuns: 40 },
    );
  } finally {
    await late.query('rollback').catch(() => {});
    late.release();
  }
});
