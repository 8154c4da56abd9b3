/**
 * Lists of a million households: `npm run bench -- households [--rows N] [--seconds N] [--rounds N] [--only text]`.
 *
 * The real server, on a PostgreSQL of its own, stands beside a bare Fastify with `pg` that asks the same database for the
 * same page, with the names that its rows show, without rights and totals. How to read the table stands in
 * `tests/bench/applications/run.ts`. After it, the whole list is taken away once as CSV and once as xlsx: seconds, size,
 * and the most memory that the server needed meanwhile.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import project from '../../../package.json' with { type: 'json' };
import { measure, median, type Measured } from '../applications/load.ts';
import { readOptions, type Options } from '../applications/options.ts';
import { startChild, type Child } from '../applications/processes.ts';
import type { Serving } from '../applications/serve.ts';
import { printTable, type Result } from '../applications/table.ts';
import { bareLoad, ourCases, type Surroundings } from './cases.ts';
import { seed, settle, verify } from './seed.ts';

/** The flags of Node with which `npm start` runs the server. */
const startFlags = project.scripts.start.split(' ').filter((word) => word.startsWith('--'));

async function main(options: Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'komak-bench-'));
  const children: Child[] = [];
  try {
    const server = startChild('serve.ts', folder, startFlags);
    children.push(server);
    const serving = await server.answer<Serving>();
    const pool = new pg.Pool({ ...serving.database, max: 2 });
    pool.on('error', () => {});
    await seed(pool, options.rows);
    await settle(pool);
    await verify(pool);
    const bare = startChild('../households/bare.ts', JSON.stringify(serving.database));
    children.push(bare);
    const tokens = { all: await tokenOf(pool, server, 'bench1'), own: await tokenOf(pool, server, 'bench2') };
    const { url } = await bare.answer<{ url: string }>();
    const idle = await memoryOf(server);
    const results = await runAll({ url: serving.url, bare: url, tokens, rows: options.rows }, options);
    const reached = printTable(results, { idle, afterReads: await memoryOf(server) });
    for (const format of ['csv', 'xlsx']) await takeAway(server, serving.url, tokens.all, format);
    await pool.end();
    if (!reached) process.exitCode = 1;
  } finally {
    // The bare server first: it lives on the other one's database.
    for (const child of children.toReversed()) await child.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runAll(surroundings: Surroundings, { only, rounds, seconds }: Options): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, load, against, goal } of ourCases(surroundings)) {
    if (!name.includes(only)) continue;
    const [ours, bare]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      if (against !== null) bare.push(await measure(bareLoad(surroundings), seconds));
      ours.push(await measure(load, seconds));
    }
    results.push({ name, goal, ours: median(ours), bare: against === null ? null : median(bare) });
    process.stderr.write(`${name}: ${results.at(-1)?.ours.rate.toFixed(0)} req/s\n`);
  }
  return results;
}

/** Reads the whole list as a file, as fast as it comes. */
async function takeAway(server: Child, url: string, token: string, format: string): Promise<void> {
  const start = performance.now();
  const answer = await fetch(`${url}/api/uz/households/export?format=${format}`, {
    headers: { authorization: token },
  });
  let bytes = 0;
  let most = 0;
  let asked = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes - asked < 4_000_000) continue;
    asked = bytes;
    most = Math.max(most, await memoryOf(server));
  }
  const seconds = (performance.now() - start) / 1000;
  const mebibytes = (size: number) => `${(size / 1024 / 1024).toFixed(0)} MiB`;
  process.stdout.write(
    `${format} of ${answer.headers.get('x-total-count')}: ${seconds.toFixed(1)} s, ${mebibytes(bytes)}, server at most ${mebibytes(most)}\n`,
  );
}

async function tokenOf(pool: pg.Pool, server: Child, login: string): Promise<string> {
  const { rows } = await pool.query<{ id: number }>('select id::int from admins where login = $1', [login]);
  return (await server.answer<{ token: string }>({ session: rows[0]?.id })).token;
}

async function memoryOf(server: Child): Promise<number> {
  return (await server.answer<{ memory: number }>({ memory: true })).memory;
}

await main(readOptions(process.argv.slice(3)));
