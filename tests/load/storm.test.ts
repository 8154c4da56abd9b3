import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApi } from '#kernel/testing/api.ts';
import { byLength, isFullLength } from '../support/test-length.ts';
import { startBalancer, type Balancer } from '../support/balancer.ts';
import { openListFollower, type ListFollower } from '../support/list-follower.ts';
import { startWriter, type Writer } from '../support/writer.ts';
import { buildCity, type City } from './support/city.ts';
import { reached, sorted } from './support/subscribers.ts';
import { createCallCounts, type CallCounts } from './support/call-counts.ts';
import { sockets } from './support/durations.ts';

/** The options of the page: `kernel/client/realtime/socket.ts`. */
const reconnection = { reconnectionDelay: 1000, reconnectionDelayMax: 5000, randomizationFactor: 0.5 };
/** The number of followers that connect concurrently; the others wait, as at the start of a working day. */
const concurrency = 25;

let city: City;
let balancer: Balancer;
let followers: ListFollower[] = [];
let counts: CallCounts;
const writers: Writer[] = [];

beforeAll(async () => {
  city = await buildCity({ people: sockets, applications: byLength(2000, 100_000) });
  const { installation, people, lastId } = city;
  balancer = await startBalancer(() => [installation.node.port]);
  counts = createCallCounts();
  for (let from = 0; from < people.length; from += concurrency) {
    const some = people.slice(from, from + concurrency).map(({ token }) =>
      openListFollower(balancer.url, createApi(balancer.url, { token }), {
        afterId: lastId,
        reconnection,
        onResponse: (status, milliseconds) => counts.record(`response ${status || 'none'}`, milliseconds),
      }),
    );
    followers.push(...(await Promise.all(some)));
  }
  await Promise.all(followers.map((follower) => follower.settle()));
  for (const name of ['storm-1', 'storm-2']) {
    writers.push(startWriter(() => balancer.url, { name, token: installation.token, pause: 150 }));
  }
}, 600_000);
afterAll(async () => {
  await Promise.allSettled(writers.map((writer) => writer.stop()));
  for (const follower of followers) follower.stop();
  await balancer?.close();
  await city?.remove();
}, 60_000);

/** The neighbourhood of each application created since the start: `startWriter` writes to the first. */
function created(): Map<number, number> {
  return new Map(writers.flatMap((writer) => [...writer.confirmed.values()].map((id) => [id, 1] as const)));
}

/** Disrupts, waits until all followers have reconnected and caught up, and prints the times and responses. */
async function measureRecovery(name: string, disrupt: () => Promise<void> | void): Promise<void> {
  counts = createCallCounts();
  const health = createCallCounts();
  const end = new AbortController();
  const probing = probe(health, end.signal);
  const began = performance.now();
  const secondsSinceStart = () => ((performance.now() - began) / 1000).toFixed(1);
  const before = followers.map(({ readCount }) => readCount);
  await disrupt();
  // Each has reconnected and has read what it missed.
  const isBack = (follower: ListFollower, index: number) =>
    follower.connected && follower.readCount > (before[index] ?? 0);
  await vi.waitFor(() => expect(followers.filter(isBack)).toHaveLength(followers.length), 120_000);
  const connected = secondsSinceStart();
  await vi.waitFor(() => expect(followers.filter(({ settled }) => !settled)).toEqual([]), 120_000);
  const caughtUp = secondsSinceStart();
  end.abort();
  await probing;
  process.stdout.write(
    `  ${name}: ${followers.length} sockets reconnected within ${connected} s, and caught up within ${caughtUp} s; ` +
      `load average ${loadavg()[0]?.toFixed(1)}\n${counts.table()}${health.table()}`,
  );
}

/** Calls the server like another user and like a balancer's health check, during the outage. */
async function probe(health: CallCounts, signal: AbortSignal): Promise<void> {
  const [person] = city.people;
  const api = createApi(balancer.url, { token: person?.token });
  while (!signal.aborted) {
    const paths = { 'probe: alive': '/health/live', 'probe: plugins': 'plugins' };
    for (const [kind, path] of Object.entries(paths)) {
      const began = performance.now();
      const { status } = await api.get(path).catch(() => ({ status: 0 }));
      health.record(status === 200 ? kind : `${kind}, ${status || 'no response'}`, performance.now() - began);
    }
    await sleep(100);
  }
}

async function assertExact(): Promise<void> {
  const { people, lastId } = city;
  await vi.waitFor(
    async () => {
      // An application may be known before its writer gets the response: only missing ones are errors.
      const createdIds = created();
      for (const [index, follower] of followers.entries()) {
        const person = people[index];
        if (!person) throw new Error('a follower without a user');
        const known = new Set(sorted([...follower.known].filter((id) => id > lastId)));
        const missing = reached(createdIds, person).filter((id) => !known.has(id));
        expect(missing).toEqual([]);
        if (!person.reach.has(1)) expect(known.size).toBe(0);
      }
    },
    { timeout: 60_000, interval: 500 },
  );
  // No event arrives twice.
  expect(
    Math.max(0, ...followers.flatMap((follower) => [...follower.received.values()])),
  ).toBeLessThanOrEqual(1);
}

test(`${sockets} sockets that are disconnected at once reconnect, and catch up`, async () => {
  await measureRecovery('cut', () => balancer.disconnectAll());
  await assertExact();
  expect(created().size).toBeGreaterThan(0);
}, 300_000);

// Starting a server takes seconds, so this runs only at full length: npm run load -- storm
if (isFullLength) {
  test(`${sockets} sockets and writers survive a restart of the server`, async () => {
    await measureRecovery('restart', async () => {
      await city.installation.node.stop();
      await city.installation.restart();
    });
    await Promise.all(writers.map((writer) => writer.stop()));
    await assertExact();
    for (const [index, follower] of followers.entries()) {
      const known = sorted([...follower.known].filter((id) => id > city.lastId));
      const person = city.people[index];
      expect(known).toEqual(person ? reached(created(), person) : []);
    }
    expect(created().size).toBeGreaterThan(0);
  }, 300_000);
}
