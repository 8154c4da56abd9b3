import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { random } from '#kernel/devtools/demo/people.ts';
import { createAdmin } from '#kernel/testing/admins.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { byLength } from '../support/test-length.ts';

const applications = byLength(400, 5000);
const kills = byLength(3, 40);
const script = resolve(import.meta.dirname, 'support/warning-node.ts');

let owned: TestDatabase;
let opened: OpenDatabase;
let folder: string;
let clock: string;
const nodes: (ChildProcess | null)[] = [null, null];

beforeAll(async () => {
  owned = await createTestDatabase();
  opened = openDatabase({ connectionString: owned.url });
  folder = await mkdtemp(join(tmpdir(), 'komak-bulk-'));
  clock = join(folder, 'clock');
  // A Saturday: no warnings.
  await writeFile(clock, '2026-11-21T12:00+05:00');
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(opened.database);
}, 120_000);

afterAll(async () => {
  for (const node of nodes) node?.kill('SIGKILL');
  await opened?.close();
  await owned?.drop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function startNode(at: number): Promise<void> {
  const started = spawn(process.execPath, [script, owned.url, clock], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  nodes[at] = started;
  await new Promise<void>((ready, failed) => {
    started.stdout.once('data', () => ready());
    started.once('exit', (code) => failed(new Error(`the node ended with ${code}`)));
  });
}

async function killNode(at: number): Promise<void> {
  const node = nodes[at];
  const ended = new Promise((done) => node?.once('exit', done));
  node?.kill('SIGKILL');
  await ended;
}

const countOf = async (condition: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${condition}`.execute(
    opened.database,
  );
  return rows[0]?.count ?? 0;
};
const open = () => countOf(sql`from application_batch_items where action_id is null and problem is null`);
const running = () => countOf(sql`from application_batches where state = 'running'`);
const steps = () => countOf(sql`from application_actions where type = 'forward'`);

/**
 * Every finished row has the step that it names, its task and its audit entry; and none of these is without
 * its row.
 */
async function expectWhole(receiverId: number): Promise<void> {
  // One statement sees one snapshot.
  const { rows } = await sql<Record<'done' | 'steps' | 'tasks' | 'entries' | 'received' | 'doubled', number>>`
    select (select count(*)::int from application_batch_items item join application_actions step on step.id = item.action_id
        and step.application_id = item.application_id) as done,
      (select count(*)::int from application_actions where type = 'forward') as steps,
      (select count(*)::int from application_tasks) as tasks,
      (select count(*)::int from audit_log where action = 'applications.forward') as entries,
      (select count(*)::int from applications where receiver_id = ${receiverId}) as received,
      (select count(*)::int from (select from application_actions group by application_id having count(*) > 1) as twice) as doubled`.execute(
    opened.database,
  );
  const { done = -1, ...others } = rows[0] ?? {};
  expect(others).toEqual({ steps: done, tasks: done, entries: done, received: done, doubled: 0 });
}

test(
  'a bulk job of two nodes that are killed at any time continues, repeats nothing, and notifies its receiver once',
  async () => {
    const next = random(20_261_126);
    const draft = { permissions: ['application_receiver'], neighborhoodIds: [1] };
    const author = await createAdmin(opened.database, draft);
    const receiver = await createAdmin(opened.database, draft);
    await sql`
      insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance, status,
        receiver_id, search_key)
      select '2026-11-11', 1, 'Anvar', 'Karimov', 'unemployed', 'Tom', 'accepted', ${author.id}, ''
      from generate_series(1, ${applications}::int)`.execute(opened.database);
    await Promise.all([startNode(0), startNode(1)]);
    await sql`
      with batch as (
        insert into application_batches (kind, message, receiver_id, due, total, author_id)
        values ('forward', 'Koʻring', ${receiver.id}, current_date + 30, ${applications}, ${author.id}) returning id
      )
      insert into application_batch_items (batch_id, application_id) select batch.id, applications.id from batch, applications`.execute(
      opened.database,
    );

    let interrupted = 0;
    for (let kill = 0; kill < kills; kill++) {
      const before = await open();
      if (before === 0) break;
      await vi.waitFor(async () => expect(await open()).toBeLessThan(before), {
        timeout: 60_000,
        interval: 5,
      });
      await sleep(next() * 20);
      // The first node, the second, or both.
      const victims = kill % 3 === 2 ? [0, 1] : [kill % 3];
      await Promise.all(victims.map(killNode));
      if ((await open()) > 0) interrupted++;
      await expectWhole(receiver.id);
      await Promise.all(victims.map(startNode));
    }
    expect(interrupted).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await running()).toBe(0), { timeout: 300_000, interval: 50 });
    expect(await open()).toBe(0);
    expect(await steps()).toBe(applications);
    await expectWhole(receiver.id);
    const { rows } = await sql<{ payload: object }>`
      select payload from notifications where admin_id = ${receiver.id}`.execute(opened.database);
    expect(rows).toMatchObject([{ payload: { count: applications, message: 'Koʻring' } }]);
    expect(await countOf(sql`from audit_log where action = 'applications.batch.done'`)).toBe(1);
  },
  byLength(360_000, 1_800_000),
);
