import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApi, type ApiResponse, type ApiClient } from '#kernel/testing/api.ts';
import { byLength, isFullLength } from '../support/test-length.ts';
import { sendApplication } from '../support/writer.ts';
import { buildCity, type City } from './support/city.ts';
import { openSubscribers, type Subscriber } from './support/subscribers.ts';
import { generateOverload, type Overload } from './support/overload.ts';
import { createCallCounts, type CallCounts } from './support/call-counts.ts';

const seconds = byLength(3, 30);
/** Many more than the server can serve and queue. */
const connections = byLength(700, 2000);
const listeners = byLength(10, 100);
const paths = ['', '&status=created', '&page=3', '&status=accepted'].map(
  (query) => `/api/uz/applications?limit=20${query}`,
);

let city: City;
let subscribers: Subscriber[] = [];

beforeAll(async () => {
  city = await buildCity({ people: listeners, applications: byLength(2000, 100_000) });
  subscribers = await openSubscribers(city.installation.node.url, city.people);
}, 300_000);
afterAll(async () => {
  for (const subscriber of subscribers) subscriber.close();
  await city?.remove();
}, 60_000);

/** The responses of another user during the overload. */
interface Observation {
  readonly responses: readonly ApiResponse[];
  /** Acknowledged applications. */
  readonly created: readonly number[];
}

async function observe(name: string, counts: CallCounts, signal: AbortSignal): Promise<Observation> {
  const { token, node } = city.installation;
  const reader: ApiClient = createApi(node.url, { token, language: 'ru' });
  const responses: ApiResponse[] = [];
  const created: number[] = [];
  for (let round = 0; !signal.aborted; round++) {
    const calls = { read: paths[0] ?? '', alive: '/health/live', ready: '/health/ready', plugins: 'plugins' };
    for (const [kind, path] of Object.entries(calls)) {
      const began = performance.now();
      const response = await reader.get(path);
      counts.record(`  ${kind} ${response.status}`, performance.now() - began);
      responses.push(response);
    }
    const began = performance.now();
    const outcome = await sendApplication(node.url, { token, key: `${name}-${round}` });
    counts.record(`  create ${outcome.status}`, performance.now() - began);
    if (outcome.status === 201) created.push((outcome as { body: { id: number } }).body.id);
    await sleep(50);
  }
  return { responses, created };
}

/** Applies the load beside another user, and checks everything except speed. */
async function applyLoad(
  name: string,
  given: Pick<Overload, 'connections' | 'seconds' | 'waitsForRetry'>,
): Promise<CallCounts> {
  const { url } = city.installation.node;
  const tokens = city.people.map(({ token }) => token);
  const counts = createCallCounts();
  const end = new AbortController();
  const observation = observe(name, counts, end.signal);
  const { errors } = await generateOverload(name, { url, paths, tokens, ...given }, counts);
  end.abort();
  const { responses, created } = await observation;
  const rate = (status: number) => (counts.count(`${name} ${status}`) / given.seconds).toFixed(0);
  process.stdout.write(
    `  ${name}, ${given.connections} connections: per second ${rate(200)} served, ${rate(503)} rejected; ` +
      `load average ${loadavg()[0]?.toFixed(1)}\n${counts.table()}`,
  );

  expect(errors).toBe(0);
  expect(counts.count(`${name} 200`)).toBeGreaterThan(0);
  // No other status occurs, and health checks always succeed.
  expect(counts.kinds().filter((kind) => !/ (200|201|503)$/.test(kind))).toEqual([]);
  for (const kind of ['alive', 'ready']) expect(counts.count(`  ${kind} 503`)).toBe(0);
  for (const { status, headers, body } of responses) {
    if (status !== 503) continue;
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // On an overloaded machine the database may be the part that is unavailable.
    expect(['busy', 'unavailable']).toContain((body as { code: string }).code);
    expect(body).toMatchObject({ err: expect.stringMatching(/^Система сейчас /) });
  }
  // Subscribers lost no connection, and acknowledged applications exist.
  expect(subscribers.flatMap(({ disconnects }) => disconnects)).toEqual([]);
  const api = createApi(url, { token: city.installation.token });
  for (const id of created) {
    await vi.waitFor(async () => expect((await api.get(`applications/${id}`)).status).toBe(200));
  }
  return counts;
}

test(
  `${connections} callers who heed the retry delay get most of the capacity, and others a quick rejection`,
  async () => {
    const baseline = await applyLoad('calm', {
      connections: 16,
      seconds: byLength(1, 10),
      waitsForRetry: true,
    });
    const crowd = await applyLoad('crowd', { connections, seconds, waitsForRetry: true });
    expect(baseline.count('calm 503')).toBe(0);
    expect(crowd.count('crowd 503')).toBeGreaterThan(0);
    if (!isFullLength) return;
    expect(crowd.quantile('crowd 503', 0.99)).toBeLessThan(1000);
    expect(crowd.quantile('crowd 200', 0.99)).toBeLessThan(2000);
    expect(crowd.count('crowd 200') / seconds).toBeGreaterThan(baseline.count('calm 200') / 10 / 2);
  },
  byLength(120_000, 600_000),
);

// Little capacity is left for others then, unless a proxy limits the callers (decision 0015). Only at full
// length: npm run load -- overload
if (isFullLength) {
  test(`${connections} callers who ignore the retry delay do not prevent quick rejections, and leave nothing behind`, async () => {
    const ignoring = await applyLoad('ignoring', { connections, seconds, waitsForRetry: false });
    expect(ignoring.quantile('ignoring 503', 0.99)).toBeLessThan(2000);
    const after = await applyLoad('after', { connections: 16, seconds: 10, waitsForRetry: true });
    expect(after.count('after 503')).toBe(0);
  }, 600_000);
}
