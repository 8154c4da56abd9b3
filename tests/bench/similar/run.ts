/**
 * How well similar citizens are found: `npm run bench -- similar [--only text]`.
 *
 * `pairs.txt` contains pairs of people as clerks enter them, each labelled as one person or two by someone
 * who did not know the rule. The second of every pair is entered into the register of a real server, and the
 * first is searched as the form of a citizen does while it is filled in. Recall is the share of same-person
 * pairs that are suggested, precision the share of suggested pairs that are one person. The goals are 95 %
 * and 90 %. Misjudged pairs are printed.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { Similar } from '#plugins/users/contract.ts';
import { seed } from '../applications/seed.ts';
import { startBenchServer } from '../support/bench-server.ts';
import { readOptions } from '../support/options.ts';

const goals = { recall: 0.95, precision: 0.9 } as const;

type Person = Readonly<Record<(typeof fields)[number], string>>;
const fields = [
  'last_name', 'first_name', 'father_name', 'birthday', 'phone', 'passport_series', 'passport_number', 'personal_number',
] as const; // prettier-ignore

interface Pair {
  readonly line: string;
  readonly isSame: boolean;
  readonly kind: string;
  readonly people: readonly [Person, Person];
}

interface Judged extends Pair {
  readonly isOffered: boolean;
}

async function main(only: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'komak-bench-'));
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const server = await startBenchServer(folder);
    stops.push(() => server.stop());
    await seed(server.pool, 0);
    const token = await server.signIn({ login: 'bench1' });
    const text = await readFile(join(import.meta.dirname, 'pairs.txt'), 'utf8');
    const pairs = readPairs(text).filter(({ kind }) => kind.includes(only));
    const judged: Judged[] = [];
    for (const pair of pairs) {
      const id = await register(server.pool, pair.people[1]);
      const offered = await requestSimilar(server.url, token, pair.people[0]);
      judged.push({ ...pair, isOffered: offered.some(({ user }) => user.id === id) });
    }
    if (!report(judged)) process.exitCode = 1;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** The pairs of the file; a line that starts with # is a comment. */
function readPairs(text: string): Pair[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [label, kind = '', one, other] = line.split('|');
    if (!one || !other || !['same', 'other'].includes(label ?? '')) throw new Error(`not a pair: ${line}`);
    return { line, kind, isSame: label === 'same', people: [readPerson(one), readPerson(other)] };
  });
}

function readPerson(text: string): Person {
  const [last_name = '', first_name = '', father_name = '', birthday = '', phone = '', passport = '', personal_number = ''] =
    text.split(';'); // prettier-ignore
  const [passport_series, passport_number] = [passport.slice(0, 2), passport.slice(2)];
  return {
    last_name,
    first_name,
    father_name,
    birthday,
    phone,
    passport_series,
    passport_number,
    personal_number,
  };
}

async function register(pool: pg.Pool, person: Person): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (${fields.join(', ')})
     values (${fields.map((field, index) => (field === 'birthday' ? `nullif($${index + 1}, '')::date` : `nullif($${index + 1}, '')`)).join(', ')})
     on conflict (personal_number) do update set personal_number = excluded.personal_number returning id::int`,
    fields.map((field) => person[field]),
  );
  const [row] = rows;
  if (!row) throw new Error('nobody was registered');
  return row.id;
}

async function requestSimilar(url: string, token: string, person: Person): Promise<readonly Similar[]> {
  const typed = new URLSearchParams(Object.entries(person).filter(([, text]) => text !== ''));
  const response = await fetch(`${url}/api/uz/users/similar?${typed}`, { headers: { authorization: token } });
  if (response.status !== 200) throw new Error(`similar: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { items: readonly Similar[] }).items;
}

/** Prints the figures and the misjudged pairs; returns whether both goals are reached. */
function report(judged: readonly Judged[]): boolean {
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  process.stdout.write(`${'kind'.padEnd(20)}   pairs  one person  offered  wrong\n`);
  for (const kind of kinds) {
    const those = judged.filter((one) => one.kind === kind);
    const cells = [
      those.length,
      those.filter(({ isSame }) => isSame).length,
      those.filter(({ isOffered }) => isOffered).length,
      those.filter(({ isSame, isOffered }) => isSame !== isOffered).length,
    ].map((count, index) => String(count).padStart([8, 11, 8, 6][index] ?? 8));
    process.stdout.write(`${kind.padEnd(20)}${cells.join(' ')}\n`);
  }
  for (const { line, isSame, isOffered } of judged) {
    if (isSame !== isOffered) process.stdout.write(`${isOffered ? 'offered' : 'missed'}: ${line}\n`);
  }
  const right = judged.filter(({ isSame, isOffered }) => isSame && isOffered).length;
  const recall = right / judged.filter(({ isSame }) => isSame).length;
  const precision = right / judged.filter(({ isOffered }) => isOffered).length;
  const reached = recall >= goals.recall && precision >= goals.precision;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  process.stdout.write(
    `${judged.length} pairs: recall ${percent(recall)} (goal ${percent(goals.recall)}), precision ${percent(precision)} (goal ${percent(goals.precision)}): ${reached ? 'reached' : 'MISSED'}\n`,
  );
  return reached;
}

await main(readOptions(process.argv.slice(3)).only);
