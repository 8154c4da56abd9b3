/**
 * Lists of a million applications: `npm run bench -- applications [--rows N] [--seconds N] [--rounds N]
 * [--keep]`.
 *
 * The real server, on a PostgreSQL of its own, is compared with a bare Fastify and `pg` that reads the same
 * columns of the same database, without permissions, names, counts or totals, as fast as `pg` can: prepared
 * statements on pipelined connections, one round trip per transaction. A load generator in a separate process
 * sends requests over sixteen connections to one and then the other, for several rounds, so that a slow phase
 * of the machine affects both; the table shows the medians.
 *
 * How to read it: `ratio` is our requests per second over those of the bare server in the same run. It is
 * comparable across machines; requests and milliseconds are not. A row is `reached` with a ratio of 1/3, 99
 * of 100 responses within 50 ms, and no error. Rows with the goal `p95` need 95 of 100 within so many ms;
 * `create` needs half of a bare server that writes the same (`kernel/decisions/0003`). Rows without a goal
 * are only monitored. `node ms` and `pg ms` are the CPU time of the server and of PostgreSQL per response.
 * Four processes and PostgreSQL share the processors: `p99` grows with other work on the machine.
 *
 * `--keep` leaves the seeded folder for the next run; `--only text` measures the rows whose name contains it;
 * `--profile folder` makes Node write a CPU profile of our server there.
 */
import type pg from 'pg';
import { openFolder } from '../support/data-folder.ts';
import { startBenchServer, type BenchServer } from '../support/bench-server.ts';
import { startChild } from '../support/child-process.ts';
import { compare, startLoadGenerator, type ProcessorTimes } from '../support/load.ts';
import { databaseTime } from '../support/processor-time.ts';
import { readOptions, type Options } from '../support/options.ts';
import { printTable, type Result } from '../support/table.ts';
import { bareLoads, formNeighborhood, ourCases, type BenchTarget } from './cases.ts';
import { dropCreated, seed, settle, verify } from './seed.ts';

async function main(options: Options): Promise<void> {
  const folder = await openFolder(options);
  const { profile } = options;
  const stops: (() => Promise<void>)[] = [() => folder.leave()];
  try {
    const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
    const server = await startBenchServer(folder.path, profiling);
    stops.push(() => server.stop());
    await fill(server.pool, options, folder.markFilled);
    const bare = startChild(new URL('./bare.ts', import.meta.url), JSON.stringify(server.database));
    stops.push(() => bare.stop());
    const target = await prepareTarget(server, (await bare.request<{ url: string }>()).url);
    const idle = await server.memory();
    const processorTimes = {
      ours: server.processorTime,
      bare: async () => (await bare.request<{ processor: number }>({ processor: true })).processor,
      database: () => databaseTime(folder.path),
    };
    const { results, afterReads } = await runAll(target, { server, processorTimes }, options);
    const reached = printTable(results, { idle, afterReads });
    await verify(server.pool);
    if (!reached) process.exitCode = 1;
  } finally {
    // In reverse order: the bare server uses the other one's database.
    for (const stop of stops.toReversed()) await stop();
  }
}

async function fill(pool: pg.Pool, { rows }: Options, markFilled: () => Promise<void>): Promise<void> {
  await seed(pool, rows);
  await dropCreated(pool, rows);
  await settle(pool);
  await verify(pool);
  await markFilled();
}

/**
 * Signs in a head with access to everything, the operator of five neighbourhoods, and the admins of the
 * form's neighbourhood.
 */
async function prepareTarget(server: BenchServer, bare: string): Promise<BenchTarget> {
  // The seed makes nobody a head, since other benchmarks share it.
  await server.pool.query(
    `update admin_roles set permissions = '{application_receiver,application_head}' where role = 'super_admin'`,
  );
  const all = await server.signIn({ login: 'bench1' });
  const operators = await server.pool.query<{ id: number }>(
    'select admin_id::int as id from admin_neighborhoods where neighborhood_id = $1 order by admin_id',
    [formNeighborhood],
  );
  const desk = [all];
  for (const { id } of operators.rows) desk.push(await server.signIn({ id }));
  const { rows } = await server.pool.query<{ first: number; last: number }>(
    'select min(id)::int as first, max(id)::int as last from applications',
  );
  return {
    url: server.url,
    bare,
    tokens: { all, own: await server.signIn({ login: 'bench2' }), desk },
    ids: rows[0] ?? { first: 1, last: 1 },
  };
}

async function runAll(
  target: BenchTarget,
  {
    server,
    processorTimes,
  }: {
    readonly server: BenchServer;
    readonly processorTimes: ProcessorTimes;
  },
  options: Options,
): Promise<{ results: Result[]; afterReads: number }> {
  const bare = bareLoads(target);
  const results: Result[] = [];
  const generator = startLoadGenerator();
  let afterReads = 0;
  for (const { name, load, against, goal } of ourCases(target)) {
    if (!name.includes(options.only)) continue;
    const loads = { ours: load, bare: against === null ? null : bare[against] };
    const measured = await compare(generator, loads, options, processorTimes);
    results.push({ name, goal, ...measured });
    if (load.body === undefined) afterReads = await server.memory();
    process.stderr.write(`${name}: ${measured.ours.rate.toFixed(0)} req/s\n`);
  }
  await generator.stop();
  return { results, afterReads };
}

await main(readOptions(process.argv.slice(3)));
