/**
 * The list of the audit log: `npm run bench -- audit [--rows N] [--keep] [--only text]`; a million entries,
 * or ten million with `--rows 10000000`, for which the goals were set.
 *
 * The real server, on its own PostgreSQL, handles one request after another, each with another page, person,
 * action, subject or day, where the row allows. The first row is a different call with a single small
 * statement: its time is the machine's baseline. A row is reached if 95 % of the responses meet its goal: 50
 * ms for the list and its filters, one second for "who saw this citizen" and "what did this admin do". Below
 * the table are the time to download the whole list as a file, and the maximum memory of the server meanwhile.
 */
import { join } from 'node:path';
import { startBenchServer, type BenchServer } from '../support/bench-server.ts';
import { openFolder } from '../support/data-folder.ts';
import { readOptions, type Options } from '../support/options.ts';
import { percentile } from '../support/percentile.ts';
import { seed, settle } from '../search/seed.ts';
import { seedAudit } from './seed.ts';

/** The number of measured requests per row. */
const questions = 100;
/** The number of each: applications, households and citizens. */
const things = 20_000;

interface Row {
  readonly name: string;
  /** The goal for the 95th percentile, in milliseconds. */
  readonly goal: number;
  query(index: number): string;
  readonly path?: string;
}

async function main(options: Options): Promise<void> {
  const seeds = ['../search/seed.ts', '../households/seed.ts', 'seed.ts'].map((file) =>
    join(import.meta.dirname, file),
  );
  const folder = await openFolder(options, { name: 'audit', seeds });
  const stops: (() => Promise<void>)[] = [() => folder.leave()];
  try {
    const server = await startBenchServer(folder.path);
    stops.push(() => server.stop());
    await seed(server.pool, things);
    await settle(server.pool);
    await seedAudit(server.pool, options.rows, things);
    await folder.markFilled();
    await server.pool.query(`update admin_roles set permissions = '{audit_read}' where role = 'super_admin'`);
    const token = await server.signIn({ login: 'bench1' });
    const reached: boolean[] = [];
    print('', 'min ms', 'p50 ms', 'p95 ms', 'goal ms', 'entries', '');
    await measure(server, token, {
      name: 'GET admins/admin',
      goal: 50,
      path: 'admins/admin',
      query: () => '',
    });
    for (const row of rowsOf(options.rows)) {
      if (row.name.includes(options.only)) reached.push(await measure(server, token, row));
    }
    if (['', 'export'].includes(options.only)) await exportAll(server, token);
    process.exitCode = reached.every(Boolean) ? 0 : 1;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

function rowsOf(count: number): readonly Row[] {
  const deep = Math.min(10_000, Math.floor(count / 20 / 2));
  const dayOf = (index: number) =>
    new Date(Date.now() - (3 + index * 7) * 86_400_000).toISOString().slice(0, 10);
  const list = (name: string, query: (index: number) => string): Row => ({ name, goal: 50, query });
  return [
    list('page 1', () => ''),
    list(`page ${deep}`, () => `?page=${deep}`),
    list('the middle', (index) => `?page=${Math.floor(count / 40) - index}`),
    list('the last page, oldest first', (index) => `?sort_order=asc&page=${Math.floor(count / 20) - index}`),
    list('of a person', (index) => `?admin=${index + 1}`),
    list('of a person, page 50', (index) => `?admin=${index + 1}&page=50`),
    list('of an action', (index) => `?action=${index % 2 ? 'users.read' : 'letters.letter.issue'}`),
    list('of a rare action', () => '?action=directions.update'),
    list('of a kind of things', (index) => `?subject_type=${['user', 'street', 'household'][index % 3]}`),
    list('of a plugin', (index) => `?plugin=${['users', 'applications', 'admins'][index % 3]}`),
    list('of a plugin, page 1000', () => `?plugin=applications&page=${Math.min(1000, deep)}`),
    list('of a thing', (index) => `?subject_type=application&subject_id=${index * 17 + 1}`),
    list('of a day', (index) => `?date_from=${dayOf(index)}&date_to=${dayOf(index)}`),
    list('of a year', (index) => `?date_from=${dayOf(52 + index / 10)}&date_to=${dayOf(index / 10)}`),
    list(
      'person, action and a month',
      (index) =>
        `?admin=${index + 1}&action=users.read&date_from=${dayOf(index + 4)}&date_to=${dayOf(index)}`,
    ),
    { name: 'who saw this citizen', goal: 1000, query: (index) => `?citizen=${index * 13 + 1}` },
    { name: 'what did this admin do', goal: 1000, query: (index) => `?admin=${index + 1}&limit=100` },
    { name: 'filters', goal: 50, query: () => '/facets' },
  ];
}

async function measure(
  server: BenchServer,
  token: string,
  { name, goal, query, path = 'audit' }: Row,
): Promise<boolean> {
  const times: number[] = [];
  let length = 0;
  for (let index = -3; index < questions; index++) {
    const start = performance.now();
    const response = await fetch(`${server.url}/api/uz/${path}${query(Math.max(0, index))}`, {
      headers: { authorization: token },
    });
    const body = (await response.json()) as { length?: number };
    if (response.status !== 200) throw new Error(`${name}: ${response.status} ${JSON.stringify(body)}`);
    // The first ones warm up.
    if (index >= 0) times.push(performance.now() - start);
    length = body.length ?? 0;
  }
  const p95 = percentile(times, 0.95);
  const isReached = p95 <= goal;
  print(
    name,
    Math.min(...times).toFixed(0),
    percentile(times, 0.5).toFixed(0),
    p95.toFixed(0),
    String(goal),
    String(length),
    isReached ? 'yes' : 'NO',
  );
  return isReached;
}

async function exportAll(server: BenchServer, token: string): Promise<void> {
  const start = performance.now();
  const response = await fetch(`${server.url}/api/uz/audit/export?format=csv`, {
    headers: { authorization: token },
  });
  let bytes = 0;
  let max = 0;
  let measuredAt = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes - measuredAt < 8_000_000) continue;
    measuredAt = bytes;
    max = Math.max(max, await server.memory());
  }
  const seconds = (performance.now() - start) / 1000;
  const mebibytes = (size: number) => `${(size / 1024 / 1024).toFixed(0)} MiB`;
  process.stdout.write(
    `csv of ${response.headers.get('x-total-count')}: ${seconds.toFixed(1)} s, ${mebibytes(bytes)}, server at most ${mebibytes(max)}\n`,
  );
}

function print(name: string, ...cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(30)} ${cells.map((cell) => cell.padStart(9)).join('')}\n`);
}

await main(readOptions(process.argv.slice(3)));
