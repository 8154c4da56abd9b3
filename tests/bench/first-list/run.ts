/**
 * The first list compared with that of react-admin's smallest application: `npm run bench -- first-list
 * [--rounds N] [--trace]`.
 *
 * Each visit has an empty cache; the two applications alternate, on a connection as fast as the machine and
 * on a slow one (1.6 Mbit/s, 150 ms, CPU slowed four times). Ours checks the session first, then shows
 * applications; `signing in` starts without a session and also fills in the form. react-admin has no
 * authentication. The figures are medians; `work` is the CPU time of the main thread, which is slowed on the
 * slow connection too. A row of ours is reached with at most 0.9 of react-admin's time, 25 requests and
 * 1,000 ms of work. `--trace` prints the requests of the last round's visits.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { ensureBrowser } from '../../e2e/browser.ts';
import { Api, demoPassword } from '../../e2e/support/api.ts';
import { startProduct } from '../../e2e/support/server.ts';
import { percentile } from '../support/percentile.ts';
import { lines, visit, type Plan, type Visit } from './measure.ts';
import { peerAwaited, startPeer } from './peer.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '5' }, trace: { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1)
  throw new Error(`--rounds takes a whole number above 0, not ${values.rounds}`);

const goals = { ratio: 0.9, requests: 25, workMs: 1000 } as const;
const rows = Array.from({ length: 25 }, (_, index) => ({
  id: index + 1,
  last_name: `Karimov ${index}`,
  first_name: 'Anvar',
  phone: '998901234567',
  status: 'created',
  created_at: '2026-05-04T09:00:00Z',
}));

process.stderr.write(
  `load of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}\n`,
);
const server = await startProduct();
const peer = await startPeer(rows);
const browser = await chromium.launch({
  executablePath: ensureBrowser().shell,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

try {
  const token = await new Api(server.url).token('operator');
  const list = { url: `${server.url}/applications/list`, awaited: 'li h2 a' };
  const plans: Readonly<Record<string, Plan>> = {
    'react-admin': { url: peer.url, awaited: peerAwaited },
    ours: { ...list, storage: { 'access-token': token } },
    'ours, signing in': { ...list, login: { name: 'operator', password: demoPassword } },
  };
  print('', 'shown ms', 'ratio', 'requests', 'scripts', 'kB', 'work ms', 'reached');
  const verdicts: boolean[] = [];
  for (const line of lines) verdicts.push(...(await measureLine(line, plans)));
  process.stdout.write(`\nreact-admin: ${peer.note}\n`);
  process.exitCode = verdicts.every(Boolean) ? 0 : 1;
} finally {
  await browser.close();
  await peer.stop();
  await server.close();
}
process.stderr.write(
  `load of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}\n`,
);

/** Measures the applications on a connection, alternating, and prints a row for each. */
async function measureLine(
  line: (typeof lines)[number],
  plans: Readonly<Record<string, Plan>>,
): Promise<boolean[]> {
  const visits = new Map<string, Visit[]>(Object.keys(plans).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, plan] of Object.entries(plans)) {
      const measured = await visit(browser, line, { ...plan, trace: values.trace && round === rounds });
      // The first round warms up servers and browser.
      if (round > 0) visits.get(name)?.push(measured);
    }
  }
  const base = medianOf(visits.get('react-admin') ?? [], 'shown');
  return [...visits].map(([name, measured]) =>
    printRow(`${line.name}: ${name}`, measured, name === 'react-admin' ? null : base),
  );
}

function printRow(name: string, measured: readonly Visit[], base: number | null): boolean {
  const [shown, requests, work] = [
    medianOf(measured, 'shown'),
    medianOf(measured, 'requests'),
    medianOf(measured, 'work'),
  ];
  const ratio = base === null ? null : shown / base;
  const reached =
    ratio === null || (ratio <= goals.ratio && requests <= goals.requests && work <= goals.workMs);
  print(
    name,
    shown.toFixed(0),
    ratio?.toFixed(2) ?? '',
    String(requests),
    String(medianOf(measured, 'scripts')),
    medianOf(measured, 'kilobytes').toFixed(0),
    work.toFixed(0),
    ratio === null ? '' : reached ? 'yes' : 'NO',
  );
  return reached;
}

function medianOf(measured: readonly Visit[], key: keyof Visit): number {
  return percentile(
    measured.map((one) => one[key]),
    0.5,
  );
}

function print(first: string, ...cells: readonly string[]): void {
  process.stdout.write(
    `${[first.padEnd(24), ...cells.map((cell) => cell.padStart(9))].join(' ').trimEnd()}\n`,
  );
}
