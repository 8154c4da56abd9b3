import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { random } from '#kernel/server/demo/people.ts';
import { amount } from '../support/amount.ts';
import { install, type Installation } from '../support/installation.ts';
import { startWriter } from '../support/writer.ts';

const stops = amount(3, 50);
let installation: Installation;

beforeAll(async () => {
  installation = await install();
}, 240_000);
afterAll(() => installation?.remove(), 60_000);

test(
  'a server that is asked to stop under load answers whom it has let in, and ends with 0',
  async () => {
    const next = random(20_261_121);
    const all = Array.from({ length: 8 }, (_, index) =>
      startWriter(() => installation.node.url, { name: `stop-${index}`, token: installation.token }),
    );
    for (let stop = 1; stop <= stops; stop++) {
      await sleep(100 + next() * 400);
      expect(await installation.node.stop()).toBe(0);
      await installation.restart();
    }
    await Promise.all(all.map((writer) => writer.stop()));
    const outcomes = new Map<number | string, number>();
    for (const writer of all) {
      for (const [outcome, count] of writer.outcomes)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
    }
    process.stdout.write(`  ${stops} stops: ${JSON.stringify(Object.fromEntries(outcomes))}\n`);
    expect(outcomes.get('reset') ?? 0, 'connections that were taken and cut').toBe(0);
    const answered = new Map(all.flatMap((writer) => [...writer.answered]));
    const { rows } = await installation.look(({ database }) =>
      sql<{ count: number }>`select count(*)::int as count from applications`.execute(database),
    );
    expect(rows[0]?.count).toBe(answered.size);
  },
  amount(300_000, 1_800_000),
);
