import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import type { Page } from '#kernel/contract/index.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application, Intake } from '#plugins/applications/contract.ts';
import type { AuditEntry } from '#plugins/audit/contract.ts';
import type { User } from '#plugins/users/contract.ts';

// Random histories through the real calls. The reference implementation records whose data each response
// contained at that time; "who saw this citizen" must name everyone who saw them, and nobody who never saw
// their data.
vi.setConfig({ testTimeout: 400_000 });

const rights = {
  role: 'super_admin',
  permissions: ['application_receiver', 'household_add', 'audit_read'],
} as const;
const familyNames = ['Birov', 'Ikkov', 'Uchov'];
const people = familyNames.length;

let server: TestServer;
let admins: { readonly id: number; readonly api: ApiClient }[];
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['audit', 'applications', 'households', 'users'] });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  await sql`insert into streets (name_uz, name_ru, neighborhood_id) values ('Koʻcha', 'Улица', 1)`.execute(
    server.database,
  );
  await sql`insert into household_categories (name_uz, name_ru, color) values ('Toifa', 'Категория', '#1d5fd1')`.execute(
    server.database,
  );
  chief = await server.signIn({ ...rights, lastName: 'Boshliqova' });
  admins = [];
  for (const lastName of ['Bir', 'Ikki', 'Uch']) {
    const { login, id } = await server.createAdmin({ ...rights, lastName });
    admins.push({ id, api: await server.signIn(login) });
  }
}, 120_000);
afterAll(() => server?.close());

const index = (max: number) => fc.nat(max - 1);
const step = fc.oneof(
  fc.record({ act: fc.constant('read citizen' as const), admin: index(3), of: index(people) }),
  fc.record({ act: fc.constant('read case' as const), admin: index(3), of: index(people) }),
  fc.record({ act: fc.constant('read household' as const), admin: index(3), of: index(2) }),
  fc.record({ act: fc.constant('read household of case' as const), admin: index(3), of: index(people) }),
  fc.record({ act: fc.constant('look up' as const), admin: index(3), of: index(people) }),
  fc.record({ act: fc.constant('check intake' as const), admin: index(3), of: index(people) }),
  fc.record({ act: fc.constant('read cases of citizen' as const), admin: index(3), of: index(people) }),
  fc.record({ act: fc.constant('correct' as const), of: index(people), to: index(people) }),
  fc.record({ act: fc.constant('move' as const), of: index(people), to: index(2) }),
  fc.record({ act: fc.constant('merge' as const), of: index(people), to: index(people) }),
  fc.constant({ act: 'undo' as const }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

let serial = 0;

/**
 * A town of some people, each with an application, and two households; and the reference implementation's
 * records.
 */
async function settleTown() {
  const numbers = Array.from({ length: people }, () =>
    makeJshshir({ birthday: '1980-05-06', sex: 'male', area: 9, serial: ++serial }),
  );
  const users: number[] = [];
  const cases: number[] = [];
  for (const [at, personal_number] of numbers.entries()) {
    const person = { first_name: 'Anvar', last_name: familyNames[at] ?? '', personal_number };
    users.push((await ok(chief.post<User>('users', person))).id);
    const form = {
      ...person,
      neighborhood_id: 1,
      employment_status: 'unemployed',
      planned_assistance: 'Tom',
      intake_reason: 'x',
    };
    cases.push((await ok(chief.upload<Application>('applications', form))).id);
  }
  const { rows } = await sql<{ id: number }>`
    insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number)
    values (1, 1, 1, 'apartment', 5), (1, 1, 1, 'apartment', 6) returning id`.execute(server.database);
  return {
    numbers,
    users,
    cases,
    households: rows.map(({ id }) => id),
    /** The owner of each application, and the household of each person. */
    owners: numbers.map((_, at) => at),
    lives: numbers.map((): number | null => null),
    /** The person that each one is merged into, and the merge. */
    mergedInto: new Map<number, { readonly into: number; readonly merge: number }>(),
    saw: numbers.map(() => new Set<number>()),
  };
}
type Town = Awaited<ReturnType<typeof settleTown>>;

async function ok<Body>(call: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await call;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

/** Everyone who is the same citizen of the register as a person, and the index of that citizen. */
const rootOf = (town: Pick<Town, 'mergedInto'>, person: number): number => {
  const merged = town.mergedInto.get(person);
  return merged ? rootOf(town, merged.into) : person;
};
const groupOf = (town: Town, person: number) =>
  town.numbers.flatMap((_, at) => (rootOf(town, at) === rootOf(town, person) ? [at] : []));
const residentsOf = ({ lives }: Town, household: number) =>
  lives.flatMap((at, person) => (at === household ? [person] : []));

async function take(town: Town, one: Step): Promise<void> {
  if (one.act === 'undo') return undo(town);
  if (one.act === 'correct') return correct(town, one.of, one.to);
  if (one.act === 'move') return move(town, one.of, one.to);
  if (one.act === 'merge') return merge(town, one.of, one.to);
  const admin = admins[one.admin];
  if (!admin) throw new Error('there are three admins');
  const note = (seen: readonly number[]) => seen.forEach((person) => town.saw[person]?.add(admin.id));
  if (one.act === 'read citizen') {
    await ok(admin.api.get(`users/${town.users[rootOf(town, one.of)]}`));
    note(groupOf(town, one.of));
  }
  if (one.act === 'read case') {
    await ok(admin.api.get(`applications/${town.cases[one.of]}`));
    note([town.owners[one.of] ?? 0]);
  }
  if (one.act === 'read household') {
    await ok(admin.api.get(`households/${town.households[one.of]}`));
    note(residentsOf(town, one.of));
  }
  if (one.act === 'read household of case') {
    await ok(admin.api.get(`applications/${town.cases[one.of]}/household`));
    const owner = town.owners[one.of] ?? 0;
    const household = town.lives[owner];
    note(typeof household === 'number' ? [owner, ...residentsOf(town, household)] : []);
  }
  if (one.act === 'check intake') {
    const query = `personal_number=${town.numbers[one.of]}`;
    const { open, households } = await ok(admin.api.get<Intake>(`applications/intake?${query}`));
    const shown = new Set(open.items.map(({ id }) => id));
    note(town.cases.flatMap((id, at) => (shown.has(id) ? [town.owners[at] ?? 0] : [])));
    for (const { id } of households.items) note(residentsOf(town, town.households.indexOf(id)));
  }
  if (one.act === 'read cases of citizen') {
    await ok(admin.api.get(`applications/citizens/${town.users[rootOf(town, one.of)]}`));
    note(groupOf(town, one.of));
  }
  if (one.act === 'look up') {
    const found = await admin.api.get(`users/lookup?personal_number=${town.numbers[one.of]}`);
    if (found.status === 200) note([one.of]);
  }
}

async function correct(town: Town, of: number, to: number): Promise<void> {
  const { status } = await chief.put(`applications/${town.cases[of]}`, {
    employment_status: 'unemployed',
    planned_assistance: 'Tom',
    first_name: 'Anvar',
    last_name: familyNames[to] ?? '',
    personal_number: town.numbers[to],
    reason: 'Boshqa fuqaro',
  });
  // A merged person has no row of their own: their number would create a new citizen, unknown to the
  // reference implementation.
  if (status < 300) town.owners[of] = to;
}

async function move(town: Town, person: number, household: number): Promise<void> {
  await sql`delete from household_citizens where personal_number = ${town.numbers[person]}`.execute(
    server.database,
  );
  await sql`
    insert into household_citizens (household_id, position, full_name, personal_number)
    values (${town.households[household]}, ${++serial}, 'Aʼzo', ${town.numbers[person]})`.execute(
    server.database,
  );
  town.lives[person] = household;
}

async function merge(town: Town, of: number, to: number): Promise<void> {
  if (town.mergedInto.has(of) || town.mergedInto.has(to) || of === to) return;
  const ids = [town.users[to] ?? 0, town.users[of] ?? 0] as const;
  const versions = await Promise.all(
    ids.map(async (id) => {
      const { rows } = await sql<{ version: string }>`
        select updated_at as version from users where id = ${id}`.execute(server.database);
      return new Date(rows[0]?.version ?? 0).toISOString();
    }),
  );
  await ok(
    chief.post(`users/${ids[0]}/merges`, {
      merged_id: ids[1],
      remaining_version: versions[0],
      merged_version: versions[1],
    }),
  );
  const { rows } = await sql<{ id: number }>`select max(id) as id from user_merges`.execute(server.database);
  town.mergedInto.set(of, { into: to, merge: rows[0]?.id ?? 0 });
}

/** Undoes the last merge, if possible. */
async function undo(town: Town): Promise<void> {
  const [person, last] = [...town.mergedInto].at(-1) ?? [];
  if (person === undefined || last === undefined) return;
  const { status } = await chief.post(`users/merges/${last.merge}/undo`);
  if (status < 300) town.mergedInto.delete(person);
}

async function tracedAdmins(user: number): Promise<Set<number>> {
  const found = new Set<number>();
  for (let page = 1; ; page++) {
    const { items, total_pages } = await ok(
      chief.get<Page<AuditEntry>>(`audit?citizen=${user}&limit=100&page=${page}`),
    );
    for (const { admin } of items) if (admin?.id) found.add(admin.id);
    if (page >= total_pages) return found;
  }
}

/** Reads are written in batches, slightly later: waits until everyone who saw a person is named. */
async function untilTraced(town: Town, person: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const traced = await tracedAdmins(town.users[rootOf(town, person)] ?? 0);
        return [...(town.saw[person] ?? [])].filter((admin) => !traced.has(admin));
      },
      { timeout: 5000, message: `person ${person}` },
    )
    .toEqual([]);
}

test('names everyone who saw a citizen, also after corrections, moves, merges and their undoing', async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const town = await settleTown();
      // An application cannot be corrected to a merged person: they are no longer a separate citizen.
      for (const one of steps) {
        if (one.act === 'correct' && [...town.mergedInto.keys()].includes(one.to)) continue;
        await take(town, one);
      }
      for (const person of town.numbers.keys()) {
        seen += town.saw[person]?.size ?? 0;
        await untilTraced(town, person);
      }
    }),
    { numRuns: 20 },
  );
  expect(seen).toBeGreaterThan(30);
});

test('names who saw a citizen under the last of several names, after all merges were undone', async () => {
  const town = await settleTown();
  const steps: readonly Step[] = [
    { act: 'merge', of: 0, to: 1 },
    { act: 'merge', of: 1, to: 2 },
    { act: 'read citizen', admin: 0, of: 0 },
    { act: 'look up', admin: 1, of: 0 },
    { act: 'undo' },
    { act: 'undo' },
  ];
  for (const one of steps) await take(town, one);
  expect(town.mergedInto.size).toBe(0);
  for (const person of town.numbers.keys()) await untilTraced(town, person);
  expect(town.saw[0]?.size).toBe(2);
});

test('names no one who never opened the citizen', async () => {
  const town = await settleTown();
  await take(town, { act: 'read case', admin: 0, of: 0 });
  await take(town, { act: 'move', of: 0, to: 0 });
  await take(town, { act: 'read household', admin: 1, of: 0 });
  await take(town, { act: 'read citizen', admin: 2, of: 1 });
  // The last read is logged after the others: nothing is pending that could name the third.
  await untilTraced(town, 1);
  await untilTraced(town, 0);
  const [first, second] = admins;
  const traced = await tracedAdmins(town.users[0] ?? 0);
  expect(admins.map(({ id }) => traced.has(id))).toEqual([true, true, false]);
  expect([first, second].every((admin) => admin && town.saw[0]?.has(admin.id))).toBe(true);
});

test('finds reads that were recorded together', async () => {
  const town = await settleTown();
  const [reader] = admins;
  await Promise.all(town.cases.map((id) => reader?.api.get(`applications/${id}`)));
  await untilTraced({ ...town, saw: town.numbers.map(() => new Set([reader?.id ?? 0])) }, 1);
  const { rows } = await sql<{ details: { ids?: number[] } }>`
    select details from audit_log where details ? 'ids' and details -> 'ids' @> ${JSON.stringify([town.cases[1]])}::jsonb`.execute(
    server.database,
  );
  expect(rows.length).toBeGreaterThan(0);
  const { items } = await ok(
    chief.get<Page<AuditEntry>>(`audit?citizen=${town.users[1]}&action=applications.read`),
  );
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ admin: { id: reader?.id }, subject_type: 'application' });
  const links = items[0]?.subjects.map(({ id, path }) => [id, path]);
  expect(links).toContainEqual([town.cases[1], `/applications/${town.cases[1]}`]);
});
