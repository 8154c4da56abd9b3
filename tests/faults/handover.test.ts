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

const applications = byLength(1500, 20_000);
const kills = byLength(3, 20);
const script = resolve(import.meta.dirname, 'support/warning-node.ts');

let owned: TestDatabase;
let opened: OpenDatabase;
let folder: string;
let clock: string;
let node: ChildProcess | null = null;

beforeAll(async () => {
  owned = await createTestDatabase();
  opened = openDatabase({ connectionString: owned.url });
  folder = await mkdtemp(join(tmpdir(), 'komak-handover-'));
  clock = join(folder, 'clock');
  // A Saturday: no warnings.
  await writeFile(clock, '2026-11-21T12:00+05:00');
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(opened.database);
}, 120_000);

afterAll(async () => {
  node?.kill('SIGKILL');
  await opened?.close();
  await owned?.drop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function startNode(): Promise<void> {
  const started = spawn(process.execPath, [script, owned.url, clock], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  node = started;
  await new Promise<void>((ready, failed) => {
    started.stdout.once('data', () => ready());
    started.once('exit', (code) => failed(new Error(`the node ended with ${code}`)));
  });
}

async function killNode(): Promise<void> {
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
const pending = () => countOf(sql`from application_handover_items where done_at is null`);

test(
  'a handover whose server is killed at any time continues, and moves and writes nothing twice',
  async () => {
    const next = random(20_261_121);
    const draft = { permissions: ['application_receiver'], neighborhoodIds: [1] };
    const from = await createAdmin(opened.database, draft);
    const to = await createAdmin(opened.database, draft);
    await sql`
      insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance, status,
        receiver_id, search_key)
      select '2026-11-11', 1, 'Anvar', 'Karimov', 'unemployed', 'Tom', 'accepted', ${from.id}, ''
      from generate_series(1, ${applications}::int)`.execute(opened.database);
    await sql`
      with step as (
        insert into application_actions (application_id, type, message, receiver_id)
        select id, 'forward', '', ${from.id} from applications where id % 3 = 0 returning id, application_id
      )
      insert into application_tasks (application_id, action_id, admin_id) select application_id, id, ${from.id} from step`.execute(
      opened.database,
    );
    await startNode();
    await sql`
      with handover as (
        insert into application_handovers (admin_id, author_id, message) values (${from.id}, ${from.id}, 'Oʻtdi') returning id
      )
      insert into application_handover_items (handover_id, application_id, successor_id, is_case)
      select handover.id, applications.id, ${to.id}, true from handover, applications`.execute(
      opened.database,
    );

    let interrupted = 0;
    for (let kill = 0; kill < kills; kill++) {
      const before = await pending();
      if (before === 0) break;
      await vi.waitFor(async () => expect(await pending()).toBeLessThan(before), {
        timeout: 60_000,
        interval: 5,
      });
      await sleep(next() * 10);
      await killNode();
      if ((await pending()) > 0) interrupted++;
      // At every moment, each completed item has moved its application and written one action, and no other
      // item has.
      expect(await countOf(sql`from application_actions where message = 'Oʻtdi'`)).toBe(
        applications - (await pending()),
      );
      expect(await countOf(sql`from applications where receiver_id = ${to.id}`)).toBe(
        applications - (await pending()),
      );
      await startNode();
    }
    expect(interrupted).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await pending()).toBe(0), { timeout: 120_000, interval: 50 });
    expect(await countOf(sql`from applications where receiver_id = ${to.id}`)).toBe(applications);
    expect(await countOf(sql`from application_tasks where admin_id = ${to.id}`)).toBe(
      Math.floor(applications / 3),
    );
    const steps = sql`from (select application_id from application_actions where message = 'Oʻtdi' group by application_id having count(*) <> 1) as wrong`;
    expect(await countOf(sql`from application_actions where message = 'Oʻtdi'`)).toBe(applications);
    expect(await countOf(steps)).toBe(0);
  },
  byLength(240_000, 1_800_000),
);
