/**
 * Intake under attack: `npm run bench -- intake [--rows N] [--seconds N] [--rounds N] [--keep]`.
 *
 * `staff` is the p95 of the list of applications, read over eight connections, alone and while sixteen
 * others flood intake: first with a key, invalid tickets and guessed codes, then with applications of one
 * person with a key for 100,000 calls per ten minutes. The runs alternate for several rounds; the table
 * shows the medians. Readers and attackers are separate processes. A ratio up to 2 is reached. `flood` sends
 * 10,000 applications from one site, one address and one person: only as many are accepted as a person may
 * send. `guess` is the response time for a wrong code of an existing application, relative to that for a
 * missing number: a ratio between 0.9 and 1.1 reveals nothing.
 */
import { startChild } from '../support/child-process.ts';
import { openFolder } from '../support/data-folder.ts';
import { startLoadGenerator } from '../support/load.ts';
import { startBenchServer, type BenchServer } from '../support/bench-server.ts';
import { percentile } from '../support/percentile.ts';
import { readOptions, type Options } from '../support/options.ts';
import { seed, settle } from '../applications/seed.ts';
import type { Flood } from './flood.ts';

const staffGoal = 2;
const guesses = 400;

async function main(options: Options): Promise<void> {
  const folder = await openFolder(options);
  const stops: (() => Promise<void>)[] = [() => folder.leave()];
  try {
    const server = await startBenchServer(folder.path);
    stops.push(() => server.stop());
    await seed(server.pool, options.rows);
    await settle(server.pool);
    await folder.markFilled();
    const isSilent = await compareGuesses(server);
    const token = await server.signIn({ login: 'bench1' });
    const [few, many] = [await makeKey(server, token, 100), await makeKey(server, token, 100_000)];
    const isQuiet = [
      await compareStaff(server, token, { name: 'strangers', kind: 'mixed', key: few }, options),
      await compareStaff(server, token, { name: 'one person', kind: 'person', key: many }, options),
    ].every(Boolean);
    const isHeld = await floodOfOne(server, many);
    process.exitCode = isQuiet && isSilent && isHeld ? 0 : 1;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

async function makeKey(server: BenchServer, authorization: string, rate: number): Promise<string> {
  const made = await fetch(`${server.url}/api/uz/intake/sites`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `flood ${rate}`, origins: [], rate, webhook: '' }),
  });
  return ((await made.json()) as { key: string }).key;
}

interface Attack extends Pick<Flood, 'kind' | 'key'> {
  readonly name: string;
}

async function compareStaff(
  server: BenchServer,
  token: string,
  { name, ...attack }: Attack,
  { seconds, rounds }: Options,
): Promise<boolean> {
  const staff = startLoadGenerator();
  const strangers = startChild(new URL('./flood.ts', import.meta.url));
  const read = () =>
    staff.measure({ url: `${server.url}/api/uz/applications`, token, connections: 8 }, seconds);
  const [alone, during, calls]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    alone.push((await read()).p95);
    // One second longer, since the reader warms up first.
    const until = { seconds: seconds + 1 };
    const flood: Flood = { url: server.url, connections: 16, until, ...attack };
    const flooding = strangers.request<{ calls: number }>(flood);
    during.push((await read()).p95);
    calls.push((await flooding).calls);
  }
  await staff.stop();
  await strangers.stop();
  const [quiet, flooded] = [percentile(alone, 0.5), percentile(during, 0.5)];
  const ratio = flooded / quiet;
  const verdict = ratio <= staffGoal ? 'reached' : 'NOT reached';
  print(
    `staff  alone ${quiet.toFixed(1)} ms  flooded by ${name} ${flooded.toFixed(1)} ms  ratio ${ratio.toFixed(2)} of ${staffGoal}  ${verdict}`,
  );
  print(`       ${percentile(calls, 0.5)} calls of the flood in ${seconds + 1} s`);
  return ratio <= staffGoal;
}

const floodSize = 10_000;
/** The number of applications that the plugin accepts from a person per day. */
const ofPerson = 3;

async function floodOfOne(server: BenchServer, key: string): Promise<boolean> {
  const strangers = startChild(new URL('./flood.ts', import.meta.url));
  const flood: Flood = { url: server.url, key, connections: 32, until: { calls: floodSize }, kind: 'person' };
  const began = performance.now();
  const { calls } = await strangers.request<{ calls: number }>(flood);
  await strangers.stop();
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::int as count from intake_submissions where source = 'api' and site = 'flood 100000'`,
  );
  const count = rows[0]?.count ?? 0;
  const isHeld = count === ofPerson;
  print(
    `flood  ${calls} applications of one person in ${((performance.now() - began) / 1000).toFixed(0)} s: ${count} accepted of ${ofPerson}  ${isHeld ? 'reached' : 'NOT reached'}`,
  );
  return isHeld;
}

/**
 * Compares the response times for an existing and a missing number; alternating, so that a slow phase affects
 * both. The rate limits are raised meanwhile.
 */
async function compareGuesses(server: BenchServer): Promise<boolean> {
  await server.pool.query(
    `insert into intake_submissions (application_id, site, source, code_hash, status, created_at)
     values (1, 'bench', 'api', repeat('a', 64), 'created', now()) on conflict do nothing`,
  );
  const authorization = await server.signIn({ login: 'bench1' });
  const limits = { site: 1_000_000, address: 1_000_000, status: 1_000_000 };
  const settings = (config: object) =>
    call(server, 'plugins/intake/settings', {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ config }),
    });
  await settings({ visitors: true, limits });
  const times = { there: [] as number[], nowhere: [] as number[] };
  for (let round = 0; round < guesses; round++) {
    for (const [name, number] of [
      ['there', 1],
      ['nowhere', 999_999_999],
    ] as const) {
      const began = performance.now();
      const status = await call(server, 'intake/status', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ number, code: 'aaaaa-aaaaa' }),
      });
      if (status !== 404) throw new Error(`a wrong code got the status ${status}`);
      times[name].push(performance.now() - began);
    }
  }
  // The flood meets the usual limits.
  await settings({ visitors: true });
  const [there, nowhere] = [percentile(times.there, 0.5), percentile(times.nowhere, 0.5)];
  const ratio = there / nowhere;
  const isSilent = ratio > 0.9 && ratio < 1.1;
  print(
    `guess  wrong code ${there.toFixed(2)} ms  no such number ${nowhere.toFixed(2)} ms  ratio ${ratio.toFixed(2)}  ${isSilent ? 'reached' : 'NOT reached'}`,
  );
  return isSilent;
}

async function call(server: BenchServer, path: string, init: RequestInit): Promise<number> {
  const response = await fetch(`${server.url}/api/uz/${path}`, init);
  await response.arrayBuffer();
  return response.status;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main(readOptions(process.argv.slice(3)));
