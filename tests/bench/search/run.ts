/**
 * The search in the top bar over a million applications, a million households and a million citizens: `npm
 * run bench -- search [--rows N] [--keep] [--only text]`.
 *
 * The real server on its own PostgreSQL responds to a person who types, in lines as a browser reads them.
 * `first` is the time from the request to the first non-empty group (or to the end if nothing is found),
 * `whole` that to the end, in milliseconds. A row is reached if 95 % of the first results arrive within 100
 * ms. Most searches are different: another application, another phone, another prefix of a name. Below the
 * table are the searches of the lists of applications, households and citizens, in milliseconds, with the
 * same goal; their totals are exact up to 10,000.
 */
import { join } from 'node:path';
import type pg from 'pg';
import { searchLinesType, type SearchLine } from '#kernel/contract/http/search.ts';
import { readLines } from '#kernel/domain/values/read-lines.ts';
import { familyNames, maleNames } from '#kernel/devtools/demo/names.ts';
import { openFolder } from '../support/data-folder.ts';
import { readOptions, type Options } from '../support/options.ts';
import { startBenchServer } from '../support/bench-server.ts';
import { percentile } from '../support/percentile.ts';
import { rareName, seed, settle } from './seed.ts';

/** The goal for the 95th percentile, in milliseconds. */
const goal = 100;
const searches = 60;

/** In milliseconds; `groups` is the number of groups with results. */
interface Timing {
  readonly first: number;
  readonly whole: number;
  readonly groups: number;
}

interface Case {
  readonly name: string;
  readonly texts: readonly string[];
}

async function main(options: Options): Promise<void> {
  const seeds = ['seed.ts', '../households/seed.ts'].map((file) => join(import.meta.dirname, file));
  const folder = await openFolder(options, { name: 'search', seeds });
  const stops: (() => Promise<void>)[] = [() => folder.leave()];
  try {
    const server = await startBenchServer(folder.path);
    stops.push(() => server.stop());
    await seed(server.pool, options.rows);
    await settle(server.pool);
    await folder.markFilled();
    const tokens = {
      'super admin': await server.signIn({ login: 'bench1' }),
      'area of five': await server.signIn({ login: 'bench2' }),
    };
    const cases = await casesOf(server.pool);
    const reached = [
      ...(await runPalette(server.url, tokens, cases, options)),
      ...(await runLists(server.url, tokens['super admin'], cases, options)),
    ];
    process.exitCode = reached.every(Boolean) ? 0 : 1;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** Typed queries; the numbers are those of existing rows, spread over the table. */
async function casesOf(pool: pg.Pool): Promise<Case[]> {
  const { rows } = await pool.query<{ id: number; phone: string; pin: string }>(
    `select id::int as id, phone, personal_number as pin from applications
     where id in (select (random() * (select max(id) from applications))::bigint from generate_series(1, 90)) limit ${searches}`,
  );
  const names = Array.from({ length: searches }, (_, index) => ({
    family: familyNames[index % familyNames.length] ?? '',
    given: maleNames[(index * 7) % maleNames.length] ?? '',
  }));
  const parts = (length: number) => [...new Set(names.map(({ family }) => family.slice(0, length)))];
  return [
    { name: 'number', texts: rows.map(({ id }) => String(id).padStart(6, '0')) },
    { name: 'phone', texts: rows.map(({ phone }) => phone.slice(3)) },
    { name: 'end of a phone', texts: rows.map(({ phone }) => phone.slice(5)) },
    { name: 'JSHSHIR', texts: rows.map(({ pin }) => pin) },
    { name: 'ten digits of a JSHSHIR', texts: rows.map(({ pin }) => pin.slice(0, 10)) },
    { name: 'rare name', texts: Array.from({ length: 20 }, () => rareName) },
    { name: 'nobody’s name', texts: names.map((_, index) => `Qwrtpsdf${index}`) },
    { name: 'common name', texts: names.map(({ family }) => family) },
    { name: 'two names', texts: names.map(({ family, given }) => `${family} ${given}`) },
    { name: 'two letters', texts: parts(2) },
    { name: 'three letters', texts: parts(3) },
    { name: 'five letters', texts: parts(5) },
    { name: 'an address', texts: names.map((_, index) => `Mahalla ${1 + (index % 40)}, ${index + 1}-uy`) },
  ];
}

async function runPalette(
  url: string,
  tokens: Readonly<Record<string, string>>,
  cases: readonly Case[],
  { only }: Options,
): Promise<boolean[]> {
  const reached: boolean[] = [];
  process.stdout.write(`${'search by'.padEnd(44)} first p50     p95   whole p50     p95  groups\n`);
  for (const [who, token] of Object.entries(tokens)) {
    for (const { name, texts } of cases) {
      if (!name.includes(only)) continue;
      const timings: Timing[] = [];
      await runSearch(url, token, texts[0] ?? '');
      for (const text of texts) timings.push(await runSearch(url, token, text));
      const first = timings.map((timing) => timing.first);
      const whole = timings.map((timing) => timing.whole);
      const groups = timings.reduce((sum, timing) => sum + timing.groups, 0) / timings.length;
      const fits = percentile(first, 0.95) <= goal;
      reached.push(fits);
      const cells = [
        percentile(first, 0.5),
        percentile(first, 0.95),
        percentile(whole, 0.5),
        percentile(whole, 0.95),
        groups,
      ];
      print(`${who}: ${name}`, cells, fits);
    }
  }
  return reached;
}

async function runLists(
  url: string,
  token: string,
  cases: readonly Case[],
  { only }: Options,
): Promise<boolean[]> {
  const reached: boolean[] = [];
  process.stdout.write(`\n${'list searched by'.padEnd(44)}       p50     p95\n`);
  const kinds = ['JSHSHIR', 'rare name', 'common name', 'two names', 'phone'];
  for (const list of ['applications', 'households', 'users']) {
    for (const { name, texts } of cases) {
      if (!kinds.includes(name) || !`${list} ${name}`.includes(only)) continue;
      const times: number[] = [];
      for (const text of texts) {
        const began = performance.now();
        const response = await fetch(`${url}/api/uz/${list}?search=${encodeURIComponent(text)}`, {
          headers: { authorization: token },
        });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${list}: ${response.status}`);
        times.push(performance.now() - began);
      }
      const fits = percentile(times, 0.95) <= goal;
      reached.push(fits);
      print(`${list}: ${name}`, [percentile(times, 0.5), percentile(times, 0.95)], fits);
    }
  }
  return reached;
}

/**
 * Searches once, like a browser; repeats a rejected search after the retry delay, since the benchmark types
 * faster than people do.
 */
async function runSearch(url: string, token: string, text: string): Promise<Timing> {
  const began = performance.now();
  const response = await fetch(`${url}/api/uz/search?q=${encodeURIComponent(text)}`, {
    headers: { authorization: token, accept: searchLinesType },
  });
  if (response.status === 429 || response.status === 503) {
    await new Promise((done) => setTimeout(done, Number(response.headers.get('retry-after')) * 1000));
    return runSearch(url, token, text);
  }
  if (response.status !== 200 || !response.body) throw new Error(`search: ${response.status}`);
  let first: number | null = null;
  let groups = 0;
  for await (const one of readLines(response.body.pipeThrough(new TextDecoderStream()).getReader())) {
    const line = JSON.parse(one) as SearchLine;
    if (!('group' in line)) continue;
    if (line.group.state) throw new Error(`${line.group.plugin} is ${line.group.state}: ${text}`);
    if (line.group.items.length === 0) continue;
    groups++;
    first ??= performance.now() - began;
  }
  const whole = performance.now() - began;
  return { first: first ?? whole, whole, groups };
}

function print(name: string, cells: readonly number[], fits: boolean): void {
  const texts = cells.map((value) => value.toFixed(1).padStart(9));
  process.stdout.write(`${name.padEnd(44)} ${texts.join(' ')}  ${fits ? 'reached' : 'MISSED'}\n`);
}

await main(readOptions(process.argv.slice(3)));
