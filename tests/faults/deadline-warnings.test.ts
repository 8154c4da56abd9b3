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

const applications = byLength(900, 20_000);
/** Kills in each of the four days on which something is due. */
const kills = byLength(1, 10);
const script = resolve(import.meta.dirname, 'support/warning-node.ts');

let owned: TestDatabase;
let opened: OpenDatabase;
let folder: string;
let clock: string;
let nodes: ChildProcess[] = [];

beforeAll(async () => {
  owned = await createTestDatabase();
  opened = openDatabase({ connectionString: owned.url });
  folder = await mkdtemp(join(tmpdir(), 'komak-clock-'));
  clock = join(folder, 'clock');
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(opened.database);
  await writeFile(clock, '2026-11-20T12:00+05:00');
  nodes = await Promise.all([startWarningNode(), startWarningNode()]);
}, 120_000);

afterAll(async () => {
  for (const node of nodes) node.kill('SIGKILL');
  await opened?.close();
  await owned?.drop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function startWarningNode(): Promise<ChildProcess> {
  const node = spawn(process.execPath, [script, owned.url, clock], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((ready, failed) => {
    node.stdout.once('data', () => ready());
    node.once('exit', (code) => failed(new Error(`a node ended with ${code}`)));
  });
  return node;
}

async function killOne(index: number): Promise<void> {
  const node = nodes[index];
  const ended = new Promise((done) => node?.once('exit', done));
  node?.kill('SIGKILL');
  await ended;
  nodes[index] = await startWarningNode();
}

/** For how many applications and tasks these admins were warned, by type and days. */
async function countWarnings(adminIds: readonly number[]): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select type || coalesce(' ' || (payload ->> 'days'), '') as kind,
      sum(coalesce((payload ->> 'count')::int, 1))::int as count
    from notifications where admin_id = any(${[...adminIds]}::bigint[]) group by kind`.execute(
    opened.database,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

test(
  'two nodes that are killed at any time send each warning once',
  async () => {
    const next = random(20_261_125);
    const neighborhoodIds = [1];
    const receiver = await createAdmin(opened.database, {
      permissions: ['application_receiver'],
      neighborhoodIds,
    });
    const head = await createAdmin(opened.database, { permissions: ['application_head'], neighborhoodIds });
    const adminIds = [receiver.id, head.id];
    // Due on Thursday 26 November: warnings on Monday and Wednesday, at the deadline on Thursday, and for the
    // head on Friday.
    await sql`
      insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance,
        cancel_time, receiver_id, search_key)
      select '2026-11-11', 1, 'Anvar', 'Karimov', 'unemployed', 'Tom', '2026-11-26T12:00+05:00', ${receiver.id}, ''
      from generate_series(1, ${applications}::int)`.execute(opened.database);
    // Each with a task that is due half an hour later.
    await sql`
      with step as (
        insert into application_actions (application_id, type, message, receiver_id)
        select id, 'forward', '', ${receiver.id} from applications returning id, application_id
      )
      insert into application_tasks (application_id, action_id, admin_id, due_at)
      select application_id, id, ${receiver.id}, '2026-11-26T12:30+05:00' from step`.execute(opened.database);

    const days = [
      ['2026-11-23T12:00+05:00', { 'deadlines 3': applications }],
      ['2026-11-25T12:00+05:00', { 'deadlines 1': applications, 'tasks_due 1': applications }],
      ['2026-11-26T13:00+05:00', { deadlines_over: applications, tasks_over: applications }],
      ['2026-11-27T12:00+05:00', { late_in_area: applications }],
    ] as const;
    let expected: Readonly<Record<string, number>> = {};
    for (const [moment, due] of days) {
      expected = { ...expected, ...due };
      await writeFile(clock, moment);
      for (let kill = 0; kill < kills; kill++) {
        await sleep(next() * 120);
        await killOne(kill % 2);
      }
      await vi.waitFor(async () => expect(await countWarnings(adminIds)).toEqual(expected), {
        timeout: 60_000,
        interval: 100,
      });
    }
    // The nodes keep checking, and find nothing more.
    await sleep(300);
    expect(await countWarnings(adminIds)).toEqual(expected);
  },
  byLength(180_000, 1_800_000),
);
