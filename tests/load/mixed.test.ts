import { loadavg } from 'node:os';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { random } from '#kernel/devtools/demo/people.ts';
import { byLength, isFullLength } from '../support/test-length.ts';
import { buildCity, type City } from './support/city.ts';
import type { Work } from './support/actions.ts';
import { openSubscribers, reached, sorted } from './support/subscribers.ts';
import { pollServerMetrics, median, part, type ServerMetrics } from './support/server-metrics.ts';
import { createCallCounts } from './support/call-counts.ts';
import { duration, sockets } from './support/durations.ts';
import { takePicture, simulateUser } from './support/simulate-user.ts';

/** Milliseconds within which 95 and 99 of 100 answers come, on two quiet cores; files are pictures that are made anew. */
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
/** … and 95 of 100 events, from the sending of an application to each screen that may show it. */
const longestToScreen = 300;
const toScreen = 'to a screen';

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
    const figures = pollServerMetrics(() => installation.node.url, byLength(500, 5000));
    const work: Work = {
      counts: createCallCounts(),
      next: random(20_261_121),
      picture: await takePicture(),
      made: new Map(),
      sent: new Map(),
      until: performance.now() + duration,
    };
    await Promise.all(people.map((person) => simulateUser(person, city.apiOf(person), work)));

    const { made, counts } = work;
    const told = () => subscribers.reduce((sum, subscriber) => sum + subscriber.heard.length, 0);
    const expected = people.reduce((sum, person) => sum + reached(made, person).length, 0);
    await vi.waitFor(() => expect(told()).toBeGreaterThanOrEqual(expected), { timeout: 60_000 });
    await figures.stop();
    // From the moment in which it was sent, so that the making of it counts too.
    for (const { heard, moments } of subscribers) {
      for (const [index, id] of heard.entries()) {
        counts.note(toScreen, (moments[index] ?? Infinity) - (work.sent.get(id) ?? -Infinity));
      }
    }
    process.stdout.write(report(subscribers, { work, expected }, figures));
    expect(counts.problems).toEqual({});
    expect(made.size).toBeGreaterThan(0);
    for (const subscriber of subscribers) {
      // Sorted, not as sets: what is told twice is not exact.
      expect(sorted(subscriber.heard)).toEqual(reached(made, subscriber.person));
      expect(subscriber.cuts).toEqual([]);
    }
    expect(counts.count(toScreen)).toBe(expected);
    expect(counts.within(toScreen, 1)).toBeLessThan(Infinity);
    if (isFullLength) {
      expect(counts.within(toScreen, 0.95)).toBeLessThan(longestToScreen);
      for (const [kind, [most95, most99]] of Object.entries(bounds)) {
        expect(counts.within(kind, 0.95), kind).toBeLessThan(most95);
        expect(counts.within(kind, 0.99), kind).toBeLessThan(most99);
      }
      const putOff = counts.count('put off: busy') + counts.count('put off: unavailable');
      expect(putOff / (counts.total - expected)).toBeLessThan(0.01);
      const [middle, end] = [part(figures.memory, 0.25, 0.5), part(figures.memory, 0.75, 1)].map(median);
      expect(end, 'memory grows').toBeLessThan((middle ?? 0) * 1.1);
    }
    for (const subscriber of subscribers) subscriber.close();
  },
  duration + 600_000,
);

function report(
  subscribers: Awaited<ReturnType<typeof openSubscribers>>,
  { work, expected }: { work: Work; expected: number },
  { memory, work: processor, lag }: ServerMetrics,
): string {
  const quarters = [0, 0.25, 0.5, 0.75].map((from) => median(part(memory, from, from + 0.25)).toFixed(0));
  const taken = (processor.at(-1) ?? 0) - (processor[0] ?? 0);
  const events = subscribers.reduce((sum, subscriber) => sum + subscriber.events, 0);
  return (
    `  ${subscribers.length} sockets, ${(duration / 60_000).toFixed(1)} minutes, load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}\n${work.counts.table()}` +
    `  problems: ${JSON.stringify(work.counts.problems)}\n` +
    `  ${work.made.size} taken in, told ${expected} times; ${events} events in all\n` +
    `  memory: ${memory[0]?.toFixed(0)} MiB at the start, medians of the quarters ${quarters.join(', ')}, ` +
    `${memory.at(-1)?.toFixed(0)} at the end, ${Math.max(...memory).toFixed(0)} at most\n` +
    `  ${taken.toFixed(0)} s of a processor, ${((taken * 100_000) / duration).toFixed(0)} % of one; ` +
    `event loop late by ${(median(lag) * 1000).toFixed(0)} ms (99 of 100, median), ${(Math.max(...lag) * 1000).toFixed(0)} at most\n`
  );
}
