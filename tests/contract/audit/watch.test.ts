import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { audit } from '#plugins/audit/manifest.ts';
import { createAuditServer } from '#plugins/audit/server/index.ts';
import { watch } from '#plugins/audit/server/watch/schedule.ts';
import type { WatchContext } from '#plugins/audit/server/watch/settings.ts';
import type { Clock } from '#kernel/plugin-api/server.ts';

// Two nodes always check at the same time: a warning sent by one is not sent by the other.

const never: Clock = { now: () => 0, periodMs: 3_600_000 };
const minute = 60_000;
const day = 24 * 60 * minute;
/** When a test's days start at the office, in Unix milliseconds; different for each test, since entries stay in the log. */
let began = Date.parse('2020-01-01T00:00:00+05:00');
/** `26T22:30` is half past ten in the evening of the 26th day. */
const at = (local: string) => {
  const [, days = '', hours = '', minutes = ''] = /^(\d+)T(\d+):(\d+)$/.exec(local) ?? [];
  return began + Number(days) * day + (Number(hours) * 60 + Number(minutes)) * minute;
};
const noon = () => at('26T12:00');
const few = {
  reads: 3,
  exports: 3,
  misses: 3,
  signIns: 3,
  networks: 2,
  refusals: 3,
  allRefusals: 8,
  codes: 2,
};

let folder: string;
let nodes: TestServer[];
let [clerk, other, chief, deputy] = [0, 0, 0, 0];

function startNode(clock: Clock, more: Parameters<typeof testServer>[0] = {}): Promise<TestServer> {
  const migrations = new URL('../../../plugins/audit/server/migrations/', import.meta.url);
  return testServer({
    plugins: [{ ...createAuditServer(clock), manifest: audit, migrations }, 'notifications'],
    config: { audit: { watch: few } },
    base: folder,
    ...more,
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-watch-'));
  await writeFile(
    join(folder, 'countries.csv'),
    '213.230.64.0/18,UZ\n5.188.0.0/16,RU\n2.72.0.0/13,KZ\n2a05:45c0::/29,UZ\n',
  );
  const first = await startNode(never);
  nodes = [first, await startNode(never, { databaseUrl: first.databaseUrl })];
  const names = { firstName: 'Anvar', lastName: 'Karimov' };
  clerk = (await first.createAdmin(names)).id;
  other = (await first.createAdmin({})).id;
  chief = (await first.createAdmin({ role: 'super_admin' })).id;
  deputy = (await first.createAdmin({ role: 'super_admin' })).id;
  const blocked = await first.createAdmin({ role: 'super_admin' });
  // Including the admin of the first start.
  await sql`update admins set blocked = true where id = ${blocked.id} or login = 'superadmin'`.execute(
    first.database,
  );
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  for (const table of ['notifications', 'audit_warnings', 'audit_countries']) {
    await sql`delete from ${sql.table(table)}`.execute(database());
  }
  began += 400 * day;
});

const database = () => (nodes[0] as TestServer).database;
const contextOf = (node: TestServer) =>
  node.services.plugins.find('audit')?.context as unknown as WatchContext;

/** Runs the check on both nodes concurrently. */
async function watchAll(now: number): Promise<void> {
  await Promise.all(nodes.map((node) => watch(contextOf(node), now)));
}

interface Entry {
  readonly admin?: number | null;
  readonly address?: string;
  readonly subject?: number;
  readonly ids?: readonly number[];
}

async function write(action: string, moment: number, times: number, entry: Entry = {}): Promise<void> {
  const { admin = clerk, address = '127.0.0.1', subject = null, ids } = entry;
  await sql`
    insert into audit_log (at, admin_id, address, action, subject_type, subject_id, details)
    select ${new Date(moment)}, ${admin}, ${address}, ${action}, 'user', ${subject}, ${JSON.stringify(ids ? { ids } : {})}::jsonb
    from generate_series(1, ${times}::int)`.execute(database());
}

/** The warnings since the last call: type and text, for one of the super admins. */
async function warningsSinceLast(): Promise<unknown[]> {
  const { rows } = await sql<{ admin_id: number; type: string; payload: object }>`
    delete from notifications returning admin_id, type, payload`.execute(database());
  const kindsOf = (id: number) => rows.filter(({ admin_id }) => admin_id === id).map(({ type, payload }) => ({ type, ...payload }));
  expect(rows.every(({ admin_id }) => [chief, deputy].includes(admin_id))).toBe(true);
  expect(kindsOf(chief)).toEqual(kindsOf(deputy));
  return kindsOf(chief);
} // prettier-ignore

const name = 'Karimov Anvar';

test('notifies all super admins of a thousand reveals once an hour', async () => {
  await write('users.reveal', noon() - 50 * minute, 600);
  await write('applications.citizen.reveal', noon() - 10 * minute, 400);
  await write('users.reveal', noon() - 5 * minute, 900, { admin: other });
  await write('users.reveal', noon() - 70 * minute, 900);
  await watchAll(noon());
  expect(await warningsSinceLast()).toEqual([]);
  await write('users.reveal', noon(), 1);
  for (const later of [0, 1, 5]) await watchAll(noon() + later * minute);
  expect(await warningsSinceLast()).toEqual([{ type: 'unusual_reveals', name, count: 1001, minutes: 60 }]);
  await watchAll(noon() + 61 * minute);
  expect(await warningsSinceLast()).toEqual([]);
  await write('users.reveal', noon() + 90 * minute, 1001);
  await watchAll(noon() + 91 * minute);
  expect(await warningsSinceLast()).toEqual([{ type: 'unusual_reveals', name, count: 1001, minutes: 60 }]);
});

test('a warning is in the audit log, without its subject', async () => {
  await write('users.lookup.miss', noon(), 4);
  await watchAll(noon());
  const { rows } = await sql`select subject_type, subject_id, details from audit_log where action = 'audit.unusual.find' order by id desc limit 1`.execute(database()); // prettier-ignore
  expect(rows).toEqual([
    { subject_type: 'admin', subject_id: clerk, details: { kind: 'unusual_misses', count: 4 } },
  ]);
});

describe('warns of each kind above its threshold, and not at it', () => {
  test.each<[string, string, number, Entry]>([
    ['unusual_reads', 'households.read', 3, {}],
    ['unusual_reads', 'users.lookup', 3, {}],
    ['unusual_exports', 'letters.batch.download', 3, {}],
    ['unusual_misses', 'users.lookup.miss', 3, {}],
    ['unusual_sign_ins', 'admins.login', 3, {}],
  ])('%s', async (type, action, max, entry) => {
    await write(action, noon(), max, entry);
    await watchAll(noon());
    expect(await warningsSinceLast()).toEqual([]);
    await write(action, noon(), 1, entry);
    await watchAll(noon());
    expect(await warningsSinceLast()).toEqual([{ type, name, count: max + 1, minutes: 60 }]);
  });

  test('reads that were recorded together are counted separately', async () => {
    await write('applications.read', noon(), 1, { ids: [1, 2, 3, 4, 5] });
    await watchAll(noon());
    expect(await warningsSinceLast()).toEqual([{ type: 'unusual_reads', name, count: 5, minutes: 60 }]);
  });

  test('sign-ins of one person from several networks', async () => {
    for (const address of ['10.1.0.1', '10.1.0.1', '2001:db8:0:1::1', '2001:db8:0:1::2']) {
      await write('one_id.login', noon() - 20 * minute, 1, { address });
    }
    await watchAll(noon() - 10 * minute);
    // Four sign-ins exceed the limit too, from two networks.
    expect(await warningsSinceLast()).toEqual([{ type: 'unusual_sign_ins', name, count: 4, minutes: 60 }]);
    await write('admins.login', noon() - 5 * minute, 1, { address: '10.9.0.1' });
    await watchAll(noon());
    expect(await warningsSinceLast()).toEqual([{ type: 'unusual_networks', name, count: 3, minutes: 60 }]);
  });

  test('rejected sign-ins of one network, of all, and wrong codes after the right password', async () => {
    const nobody = { admin: null };
    await write('admins.login.refuse', noon(), 2, { ...nobody, address: '2001:db8:0:7::1' });
    await write('admins.login.refuse', noon(), 3, { ...nobody, address: '10.1.0.1' });
    // Other rejections are not sign-ins.
    await write('retention.erasure.refuse', noon(), 20, { ...nobody, address: '10.1.0.1' });
    await watchAll(noon());
    expect(await warningsSinceLast()).toEqual([]);
    await write('one_id.refuse', noon(), 2, { ...nobody, address: '2001:db8:0:7::2' });
    await watchAll(noon());
    expect(await warningsSinceLast()).toEqual([
      { type: 'unusual_refusals', address: '2001:db8:0:7::/64', count: 4, minutes: 60 },
    ]);
    await write('admins.login.code.refuse', noon(), 3, { ...nobody, address: '10.1.0.1', subject: clerk });
    await watchAll(noon());
    expect(await warningsSinceLast()).toEqual([
      { type: 'unusual_refusals', address: '10.1.0.1', count: 6, minutes: 60 },
      { type: 'unusual_all_refusals', count: 10, minutes: 60 },
      { type: 'unusual_codes', name, count: 3, minutes: 60 },
    ]);
  });
});

test('warns of an export at night once a night, on both sides of midnight', async () => {
  await write('households.export', at('25T21:59'), 1);
  await write('households.export', at('26T06:00'), 1);
  await watchAll(at('26T06:30'));
  expect(await warningsSinceLast()).toEqual([]);
  await write('households.export', at('26T22:00'), 1);
  await watchAll(at('26T22:01'));
  await write('audit.export', at('27T05:59'), 1);
  await watchAll(at('27T06:01'));
  await watchAll(at('27T12:00'));
  expect(await warningsSinceLast()).toEqual([{ type: 'unusual_night_export', name }]);
  await write('letters.register.export', at('27T23:30'), 1);
  await watchAll(at('27T23:31'));
  expect(await warningsSinceLast()).toEqual([{ type: 'unusual_night_export', name }]);
});

test('warns of what the other checks find while one of them fails', async () => {
  await write('admins.login', noon(), 1, { address: '5.188.0.1' });
  await write('backup.fail', noon(), 1, { admin: null });
  const broken: WatchContext = Object.create(contextOf(nodes[0] as TestServer), {
    countryOf: {
      value() {
        throw new Error('the table of countries is broken');
      },
    },
  });
  await expect(watch(broken, noon())).rejects.toThrow('is broken');
  expect(await warningsSinceLast()).toEqual([{ type: 'backup_failed', count: 1 }]);
});

test('warns of failed backups and restore drills once a day, unless the setting disables it', async () => {
  await write('backup.create', at('26T02:00'), 1, { admin: null });
  await watchAll(at('26T02:05'));
  expect(await warningsSinceLast()).toEqual([]);
  await write('backup.fail', at('26T02:10'), 1, { admin: null });
  await watchAll(at('26T02:11'));
  await write('backup.fail', at('26T02:30'), 3, { admin: null });
  await write('backup.drill.fail', at('26T02:40'), 1, { admin: null });
  await watchAll(at('26T03:00'));
  await watchAll(at('26T20:00'));
  expect(await warningsSinceLast()).toEqual([
    { type: 'backup_failed', count: 1 },
    { type: 'backup_drill_failed', count: 1 },
  ]);
  await write('backup.fail', at('27T02:00'), 2, { admin: null });
  await watchAll(at('27T02:01'));
  expect(await warningsSinceLast()).toEqual([{ type: 'backup_failed', count: 2 }]);
});

describe('a new country', () => {
  const uz = '213.230.100.1';
  const signIn = (moment: number, address: string) => write('admins.login', moment, 1, { address });

  test('causes one warning, and is known afterwards', async () => {
    await signIn(at('20T09:00'), uz);
    await signIn(at('21T09:00'), '2a05:45c0::1');
    await signIn(noon(), '5.188.1.1');
    await watchAll(noon());
    await signIn(noon() + minute, '5.188.200.1');
    await watchAll(noon() + minute);
    expect(await warningsSinceLast()).toEqual([{ type: 'unusual_country', name, country: 'Rossiya / Россия' }]); // prettier-ignore
    await signIn(noon() + 90 * minute, '2.72.0.9');
    await watchAll(noon() + 91 * minute);
    expect(await warningsSinceLast()).toMatchObject([
      { type: 'unusual_country', country: 'Qozogʻiston / Казахстан' },
    ]);
  });

  test('is ignored for a first sign-in, and for an unknown address', async () => {
    await signIn(noon() - minute, uz);
    await watchAll(noon());
    await signIn(noon() + minute, '10.0.0.1');
    await signIn(noon() + minute, uz);
    await watchAll(noon() + 2 * minute);
    expect(await warningsSinceLast()).not.toContainEqual(
      expect.objectContaining({ type: 'unusual_country' }),
    );
    await signIn(noon() + 3 * minute, '5.188.1.1');
    await watchAll(noon() + 4 * minute);
    expect(await warningsSinceLast()).toContainEqual({
      type: 'unusual_country',
      name,
      country: 'Rossiya / Россия',
    });
  });

  test('causes another warning after the days of the settings', async () => {
    await signIn(at('01T09:00') - 200 * day, '5.188.1.1');
    await signIn(at('20T09:00'), uz);
    await signIn(noon(), '5.188.1.1');
    await watchAll(noon());
    expect(await warningsSinceLast()).toMatchObject([
      { type: 'unusual_country', country: 'Rossiya / Россия' },
    ]);
  });

  test('needs a table: without one there is no warning', async () => {
    const bare = await startNode(never, { databaseUrl: database0(), base: tmpdir() });
    await signIn(at('20T09:00'), uz);
    await signIn(noon(), '5.188.1.1');
    await watch(contextOf(bare), noon());
    await bare.close();
    expect(await warningsSinceLast()).toEqual([]);
  });
});

const database0 = () => (nodes[0] as TestServer).databaseUrl;

test('the job of two nodes finds it, and warns once', async () => {
  let now = noon();
  const clock: Clock = { now: () => now, periodMs: 10 };
  const pair = [
    await startNode(clock, { databaseUrl: database0() }),
    await startNode(clock, { databaseUrl: database0() }),
  ];
  await write('users.read', noon(), 4);
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from notifications`.execute(database());
    expect(rows).toHaveLength(2);
  });
  now = noon() + minute;
  const looked = await sql<{ count: number }>`select pg_sleep(1), 1 as count`.execute(database());
  expect(looked.rows).toHaveLength(1);
  expect(await warningsSinceLast()).toEqual([{ type: 'unusual_reads', name, count: 4, minutes: 60 }]);
  for (const node of pair) await node.close();
});

test('does not warn of kinds that are set to 0 or disabled', async () => {
  const off = { ...few, reads: 0, exports: 0, nightExports: false, countries: false, backups: false };
  const config = { audit: { watch: off } };
  const quiet = await startNode(never, { databaseUrl: database0(), config });
  const night = at('26T23:00');
  await write('users.read', night, 50);
  await write('users.export', night, 50);
  await write('admins.login', at('20T09:00'), 1, { address: '213.230.100.1' });
  await write('admins.login', night, 1, { address: '5.188.1.1' });
  await watch(contextOf(quiet), night);
  expect(await warningsSinceLast()).toEqual([]);
  await watchAll(night);
  expect(await warningsSinceLast()).toHaveLength(4);
  await quiet.close();
});
