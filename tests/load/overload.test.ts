import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApi, type ApiAnswer, type ApiClient } from '#kernel/testing/api.ts';
import { amount, isWhole } from '../support/amount.ts';
import { sendApplication } from '../support/writer.ts';
import { buildCity, type City } from './support/city.ts';
import { openEars, type Ear } from './support/ears.ts';
import { flood } from './support/flood.ts';
import { createLedger, type Ledger } from './support/ledger.ts';

const seconds = amount(3, 30);
/** Many more than are worked on and wait. */
const connections = amount(700, 2000);
const listeners = amount(10, 100);
const paths = ['', '&status=created', '&page=3', '&status=accepted'].map(
  (query) => `/api/uz/applications?limit=20${query}`,
);

let city: City;
let ears: Ear[] = [];

beforeAll(async () => {
  city = await buildCity({ people: listeners, applications: amount(2000, 100_000) });
  ears = await openEars(city.installation.node.url, city.people);
}, 300_000);
afterAll(async () => {
  for (const ear of ears) ear.close();
  await city?.remove();
}, 60_000);

/** What somebody else is answered while the flood goes on. */
interface Witness {
  readonly answers: readonly ApiAnswer[];
  /** Applications that he was told are taken in, by their key. */
  readonly made: ReadonlyMap<string, number>;
}

async function witness(url: string, ledger: Ledger, signal: AbortSignal): Promise<Witness> {
  const { token } = city.installation;
  const reader: ApiClient = createApi(url, { token, language: 'ru' });
  const answers: ApiAnswer[] = [];
  const made = new Map<string, number>();
  for (let turn = 0; !signal.aborted; turn++) {
    const calls = { read: paths[0] ?? '', alive: '/health/live', ready: '/health/ready', plugins: 'plugins' };
    for (const [name, path] of Object.entries(calls)) {
      const began = performance.now();
      const answer = await reader.get(path);
      ledger.note(`${name} ${answer.status}`, performance.now() - began);
      answers.push(answer);
    }
    const key = `flood-${turn}`;
    const began = performance.now();
    const outcome = await sendApplication(url, { token, key });
    ledger.note(`create ${outcome.status}`, performance.now() - began);
    if (outcome.status === 201) made.set(key, (outcome as { body: { id: number } }).body.id);
    await sleep(50);
  }
  return { answers, made };
}

test(
  `${connections} who ask without a pause: many are told at once to come again, and the others are served`,
  async () => {
    const { url } = city.installation.node;
    const tokens = city.people.map(({ token }) => token);
    const calm = createLedger();
    const usual = await flood({ url, connections: 16, seconds: amount(1, 10), paths, tokens }, calm);

    const ledger = createLedger();
    const end = new AbortController();
    const seen = witness(url, ledger, end.signal);
    const flooded = await flood({ url, connections, seconds, paths, tokens }, ledger);
    end.abort();
    const { answers, made } = await seen;
    const rate = (from: Ledger, kind: string, during: number) => (from.count(kind) / during).toFixed(0);
    process.stdout.write(
      `  load average ${loadavg()[0]?.toFixed(1)}; 16 connections: ${rate(calm, 'flood 200', usual.seconds)} answers a second\n` +
        `${calm.table()}  ${connections} connections: ${rate(ledger, 'flood 200', flooded.seconds)} answers a second, ` +
        `${rate(ledger, 'flood 503', flooded.seconds)} told to come again\n${ledger.table()}`,
    );

    expect(flooded.errors).toBe(0);
    expect(ledger.count('flood 503')).toBeGreaterThan(0);
    expect(ledger.count('flood 200')).toBeGreaterThan(0);
    // Nobody hears anything else.
    const kinds = ledger.kinds().filter((kind) => !/ (200|201|503)$/.test(kind));
    expect(kinds).toEqual([]);
    for (const kind of ['alive', 'ready', 'plugins']) expect(ledger.count(`${kind} 503`)).toBe(0);
    for (const { status, headers, body } of answers) {
      if (status !== 503) continue;
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).toMatchObject({ code: 'busy', err: expect.stringMatching(/^Система сейчас перегружена/) });
    }
    // Those who only listen lost nothing, what was answered is there, and all is well at once.
    expect(ears.flatMap(({ cuts }) => cuts)).toEqual([]);
    const api = createApi(url, { token: city.installation.token });
    for (const id of made.values()) {
      await vi.waitFor(async () => expect((await api.get(`applications/${id}`)).status).toBe(200));
    }
    if (isWhole) {
      expect(ledger.within('flood 503', 0.99)).toBeLessThan(1000);
      expect(ledger.within('flood 200', 0.99)).toBeLessThan(2000);
      expect(ledger.count('flood 200') / flooded.seconds).toBeGreaterThan(
        calm.count('flood 200') / usual.seconds / 3,
      );
    }
  },
  amount(120_000, 600_000),
);
