import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyAudit } from '#kernel/server/audit/verify-audit.ts';
import { openVault } from '#kernel/server/installation/vault.ts';
import { random } from '#kernel/devtools/demo/people.ts';
import { pdf } from '#kernel/testing/samples.ts';
import { byLength, isFullLength } from '../support/test-length.ts';
import { expectConfirmedOnce } from '../support/confirmed-once.ts';
import { install, type Installation } from '../support/installation.ts';
import { startNode } from '../support/node-process.ts';
import { startWriter } from '../support/writer.ts';

const kills = byLength(3, 200);
const writers = 8;
/** One of this many kills also kills the database, like a power cut. */
const killsPerOutage = 4;

let installation: Installation;

beforeAll(async () => {
  installation = await install();
}, 240_000);
afterAll(() => installation?.remove(), 60_000);

/** Kills the server's PostgreSQL, like the loss of the machine. */
async function killDatabase(): Promise<void> {
  const lines = (await readFile(join(installation.data, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(lines[0]), 'SIGKILL');
}

test(
  'a server killed at any time keeps each confirmed change once, and no partial one',
  async () => {
    const next = random(20_261_121);
    const all = Array.from({ length: writers }, (_, index) =>
      startWriter(() => installation.node.url, {
        name: `kill-${index}`,
        token: installation.token,
        // Some have a file, whose bytes must be stored too.
        ...(index % 4 === 0 ? { file: pdf('x'.repeat(20_000)) } : {}),
      }),
    );
    for (let kill = 1; kill <= kills; kill++) {
      await sleep(100 + next() * 900);
      if (kill % killsPerOutage === 0) await killDatabase();
      await installation.node.kill();
      await installation.restart();
    }
    await sleep(500);
    await Promise.all(all.map((writer) => writer.stop()));

    const confirmed = new Map(all.flatMap((writer) => [...writer.confirmed]));
    expect(confirmed.size).toBeGreaterThan(kills);
    await installation.withDatabase(async ({ pool }) => {
      const stored = await expectConfirmedOnce(pool, all);
      expect(stored.size, 'stored, but never confirmed').toBe(confirmed.size);
    });
    await vi.waitFor(assertCountsAndFiles, { timeout: 60_000, interval: 500 });
    const verification = await installation.withDatabase(async ({ pool }) =>
      verifyAudit(pool, await openVault(pool, null)),
    );
    expect(verification).toMatchObject({ problem: null });

    const starts = installation.startTimes.toSorted((one, other) => one - other);
    const at = (share: number) => Math.round(starts[Math.floor((starts.length - 1) * share)] ?? 0);
    process.stdout.write(
      `  ${kills} kills, ${confirmed.size} applications confirmed; start ${at(0.5)} ms median, ${at(1)} ms at most\n`,
    );
    if (isFullLength) expect(at(1)).toBeLessThanOrEqual(5000);
  },
  byLength(300_000, 3_600_000),
);

/** Checks that the counters of lists equal the rows, and that every file row has its bytes. */
async function assertCountsAndFiles(): Promise<void> {
  const { counted, real, files } = await installation.withDatabase(async ({ database }) => {
    const { rows } = await sql<{ counted: number; real: number }>`
      select (select coalesce(sum(count), 0) from application_counts where neighborhood_id = 0 and status = '*' and grain = 'all')
             + (select coalesce(sum(delta), 0) from application_count_deltas) as counted,
             (select count(*) from applications) as real`.execute(database);
    const { rows: names } = await sql<{ name: string; size: number }>`
      select stored_name as name, size from files`.execute(database);
    return { counted: Number(rows[0]?.counted), real: Number(rows[0]?.real), files: names };
  });
  expect(counted).toBe(real);
  expect(files.length).toBeGreaterThan(0);
  for (const { name, size } of files) {
    const bytes = await readFile(join(installation.data, 'files/stored', name.slice(0, 2), name));
    expect(bytes.length).toBe(Number(size));
  }
}

test('rejects a second server on the same folder, and the first keeps running', async () => {
  await expect(startNode({ KOMAK_DATA: installation.data, KOMAK_DEMO: '0' })).rejects.toThrow(
    'Another Ko‘mak server is running on',
  );
  const { status } = await fetch(`${installation.node.url}/api/uz/plugins`);
  expect(status).toBe(200);
}, 240_000);
