import fc from 'fast-check';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { openDatabase, type OpenDatabase } from '../database/pool/pool.ts';
import { runStatement } from '../database/pool/run-statement.ts';
import { createVault } from '../installation/vault.ts';
import { nobody, writeAudit } from './write-audit.ts';
import { sealableEntries, sealAudit, sealOf, writeHead, type ChainPosition } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';

// An attacker with all rights on the database, who knows how seals are made but lacks KOMAK_KEY.
const key = 'k'.repeat(40);
const vault = createVault('secret', key);
const count = 14;

// About a hundred manipulations run, each in its own transaction.
vi.setConfig({ testTimeout: 180_000 });

let testDatabase: TestDatabase;
let opened: OpenDatabase;
let client: pg.PoolClient;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  opened = openDatabase({ connectionString: testDatabase.url });
  for (let number = 1; number <= count; number++) {
    const actor = number % 3 === 0 ? nobody : { adminId: number, sessionId: 7, address: '203.0.113.7' };
    const details = number % 2 === 0 ? {} : { fields: ['phone', 'name'], count: number };
    await writeAudit(opened.database, actor, {
      action: 'sample.note.write',
      subjectType: 'note',
      subjectId: number % 5 === 0 ? null : number,
      details,
    });
    if (number % 4 === 0) await sealAudit(opened.pool, vault);
  }
  await sealAudit(opened.pool, vault);
  client = await opened.pool.connect();
});
afterAll(async () => {
  client.release();
  await opened.close();
  await testDatabase.drop();
});

const untouched = 'untouched';

/** Tampers in a transaction that is rolled back; returns the findings, or {@link untouched} if nothing changed. */
async function foundAfter(
  tamper: () => Promise<boolean | void>,
  noted: ChainPosition | null = null,
): Promise<string | null> {
  await client.query('begin');
  try {
    await client.query('alter table audit_log disable trigger user, alter column id drop identity');
    await client.query('alter table audit_seals disable trigger user');
    await client.query('alter table audit_seals drop constraint audit_seals_audit_id_fkey');
    if ((await tamper()) === false) return untouched;
    return (await verifyAudit(client, vault, noted)).problem;
  } finally {
    await client.query('rollback');
  }
}

/** Expects that all manipulations are found; those without effect do not count. */
async function findEach<Sample>(
  expected: number,
  cases: fc.Arbitrary<Sample>,
  tamper: (sample: Sample) => Promise<boolean>,
): Promise<void> {
  let tampered = 0;
  await fc.assert(
    fc.asyncProperty(cases, async (sample) => {
      const found = await foundAfter(() => tamper(sample));
      expect(found).not.toBeNull();
      // A manipulation without effect is generated again.
      fc.pre(found !== untouched);
      tampered++;
    }),
    { numRuns: expected },
  );
  expect(tampered).toBeGreaterThanOrEqual(expected);
}

async function changes(statement: string, values: unknown[]): Promise<boolean> {
  const { rowCount } = await client.query(statement, values);
  return rowCount === 1;
}

/** Recomputes the chain from a seal on, as the sealer would. */
async function resealFrom(from: number): Promise<ChainPosition> {
  const rows = await runStatement(
    client,
    sql<{ seq: number; content: string; before: string | null }>`
      select s.seq, a.content, (select hash from audit_seals p where p.seq = s.seq - 1) as before
      from audit_seals s join ${sealableEntries} as a on a.id = s.audit_id where s.seq >= ${from} order by s.seq`,
  );
  let previous = rows[0]?.before ?? '0'.repeat(64);
  let seq = 0;
  for (const row of rows) {
    const hash = sealOf(previous, row.content);
    await client.query('update audit_seals set previous = $2, hash = $3 where seq = $1', [
      row.seq,
      previous,
      hash,
    ]);
    previous = hash;
    seq = row.seq;
  }
  return { seq, hash: previous };
}

const index = fc.integer({ min: 1, max: count });
const text = fc.oneof(fc.constantFrom(null, '-', '', '\u001f', 'a'), fc.string({ maxLength: 12 }));
const number = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 99 }));
const plain = (value: string | null) => value?.replaceAll('\0', '') ?? null;
const change = fc.oneof(
  fc.record({ column: fc.constantFrom('address', 'action', 'subject_type'), value: text.map(plain) }),
  fc.record({ column: fc.constantFrom('admin_id', 'session_id', 'subject_id'), value: number }),
  fc.record({ column: fc.constant('id'), value: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    column: fc.constant('at'),
    value: fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => date.toISOString()),
  }),
  fc.record({
    column: fc.constant('details'),
    value: fc.json().map((json) => json.replaceAll('\\u0000', '')),
  }),
);

test('the log is intact initially', async () => {
  expect(await verifyAudit(client, vault)).toMatchObject({ sealed: count, unsealed: 0, problem: null });
});

test('detects any change of any field of an entry', async () => {
  await findEach(70, fc.tuple(index, change), async ([at, { column, value }]) => {
    if (value === null && ['action', 'subject_type'].includes(column)) return false;
    const cast = column === 'details' ? '::jsonb' : column === 'at' ? '::timestamptz' : '';
    if (column === 'id') await client.query('delete from audit_log where id = $1 and id <> $2', [value, at]);
    return changes(
      `update audit_log set ${column} = $2${cast} where id = $1 and ${column} is distinct from $2${cast}`,
      [at, value],
    );
  });
});

test('detects any change of a seal', async () => {
  const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
  const seal = fc.oneof(
    fc.record({ column: fc.constantFrom('previous', 'hash'), value: hash }),
    fc.record({ column: fc.constant('seq'), value: fc.integer({ min: count + 1, max: 99 }) }),
    fc.record({ column: fc.constant('audit_id'), value: fc.integer({ min: count + 1, max: 99 }) }),
  );
  await findEach(30, fc.tuple(index, seal), ([at, { column, value }]) =>
    changes(`update audit_seals set ${column} = $2 where seq = $1`, [at, value]),
  );
});

test('detects removed, swapped and inserted entries', async () => {
  const removals = fc.tuple(index, index, fc.constantFrom('entry', 'seal', 'both', 'swap', 'twice'));
  await findEach(40, removals, async ([one, two, kind]) => {
    if (kind === 'entry' || kind === 'both') await client.query('delete from audit_log where id = $1', [one]);
    if (kind === 'seal' || kind === 'both')
      await client.query('delete from audit_seals where audit_id = $1', [one]);
    if (kind === 'twice') {
      // A copy replaces another entry.
      if (one === two) return false;
      await client.query('delete from audit_log where id = $1', [two]);
      await client.query(
        `insert into audit_log
         select $2, at, admin_id, session_id, address, action, subject_type, subject_id, details
         from audit_log where id = $1`,
        [one, two],
      );
    }
    if (kind === 'swap') {
      if (one === two) return false;
      await client.query('update audit_log set id = -1 where id = $1', [one]);
      await client.query('update audit_log set id = $1 where id = $2', [one, two]);
      await client.query('update audit_log set id = $1 where id = -1', [two]);
    }
    return true;
  });
});

test('detects a truncated log, also without its seals and with a forged head', async () => {
  const forged = createVault('secret', null);
  for (let remaining = 0; remaining < count; remaining++) {
    for (const head of ['left', 'moved', 'forged', 'gone']) {
      const found = await foundAfter(async () => {
        await client.query('delete from audit_seals where seq > $1', [remaining]);
        await client.query('delete from audit_log where id > $1', [remaining]);
        const { rows } = await client.query<ChainPosition>(
          'select seq, hash from audit_seals where seq = $1',
          [remaining],
        );
        const end = rows[0] ?? { seq: 0, hash: '0'.repeat(64) };
        if (head === 'moved')
          await client.query('update audit_head set seq = $1, hash = $2', [end.seq, end.hash]);
        if (head === 'forged') await writeHead(client, forged, end);
        if (head === 'gone') await client.query('delete from audit_head');
        // An empty log looks like a new one: only a seal recorded elsewhere reveals it.
        return !(remaining === 0 && head === 'gone');
      });
      expect(found, `${remaining} kept, head ${head}`).not.toBeNull();
    }
  }
});

test('detects a chain that is rebuilt after a change, since it cannot be signed', async () => {
  for (let at = 1; at <= count; at++) {
    const found = await foundAfter(async () => {
      await client.query('update audit_log set admin_id = 99 where id = $1', [at]);
      const end = await resealFrom(at);
      await client.query('update audit_head set seq = $1, hash = $2', [end.seq, end.hash]);
    });
    expect(found).toMatch(/not signed/);
  }
});

test('detects a backdated entry once it is sealed', async () => {
  const late = await createTestDatabase();
  const other = openDatabase({ connectionString: late.url });
  try {
    await writeAudit(other.database, nobody, { action: 'a', subjectType: 'note', subjectId: 1 });
    await sealAudit(other.pool, vault);
    await other.pool.query(
      `insert into audit_log (action, subject_type, at) values ('b', 'note', now() - interval '2 hours')`,
    );
    await sealAudit(other.pool, vault);
    expect((await verifyAudit(other.pool, vault)).problem).toBe('the entry 2 was backdated');
  } finally {
    await other.close();
    await late.drop();
  }
});

test('continues unsigned after a truncation, so that the trace remains', async () => {
  const cut = await createTestDatabase();
  const other = openDatabase({ connectionString: cut.url });
  const write = () => writeAudit(other.database, nobody, { action: 'a', subjectType: 'note', subjectId: 1 });
  try {
    for (let round = 0; round < 5; round++) await write();
    expect(await sealAudit(other.pool, vault)).toEqual({ sealed: 5, isAuthentic: true });
    await other.pool
      .query(`alter table audit_log disable trigger user; alter table audit_seals disable trigger user;
      delete from audit_seals where seq > 3; delete from audit_log where id > 3`);
    for (let round = 0; round < 4; round++) await write();
    expect(await sealAudit(other.pool, vault)).toEqual({ sealed: 4, isAuthentic: false });
    expect((await verifyAudit(other.pool, vault)).problem).toBe(
      'the seals up to 5 are not those that were signed',
    );
  } finally {
    await other.close();
    await cut.drop();
  }
});

// The database alone does not reveal these: a rollback to an older signed head, and a deleted log that starts again.
test('detects a rollback and a new beginning, given a seal noted elsewhere', async () => {
  const { head } = await verifyAudit(client, vault);
  const { rows } = await client.query<ChainPosition>('select seq, hash from audit_seals where seq = 8');
  const goBack = async () => {
    await client.query('delete from audit_seals where seq > 8');
    await client.query('delete from audit_log where id > 8');
    // The head as it was when the eighth entry was sealed.
    await writeHead(client, vault, rows[0] as ChainPosition);
  };
  const startNewLog = async () => {
    for (const table of ['audit_seals', 'audit_log', 'audit_head'])
      await client.query(`delete from ${table}`);
  };
  for (const tamper of [goBack, startNewLog]) {
    expect(await foundAfter(tamper)).toBeNull();
    expect(await foundAfter(tamper, head)).toMatch(/differs from the recorded one/);
  }
});
