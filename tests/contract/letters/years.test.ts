import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Letter } from '#plugins/letters/contract.ts';
import { createRegister, type RegisterNumber } from '#plugins/letters/server/store/register.ts';
import { type Office, openOffice } from './office.ts';
import { textOf } from './read-pdf.ts';

let office: Office;
let today: string;
beforeAll(async () => {
  office = await openOffice();
  const { rows } = await sql<{ day: string }>`
    select (clock_timestamp() at time zone 'Asia/Tashkent')::date::text as day`.execute(
    office.server.database,
  );
  today = rows[0]?.day ?? '';
});
afterAll(() => office?.close());

const pagesOf = async ({ file }: Letter) => {
  const { pathname, search } = new URL(file.url, office.server.url);
  const response = await fetch(`${office.server.url}${pathname}${search}`);
  return textOf(new Uint8Array(await response.arrayBuffer()));
};
const paperDay = (day: string) => day.split('-').toReversed().join('.');

test('the numbers of a year begin with 1, and its letters show them', async () => {
  const year = Number(today.slice(0, 4));
  await sql`
    insert into letter_registers (year, last_number, last_day)
    values (${year - 1}, 412, ${`${year - 1}-12-31`}), (${year + 1}, 7, ${`${year + 1}-01-09`})`.execute(
    office.server.database,
  );
  const id = await office.addApplication();
  const letters = [await office.issue(id), await office.issue(id)];
  expect(letters.map(({ number }) => number)).toEqual([`1/${year}`, `2/${year}`]);
  for (const letter of letters) {
    expect(letter.issued_on).toBe(today);
    expect(await pagesOf(letter)).toMatch(
      new RegExp(`^№ ${letter.number}\\s+${paperDay(today).replaceAll('.', '\\.')}\\s*$`, 'm'),
    );
  }
  const { rows } = await sql`
    select last_number from letter_registers order by year`.execute(office.server.database);
  expect(rows).toEqual([{ last_number: 412 }, { last_number: 2 }, { last_number: 7 }]);
});

test('no letter is older than the previous one, even if a clock is set back', async () => {
  const year = today.slice(0, 4);
  await sql`update letter_registers set last_day = ${`${year}-12-31`} where year = ${Number(year)}`.execute(
    office.server.database,
  );
  const letter = await office.issue(await office.addApplication());
  expect(letter.issued_on).toBe(`${year}-12-31`);
  expect(await pagesOf(letter)).toContain(`31.12.${year}`);
});

// At any time, one of the two has another day than the database's clock.
test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'the day of a letter is that of the office, in %s',
  async (zone) => {
    const drawn: RegisterNumber[] = [];
    let taken: unknown = null;
    let now: unknown = null;
    const takenBack = office.server.database.transaction().execute(async (transaction) => {
      await sql`delete from letter_registers`.execute(transaction);
      const { register } = await createRegister(zone).take(transaction, async (one) => {
        drawn.push(one);
        return Buffer.of();
      });
      taken = register;
      const { rows } = await sql`
      select (clock_timestamp() at time zone ${zone})::date::text as day,
        extract(year from clock_timestamp() at time zone ${zone})::int as year`.execute(transaction);
      now = rows[0];
      throw new Error('taken back');
    });
    await expect(takenBack).rejects.toThrow('taken back');
    expect(taken).toEqual({ ...Object(now), number: 1 });
    expect(drawn).toEqual([taken]);
  },
);

test('letters that two nodes draw concurrently have their own numbers on their pages', async () => {
  const id = await office.addApplication();
  const other = await office.second.signIn('op');
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      (index % 2 === 0 ? office.operator : other).post<Letter>('letters', office.letterFor(id)),
    ),
  );
  const pages = await Promise.all(responses.map(({ body }) => pagesOf(body)));
  for (const [index, { body }] of responses.entries()) {
    expect(pages[index]).toMatch(new RegExp(`^№ ${body.number}\\s*$`, 'm'));
    const code = await office.codeOf(body);
    expect(pages[index]?.replaceAll(/\s/g, '')).toContain(`/letters/check/${code}`);
  }
  expect(new Set(responses.map(({ body }) => body.number)).size).toBe(8);
});
