/** Changes during an erasure: merges, incoming applications, and a confirming admin who is blocked. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import { addRecoveryCodes } from '../../support/recovery-codes.ts';
import { codeOf, createPeople, origin, password } from '../passkeys/people.ts';

let server: TestServer;
let people: ReturnType<typeof createPeople>;
let requester: ApiClient;
let confirmer: { readonly id: number; readonly api: ApiClient; readonly codes: string[] };
let serial = 0;

beforeAll(async () => {
  server = await testServer({ publicUrl: origin });
  people = createPeople(server);
  requester = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
  const { id, login } = await server.createAdmin({ role: 'super_admin', passwordHash: await people.passwordHash() }); // prettier-ignore
  const api = await server.signIn(login);
  confirmer = { id, api, codes: await addRecoveryCodes(api, password) };
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
}, 180_000);
afterAll(() => server?.close());
beforeEach(() => people.clearAttempts());

interface Citizen {
  readonly id: number;
  readonly last_name: string;
  readonly updatedAt: string;
}

async function makeCitizen(): Promise<Citizen> {
  const birthday = '1971-12-03';
  const last_name = `Ergasheva${'abcdefghijklmnop'.charAt(serial++)}`;
  const personal_number = makeJshshir({ birthday, sex: 'female', area: 778, serial });
  const body = { first_name: 'Zulfiya', last_name, phone: '998935550001', passport_series: 'AE', passport_number: String(5_550_000 + serial), personal_number }; // prettier-ignore
  const { status, body: made } = await requester.post<Citizen>('users', body);
  expect(status).toBe(201);
  return made;
}

async function requestErasure(citizenId: number): Promise<number> {
  const reason = 'Fuqaro soʻradi';
  const { status, body } = await requester.post<{ id: number }>(`retention/citizens/${citizenId}/requests`, { reason }); // prettier-ignore
  expect(status).toBe(201);
  return body.id;
}

const confirm = (id: number) =>
  confirmer.api.post(`retention/requests/${id}/confirmation`, { password, code: confirmer.codes.pop() });

/** An answered application of a citizen. */
async function insertAnswered(citizenId: number, lastName: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance,
      search_key, citizen_id, status)
    values (current_date, 1, 'Zulfiya', ${lastName}, 'unemployed', 'Yordam', '', ${citizenId}, 'completed') returning id`.execute(server.database); // prettier-ignore
  return rows[0]?.id ?? 0;
}

async function merge(remaining: number, merged: number) {
  type Preview = Record<'remaining' | 'merged', { updatedAt: string }>;
  const { body } = await requester.get<Preview>(`users/${remaining}/merge/${merged}`);
  const versions = {
    remaining_version: body.remaining.updatedAt,
    merged_version: body.merged.updatedAt,
  };
  return requester.post(`users/${remaining}/merges`, { merged_id: merged, take: [], ...versions });
}

async function requestOf(id: number) {
  const { rows } = await sql<{ state: string; obstacles: { key: string; ids: number[] }[] }>`
    select state, obstacles from retention_requests where id = ${id}`.execute(server.database);
  return rows[0];
}

/** Waits until a number of statements wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(
      async () =>
        (
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            server.database,
          )
        ).rows.length,
      { timeout: 20_000 },
    )
    .toBe(count);

test('a merged citizen is not reported as erased', async () => {
  const [remaining, merged, later] = [await makeCitizen(), await makeCitizen(), await makeCitizen()];
  const first = await requestErasure(merged.id);
  const latter = await requestErasure(later.id);
  expect((await merge(remaining.id, merged.id)).status).toBe(201);
  expect(codeOf(await confirm(first))).toBe('citizen_gone');
  expect(await requestOf(first)).toMatchObject({ state: 'asked' });
  expect((await requester.del(`retention/requests/${first}`)).status).toBe(200);

  // The job waits for the row of the request until they are merged.
  await server.database.transaction().execute(async (database) => {
    await sql`select from retention_requests where id = ${latter} for update`.execute(database);
    await sql`update retention_requests set state = 'confirmed', confirmed_by = ${confirmer.id} where id = ${latter}`.execute(database); // prettier-ignore
    expect((await merge(remaining.id, later.id)).status).toBe(201);
  });
  await expect.poll(async () => (await requestOf(latter))?.state, { timeout: 20_000 }).toBe('refused');
  expect(await requestOf(latter)).toMatchObject({ obstacles: [{ key: 'retention:erasure.gone', ids: [later.id] }] }); // prettier-ignore
  expect((await requester.get(`users/${remaining.id}`)).status).toBe(200);
  const { rows } = await sql`select from audit_log where action = 'retention.erasure.done'`.execute(server.database); // prettier-ignore
  expect(rows).toEqual([]);
});

test('an application that arrives during the erasure blocks it', async () => {
  const { id: citizenId } = await makeCitizen();
  const request = await requestErasure(citizenId);
  await server.database.transaction().execute(async (database) => {
    // An application being entered locks its citizen like this.
    await sql`select from users where id = ${citizenId} for key share`.execute(database);
    await sql`
      insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance,
        search_key, citizen_id)
      values (current_date, 1, 'Zulfiya', 'Ergasheva', 'unemployed', 'Yordam', '', ${citizenId})`.execute(
      database,
    );
    expect((await confirm(request)).status).toBe(200);
    await waiting(1);
  });
  await expect.poll(async () => (await requestOf(request))?.state, { timeout: 20_000 }).not.toBe('confirmed');
  expect(await requestOf(request)).toMatchObject({ state: 'refused', obstacles: [{ key: 'applications:erasure.open' }] }); // prettier-ignore
  expect((await requester.get(`users/${citizenId}`)).status).toBe(200);
});

test('a letter that is being written during the erasure is erased too', async () => {
  const { id: citizenId, last_name: name } = await makeCitizen();
  const { id: signatoryId } = await server.createAdmin({ permissions: ['application_receiver'], neighborhoodIds: [1] }); // prettier-ignore
  const id = await insertAnswered(citizenId, name);
  const request = await requestErasure(citizenId);
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hurmatli fuqaro!' }] }] }; // prettier-ignore
  let writing: ReturnType<typeof requester.post> | undefined;
  await server.database.transaction().execute(async (database) => {
    // The letter contains the citizen's name, and waits for its number.
    await sql`lock table letter_registers in access exclusive mode`.execute(database);
    writing = requester.post('letters', { application_id: id, language: 'uz', subject: 'Javob', body, signatory_id: signatoryId, template_id: null, replaces_id: null }); // prettier-ignore
    await waiting(1);
    await sql`update retention_requests set state = 'confirmed', confirmed_by = ${confirmer.id} where id = ${request}`.execute(server.database); // prettier-ignore
    const isDone = async () => (await requestOf(request))?.state === 'done';
    await Promise.race([waiting(2), expect.poll(isDone, { timeout: 20_000 }).toBe(true)]);
  });
  expect((await writing)?.status).toBe(201);
  await expect.poll(async () => (await requestOf(request))?.state, { timeout: 20_000 }).toBe('done');
  const { rows: left } = await sql`
    select from letters where addressee like ${`%${name}%`}
    union all select from idempotency_records where answer like ${`%${name}%`}`.execute(server.database);
  expect(left).toEqual([]);
});

test('a notice of an application that is being transferred during the erasure is erased too', async () => {
  const { id: citizenId, last_name: name } = await makeCitizen();
  const { rows: places } = await sql<{ id: number }>`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Qoʻshni', 'Соседняя', '[[43,60],[43,61],[44,61]]', '#0b7480') returning id`.execute(
    server.database,
  );
  const to = places[0]?.id ?? 0;
  await server.createAdmin({ permissions: ['application_receiver'], neighborhoodIds: [to] });
  const id = await insertAnswered(citizenId, name);
  const request = await requestErasure(citizenId);
  let moving: ReturnType<typeof requester.post> | undefined;
  await server.database.transaction().execute(async (database) => {
    // The transfer has locked its application, and waits for its tasks.
    await sql`lock table application_tasks in access exclusive mode`.execute(database);
    moving = requester.post(`applications/${id}/actions/transfers`, { neighborhood_id: to, reason: 'Koʻchgan' }); // prettier-ignore
    await waiting(1);
    await sql`update retention_requests set state = 'confirmed', confirmed_by = ${confirmer.id} where id = ${request}`.execute(server.database); // prettier-ignore
    await waiting(2);
  });
  expect((await moving)?.status).toBe(201);
  await expect.poll(async () => (await requestOf(request))?.state, { timeout: 20_000 }).toBe('done');
  const { rows: left } = await sql`select from notifications where payload::text like ${`%${name}%`}`.execute(
    server.database,
  );
  expect(left).toEqual([]);
});

test('a citizen who is merged into one under erasure is erased too', async () => {
  const [remaining, merged] = [await makeCitizen(), await makeCitizen()];
  // Since the merge it belongs to the remaining citizen.
  await sql`
    insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance,
      search_key, citizen_id, status)
    values (current_date, 1, 'Zulfiya', ${merged.last_name}, 'unemployed', 'Yordam', '', ${merged.id}, 'completed')`.execute(server.database); // prettier-ignore
  const request = await requestErasure(remaining.id);
  let merging: ReturnType<typeof merge> | undefined;
  await server.database.transaction().execute(async (database) => {
    await sql`select from users where id = ${remaining.id} for update`.execute(database);
    merging = merge(remaining.id, merged.id);
    await waiting(1);
    await sql`update retention_requests set state = 'confirmed', confirmed_by = ${confirmer.id} where id = ${request}`.execute(server.database); // prettier-ignore
    await waiting(2);
  });
  expect((await merging)?.status).toBe(201);
  await expect.poll(async () => (await requestOf(request))?.state, { timeout: 20_000 }).toBe('done');
  for (const { last_name: name } of [remaining, merged]) {
    const { rows } = await sql`
      select from user_merges where remaining_before::text like ${`%${name}%`} or merged_before::text like ${`%${name}%`}
      union all select from users where last_name = ${name}
      union all select from applications where last_name = ${name}`.execute(server.database);
    expect(rows, name).toEqual([]);
  }
});

test('a merge with a citizen under erasure waits, and then finds no citizen', async () => {
  const [remaining, leaving] = [await makeCitizen(), await makeCitizen()];
  const request = await requestErasure(leaving.id);
  let merging: ReturnType<typeof merge> | undefined;
  let hasMerged = false;
  await server.database.transaction().execute(async (database) => {
    // The job has found them in the register, and waits while it collects their records.
    await sql`lock table letters in access exclusive mode`.execute(database);
    await sql`update retention_requests set state = 'confirmed', confirmed_by = ${confirmer.id} where id = ${request}`.execute(server.database); // prettier-ignore
    await waiting(1);
    merging = merge(remaining.id, leaving.id).finally(() => void (hasMerged = true));
    await Promise.race([waiting(2), expect.poll(() => hasMerged, { timeout: 20_000 }).toBe(true)]);
  });
  expect((await merging)?.status).toBe(404);
  await expect.poll(async () => (await requestOf(request))?.state, { timeout: 20_000 }).toBe('done');
  expect((await requester.get(`users/${leaving.id}`)).status).toBe(404);
  expect((await requester.get(`users/${remaining.id}`)).status).toBe(200);
});

test('a concurrent confirmation and withdrawal have one result', async () => {
  const request = await requestErasure((await makeCitizen()).id);
  let responses: Promise<{ status: number }[]> | undefined;
  await server.database.transaction().execute(async (database) => {
    await sql`select from retention_requests where id = ${request} for update`.execute(database);
    responses = Promise.all([confirm(request), requester.del(`retention/requests/${request}`)]);
    await waiting(2);
  });
  const statuses = (await responses)?.map(({ status }) => status);
  expect(statuses?.toSorted()).toEqual([200, 409]);
  const state = statuses?.[0] === 200 ? 'done' : 'withdrawn';
  await expect.poll(async () => (await requestOf(request))?.state, { timeout: 20_000 }).toBe(state);
});

test('a hold on a merged citizen is shown for the remaining one, and prevents a request', async () => {
  const [remaining, merged] = [await makeCitizen(), await makeCitizen()];
  const hold = { subject_type: 'user', subject_id: merged.id, reason: 'Sud soʻrovi' };
  expect((await requester.post('retention/holds', hold)).status).toBe(201);
  const id = await insertAnswered(remaining.id, remaining.last_name);
  expect((await merge(remaining.id, merged.id)).status).toBe(201);
  const { body } = await requester.get(`retention/citizens/${remaining.id}`);
  expect(body).toMatchObject({ holds: [{ subject_id: merged.id }] });
  expect((await requester.get(`retention/applications/${id}`)).body).toEqual({ held: true });
  const requested = await requester.post(`retention/citizens/${remaining.id}/requests`, { reason: 'Fuqaro soʻradi' }); // prettier-ignore
  expect(codeOf(requested)).toBe('under_hold');
});

test('erasures that fail, however many, delay no other', async () => {
  await sql`
    create function refuse_erasure() returns trigger language plpgsql as $$ begin raise 'on purpose'; end $$`.execute(server.database); // prettier-ignore
  await sql`
    create trigger refuse_erasure before delete on users for each row when (old.last_name = 'Qulflangan')
      execute function refuse_erasure()`.execute(server.database);
  await sql`
    with citizen as (
      insert into users (first_name, last_name) select 'Zulfiya', 'Qulflangan' from generate_series(1, 101) returning id
    )
    insert into retention_requests (citizen_id, source, state, requested_by, confirmed_by)
    select id, 'staff', 'confirmed', ${confirmer.id}, ${confirmer.id} from citizen`.execute(server.database);
  const request = await requestErasure((await makeCitizen()).id);
  expect((await confirm(request)).status).toBe(200);
  await expect.poll(async () => (await requestOf(request))?.state, { timeout: 60_000 }).toBe('done');
  await sql`drop trigger refuse_erasure on users`.execute(server.database);
}, 120_000);

test('a confirmer who is blocked while their password is checked confirms nothing', async () => {
  const request = await requestErasure((await makeCitizen()).id);
  let response: ReturnType<typeof confirm> | undefined;
  await server.database.transaction().execute(async (database) => {
    await sql`update admins set blocked = true where id = ${confirmer.id}`.execute(database);
    response = confirm(request);
    await waiting(1);
  });
  expect((await response)?.status).toBe(401);
  expect(await requestOf(request)).toMatchObject({ state: 'asked' });
});
