import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import {
  personFields,
  type CitizenDraft,
  type PersonField,
  type User,
  type UserDetail,
} from '../contract.ts';
import { compactCounts } from './store/compaction.ts';

let server: TestServer;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['users', 'applications'] });
  chief = await server.signIn({ role: 'super_admin' });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
}, 60_000);
afterAll(() => server?.close());

let serial = 0;
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** A citizen as a clerk may enter them: any part except the name may be missing, in any script. */
const citizens = fc.record({
  first_name: fc.constantFrom('Sanʼat', 'Санат', 'Oʻtkir', 'Ўткир'),
  last_name: fc.constantFrom('Matyoqubov', 'Матякубов', 'Gʻaniyeva'),
  father_name: maybe(fc.constantFrom('Bekchon oʻgʻli', 'Бекчанович')),
  phone: maybe(fc.constantFrom('998901234567', '998931110000')),
  birthday: maybe(fc.constantFrom('1980-05-06', '1999-12-31')),
  hasPassport: fc.boolean(),
  hasNumber: fc.boolean(),
  isBlocked: fc.boolean(),
  applications: fc.nat(2),
});
type Drafted = typeof citizens extends fc.Arbitrary<infer One> ? One : never;

/** Successive merges: which of the remaining citizens stays, which one is merged, and the fields taken from it. */
const steps = fc.array(
  fc.record({ remaining: fc.nat(), merged: fc.nat(), take: fc.subarray<PersonField>([...personFields]) }),
  { minLength: 1, maxLength: 4 },
);

async function register({
  hasPassport,
  hasNumber,
  isBlocked,
  applications,
  ...draft
}: Drafted): Promise<number> {
  serial++;
  const birthday = draft.birthday ?? '1971-02-03';
  const body: CitizenDraft = {
    ...draft,
    ...(hasPassport ? { passport_series: 'AD', passport_number: String(1_000_000 + serial) } : {}),
    ...(hasNumber ? { personal_number: makeJshshir({ birthday, sex: 'male', area: 11, serial }) } : {}),
  };
  const made = await chief.post<User>('users', body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body;
  if (isBlocked) await chief.put(`users/user/${id}/block?blocked=true`, { reason: 'Soxta hujjat' });
  await sql`
    insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance,
      search_key, citizen_id)
    select current_date, 1, ${draft.first_name}, ${draft.last_name}, 'unemployed', 'Yordam', '', ${id}
    from generate_series(1, ${applications}::int)`.execute(server.database);
  return id;
}

const textsOf = async (table: 'users' | 'applications' | 'user_former_papers') =>
  (
    await sql<{ row: string }>`select t::text as row from ${sql.table(table)} as t order by row`.execute(
      server.database,
    )
  ).rows;

/** Everything that a merge may change: the rows as text, with every column, and their counts. */
async function everything() {
  await server.services.database.transaction().execute((database) => compactCounts(database as never));
  const counts = await sql`
    select * from user_counts where count <> 0 order by grain, blocked, filled, key`.execute(server.database);
  return {
    users: await textsOf('users'),
    applications: await textsOf('applications'),
    formerDocuments: await textsOf('user_former_papers'),
    counts: counts.rows,
  };
}

async function merge(remaining: number, merged: number, take: readonly PersonField[]): Promise<number> {
  const [one, other] = await Promise.all(
    [remaining, merged].map(async (id) => (await chief.get<UserDetail>(`users/${id}`)).body),
  );
  const done = await chief.post<User>(`users/${remaining}/merges`, {
    merged_id: merged,
    remaining_version: one?.updatedAt,
    merged_version: other?.updatedAt,
    take,
  });
  expect(done.status, JSON.stringify(done.body)).toBe(201);
  const [latest] = (await chief.get<UserDetail>(`users/${remaining}`)).body.merges;
  return latest?.id ?? 0;
}

test('merges that are undone, the last one first, leave every row and count as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(citizens, { minLength: 2, maxLength: 4 }),
      steps,
      async (drafts, plannedSteps) => {
        await sql`delete from applications`.execute(server.database);
        await sql`delete from users`.execute(server.database);
        const left: number[] = [];
        for (const draft of drafts) left.push(await register(draft));
        const before = await everything();
        const merges: number[] = [];
        for (const { remaining, merged, take } of plannedSteps) {
          if (left.length < 2) break;
          const [one = 0] = left.splice(merged % left.length, 1);
          merges.push(await merge(left[remaining % left.length] ?? 0, one, take));
        }
        expect((await textsOf('users')).length).toBe(left.length);
        for (const id of merges.toReversed()) {
          const undone = await chief.post(`users/merges/${id}/undo`);
          expect(undone.status, JSON.stringify(undone.body)).toBe(200);
        }
        expect(await everything()).toEqual(before);
      },
    ),
    { numRuns: 20 },
  );
}, 120_000);

test('search finds both by every name after undoing, if the merged names have the same key', async () => {
  await server.services.jobs.stop('users.');
  const idsFound = async (search: string) =>
    (await chief.get<{ items: User[] }>(`users?search=${encodeURIComponent(search)}`)).body.items
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);
  const draft = { first_name: 'Oʻtkir', last_name: 'Gʻofurxoʻjayev' };
  const one = (await chief.post<User>('users', draft)).body.id;
  const inCyrillic = { first_name: 'Ўткир', last_name: 'Ғофурхўжаев' };
  const other = (await chief.post<User>('users', inCyrillic)).body.id;
  const before = await everything();
  expect(await idsFound('Gʻofurxoʻjayev')).toEqual([one, other]);
  const id = await merge(one, other, ['first_name', 'last_name']);
  expect(await idsFound('Ғофурхўжаев')).toEqual([one]);
  expect((await chief.post(`users/merges/${id}/undo`)).status).toBe(200);
  for (const name of ['Gʻofurxoʻjayev', 'Ғофурхўжаев', 'otkir gofur']) {
    expect(await idsFound(name), name).toEqual([one, other]);
  }
  expect(await everything()).toEqual(before);
});

test('a merged citizen has the birthday of their JSHSHIR, so that they can be changed afterwards', async () => {
  const person = { first_name: 'Sardor', last_name: 'Toshpoʻlatov' };
  const [birthday, other] = ['1985-03-04', '1985-03-05'];
  const numbered = async (day: string) => {
    const personal_number = makeJshshir({ birthday: day, sex: 'male', area: 12, serial: 1 });
    return (await chief.post<User>('users', { ...person, personal_number })).body.id;
  };
  const [one, two] = [await numbered(birthday), await numbered(other)];
  await merge(one, two, ['personal_number']);
  const { body: merged } = await chief.get<UserDetail>(`users/${one}`);
  expect(merged.birthday).toBe(other);
  const { personal_number } = merged;
  const changed = { ...person, first_name: 'Sardorbek', birthday: merged.birthday, personal_number };
  expect((await chief.put(`users/${one}`, changed)).status).toBe(200);
});

/** The number of connections that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(server.database);
  return rows[0]?.count ?? 0;
}

test('the number of a citizen who is being merged makes no new citizen', async () => {
  const add = (more: Partial<CitizenDraft>) =>
    chief.post<User>('users', { first_name: 'Zamira', last_name: 'Ergasheva', ...more });
  const personal_number = makeJshshir({ birthday: '1971-02-03', sex: 'female', area: 12, serial: ++serial });
  const { body: remaining } = await add({});
  const { body: merged } = await add({ personal_number });
  // It reads the table that is locked below.
  await server.services.jobs.stop('kernel.seal');
  let merging: Promise<{ status: number }> | undefined;
  let adding: Promise<{ status: number }> | undefined;
  await server.database.transaction().execute(async (database) => {
    // The merge has deleted the second citizen, and waits to be audited.
    await sql`lock table audit_log in access exclusive mode`.execute(database);
    merging = chief.post(`users/${remaining.id}/merges`, {
      merged_id: merged.id,
      remaining_version: remaining.updatedAt,
      merged_version: merged.updatedAt,
    });
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 20_000 });
    let isDone = false;
    adding = add({ personal_number }).finally(() => void (isDone = true));
    await vi.waitFor(async () => expect(isDone || (await countWaiting()) > 1).toBe(true), {
      timeout: 20_000,
    });
  });
  expect((await merging)?.status).toBe(201);
  expect((await adding)?.status).toBe(422);
  const { body: again } = await add({ personal_number });
  expect(again).toMatchObject({ taken_by: remaining.id });
});

test('a merged citizen is answered with the one in the register, also after several merges', async () => {
  const add = async (first_name: string) =>
    (await chief.post<User>('users', { first_name, last_name: 'Zanjirova' })).body.id;
  const [one, two, three] = [await add('Aziza'), await add('Azizaxon'), await add('Azizabonu')];
  const read = (id: number) => chief.get<{ merged_into?: number | null }>(`users/${id}`);
  await merge(two, one, []);
  const last = await merge(three, two, []);
  for (const id of [one, two]) {
    expect(await read(id)).toMatchObject({ status: 404, body: { merged_into: three } });
  }
  await chief.post(`users/merges/${last}/undo`);
  expect(await read(one)).toMatchObject({ status: 404, body: { merged_into: two } });
  expect((await read(two)).status).toBe(200);
  expect(await read(999_999)).toMatchObject({ status: 404, body: { merged_into: null } });
});
