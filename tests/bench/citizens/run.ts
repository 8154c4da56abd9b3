/**
 * A million citizens: `npm run bench -- citizens [--rows N] [--seconds N] [--rounds N] [--keep] [--only
 * text]`.
 *
 * The real server, on its own PostgreSQL with as many citizens, applications and households, is compared with
 * a bare Fastify and `pg` that always reads the first page with the same columns, without permissions, masks
 * and totals, and with the same page of our applications: citizens should be as fast, so the goal of that
 * ratio is 0.9. `tests/bench/applications/run.ts` explains the table. Searches are in both scripts. The last
 * rows are the requests that a form sends while a user types, one after another, each for another person: the
 * check before an application is saved, the lookup of a JSHSHIR, and citizens who may be the same. Their 95th
 * percentile should be within 200 ms. `typing, in Chromium` is the clerk's view: from the last digit of a
 * JSHSHIR to the frame with the lines of the check. It needs `npm run build`.
 */
import { join } from 'node:path';
import { startBenchServer, type BenchServer } from '../support/bench-server.ts';
import { startChild } from '../support/child-process.ts';
import { openFolder } from '../support/data-folder.ts';
import { compare, startLoadGenerator, type Load, type Measured } from '../support/load.ts';
import { readOptions, type Options } from '../support/options.ts';
import { percentile } from '../support/percentile.ts';
import { printTable, type Result } from '../support/table.ts';
import { seed, settle } from '../search/seed.ts';
import { measureTyping } from './browser.ts';

/** Fewer than an admin may request per quarter of an hour. */
const questions = 100;

async function main(options: Options): Promise<void> {
  const seeds = ['../search/seed.ts', '../households/seed.ts'].map((file) => join(import.meta.dirname, file));
  const folder = await openFolder(options, { name: 'search', seeds });
  const stops: (() => Promise<void>)[] = [() => folder.leave()];
  try {
    const { profile } = options;
    const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
    const server = await startBenchServer(folder.path, profiling, { pages: true });
    stops.push(() => server.stop());
    await seed(server.pool, options.rows);
    await settle(server.pool);
    await folder.markFilled();
    const bare = startChild(new URL('./bare.ts', import.meta.url), JSON.stringify(server.database));
    stops.push(() => bare.stop());
    const { url } = await bare.request<{ url: string }>();
    const idle = await server.memory();
    const results = [
      ...(await measureLists(server, `${url}/citizens`, options)),
      ...(await measureQuestions(server, options)),
    ];
    if (!printTable(results, { idle, afterReads: await server.memory() })) process.exitCode = 1;
  } finally {
    // In reverse order: the bare server uses the other one's database.
    for (const stop of stops.toReversed()) await stop();
  }
}

interface ListCase {
  readonly name: string;
  readonly query: string;
  /** The page of applications that it should be as fast as. */
  readonly applications?: string;
  readonly isSearch?: true;
}

/** The deep page begins after a fifth of the rows. */
function listsOf(rows: number): readonly ListCase[] {
  const deep = Math.max(1, Math.floor((rows / 20) * 0.2));
  const search = (name: string, text: string): ListCase => ({
    name: `search of ${name}`,
    query: `?search=${encodeURIComponent(text)}`,
    isSearch: true,
  });
  return [
    { name: 'page 1', query: '', applications: '' },
    { name: 'page 1, not filled', query: '?is_fully_filled=false', applications: '?status=completed' },
    { name: 'page 1 by name', query: '?sort_by=name', applications: '?sort_by=neighborhood' },
    { name: `page ${deep}`, query: `?page=${deep}`, applications: `?page=${deep}` },
    {
      name: `page ${deep} by name`,
      query: `?sort_by=name&page=${deep}`,
      applications: `?sort_by=neighborhood&page=${deep}`,
    },
    search('a JSHSHIR', '30101800131000'),
    search('a family name', 'karimov'),
    search('the same in Cyrillic', 'Каримов'),
    search('two names in Cyrillic', 'Каримов Анвар'),
  ];
}

async function measureLists(server: BenchServer, bare: string, options: Options): Promise<Result[]> {
  const token = await server.signIn({ login: 'bench1' });
  const generator = startLoadGenerator();
  const results: Result[] = [];
  const our = (path: string): Load => ({ url: `${server.url}/api/uz/${path}`, token });
  const measure = async (name: string, loads: { ours: Load; bare: Load | null }, goal: Result['goal']) => {
    const measured = await compare(generator, loads, options);
    results.push({ name, goal, ...measured });
    process.stderr.write(`${name}: ${measured.ours.rate.toFixed(0)} req/s\n`);
  };
  for (const { name, query, applications, isSearch } of listsOf(options.rows)) {
    if (!name.includes(options.only)) continue;
    const ours = our(`users${query}`);
    // A search is database work: more at once than the database has processors would only wait.
    if (isSearch) {
      const two = { connections: 2 };
      await measure(name, { ours: { ...ours, ...two }, bare: null }, { p95: 100 });
      await measure(
        '  to applications',
        { ours: { ...ours, ...two }, bare: { ...our(`applications${query}`), ...two } },
        null,
      );
      continue;
    }
    await measure(name, { ours, bare: { url: bare } }, { ratio: 1 / 3 });
    if (applications === undefined) continue;
    await measure('  to applications', { ours, bare: our(`applications${applications}`) }, { ratio: 0.9 });
  }
  await generator.stop();
  return results;
}

async function measureQuestions(server: BenchServer, { rows, only }: Options): Promise<Result[]> {
  const chief = await server.signIn({ login: 'bench1' });
  const clerk = await server.signIn({ login: 'bench2' });
  /** The JSHSHIR of a seeded citizen; consecutive indexes are spread over the register. */
  const numberOf = (index: number) => 30_101_800_000_000 + (1 + Math.floor((rows / questions) * index)) * 131;
  const check = (index: number) => `applications/intake?personal_number=${numberOf(index)}`;
  const requests = [
    { name: 'check at intake', token: chief, path: check },
    { name: 'check, area of five', token: clerk, path: check },
    {
      name: 'lookup',
      token: clerk,
      path: (index: number) => `users/lookup?personal_number=${numberOf(index)}`,
    },
    {
      name: 'similar, by phone',
      token: chief,
      path: (index: number) =>
        `users/similar?last_name=Karimov&first_name=Anvar&phone=99890${String(1_000_000 + index * 7919)}`,
    },
    // In the seed, two of three were born on this day, as in a register with unknown birthdays.
    {
      name: 'similar, by birthday',
      token: chief,
      path: (index: number) => `users/similar?last_name=Karimov${index}&first_name=Anvar&birthday=1990-01-01`,
    },
  ];
  const results: Result[] = [];
  for (const { name, token, path } of requests) {
    if (!name.includes(only)) continue;
    const ours = await measureEach(
      server.url,
      token,
      Array.from({ length: questions }, (_, index) => path(index)),
    );
    results.push({ name, goal: { p95: 200 }, ours, bare: null });
  }
  const typing = 'typing, in Chromium';
  if (typing.includes(only)) {
    const token = await server.signIn({ login: 'bench3' });
    const numbers = Array.from({ length: questions }, (_, index) => numberOf(index));
    const ours = await measureTyping({ url: server.url, token }, numbers);
    results.push({ name: typing, goal: { p95: 200 }, ours, bare: null });
  }
  return results;
}

/** Sends one request after another. */
async function measureEach(url: string, token: string, paths: readonly string[]): Promise<Measured> {
  const times: number[] = [];
  let errors = 0;
  const began = performance.now();
  for (const path of paths) {
    const start = performance.now();
    const response = await fetch(`${url}/api/uz/${path}`, { headers: { authorization: token } });
    await response.arrayBuffer();
    times.push(performance.now() - start);
    if (response.status !== 200) errors++;
  }
  const rate = (paths.length / (performance.now() - began)) * 1000;
  return { rate, p95: percentile(times, 0.95), p99: percentile(times, 0.99), errors };
}

await main(readOptions(process.argv.slice(3)));
