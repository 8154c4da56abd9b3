import { loadavg } from 'node:os';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { random } from '#kernel/devtools/demo/people.ts';
import { byLength, isFullLength } from '../support/test-length.ts';
import { buildCity, type City } from './support/city.ts';
import type { LoadRun } from './support/actions.ts';
import { openSubscribers, reached, sorted } from './support/subscribers.ts';
import { pollServerMetrics, median, portion, type ServerMetrics } from './support/server-metrics.ts';
import { createCallCounts } from './support/call-counts.ts';
import { duration, sockets } from './support/durations.ts';
import { createPicture, simulateUser } from './support/simulate-user.ts';

/**
 * Maximum milliseconds of the 95th and 99th percentile of responses on two idle cores; uploaded files are
 * images that are re-encoded.
 */
const bounds: Readonly<Record<string, readonly [number, number]>> = {
  list: [100, 200],
  detail: [100, 200],
  bell: [100, 200],
  search: [150, 300],
  statistics: [150, 300],
  create: [150, 300],
  status: [150, 300],
  message: [150, 300],
  'file up': [300, 600],
  'file down': [150, 300],
};
/**
 * The maximum 95th percentile, in milliseconds, from the request that creates an application to its event on
 * each page that may show it.
 */
const maxDeliveryMs = 300;
const delivery = 'event delivery';

let city: City;

beforeAll(async () => {
  city = await buildCity({ people: sockets, applications: byLength(2000, 100_000) });
}, 300_000);
afterAll(() => city?.remove(), 60_000);

test(
  `serves ${sockets} users with open pages without failure, each with exactly the permitted events`,
  async () => {
    const { installation, people } = city;
    const subscribers = await openSubscribers(installation.node.url, people);
    const metrics = pollServerMetrics(() => installation.node.url, byLength(500, 5000));
    const work: LoadRun = {
      counts: createCallCounts(),
      next: random(20_261_121),
      picture: await createPicture(),
      created: new Map(),
      sent: new Map(),
      endsAt: performance.now() + duration,
    };
    await Promise.all(people.map((person) => simulateUser(person, city.apiOf(person), work)));

    const { created, counts } = work;
    const receivedCount = () => subscribers.reduce((sum, subscriber) => sum + subscriber.received.length, 0);
    const expected = people.reduce((sum, person) => sum + reached(created, person).length, 0);
    await vi.waitFor(() => expect(receivedCount()).toBeGreaterThanOrEqual(expected), { timeout: 60_000 });
    await metrics.stop();
    // Measured from the request, so that the creation counts too.
    for (const { received, receivedAt } of subscribers) {
      for (const [index, id] of received.entries()) {
        counts.record(delivery, (receivedAt[index] ?? Infinity) - (work.sent.get(id) ?? -Infinity));
      }
    }
    process.stdout.write(report(subscribers, { work, expected }, metrics));
    expect(counts.problems).toEqual({});
    expect(created.size).toBeGreaterThan(0);
    for (const subscriber of subscribers) {
      // Sorted arrays instead of sets, so that a repeated event fails.
      expect(sorted(subscriber.received)).toEqual(reached(created, subscriber.person));
      expect(subscriber.disconnects).toEqual([]);
    }
    expect(counts.count(delivery)).toBe(expected);
    expect(counts.quantile(delivery, 1)).toBeLessThan(Infinity);
    if (isFullLength) {
      expect(counts.quantile(delivery, 0.95)).toBeLessThan(maxDeliveryMs);
      for (const [kind, [max95, max99]] of Object.entries(bounds)) {
        expect(counts.quantile(kind, 0.95), kind).toBeLessThan(max95);
        expect(counts.quantile(kind, 0.99), kind).toBeLessThan(max99);
      }
      const deferred = counts.count('deferred: busy') + counts.count('deferred: unavailable');
      expect(deferred / (counts.total - expected)).toBeLessThan(0.01);
      const [middle, end] = [portion(metrics.memory, 0.25, 0.5), portion(metrics.memory, 0.75, 1)].map(
        median,
      );
      expect(end, 'memory grows').toBeLessThan((middle ?? 0) * 1.1);
    }
    for (const subscriber of subscribers) subscriber.close();
  },
  duration + 600_000,
);

function report(
  subscribers: Awaited<ReturnType<typeof openSubscribers>>,
  { work, expected }: { work: LoadRun; expected: number },
  { memory, work: processor, lag }: ServerMetrics,
): string {
  const quarters = [0, 0.25, 0.5, 0.75].map((from) => median(portion(memory, from, from + 0.25)).toFixed(0));
  const processorSeconds = (processor.at(-1) ?? 0) - (processor[0] ?? 0);
  const events = subscribers.reduce((sum, subscriber) => sum + subscriber.events, 0);
  return (
    `  ${subscribers.length} sockets, ${(duration / 60_000).toFixed(1)} minutes, load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}\n${work.counts.table()}` +
    `  problems: ${JSON.stringify(work.counts.problems)}\n` +
    `  ${work.created.size} applications created, ${expected} deliveries expected; ${events} events of all kinds\n` +
    `  memory: ${memory[0]?.toFixed(0)} MiB at the start, medians of the quarters ${quarters.join(', ')}, ` +
    `${memory.at(-1)?.toFixed(0)} at the end, ${Math.max(...memory).toFixed(0)} at most\n` +
    `  ${processorSeconds.toFixed(0)} s of CPU time, ${((processorSeconds * 100_000) / duration).toFixed(0)} % of one core; ` +
    `event loop delay (p99): ${(median(lag) * 1000).toFixed(0)} ms median, ${(Math.max(...lag) * 1000).toFixed(0)} ms at most\n`
  );
}
