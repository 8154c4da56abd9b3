import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Delivery, SiteEvent, SiteSecrets } from '../../contract.ts';
import { createDelivery } from './deliver.ts';

const longWait = { timeout: 60_000, interval: 50 };
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let server: TestServer;
let chief: ApiClient;
const receivers: Server[] = [];

beforeAll(async () => {
  server = await testServer({ plugins: ['intake'] });
  chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
  // The tests run the jobs themselves.
  await server.services.jobs.stop('intake.webhooks');
});
afterAll(async () => {
  await server?.close();
  for (const receiver of receivers) {
    receiver.closeAllConnections();
    receiver.close();
  }
});

/** A site whose webhook is handled by `listener`. */
async function makeSite(listener: RequestListener): Promise<number> {
  const receiver = createServer(listener);
  receivers.push(receiver);
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as AddressInfo;
  const body = { name: 'Bot', origins: [], rate: 1000, webhook: `http://127.0.0.1:${port}/` };
  return (await chief.post<SiteSecrets>('intake/sites', body)).body.site.id;
}

async function emitEvents(siteId: number, count: number): Promise<void> {
  const data = { number: 1, status: 'created', cancel_time: null, late: false };
  await sql`
    insert into intake_events (site_id, type, data)
    select ${siteId}, 'application.created', ${JSON.stringify(data)} from generate_series(1, ${count})`.execute(
    server.database,
  );
}

const readLog = async (siteId: number) =>
  (await chief.get<Delivery[]>(`intake/sites/${siteId}/events`)).body.toReversed();

/** The events that a site has received, in order, and the maximum number of concurrent calls to it. */
function createSite() {
  const ids: number[] = [];
  const seen = { ids, max: 0 };
  let now = 0;
  const listener: RequestListener = (request, response) => {
    let body = '';
    seen.max = Math.max(seen.max, ++now);
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      ids.push((JSON.parse(body) as SiteEvent).id);
      setImmediate(() => {
        now--;
        response.end();
      });
    });
  };
  return { seen, listener };
}

function deliveryOf() {
  const intake = server.services.plugins.find('intake');
  if (!intake) throw new Error('the plugin is not there');
  // Sound: this is the plugin's own context, whose type the list of plugins erases.
  return createDelivery(intake.context as never);
}

test('an unresponsive site delays no other site', async () => {
  const waiting: (() => void)[] = [];
  const slow = await makeSite((_request, response) => void waiting.push(() => response.end()));
  const { seen, listener } = createSite();
  const quick = await makeSite(listener);
  const delivery = deliveryOf();
  await emitEvents(slow, 1);
  await delivery.begin();
  await vi.waitFor(() => expect(waiting).toHaveLength(1), longWait);
  await emitEvents(quick, 3);
  await delivery.begin();
  await vi.waitFor(() => expect(seen.ids).toHaveLength(3), longWait);
  expect((await readLog(slow))[0], 'it has neither answered nor been given up').toMatchObject({
    attempts: 0,
  });
  waiting[0]?.();
  await delivery.idle();
  expect((await readLog(slow))[0]?.state).toBe('delivered');
});

test('sites whose secret cannot be decrypted, however many, do not block the others', async () => {
  const { seen, listener } = createSite();
  for (let count = 0; count < 17; count++) {
    const site = await makeSite(listener);
    await sql`update intake_sites set secret = '\\x00' where id = ${site}`.execute(server.database);
    await emitEvents(site, 1);
  }
  const good = await makeSite(listener);
  await emitEvents(good, 1);
  const delivery = deliveryOf();
  for (let round = 0; round < 3; round++) {
    await delivery.begin();
    await delivery.idle();
  }
  const [event] = await readLog(good);
  expect(event?.state).toBe('delivered');
  expect(seen.ids).toEqual([event?.id]);
});

test('several nodes deliver each event of a site once, in order, one after the other', async () => {
  const { seen, listener } = createSite();
  const site = await makeSite(listener);
  await emitEvents(site, 20);
  const nodes = [deliveryOf(), deliveryOf(), deliveryOf()];
  for (let round = 0; round < 3; round++) await Promise.all(nodes.map((node) => node.begin()));
  await Promise.all(nodes.map((node) => node.idle()));
  expect(seen.ids).toEqual((await readLog(site)).map(({ id }) => id));
  expect(seen).toMatchObject({ ids: { length: 20 }, max: 1 });
});

test('another node continues after the claim of a killed node expires, and not before', async () => {
  const { seen, listener } = createSite();
  const site = await makeSite(listener);
  await emitEvents(site, 2);
  await sql`
    insert into intake_delivery_claims (site_id, holder, until)
    values (${site}, gen_random_uuid(), now() + interval '1 hour')`.execute(server.database);
  const delivery = deliveryOf();
  await delivery.begin();
  await delivery.idle();
  expect(seen.ids).toEqual([]);
  await sql`update intake_delivery_claims set until = now() - interval '1 second' where site_id = ${site}`.execute(
    server.database,
  );
  await delivery.begin();
  await delivery.idle();
  expect(seen.ids).toHaveLength(2);
});

test('a connection that the site has closed between two events counts as no attempt', async () => {
  const { seen, listener } = createSite();
  let calls = 0;
  // Simulates reusing a kept-alive connection that the site is closing: reset before anything was read.
  const site = await makeSite((request, response) => {
    if (++calls === 2) request.socket.destroy();
    else listener(request, response);
  });
  await emitEvents(site, 3);
  const delivery = deliveryOf();
  await delivery.begin();
  await delivery.idle();
  expect(seen.ids).toHaveLength(3);
  expect((await readLog(site)).map(({ attempts, state }) => [attempts, state])).toEqual([
    [1, 'delivered'],
    [1, 'delivered'],
    [1, 'delivered'],
  ]);
});

test.each([
  { attempt: 3, pause: 80 },
  { attempt: 6, pause: 5120 },
  { attempt: 8, pause: 43_200 },
  { attempt: 11, pause: 43_200 },
])('waits $pause seconds after failure $attempt', async ({ attempt, pause }) => {
  const site = await makeSite((_request, response) => response.writeHead(500).end());
  await emitEvents(site, 1);
  await sql`update intake_events set attempts = ${attempt - 1} where site_id = ${site}`.execute(
    server.database,
  );
  const delivery = deliveryOf();
  await delivery.begin();
  await delivery.idle();
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_at - now())::float8 as seconds from intake_events where site_id = ${site}`.execute(
    server.database,
  );
  expect(rows[0]?.seconds).toBeGreaterThan(pause - 60);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(pause);
});

test('a delivery aborted by a shutdown counts as no attempt, and is repeated', async () => {
  let calls = 0;
  const { seen, listener } = createSite();
  const site = await makeSite((request, response) => {
    if (++calls > 1) listener(request, response);
  });
  await emitEvents(site, 1);
  const first = deliveryOf();
  await first.begin();
  await vi.waitFor(() => expect(calls).toBe(1), longWait);
  await first.stop();
  expect((await readLog(site))[0]).toMatchObject({ attempts: 0, state: 'waiting' });
  const next = deliveryOf();
  await next.begin();
  await next.idle();
  expect(seen.ids).toHaveLength(1);
});

test('delivers again after the plugin was switched off and on', async () => {
  const { seen, listener } = createSite();
  const site = await makeSite(listener);
  const intake = server.services.plugins.find('intake');
  await intake?.module.stop?.();
  await intake?.module.start?.(intake.context);
  await emitEvents(site, 1);
  await vi.waitFor(() => expect(seen.ids).toHaveLength(1), longWait);
});
