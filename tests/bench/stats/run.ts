/**
 * Statistics over a million applications and a hundred thousand households: `npm run bench -- stats [--rows
 * N] [--seconds N] [--keep] [--only text]`.
 *
 * The real server on its own PostgreSQL handles one request after another. Some rows are compared with the
 * bare SQL that would count the same without counters, in the same database, after every fourth request. A
 * row is `reached` if our median is within 150 ms or three times that of the bare SQL; the columns of the city
 * within 20 ms (right after a change 150 ms) and 1.2 MB. The first two responses of a row are not measured,
 * except where a household is added before each request. The last row is the time from sending a household
 * until a client receives the event after which a page reads the numbers again; its goal is 250 ms. `--keep`
 * shares its folder with the benchmark `applications`.
 */
import { Agent, request } from 'node:http';
import type pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import type { HouseholdDraft } from '#plugins/households/contract.ts';
import { arrowType } from '#plugins/stats/contract.ts';
import { openFolder } from '../support/data-folder.ts';
import { readOptions, type Options } from '../support/options.ts';
import { startBenchServer } from '../support/bench-server.ts';
import { percentile } from '../support/percentile.ts';
import { seed, settle } from '../applications/seed.ts';
import { seedSteps, settleSteps } from './seed.ts';

const households = 100_000;
const agent = new Agent({ keepAlive: true });

interface Case {
  readonly name: string;
  readonly path: string;
  readonly accept?: string;
  readonly bare: string | null;
  /** The maximum median, in milliseconds. */
  readonly goal: number;
  /** Adds a household before each request, and waits this many milliseconds. */
  readonly sinceChange?: number;
}

const counting = (days: string) => `
  select status, count(*) from applications where ${days} group by rollup (status)`;
const year = `day >= date_trunc('year', now())::date`;
const month = `day >= date_trunc('month', now())::date`;
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** 200 days, whose first and last month are usually not complete. */
const custom = `day between '${dayBefore(250)}' and '${dayBefore(51)}'`;
const customDays = `date_from=${dayBefore(250)}&date_to=${dayBefore(51)}`;
const flow = (days: string) =>
  `select date_trunc('month', day) as month, count(*) from applications where ${days} group by month`;

const cases: readonly Case[] = [
  { name: 'figures and page, all time', path: 'stats/application-stats', bare: counting('true'), goal: 150 },
  {
    name: 'figures and page, this year',
    path: 'stats/application-stats?timeFilter=year',
    bare: counting(year),
    goal: 150,
  },
  {
    name: 'figures and page, this month',
    path: 'stats/application-stats?timeFilter=month',
    bare: counting(month),
    goal: 150,
  },
  {
    name: 'figures and page, today',
    path: 'stats/application-stats?timeFilter=today',
    bare: null,
    goal: 150,
  },
  {
    name: 'figures and page, this year in one neighbourhood',
    path: 'stats/application-stats?timeFilter=year&neighborhood=7',
    bare: counting(`${year} and neighborhood_id = 7`),
    goal: 150,
  },
  {
    name: 'page 2,000 of this year',
    path: 'stats/application-stats?timeFilter=year&page=2000',
    bare: `select * from applications where ${year} order by day desc, id desc offset 60000 limit 30`,
    goal: 150,
  },
  {
    name: 'late ones of this year',
    path: 'stats/application-stats?timeFilter=year&status=late',
    bare: null,
    goal: 150,
  },
  {
    name: 'by status, this year',
    path: 'stats/application-stats?timeFilter=year&sort_by=status',
    bare: null,
    goal: 150,
  },
  {
    name: 'by neighbourhood, this year',
    path: 'stats/application-stats?timeFilter=year&sort_by=neighborhood',
    bare: null,
    goal: 150,
  },
  {
    name: 'late ones of one neighbourhood, this year',
    path: 'stats/application-stats?timeFilter=year&status=late&neighborhood=7',
    bare: null,
    goal: 150,
  },
  {
    name: 'custom period of 200 days',
    path: `stats/application-stats?${customDays}`,
    bare: counting(custom),
    goal: 150,
  },
  {
    name: 'search by a common family name, this year',
    path: 'stats/application-stats?timeFilter=year&search=karimov',
    bare: null,
    goal: 150,
  },
  {
    name: 'workbook of one neighbourhood, this month',
    path: 'stats/application-stats/export?timeFilter=month&neighborhood=7',
    bare: null,
    goal: 150,
  },
  { name: 'charts, all time', path: 'stats/application-charts', bare: flow('true'), goal: 150 },
  {
    name: 'charts, this year',
    path: 'stats/application-charts?timeFilter=year',
    bare: flow(year),
    goal: 150,
  },
  {
    name: 'charts, this month',
    path: 'stats/application-charts?timeFilter=month',
    bare: flow(month),
    goal: 150,
  },
  {
    name: 'counts of places',
    path: 'stats/location-counts',
    bare: 'select count(*) from households',
    goal: 150,
  },
  { name: 'figures of neighbourhoods', path: 'stats/neighborhoods', bare: null, goal: 150 },
  {
    name: 'the city as columns',
    path: 'stats/households-locations',
    accept: arrowType,
    bare: null,
    goal: 20,
  },
  {
    name: 'the city as columns, a second after a change',
    path: 'stats/households-locations',
    accept: arrowType,
    bare: null,
    goal: 20,
    sinceChange: 1000,
  },
  {
    name: 'the city as columns, right after a change',
    path: 'stats/households-locations',
    accept: arrowType,
    bare: null,
    goal: 150,
    sinceChange: 0,
  },
  { name: 'the city as JSON', path: 'stats/households-locations', bare: null, goal: 150 },
];

async function main(options: Options): Promise<void> {
  const folder = await openFolder(options);
  const stops: (() => Promise<void>)[] = [() => folder.leave()];
  try {
    const server = await startBenchServer(folder.path);
    stops.push(() => server.stop());
    await seed(server.pool, options.rows);
    await seedSteps(server.pool, households);
    await settleSteps(server.pool);
    await settle(server.pool);
    await folder.markFilled();
    const token = await server.signIn({ login: 'bench1' });
    const caller = { url: server.url, token, streetId: await streetOf(server.pool) };
    process.exitCode = (await runAll(server.pool, caller, options)) ? 0 : 1;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** The caller, and a street of the first neighbourhood for the added households. */
interface Caller {
  readonly url: string;
  readonly token: string;
  readonly streetId: number;
}

async function streetOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'select min(id)::int as id from streets where neighborhood_id = 1',
  );
  return rows[0]?.id ?? 1;
}

async function runAll(pool: pg.Pool, caller: Caller, { only, seconds }: Options): Promise<boolean> {
  const { url, token } = caller;
  let reached = true;
  process.stdout.write(`${'response'.padEnd(52)}   ours ms   p95 ms   bare ms   ratio       kB\n`);
  for (const { name, path, accept, bare, goal, sinceChange } of cases) {
    if (!name.includes(only)) continue;
    const headers = { authorization: token, 'accept-encoding': 'br', ...(accept ? { accept } : {}) };
    let bytes = 0;
    const ours: number[] = [];
    const theirs: number[] = [];
    const until = Date.now() + seconds * 1000;
    while (Date.now() < until || ours.length < 6) {
      if (sinceChange !== undefined) {
        await addHousehold(caller);
        await new Promise((done) => setTimeout(done, sinceChange));
      }
      const began = performance.now();
      bytes = await fetchBytes(`${url}/api/uz/${path}`, headers);
      ours.push(performance.now() - began);
      if (bare === null || theirs.length * 4 > ours.length) continue;
      const since = performance.now();
      // Prepared, as in the bare servers of other benchmarks.
      await pool.query({ name: name.slice(0, 63), text: bare });
      theirs.push(performance.now() - since);
    }
    // The first ones fill caches.
    const counted = sinceChange === undefined ? ours.slice(2) : ours;
    const [own, other] = [percentile(counted, 0.5), bare === null ? null : percentile(theirs, 0.5)];
    const ratio = other === null ? null : own / other;
    const fits = own <= goal || (ratio !== null && ratio <= 3);
    reached &&= fits;
    const light = !accept || bytes <= 1_200_000;
    reached &&= light;
    const cells = [own, percentile(counted, 0.95), other, ratio, bytes / 1000].map((value) =>
      (value === null ? '–' : value.toFixed(1)).padStart(9),
    );
    process.stdout.write(`${name.padEnd(52)} ${cells.join(' ')}  ${fits && light ? 'reached' : 'MISSED'}\n`);
  }
  return (await runEvents(caller, seconds)) && reached;
}

/** The maximum median of the time from sending a change to its event, in milliseconds. */
const eventGoal = 250;

async function runEvents(caller: Caller, seconds: number): Promise<boolean> {
  const { url, token } = caller;
  const socket = io(url, { auth: { token }, forceNew: true, transports: ['websocket'] });
  await once(socket, 'connect');
  const times: number[] = [];
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until || times.length < 6) {
    const began = performance.now();
    await Promise.all([once(socket, 'stats_change'), addHousehold(caller)]);
    times.push(performance.now() - began);
  }
  socket.disconnect();
  const [middle, slow] = [percentile(times, 0.5), percentile(times, 0.95)];
  const cells = [middle.toFixed(1), slow.toFixed(1)].map((cell) => cell.padStart(9)).join(' ');
  process.stdout.write(
    `${'an event after a change'.padEnd(52)} ${cells}  ${middle <= eventGoal ? 'reached' : 'MISSED'}\n`,
  );
  return middle <= eventGoal;
}

function once(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve) => void socket.once(event, () => resolve()));
}

async function addHousehold({ url, token, streetId }: Caller): Promise<void> {
  const household: HouseholdDraft = {
    neighborhood_id: 1,
    street_id: streetId,
    household_category_id: 1,
    house_type: 'apartment',
    house_number: 1,
    coords: [41.51, 60.56],
  };
  const { status } = await fetch(`${url}/api/uz/households`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(household),
  });
  if (status !== 201) throw new Error(`a household was not added: ${status}`);
}

/**
 * Requests once and returns the number of transferred bytes; does not decompress them, which would add the
 * client's own time.
 */
function fetchBytes(address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(address, { headers, agent }, (response) => {
      let sent = 0;
      response.on('data', (part: Buffer) => (sent += part.length));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(sent) : reject(new Error(`${address}: ${response.statusCode}`)),
      );
    })
      .on('error', reject)
      .end();
  });
}

await main(readOptions(process.argv.slice(3)));
