import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { io, type Socket as ClientSocket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSession } from '#kernel/server/auth/session-rows.ts';
import { openDatabase } from '#kernel/server/db/pool.ts';
import { createAdmin } from '#kernel/testing/admins.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { amount, isWhole } from '../support/amount.ts';
import { startNode, type NodeProcess } from '../support/node-process.ts';
import { sendApplication, startWriter, type Outcome } from '../support/writer.ts';

/** Seconds for which nobody can reach the database. */
const away = amount(3, 30);

let owned: TestDatabase;
let road: Road;
let node: NodeProcess;
let token = '';

/** The way from the server to its database, which can be closed. */
interface Road {
  readonly port: number;
  close(): Promise<void>;
  open(): Promise<void>;
}

async function buildRoad(socketPath: string): Promise<Road> {
  const travellers = new Set<Socket>();
  let server: Server;
  async function open(port: number): Promise<number> {
    server = createServer((near) => {
      const far = connect(socketPath);
      for (const [one, other] of [[near, far], [far, near]] as const) {
        travellers.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          travellers.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    }); // prettier-ignore
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  const port = await open(0);
  return {
    port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const traveller of travellers) traveller.destroy();
      await closed;
    },
    async open() {
      await open(port);
    },
  };
}

beforeAll(async () => {
  owned = await createTestDatabase();
  const url = new URL(owned.url.replace('@/', '@localhost/'));
  road = await buildRoad(join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432'));
  const opened = openDatabase({ connectionString: owned.url });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(opened.database);
  const { id } = await createAdmin(opened.database, {
    role: 'super_admin',
    permissions: ['application_receiver'],
  });
  token = (await openSession(opened.database, id, { address: '127.0.0.1', userAgent: 'test' }))?.token ?? '';
  await opened.close();
  node = await startNode({
    DATABASE_URL: `postgres://${url.username}:${url.password}@127.0.0.1:${road.port}${url.pathname}`,
    LOG_LEVEL: 'silent',
  });
}, 240_000);
afterAll(async () => {
  await node?.stop();
  await road?.close();
  await owned?.drop();
}, 60_000);

async function openSocket(): Promise<ClientSocket> {
  const socket = io(node.url, { auth: { token }, forceNew: true, transports: ['websocket'] });
  await new Promise<void>((done, failed) => {
    socket.once('connect', done);
    socket.once('connect_error', failed);
  });
  return socket;
}

test(
  `a database that is away for ${away} seconds is told with 503, sockets stay, and all is well after it`,
  async () => {
    const sockets = await Promise.all([1, 2, 3].map(openSocket));
    const drops: string[] = [];
    const heard: number[] = [];
    for (const socket of sockets) {
      socket.on('disconnect', (reason) => drops.push(reason));
      socket.on('application_receive', ({ id }: { id: number }) => heard.push(id));
    }
    const writers = [1, 2, 3, 4].map((name) =>
      startWriter(() => node.url, { name: `away-${name}`, token, pause: 20 }),
    );
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(10), { timeout: 30_000 });

    await road.close();
    const meanwhile: Outcome[] = [];
    for (const until = performance.now() + away * 1000; performance.now() < until; await sleep(100)) {
      meanwhile.push(await sendApplication(node.url, { token, key: `probe-${meanwhile.length}` }));
    }
    await road.open();
    const back = performance.now();

    // The first may have been on its way already; every other is told to come again, by a server that is there.
    for (const outcome of meanwhile.slice(1)) {
      expect(outcome).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(Number((outcome as { retryAfter: string }).retryAfter)).toBeGreaterThan(0);
    }
    expect(meanwhile.length).toBeGreaterThan(away);

    let well = 0;
    await vi.waitFor(
      async () => {
        const outcome = await sendApplication(node.url, { token, key: 'after' });
        expect(outcome.status).toBe(201);
        well = performance.now() - back;
      },
      { timeout: 60_000, interval: 100 },
    );
    if (isWhole) expect(well).toBeLessThan(5000);
    const before = heard.length;
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(before + 10), { timeout: 60_000 });
    expect(drops).toEqual([]);
    await Promise.all(writers.map((writer) => writer.stop()));

    const opened = openDatabase({ connectionString: owned.url });
    const { rows } = await sql<{ key: string; count: number }>`
      select planned_assistance as key, count(*)::int as count from applications group by 1`.execute(
      opened.database,
    );
    await opened.close();
    const stored = new Map(rows.map(({ key, count }) => [key, count]));
    const answered = writers.flatMap((writer) => [...writer.answered.keys()]);
    expect(answered.filter((key) => stored.get(key) !== 1)).toEqual([]);
    process.stdout.write(
      `  ${away} s away: ${meanwhile.length} probes, well ${Math.round(well)} ms after its return\n`,
    );
    for (const socket of sockets) socket.disconnect();
  },
  amount(300_000, 600_000),
);
