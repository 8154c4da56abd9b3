import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { measure, median, type Load, type Measured } from './load.ts';
import { seed, settle } from './seed.ts';
import type { Serving } from './serve.ts';

const applications = Number(process.env['KOMAK_BENCH_ROWS'] ?? 1_000_000);
const seconds = Number(process.env['KOMAK_BENCH_SECONDS'] ?? 4);
const rounds = Number(process.env['KOMAK_BENCH_ROUNDS'] ?? 3);
/** A folder that is kept, so that the next run need not fill it again. */
const kept = process.env['KOMAK_BENCH_DATA'];

const fields = {
  neighborhood_id: '7',
  employment_status: 'unemployed',
  salary: 'tikuvchilik',
  planned_assistance: 'Tomni taʼmirlash',
};
const person = {
  first_name: 'Anvar',
  last_name: 'Oʻrinboyev',
  father_name: 'Karim oʻgʻli',
  phone: '+998901234567',
};

/** A row of the table: ours, and what it is measured by. */
interface Case {
  readonly name: string;
  readonly load: Load;
  readonly against: 'list' | 'by id' | 'create' | null;
}

async function main(): Promise<void> {
  const data = kept ?? (await mkdtemp(join(tmpdir(), 'komak-bench-')));
  const children: ChildProcess[] = [];
  const start = (file: string, argument: string) => {
    const child = fork(join(import.meta.dirname, file), [argument], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children.push(child);
    return child;
  };
  try {
    const server = start('serve.ts', data);
    const serving = await answer<Serving>(server);
    const pool = new pg.Pool({ ...serving.database, max: 2 });
    pool.on('error', () => {});
    await seed(pool, applications);
    await settle(pool);
    const admin = async (login: string) =>
      Number(
        (await pool.query<{ id: string }>('select id from admins where login = $1', [login])).rows[0]?.id,
      );
    const tokenOf = async (login: string) =>
      (await answer<{ token: string }>(server, { session: await admin(login) })).token;
    const bare = await answer<{ url: string }>(start('bare.ts', JSON.stringify(serving.database)));
    const [all, own] = [await tokenOf('bench1'), await tokenOf('bench2')];
    const { rows } = await pool.query<{ first: number; last: number }>(
      'select min(id)::int as first, max(id)::int as last from applications',
    );
    const range = rows[0] ?? { first: 1, last: 1 };
    const idle = (await answer<{ memory: number }>(server, { memory: true })).memory;
    const results = await runAll(cases(serving.url, bare.url, { all, own }, range), server);
    print(results, { idle, after: results.memory });
    await pool.end();
  } finally {
    // The bare server first: it lives on the other one's database.
    for (const child of children.toReversed()) {
      if (!child.connected) continue;
      const gone = new Promise((done) => child.once('exit', done));
      child.disconnect();
      await gone;
    }
    if (kept === undefined) await rm(data, { recursive: true, force: true });
  }
}

function cases(
  url: string,
  bare: string,
  tokens: { all: string; own: string },
  range: { first: number; last: number },
): { bare: Record<'list' | 'by id' | 'create', Load>; ours: readonly Case[] } {
  const get = (query: string, token = tokens.all): Load => ({
    url: `${url}/api/uz/applications${query}`,
    token,
  });
  const id = () => range.first + Math.floor(Math.random() * (range.last - range.first));
  const json = JSON.stringify({ ...fields, neighborhood_id: 7 });
  return {
    bare: {
      list: { url: `${bare}/applications` },
      'by id': { url: `${bare}/applications/1`, path: () => `/applications/${id()}` },
      create: { url: `${bare}/applications`, body: json, type: 'application/json' },
    },
    ours: [
      { name: 'page 1', load: get(''), against: 'list' },
      { name: 'page 1 of a status', load: get('?status=completed'), against: 'list' },
      { name: 'page 1 of a neighbourhood', load: get('?neighborhood=7'), against: 'list' },
      { name: 'page 10,000', load: get('?page=10000'), against: 'list' },
      { name: 'page 10,000 of a status', load: get('?page=10000&status=completed'), against: 'list' },
      { name: 'page 1, area of five', load: get('', tokens.own), against: 'list' },
      { name: 'page 3,000, area of five', load: get('?page=3000', tokens.own), against: 'list' },
      { name: 'page 1 of the late', load: get('?status=late'), against: 'list' },
      { name: 'page 5,000 by neighbourhood', load: get('?page=5000&sort_by=neighborhood'), against: null },
      { name: 'page 1 by deadline', load: get('?sort_by=cancel_time&sort_order=desc'), against: null },
      { name: 'search of a phone', load: get('?search=4567890'), against: null },
      { name: 'search of a name', load: get('?search=familiya77%20ism13'), against: null },
      { name: 'by id', load: { ...get('/1'), path: () => `/api/uz/applications/${id()}` }, against: 'by id' },
      {
        name: 'create',
        load: { ...get(''), ...form({ ...fields, ...person }), once: true },
        against: 'create',
      },
    ],
  };
}

function form(values: Readonly<Record<string, string>>): { body: string; type: string } {
  const boundary = 'komak-bench';
  const parts = Object.entries(values).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { body: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}

type Results = { name: string; against: Measured | null; ours: Measured }[] & { memory?: number };

/** Each round measures the bare server and ours in turn, so that a slow minute of the machine slows both. */
async function runAll({ bare, ours }: ReturnType<typeof cases>, server: ChildProcess): Promise<Results> {
  const only = process.env['KOMAK_BENCH_ONLY'];
  const chosen = only ? ours.filter(({ name }) => name.includes(only)) : ours;
  const results: Results = [];
  for (const { name, load, against } of chosen) {
    if (load.once && results.memory === undefined) results.memory = await memoryOf(server);
    const pairs: { mine: Measured; its: Measured | null }[] = [];
    for (let round = 0; round < rounds; round++) {
      const its = against === null ? null : await measure(bare[against], seconds);
      pairs.push({ its, mine: await measure(load, seconds) });
    }
    results.push({
      name,
      ours: median(pairs.map(({ mine }) => mine)),
      against: against === null ? null : median(pairs.map(({ its }) => its as Measured)),
    });
    process.stderr.write(`${name}\n`);
  }
  results.memory ??= await memoryOf(server);
  return results;
}

async function memoryOf(server: ChildProcess): Promise<number> {
  return (await answer<{ memory: number }>(server, { memory: true })).memory;
}

function print(results: Results, memory: { idle: number; after: number | undefined }): void {
  const line = (...cells: readonly string[]) =>
    process.stdout.write(
      `${cells.map((cell, index) => (index === 0 ? cell.padEnd(30) : cell.padStart(11))).join(' ')}\n`,
    );
  line('', 'req/s', 'bare req/s', 'ratio', 'goal', 'p99 ms', 'goal', 'errors');
  for (const { name, ours, against } of results) {
    const ratio = against ? (ours.rate / against.rate).toFixed(2) : '';
    const numbers = [ours.rate.toFixed(0), against?.rate.toFixed(0) ?? '', ratio, against ? '0.33' : ''];
    line(name, ...numbers, ours.p99.toFixed(0), '50', String(ours.errors));
  }
  const mebibytes = (bytes = 0) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
  line('');
  line('memory', mebibytes(memory.idle), 'idle (150)', mebibytes(memory.after), 'after reads (350)');
}

/** Sends a message to a child, when there is one to send, and waits for the next that comes back. */
function answer<Message>(child: ChildProcess, message?: object): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once('message', (received) => resolve(received as Message));
    child.once('exit', (code) => reject(new Error(`a process of the benchmark ended with ${code}`)));
    if (message) child.send(message);
  });
}

await main();
