import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { generateKey } from '#kernel/server/artefacts/signature.ts';
import { createApi } from '#kernel/testing/api.ts';
import { runKomakInProcess } from '#kernel/testing/command.ts';
import { startTraceCollector, type TraceCollector } from '#kernel/testing/trace-collector.ts';
import { install, type Installation } from '../support/installation.ts';
import { queueFiles, writePacked, type QueueDraft } from './support/queue.ts';
import { rejected } from './support/rejected.ts';

const { privateKey, publicKey } = generateKey();
const key = { name: 'city', privateKey };
let folder: string;
let variables: Record<string, string>;
let installation: Installation;
let collector: TraceCollector;
const metricsToken = 'a token of this test';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-outside-'));
  const own = JSON.parse(
    await readFile(resolve(import.meta.dirname, '../../deployment.json'), 'utf8'),
  ) as object;
  const deployment = { ...own, $schema: undefined, trust: { keys: { city: publicKey } } };
  await writeFile(join(folder, 'deployment.json'), JSON.stringify(deployment));
  variables = { KOMAK_DEPLOYMENT: join(folder, 'deployment.json') };
  collector = await startTraceCollector();
  installation = await install({
    ...variables,
    KOMAK_METRICS_TOKEN: metricsToken,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
});
afterAll(async () => {
  await installation.remove();
  await collector.close();
  await rm(folder, { recursive: true });
});

const komak = (...words: readonly string[]) =>
  runKomakInProcess(words, { ...variables, KOMAK_DATA: installation.data });
const add = async (draft: QueueDraft, ...words: readonly string[]) =>
  komak('plugin', 'add', await writePacked(queueFiles({ key, ...draft })), '--yes', ...words);
const api = () => createApi(installation.node.url);
const response = async () => {
  const { status, body } = await api().get<Record<string, unknown>>('queue');
  return status === 200 ? body : status;
};

test('an external plugin is added, enabled, upgraded, and rolled back where the new version fails', async () => {
  expect(await response()).toBe(404);
  const plan = await komak('plugin', 'add', await writePacked(queueFiles({ key })));
  expect(plan).toMatchObject({
    code: 1,
    out: expect.stringMatching(/pages: \/queue[^]*tables: queue_counters[^]*signed by: city/),
  });
  expect(await add({})).toMatchObject({ code: 0, out: expect.stringContaining('queue 1.0.0 is installed') });
  expect(await response()).toBe(404);

  expect(await komak('plugins', 'enable', 'queue')).toMatchObject({ code: 0 });
  await vi.waitFor(async () =>
    expect(await response()).toEqual({ version: '1.0.0', waiting: 7, greeting: 'salom' }),
  );
  const { body } = await api().get<{ plugins: { id: string; external?: { client: string | null } }[] }>(
    'plugins',
  );
  expect(body.plugins.find(({ id }) => id === 'queue')?.external).toMatchObject({ client: null });
  const texts = await fetch(`${installation.node.url}/locales/uz/queue.json`);
  expect(await texts.json()).toMatchObject({ menu: { title: 'Navbat' } });

  const second = { 'migrations/002-more.sql': 'insert into queue_counters values (2, 10);' };
  expect(await add({ version: '1.1.0', files: second })).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect(await response()).toMatchObject({ version: '1.1.0', waiting: 17 }));

  // Its migration and a statement of its start succeeded; all of it is rolled back.
  const third = { ...second, 'migrations/003-away.sql': 'delete from queue_counters;' };
  const start =
    'await sql`insert into queue_counters values (9, 100)`.execute(context.database); throw new Error("no printer");';
  const failed = await add({ version: '2.0.0', files: third, start });
  expect(failed).toMatchObject({ code: 1, out: expect.stringContaining('It failed to start: no printer') });
  await vi.waitFor(async () => expect(await response()).toMatchObject({ version: '1.1.0', waiting: 17 }));
  const waiting = await add({ version: '2.0.0', files: third, start: 'await new Promise(() => {});' });
  expect(waiting).toMatchObject({
    code: 1,
    out: expect.stringContaining('It failed to start: its start did not end within 8 seconds'),
  });
  await vi.waitFor(async () => expect(await response()).toMatchObject({ version: '1.1.0', waiting: 17 }));
  const broken = await add({
    version: '2.0.0',
    files: { ...second, 'migrations/003-away.sql': 'delete from queue_counters; selec;' },
  });
  expect(broken).toMatchObject({
    code: 1,
    out: expect.stringContaining('The migration 003-away.sql failed'),
  });
  await vi.waitFor(async () => expect(await response()).toMatchObject({ version: '1.1.0', waiting: 17 }));
});

test('its calls are measured and traced by its name and its routes', async () => {
  expect((await api().get('queue')).status).toBe(200);
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${installation.node.url}/metrics`, { headers })).text();
  expect(metrics).toContain('{plugin="queue",route="/api/uz/queue",method="GET",status="200"}');
  const calls = await vi.waitFor(() => {
    const found = collector.spans.filter(
      ({ attributes }) =>
        attributes['komak.plugin'] === 'queue' && attributes['http.response.status_code'] === 200,
    );
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  for (const call of calls) {
    expect(call).toMatchObject({ name: 'GET /api/uz/queue', parentSpanId: '' });
    expect(collector.childrenOf(call).map(({ name }) => name)).toContain('select queue_counters');
  }
});

test('is available after a restart, also when it cannot be unpacked again', async () => {
  await installation.node.stop();
  await rm(join(installation.data, 'outside-plugins'), { recursive: true });
  await installation.restart();
  expect(await response()).toMatchObject({ version: '1.1.0', waiting: 17 });
});

test('a deployment names a plugin that was added by command, without its source, and an absent one', async () => {
  const own = JSON.parse(await readFile(join(folder, 'deployment.json'), 'utf8')) as { plugins: object };
  const name = (plugins: object) =>
    writeFile(
      join(folder, 'deployment.json'),
      JSON.stringify({ ...own, plugins: { ...own.plugins, ...plugins } }),
    );
  await name({ queue: { config: {} }, weather: {} });
  expect(await komak('validate')).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /"queue", which is not installed\.\n[^]*"weather", which is not installed\.\n/,
    ),
  });
  await installation.node.stop();
  await installation.restart();
  expect(await response()).toMatchObject({ version: '1.1.0', waiting: 17 });
  expect(await komak('plugins', 'explain', 'queue')).toMatchObject({
    code: 0,
    out: expect.stringContaining('enabled'),
  });
  await name({});
});

test('removing and adding it again preserves its data; purging deletes it', async () => {
  expect(await komak('plugin', 'remove', 'queue')).toMatchObject({
    code: 1,
    out: 'queue is enabled. Disable it first: npm run komak -- plugins disable queue\n',
  });
  await komak('plugins', 'disable', 'queue');
  expect(await komak('plugin', 'remove', 'queue')).toMatchObject({
    code: 0,
    out: expect.stringContaining('until: npm run komak -- plugin purge queue --yes'),
  });
  await vi.waitFor(async () =>
    expect((await fetch(`${installation.node.url}/locales/uz/queue.json`)).status).toBe(404),
  );
  const second = { 'migrations/002-more.sql': 'insert into queue_counters values (2, 10);' };
  expect(await add({ version: '1.1.0', files: second })).toMatchObject({
    code: 0,
    out: expect.stringContaining('Enable it with: npm run komak -- plugins enable queue'),
  });
  expect(await komak('plugin', 'purge', 'queue', '--yes')).toMatchObject({
    code: 1,
    out: expect.stringContaining('remove it first: npm run komak -- plugin remove queue'),
  });
  await komak('plugins', 'enable', 'queue');
  await vi.waitFor(async () => expect(await response()).toMatchObject({ waiting: 17 }));

  await komak('plugins', 'disable', 'queue');
  await komak('plugin', 'remove', 'queue');
  expect(await komak('plugin', 'purge', 'queue')).toMatchObject({
    code: 1,
    out: expect.stringContaining('queue_counters: 2 rows'),
  });
  expect(await komak('plugin', 'purge', 'queue', '--yes')).toMatchObject({ code: 0 });
  const tables = await installation.withDatabase(async ({ database }) => {
    const { rows } = await sql<{
      name: string;
    }>`select relname::text as name from pg_class where relname like 'queue%'`.execute(database);
    return rows;
  });
  expect(tables).toEqual([]);
});

test('a migration reads published views, in a query and in a view', async () => {
  const files = {
    'migrations/001-counters.sql': `create table queue_counters (id bigint primary key, waiting integer not null);
      insert into queue_counters select id, 7 from kernel_v1_admins where id > 0 order by id limit 1;
      create view queue_people as select id, last_name from kernel_v1_admins;
      create table queue_names as select last_name from kernel_v1_admins where id = 1;`,
  };
  expect(await add({ files })).toMatchObject({ code: 0 });
  await komak('plugin', 'remove', 'queue');
  expect(await komak('plugin', 'purge', 'queue', '--yes')).toMatchObject({ code: 0 });
});

test('purge deletes all data of the plugin, and none of one with a longer id', async () => {
  const first = {
    'migrations/001-counters.sql': `create type queue_kind as enum ('a', 'b');
      create sequence queue_numbers;
      create table queue_counters (id bigint primary key, waiting integer not null, kind queue_kind);
      create view queue_v1_one as select 1 one;
      create function queue_next() returns bigint language sql as 'select nextval(''queue_numbers'')';
      insert into queue_counters values (queue_next(), 7, 'a');`,
  };
  const hall: QueueDraft = {
    server: null,
    manifest: { id: 'queue_hall', permissions: [], routes: {}, menu: {} },
    files: {
      'locales/uz.json': '{}',
      'locales/ru.json': '{}',
      'migrations/001-seats.sql': `create table queue_hall_seats (id int);
        create function queue_hall_mark() returns trigger language plpgsql as $$ begin return new; end $$;
        create trigger queue_hall_marks before insert on queue_hall_seats
          for each row execute function queue_hall_mark();`,
    },
  };
  expect(await add({ files: first })).toMatchObject({ code: 0 });
  expect(await add(hall)).toMatchObject({ code: 0 });
  const touching = { ...first, 'migrations/002-seats.sql': 'delete from queue_hall_seats;' };
  expect(await add({ version: '1.1.0', files: touching })).toMatchObject({
    code: 1,
    out: expect.stringContaining('accesses queue_hall_seats, which is not a table of queue'),
  });

  await komak('plugin', 'remove', 'queue');
  expect(await komak('plugin', 'purge', 'queue', '--yes')).toMatchObject({ code: 0 });
  const left = await installation.withDatabase(async ({ database }) => {
    const { rows } = await sql<{ name: string }>`
      select relname::text as name from pg_class where starts_with(relname, 'queue')
      union select typname::text from pg_type where starts_with(typname, 'queue')
      union select proname::text from pg_proc where starts_with(proname, 'queue')
      union select tgname::text from pg_trigger where starts_with(tgname, 'queue') order by name`.execute(
      database,
    );
    return rows.map(({ name }) => name);
  });
  expect(left).toEqual(['queue_hall_mark', 'queue_hall_marks', 'queue_hall_seats']);
  expect(await add({ files: first })).toMatchObject({ code: 0 });
  for (const id of ['queue', 'queue_hall']) {
    await komak('plugin', 'remove', id);
    expect(await komak('plugin', 'purge', id, '--yes')).toMatchObject({ code: 0 });
  }
});

test('one that hangs when it starts again is quarantined, and the server starts', async () => {
  const start = `const { rows } = await sql\`select from queue_counters where id = 2\`.execute(context.database);
    if (rows.length > 0) await new Promise(() => {});
    await sql\`insert into queue_counters values (2, 10)\`.execute(context.database);`;
  expect(await add({ start })).toMatchObject({ code: 0 });
  await komak('plugins', 'enable', 'queue');
  await vi.waitFor(async () => expect(await response()).toMatchObject({ waiting: 17 }));
  await installation.node.stop();
  await installation.restart();
  expect(await response()).toBe(404);
  expect((await komak('plugins', 'explain', 'queue')).out).toContain(
    'its start did not end within 8 seconds',
  );
  await komak('plugins', 'disable', 'queue');
  await komak('plugin', 'remove', 'queue');
  expect(await komak('plugin', 'purge', 'queue', '--yes')).toMatchObject({ code: 0 });
});

test('calls during an upgrade get a retry delay, and a version that crashes the server is not started twice', async () => {
  expect(await add({})).toMatchObject({ code: 0 });
  await komak('plugins', 'enable', 'queue');
  await vi.waitFor(async () => expect(await response()).toMatchObject({ waiting: 7 }));
  const seen = new Set<number>();
  const slow = { 'migrations/002-slow.sql': 'update queue_counters set waiting = 12; select pg_sleep(0.5);' };
  const upgrading = add({ version: '1.1.0', files: slow });
  const isDone = upgrading.then(() => true);
  while (
    !(await Promise.race([
      isDone,
      api()
        .get('queue')
        .then(({ status }) => void seen.add(status)),
    ]))
  );
  expect([...seen].toSorted()).toEqual([200, 503]);

  const ended = once(installation.node.process, 'exit');
  const ending = add({ version: '2.0.0', files: slow, start: 'process.exit(7);' }).catch(() => null);
  expect(await ended).toEqual([7, null]);
  await installation.restart();
  await vi.waitFor(async () => expect(await response()).toMatchObject({ version: '1.1.0', waiting: 12 }));
  await ending;
  await komak('plugins', 'disable', 'queue');
  await komak('plugin', 'remove', 'queue');
  expect(await komak('plugin', 'purge', 'queue', '--yes')).toMatchObject({ code: 0 });
});

test('a migration leaves its connection unchanged', async () => {
  const text = `set statement_timeout = '1h'; set search_path = pg_catalog; select pg_advisory_lock(4242);
    create table public.queue_counters (id bigint primary key, waiting integer not null);
    insert into public.queue_counters values (1, 7); listen everything;`;
  for (const [version, end] of [
    ['1.0.0', 'select 1 / 0;'],
    ['1.0.0', ''],
  ] as const) {
    const { code } = await add({ version, files: { 'migrations/001-counters.sql': text + end } });
    expect(code).toBe(end === '' ? 0 : 1);
    const held = await installation.withDatabase(async ({ database }) => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and objid = 4242`.execute(
        database,
      );
      return rows.length;
    });
    expect(held).toBe(0);
  }
  await komak('plugins', 'enable', 'queue');
  await vi.waitFor(async () => expect(await response()).toMatchObject({ waiting: 7 }));
  await komak('plugins', 'disable', 'queue');
  await komak('plugin', 'remove', 'queue');
  expect(await komak('plugin', 'purge', 'queue', '--yes')).toMatchObject({ code: 0 });
});

test.each([...rejected])('rejects a plugin with %s, and keeps running', async (_what, draft, sentence) => {
  const { code, out } = await add(draft);
  expect(out).toMatch(sentence);
  expect(code).toBe(1);
  expect((await api().get('plugins')).status).toBe(200);
  expect(await response()).toBe(404);
});
