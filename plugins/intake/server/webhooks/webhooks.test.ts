import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import type { Delivery, Receipt, SiteEvent, SiteSecrets } from '../../contract.ts';
import { createDelivery } from './deliver.ts';
import { emitMissedChanges, emitPassedDeadlines, insertEvent } from './events.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: TestServer;
let chief: ApiClient;
let made: SiteSecrets;
let received: Received[] = [];
/** The statuses of the receiving site's responses, one per call; 200 after that. */
let responses: number[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    const status = responses.shift() ?? 200;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as AddressInfo;
  server = await testServer({ plugins: ['intake'] });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  // The tests run the jobs themselves.
  await server.services.jobs.stop('intake.webhooks');
  chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
  const body = { name: 'Bot', origins: [], rate: 1000, webhook: `http://127.0.0.1:${port}/hook?of=bot` };
  made = (await chief.post<SiteSecrets>('intake/sites', body)).body;
});
afterAll(async () => {
  await server?.close();
  receiver.close();
});
beforeEach(async () => {
  // Pending events of earlier tests would arrive in this one.
  await sql`update intake_events set delivered_at = now() where delivered_at is null and failed_at is null`.execute(
    server.database,
  );
  received = [];
  responses = [];
});

let serial = 0;
async function bring(): Promise<number> {
  const body = {
    citizen: {
      first_name: 'Anvar',
      last_name: 'Oʻrinboyev',
      personal_number: makeJshshir({ birthday: '1980-05-06', sex: 'male', serial: ++serial }),
    },
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tom',
  };
  const sent = await server.api().post<Receipt>('intake/applications', body, {
    idempotencyKey: `ariza ${serial}`,
    headers: { 'x-komak-key': made.key },
  });
  expect(sent.status).toBe(201);
  return sent.body.number;
}

function contextOf(): Parameters<typeof createDelivery>[0] {
  const intake = server.services.plugins.find('intake');
  if (!intake) throw new Error('the plugin is not there');
  // Sound: this is the plugin's own context, whose type the list of plugins erases.
  return intake.context as never;
}

const eventsOf = () => received.map(({ body }) => JSON.parse(body) as SiteEvent);
/** Delivers due events, as the server's jobs do, until no more arrive, and checks how many have arrived. */
async function arrive(length: number): Promise<void> {
  for (let known = -1; known < received.length;) {
    known = received.length;
    const delivery = createDelivery(contextOf());
    await delivery.begin();
    await delivery.idle();
  }
  expect(received).toHaveLength(length);
}
const readLog = async () =>
  (await chief.get<Delivery[]>(`intake/sites/${made.site.id}/events`)).body.toReversed();
/** Replaces a wait: failed events become due. Columns round `now()` to milliseconds, possibly up. */
const hurry = () =>
  sql`update intake_events set next_at = now() - interval '1 second' where delivered_at is null`.execute(
    server.database,
  );

/** Verifies the signature like a receiver, with the secret that was shown once. */
function assertSigned({ headers, body }: Received): void {
  const secret = Buffer.from(made.secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = Buffer.from(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
  expect(timingSafeEqual(Buffer.from(String(headers['webhook-signature'])), expected)).toBe(true);
  expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
}

test('sends a site signed, ordered events of its applications, without personal data', async () => {
  const number = await bring();
  for (const body of [{ status: 'accepted' }, { status: 'completed', note: 'Berildi' }]) {
    expect((await chief.post(`applications/${number}/actions/statuses`, body)).status).toBe(201);
  }
  await arrive(3);
  for (const one of received) assertSigned(one);
  expect(eventsOf().map(({ type, data }) => [type, data.number, data.status])).toEqual([
    ['application.created', number, 'created'],
    ['application.status', number, 'accepted'],
    ['application.status', number, 'completed'],
  ]);
  expect(JSON.stringify(received)).not.toMatch(/Anvar|rinboyev|Berildi/);
});

test('sends an event for each application of a bulk job', async () => {
  const ids = [await bring(), await bring()];
  const started = await chief.post<{ id: number }>('applications/batches', { kind: 'accept', ids });
  expect(started.status).toBe(201);
  await vi.waitFor(
    async () => {
      const { body } = await chief.get(`applications/batches/${started.body.id}`);
      expect(body).toMatchObject({ state: 'done', done: 2 });
    },
    { timeout: 60_000, interval: 50 },
  );
  await arrive(4);
  const changes = eventsOf().filter(({ type }) => type === 'application.status');
  expect(changes.map(({ data }) => [data.number, data.status])).toEqual(ids.map((id) => [id, 'accepted']));
});

test('sends the status that an application got while the plugin was off, once', async () => {
  const number = await bring();
  const { plugins } = server.services;
  const { registry } = plugins;
  plugins.replace(registry.without({ intake: 'starting' }), registry);
  const { status } = await chief.post(`applications/${number}/actions/statuses`, { status: 'accepted' });
  plugins.replace(registry);
  expect(status).toBe(201);
  for (let round = 0; round < 2; round++) await emitMissedChanges(contextOf());
  await arrive(2);
  expect(eventsOf().at(-1)).toMatchObject({
    type: 'application.status',
    data: { number, status: 'accepted' },
  });
});

test('sends the deadline that an application got while the plugin was off, once', async () => {
  const number = await bring();
  await sql`update applications set cancel_time = now() + interval '40 days' where id = ${number}`.execute(
    server.database,
  );
  for (let round = 0; round < 2; round++) await emitMissedChanges(contextOf());
  await arrive(2);
  expect(eventsOf().at(-1)).toMatchObject({ type: 'application.deadline', data: { number, late: false } });
});

test('sends one event when a deadline moves or passes', async () => {
  const number = await bring();
  const move = (days: number) =>
    sql`update applications set cancel_time = now() + make_interval(days => ${days}) where id = ${number}`.execute(
      server.database,
    );
  await move(40);
  await chief.post(`applications/${number}/actions/statuses`, { status: 'accepted' });
  await arrive(3);
  await move(-1);
  await sql`update intake_submissions set cancel_time = now() - interval '1 day' where application_id = ${number}`.execute(
    server.database,
  );
  await emitPassedDeadlines(contextOf());
  await emitPassedDeadlines(contextOf());
  await arrive(4);
  expect(eventsOf().map(({ type, data }) => [type, data.late])).toEqual([
    ['application.created', false],
    ['application.status', false],
    ['application.deadline', false],
    ['application.deadline', true],
  ]);
});

test('leaves passed deadlines to their job when an application is only read', async () => {
  const number = await bring();
  const past = sql`now() - interval '1 day'`;
  await sql`update applications set cancel_time = ${past} where id = ${number}`.execute(server.database);
  await sql`update intake_submissions set cancel_time = ${past} where application_id = ${number}`.execute(
    server.database,
  );
  const reveal = { field: 'personal_number' };
  expect((await chief.post(`applications/${number}/reveal`, reveal)).status).toBe(200);
  await arrive(1);
  await emitPassedDeadlines(contextOf());
  await arrive(2);
  expect(eventsOf().at(-1)).toMatchObject({ type: 'application.deadline', data: { number, late: true } });
});

test('retries a failed event with the same id, before later events', async () => {
  responses = [500, 302];
  const first = await bring();
  await arrive(1);
  const second = await bring();
  expect((await readLog()).at(-2)).toMatchObject({ attempts: 1, error: 'HTTP 500' });
  expect((await readLog()).at(-1)).toMatchObject({ attempts: 0, state: 'waiting' });
  await hurry();
  await arrive(2);
  expect((await readLog()).at(-2)).toMatchObject({ attempts: 2, error: 'HTTP 302' });
  await hurry();
  await arrive(4);
  expect(eventsOf().map(({ data }) => data.number)).toEqual([first, first, first, second]);
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids.slice(0, 3)).size).toBe(1);
  for (const one of received) assertSigned(one);
});

test('gives up after the last attempt, continues with the next event, and replays all on request', async () => {
  responses = [503];
  const first = await bring();
  await arrive(1);
  expect((await readLog()).at(-1)?.attempts).toBe(1);
  responses = [503];
  await sql`update intake_events set attempts = 11, next_at = now() - interval '1 second' where delivered_at is null`.execute(
    server.database,
  );
  const second = await bring();
  await arrive(3);
  expect((await readLog()).at(-1)?.state).toBe('delivered');
  const lost = (await readLog()).find(({ data }) => data.number === first);
  expect(lost?.state).toBe('failed');
  const { body: sites } = await chief.get<{ failed: number }[]>('intake/sites');
  expect(sites[0]?.failed).toBe(1);

  received = [];
  const replayed = await chief.post(`intake/sites/${made.site.id}/replay`, { from: lost?.id });
  expect(replayed.body).toEqual({ events: 2 });
  await arrive(2);
  expect(eventsOf().map(({ data }) => data.number)).toEqual([first, second]);
  // A site that was unavailable for long reads them with its key.
  const missed = await server.api().get<SiteEvent[]>(`intake/events?after=${(lost?.id ?? 1) - 1}`, {
    headers: { 'x-komak-key': made.key },
  });
  expect(missed.body).toEqual(eventsOf());
  expect(
    (await server.api().get('intake/events', { headers: { 'x-komak-key': 'x'.repeat(43) } })).status,
  ).toBe(401);
});

test('gives no id again after a restore of the database', async () => {
  // As on a server that was started some hours ago.
  await sql`
    select setval(ids, pg_sequence_last_value(ids) - 50000)
    from pg_get_serial_sequence('intake_events', 'id') as name, cast(name as regclass) as ids`.execute(
    server.database,
  );
  await bring();
  await bring();
  await arrive(2);
  const known = eventsOf();
  // As a database of before these two events, on which a server starts.
  await sql`delete from intake_events`.execute(server.database);
  await sql`select setval(pg_get_serial_sequence('intake_events', 'id'), 1)`.execute(server.database);
  const { databaseUrl, data } = server;
  const node = await testServer({ plugins: ['intake'], databaseUrl, data });
  await node.close();
  received = [];
  await bring();
  await arrive(1);
  expect(eventsOf()[0]?.id).toBeGreaterThan(Math.max(...known.map(({ id }) => id)));
  const missed = await server.api().get<SiteEvent[]>(`intake/events?after=${known[1]?.id}`, {
    headers: { 'x-komak-key': made.key },
  });
  expect(missed.body).toEqual(eventsOf());
});

test('delivers no event before an uncommitted one with a smaller id', async () => {
  const events = async () =>
    (await server.api().get<SiteEvent[]>('intake/events?after=0', { headers: { 'x-komak-key': made.key } }))
      .body;
  const known = (await events()).length;
  const number = await bring();
  let isWritten = false;
  let second: Promise<void> = Promise.resolve();
  await server.services.database.transaction().execute(async (database) => {
    const data = { number, status: 'accepted', cancel_time: null, late: false } as const;
    await insertEvent(
      { database: database as never, emit: () => {} },
      { siteId: made.site.id, type: 'application.status', data },
    );
    second = bring().then(() => void (isWritten = true));
    // It is done, or waits for this transaction.
    await vi.waitFor(async () => expect(isWritten || (await countWaiting()) > 0).toBe(true), {
      timeout: 60_000,
    });
    expect((await events()).length, 'the first is not there yet').toBe(known + 1);
  });
  await second;
  await arrive(3);
  expect((await events()).slice(known).map(({ type }) => type)).toEqual([
    'application.created',
    'application.status',
    'application.created',
  ]);
});

test('gets no events once its key is revoked', async () => {
  const number = await bring();
  await arrive(1);
  await chief.post(`intake/sites/${made.site.id}/revocation`);
  await chief.post(`applications/${number}/actions/statuses`, { status: 'accepted' });
  const delivery = createDelivery(contextOf());
  await delivery.begin();
  await delivery.idle();
  expect(received).toHaveLength(1);
  expect((await readLog()).at(-1)).toMatchObject({ type: 'application.status', attempts: 0 });
});

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(server.database);
  return rows[0]?.count ?? 0;
}
