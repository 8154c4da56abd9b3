/**
 * Lists of a million applications: `npm run bench -- applications [--rows N] [--seconds N] [--rounds N] [--keep]`.
 *
 * The real server, on a PostgreSQL of its own, stands beside a bare Fastify with `pg` that asks the same database for the
 * same columns, without rights, names, counts or totals. Sixteen connections ask one and then the other, several rounds
 * long, so that a slow minute of the machine slows both; the table holds the medians.
 *
 * How to read it: `ratio` is our requests in a second over those of the bare server in the same run. It means something on
 * any machine; requests and milliseconds by themselves do not. A row is `reached` with a ratio of 1/3 and 99 of 100
 * answers within 50 ms (a search, two at once: 95 of 100 within 100 ms; taking in: half of a bare server that writes the same, see
 * `kernel/decisions/0003`), and not one error. Rows without a goal stand there to be watched. Three processes and PostgreSQL share the processors: with others at work on the machine `p99` tells of them.
 *
 * `--keep` leaves the filled folder for the next run; `--only text` measures the rows whose name holds it; `--profile
 * folder` has Node write a processor profile of our server there, to be opened in a browser's tools.
 */
import pg from 'pg';
import project from '../../../package.json' with { type: 'json' };
import { bareLoads, formNeighborhood, ourCases, type Surroundings } from './cases.ts';
import { openFolder } from './folder.ts';
import { measure, median, type Measured } from './load.ts';
import { readOptions, type Options } from './options.ts';
import { startChild, type Child } from './processes.ts';
import { dropCreated, seed, settle, verify } from './seed.ts';
import type { Serving } from './serve.ts';
import { printTable, type Result } from './table.ts';

/** The flags of Node with which `npm start` runs the server. */
const startFlags = project.scripts.start.split(' ').filter((word) => word.startsWith('--'));

async function main(options: Options): Promise<void> {
  const folder = await openFolder(options);
  const { profile } = options;
  const children: Child[] = [];
  try {
    const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
    const server = startChild('serve.ts', folder.path, [...startFlags, ...profiling]);
    children.push(server);
    const serving = await server.answer<Serving>();
    const pool = new pg.Pool({ ...serving.database, max: 2 });
    pool.on('error', () => {});
    await fill(pool, options, folder.markFilled);
    const bare = startChild('bare.ts', JSON.stringify(serving.database));
    children.push(bare);
    const surroundings = await surround(
      pool,
      server,
      serving.url,
      (await bare.answer<{ url: string }>()).url,
    );
    const idle = await memoryOf(server);
    const { results, afterReads } = await runAll(surroundings, server, options);
    const reached = printTable(results, { idle, afterReads });
    await verify(pool);
    await pool.end();
    if (!reached) process.exitCode = 1;
  } finally {
    // The bare server first: it lives on the other one's database.
    for (const child of children.toReversed()) await child.stop();
    await folder.leave();
  }
}

async function fill(pool: pg.Pool, { rows }: Options, markFilled: () => Promise<void>): Promise<void> {
  await seed(pool, rows);
  await dropCreated(pool, rows);
  await settle(pool);
  await verify(pool);
  await markFilled();
}

/** Signs in the head of all, the operator of five neighbourhoods, and those of the neighbourhood of the form. */
async function surround(pool: pg.Pool, server: Child, url: string, bare: string): Promise<Surroundings> {
  const signIn = async (id: number | undefined) =>
    (await server.answer<{ token: string }>({ session: id })).token;
  const tokenOf = async (login: string) => {
    const { rows } = await pool.query<{ id: number }>('select id::int from admins where login = $1', [login]);
    return signIn(rows[0]?.id);
  };
  const all = await tokenOf('bench1');
  const desk = [all];
  const operators = await pool.query<{ id: number }>(
    'select admin_id::int as id from admin_neighborhoods where neighborhood_id = $1 order by admin_id',
    [formNeighborhood],
  );
  for (const { id } of operators.rows) desk.push(await signIn(id));
  const { rows } = await pool.query<{ first: number; last: number }>(
    'select min(id)::int as first, max(id)::int as last from applications',
  );
  return {
    url,
    bare,
    tokens: { all, own: await tokenOf('bench2'), desk },
    ids: rows[0] ?? { first: 1, last: 1 },
  };
}

async function runAll(
  surroundings: Surroundings,
  server: Child,
  { only, rounds, seconds }: Options,
): Promise<{ results: Result[]; afterReads: number }> {
  const bareOnes = bareLoads(surroundings);
  const results: Result[] = [];
  let afterReads = 0;
  for (const { name, load, against, goal } of ourCases(surroundings)) {
    if (!name.includes(only)) continue;
    const [ours, bare]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      if (against !== null) bare.push(await measure(bareOnes[against], seconds));
      ours.push(await measure(load, seconds));
    }
    results.push({ name, goal, ours: median(ours), bare: against === null ? null : median(bare) });
    if (load.body === undefined) afterReads = await memoryOf(server);
    process.stderr.write(`${name}: ${results.at(-1)?.ours.rate.toFixed(0)} req/s\n`);
  }
  return { results, afterReads };
}

async function memoryOf(server: Child): Promise<number> {
  return (await server.answer<{ memory: number }>({ memory: true })).memory;
}

await main(readOptions(process.argv.slice(3)));
