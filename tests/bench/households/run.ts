/**
 * Lists of a million households: `npm run bench -- households [--rows N] [--seconds N] [--rounds N] [--only
 * text]`.
 *
 * The real server, on its own PostgreSQL, is compared with a bare Fastify and `pg` that reads the same page
 * of the same database, with the names that its rows show, without permissions and totals.
 * `tests/bench/applications/run.ts` explains the table. After it, the whole list is downloaded once as CSV
 * and once as xlsx: seconds, size, and the peak memory of the server.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBenchServer, type BenchServer } from '../support/bench-server.ts';
import { startChild } from '../support/child-process.ts';
import { compare, startLoadGenerator } from '../support/load.ts';
import { readOptions, type Options } from '../support/options.ts';
import { printTable, type Result } from '../support/table.ts';
import { bareLoad, ourCases, type BenchTarget } from './cases.ts';
import { seed, settle, verify } from './seed.ts';

async function main(options: Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'komak-bench-'));
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const server = await startBenchServer(folder);
    stops.push(() => server.stop());
    await seed(server.pool, options.rows);
    await settle(server.pool);
    await verify(server.pool);
    const bare = startChild(new URL('./bare.ts', import.meta.url), JSON.stringify(server.database));
    stops.push(() => bare.stop());
    const tokens = {
      all: await server.signIn({ login: 'bench1' }),
      own: await server.signIn({ login: 'bench2' }),
    };
    const { url } = await bare.request<{ url: string }>();
    const idle = await server.memory();
    const results = await runAll({ url: server.url, bare: url, tokens, rows: options.rows }, options);
    const reached = printTable(results, { idle, afterReads: await server.memory() });
    for (const format of ['csv', 'xlsx']) await downloadAll(server, tokens.all, format);
    if (!reached) process.exitCode = 1;
  } finally {
    // In reverse order: the bare server uses the other one's database.
    for (const stop of stops.toReversed()) await stop();
  }
}

async function runAll(target: BenchTarget, options: Options): Promise<Result[]> {
  const results: Result[] = [];
  const generator = startLoadGenerator();
  for (const { name, load, against, goal } of ourCases(target)) {
    if (!name.includes(options.only)) continue;
    const loads = { ours: load, bare: against === null ? null : bareLoad(target) };
    const measured = await compare(generator, loads, options);
    results.push({ name, goal, ...measured });
    process.stderr.write(`${name}: ${measured.ours.rate.toFixed(0)} req/s\n`);
  }
  await generator.stop();
  return results;
}

/** Downloads the whole list as a file, at full speed. */
async function downloadAll(server: BenchServer, token: string, format: string): Promise<void> {
  const start = performance.now();
  const response = await fetch(`${server.url}/api/uz/households/export?format=${format}`, {
    headers: { authorization: token },
  });
  let bytes = 0;
  let max = 0;
  let measuredAt = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes - measuredAt < 4_000_000) continue;
    measuredAt = bytes;
    max = Math.max(max, await server.memory());
  }
  const seconds = (performance.now() - start) / 1000;
  const mebibytes = (size: number) => `${(size / 1024 / 1024).toFixed(0)} MiB`;
  process.stdout.write(
    `${format} of ${response.headers.get('x-total-count')}: ${seconds.toFixed(1)} s, ${mebibytes(bytes)}, server at most ${mebibytes(max)}\n`,
  );
}

await main(readOptions(process.argv.slice(3)));
