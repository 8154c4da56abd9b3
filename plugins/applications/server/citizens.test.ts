import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import type { Action, Application, ApplicationDetail, ApplicationHousehold, Intake } from '../contract.ts';
import { addNeighborhoods } from '../../../tests/support/neighborhoods.ts';

let server: TestServer;
/** Has access to the first neighbourhood only; the other client to the second. */
let clerk: ApiClient;
let other: ApiClient;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'households', 'users'] });
  await addNeighborhoods(server, 2);
  await sql`insert into streets (name_uz, name_ru, neighborhood_id) select 'Koʻcha', 'Улица', id from neighborhoods`.execute(
    server.database,
  );
  await sql`
    insert into household_categories (name_uz, name_ru, color) values ('Toifa', 'Категория', '#1d5fd1')`.execute(
    server.database,
  );
  const rights = { permissions: ['application_receiver'] };
  clerk = await server.signIn({ ...rights, neighborhoodIds: [1], lastName: 'Xodimova' });
  other = await server.signIn({ ...rights, neighborhoodIds: [2], lastName: 'Qoʻshniyeva' });
  chief = await server.signIn({ ...rights, role: 'super_admin', lastName: 'Boshliqova' });
}, 60_000);
afterAll(() => server?.close());

let serial = 0;
const numberOf = () => makeJshshir({ birthday: '1980-05-06', sex: 'male', area: 9, serial: ++serial });
const form = (more: Record<string, string | number> = {}) => ({
  neighborhood_id: 1,
  employment_status: 'unemployed',
  planned_assistance: 'Tomni taʼmirlash',
  first_name: 'Anvar',
  last_name: 'Oʻrinboyev',
  ...more,
});

async function accept(more: Record<string, string | number> = {}, api = clerk): Promise<Application> {
  const { status, body } = await api.upload<Application>('applications', form(more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const detailOf = async (id: number, api = clerk) =>
  (await api.get<ApplicationDetail>(`applications/${id}`)).body;
const changesOf = async (id: number, api = clerk) =>
  (await detailOf(id, api)).actions.flatMap((action) => (action.action_type === 'change' ? [action] : []));

async function settle(neighborhood: number, numbers: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number)
    values (${neighborhood}, ${neighborhood}, 1, 'apartment', 5) returning id`.execute(server.database);
  for (const [index, number] of numbers.entries()) {
    await sql`insert into household_citizens (household_id, position, full_name, personal_number)
      values (${rows[0]?.id}, ${index + 1}, ${`Aʼzo ${index + 1}`}, ${number})`.execute(server.database);
  }
}

describe('the applicant', () => {
  test('is required of a form that supports the checks at intake', async () => {
    const { first_name: _, last_name: __, ...five } = form();
    const input = { ...five, no_document_reason: '', intake_reason: '' };
    const rejected = await clerk.upload<ErrorBody>('applications', input);
    expect(rejected.status).toBe(422);
    expect(Object.keys(rejected.body.fields ?? {}).toSorted()).toEqual([
      'first_name',
      'last_name',
      'no_document_reason',
    ]);
  });

  test('is absent if the five fields of the specification name nobody, and is never the clerk', async () => {
    const { first_name: _, last_name: __, ...five } = form();
    const { status, body } = await clerk.upload<Application>('applications', five);
    expect(status).toBe(201);
    expect(body.author).toMatchObject({ first_name: '', last_name: '' });
    expect(await detailOf(body.id)).toMatchObject({ citizen: null, actions: [] });
    const named = await clerk.put<Application>(`applications/${body.id}`, {
      employment_status: 'unemployed',
      planned_assistance: 'Tomni taʼmirlash',
      first_name: 'Zulfiya',
      last_name: 'Nomsizova',
      personal_number: numberOf(),
      reason: 'Fuqaro aniqlandi',
    });
    expect(named.body.author).toMatchObject({ last_name: 'Nomsizova' });
    expect((await detailOf(body.id)).citizen).not.toBeNull();
  });

  test('of a form of the contract needs no reason; the timeline shows the findings', async () => {
    const personal_number = numberOf();
    await accept({ personal_number });
    const { id } = await accept({ personal_number });
    expect(await changesOf(id)).toMatchObject([{ change: { kind: 'intake', reason: '' } }]);
    expect(await changesOf((await accept()).id)).toEqual([]);
  });

  test('without a document requires a reason, which the timeline shows', async () => {
    const { id } = await accept({ no_document_reason: 'Pasporti yoʻqolgan' });
    expect(await detailOf(id)).toMatchObject({ no_document_reason: 'Pasporti yoʻqolgan' });
    expect(await changesOf(id)).toMatchObject([
      { change: { kind: 'no_document', reason: 'Pasporti yoʻqolgan' }, sender: { last_name: 'Xodimova' } },
    ]);
  });

  test('is a citizen of the register; the application keeps the data, and shows later changes', async () => {
    const personal_number = numberOf();
    const { id } = await accept({ personal_number, phone: '+998901234567' });
    const detail = await detailOf(id);
    expect(detail.citizen).toMatchObject({ block: null, changed: [] });
    await chief.put(`users/${detail.citizen?.id}`, {
      first_name: 'Anvar',
      last_name: 'Yangiyev',
      personal_number,
      phone: '+998907654321',
      passport_series: 'AA',
      passport_number: '1234567',
    });
    const later = await detailOf(id);
    expect(later.author).toMatchObject({ last_name: 'Oʻrinboyev', phone: '998901234567' });
    expect(later.citizen?.changed).toEqual([
      { field: 'last_name', now: 'Yangiyev' },
      { field: 'phone', now: '••••4321' },
    ]);
  });

  test('a blocked applicant is shown with the reason, and accepted with a reason', async () => {
    const personal_number = numberOf();
    const { id } = await accept({ personal_number });
    const citizen = (await detailOf(id)).citizen?.id;
    await chief.put(`users/user/${citizen}/block?blocked=true`, { reason: 'Soxta hujjat' });
    expect((await detailOf(id)).citizen?.block).toMatchObject({
      reason: 'Soxta hujjat',
      by: { last_name: 'Boshliqova' },
    });
    const { body } = await clerk.get<Intake>(`applications/intake?personal_number=${personal_number}`);
    expect(body).toMatchObject({ needs_reason: true, citizen: { block: { reason: 'Soxta hujjat' } } });
    await sql`update applications set status = 'canceled' where id = ${id}`.execute(server.database);
    const input = form({ personal_number, intake_reason: '', no_document_reason: '' });
    expect((await clerk.upload('applications', input)).status).toBe(422);
    const taken = await accept({ ...input, intake_reason: 'Rahbar ruxsat berdi' });
    expect(await changesOf(taken.id)).toMatchObject([
      { change: { kind: 'intake', reason: 'Rahbar ruxsat berdi' } },
    ]);
    await chief.put(`users/user/${citizen}/block?blocked=false`);
    expect((await detailOf(id)).citizen?.block).toBeNull();
  });
});

describe('before an application is saved', () => {
  const check = async (number: string, api = clerk) =>
    (await api.get<Intake>(`applications/intake?personal_number=${number}`)).body;

  test('reports nothing about an unknown person', async () => {
    expect(await check(numberOf())).toEqual({
      citizen: null,
      open: { items: [], elsewhere: 0 },
      helped: { items: [], elsewhere: 0 },
      households: { items: [], elsewhere: 0 },
      needs_reason: false,
    });
  });

  test('lists open applications, help of the last year and households; of other areas only counts', async () => {
    const [own, member] = [numberOf(), numberOf()];
    await settle(1, [own, member]);
    const first = await accept({ personal_number: own });
    await clerk.post(`applications/${first.id}/actions/statuses`, { status: 'accepted' });
    const helped = await accept({ personal_number: member, intake_reason: 'Boshqa yordam' });
    await clerk.post(`applications/${helped.id}/actions/statuses`, { status: 'accepted' });
    await clerk.post(`applications/${helped.id}/actions/statuses`, { status: 'completed', note: 'Berildi' });
    const found = await check(own);
    expect(found).toMatchObject({
      open: { items: [{ id: first.id, own: true, receiver: { last_name: 'Xodimova' } }], elsewhere: 0 },
      helped: { items: [{ id: helped.id, own: false }], elsewhere: 0 },
      households: { items: [{ address: expect.stringContaining('Mahalla 1') }], elsewhere: 0 },
      needs_reason: true,
    });
    expect(await check(own, other)).toMatchObject({
      open: { items: [], elsewhere: 1 },
      helped: { items: [], elsewhere: 1 },
      households: { items: [], elsewhere: 1 },
      needs_reason: true,
    });
    await sql`update applications set status_at = now() - interval '13 months' where id = ${helped.id}`.execute(
      server.database,
    );
    expect((await check(own)).helped.items).toEqual([]);
  });

  test('one household needs no reason, two do', async () => {
    const number = numberOf();
    await settle(1, [number]);
    expect(await check(number)).toMatchObject({ needs_reason: false, households: { elsewhere: 0 } });
    await settle(2, [number]);
    expect(await check(number)).toMatchObject({ needs_reason: true, households: { elsewhere: 1 } });
  });

  test('continuing requires a reason, which the timeline shows; without one nothing is stored', async () => {
    const personal_number = numberOf();
    await accept({ personal_number });
    const input = form({ personal_number, intake_reason: '', no_document_reason: '' });
    const rejected = await clerk.upload<ErrorBody>('applications', input);
    expect(rejected).toMatchObject({ status: 422, body: { fields: { intake_reason: expect.any(String) } } });
    const { id } = await accept({ personal_number, intake_reason: 'Boshqa masala' });
    expect(await changesOf(id)).toMatchObject([{ change: { kind: 'intake', reason: 'Boshqa masala' } }]);
  });

  test('the query is audited without a value', async () => {
    const number = numberOf();
    await check(number);
    const { rows } = await sql`
      select details from audit_log where action = 'applications.intake.check' and subject_type = 'user' order by id desc limit 1`.execute(
      server.database,
    );
    expect(JSON.stringify(rows)).not.toContain(number);
  });
});

test('an application shows the households of the applicant, their members, and earlier applications', async () => {
  const [own, member] = [numberOf(), numberOf()];
  await settle(1, [own, member]);
  await settle(2, [own]);
  const earlier = await accept({ personal_number: member });
  await clerk.post(`applications/${earlier.id}/actions/statuses`, { status: 'accepted' });
  await clerk.post(`applications/${earlier.id}/actions/statuses`, { status: 'rejected', note: 'Asossiz' });
  const { id } = await accept({ personal_number: own, intake_reason: 'Ikki xonadon' });
  const { body } = await clerk.get<ApplicationHousehold>(`applications/${id}/household`);
  expect(body).toMatchObject({
    elsewhere: 1,
    items: [
      {
        category: { uz: { name: 'Toifa' } },
        members: [
          { is_applicant: true, applications: { items: [], elsewhere: 0 } },
          {
            is_applicant: false,
            applications: { items: [{ id: earlier.id, status: 'rejected', note: 'Asossiz' }] },
          },
        ],
      },
    ],
  });
  expect(JSON.stringify(body)).not.toContain(own);
  expect((await other.get(`applications/${id}/household`)).status).toBe(404);
});

describe('a correction', () => {
  const right = {
    employment_status: 'unemployed',
    planned_assistance: 'Tomni taʼmirlash',
    first_name: 'Anvar',
    last_name: 'Toʻgʻriyev',
  };

  test('lists the changed fields with masked old and new values and the reason, on every screen', async () => {
    const [wrong, personal_number] = [numberOf(), numberOf()];
    const { id, updatedAt } = await accept({ personal_number: wrong, phone: '+998901234567' });
    const before = await detailOf(id);
    const listener = await listenAs<Application>(server, clerk, 'application_change');
    const body = { ...right, personal_number, phone: '+998901234568', reason: 'Xato yozilgan' };
    const done = await clerk.put<Application>(`applications/${id}`, body, {
      headers: { 'if-match': `"${updatedAt}"` },
    });
    expect(done).toMatchObject({
      status: 200,
      body: { author: { last_name: 'Toʻgʻriyev' } },
    });
    await vi.waitFor(() => expect(listener.received[0]?.author.last_name).toBe('Toʻgʻriyev'));
    listener.stop();
    const [step] = await changesOf(id);
    expect(step?.change).toEqual({
      kind: 'correction',
      reason: 'Xato yozilgan',
      places: null,
      fields: [
        { field: 'last_name', from: 'Oʻrinboyev', to: 'Toʻgʻriyev' },
        { field: 'phone', from: '••••4567', to: '••••4568' },
        {
          field: 'personal_number',
          from: `••••••••••${wrong.slice(-4)}`,
          to: `••••••••••${personal_number.slice(-4)}`,
        },
      ],
    });
    const after = await detailOf(id);
    expect(after.citizen?.id).not.toBe(before.citizen?.id);
    const found = await clerk.get<{ items: Application[] }>('applications?search=Тўғриев');
    expect(found.body.items.map((one) => one.id)).toEqual([id]);
  });

  test('is rejected for an older version, without a change, and without a reason', async () => {
    const { id, updatedAt } = await accept({ personal_number: numberOf() });
    const author = (await detailOf(id)).author;
    const body = {
      ...right,
      last_name: author.last_name,
      personal_number: author.personal_number,
      reason: 'Sabab',
    };
    expect((await clerk.put<ErrorBody>(`applications/${id}`, body)).body).toMatchObject({
      code: 'nothing_changed',
    });
    expect((await clerk.put(`applications/${id}`, { ...body, reason: '' })).status).toBe(422);
    await clerk.post(`applications/${id}/actions/statuses`, { status: 'accepted' });
    const late = await clerk.put<ErrorBody & { current: Application }>(
      `applications/${id}`,
      { ...body, last_name: 'Kechiyev' },
      { headers: { 'if-match': `"${updatedAt}"` } },
    );
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { status: { status: 'accepted' } } },
    });
    expect((await other.put(`applications/${id}`, { ...body, last_name: 'Begona' })).status).toBe(404);
  });
});

describe('a move to another neighbourhood', () => {
  test('moves the application from one area to the other with the reason, and unassigns a receiver who cannot open it', async () => {
    const { id } = await accept({ personal_number: numberOf() });
    await clerk.post(`applications/${id}/actions/statuses`, { status: 'accepted' });
    const leaves = await listenAs<{ id: number }>(server, clerk, 'application_leave');
    const comes = await listenAs<Application>(server, other, 'application_receive');
    const path = `applications/${id}/actions/transfers`;
    expect((await clerk.post(path, { neighborhood_id: 1, reason: 'Sabab' })).status).toBe(422);
    expect((await clerk.post(path, { neighborhood_id: 99, reason: 'Sabab' })).status).toBe(422);
    expect((await other.post(path, { neighborhood_id: 2, reason: 'Sabab' })).status).toBe(404);
    const done = await clerk.post<Action>(path, { neighborhood_id: 2, reason: 'U yerda yashaydi' });
    expect(done.status).toBe(201);
    await vi.waitFor(() => expect(leaves.received).toEqual([{ id }]));
    await vi.waitFor(() => expect(comes.received.map((one) => one.id)).toEqual([id]));
    for (const { stop } of [leaves, comes]) stop();
    expect((await clerk.get(`applications/${id}`)).status).toBe(404);
    expect((await detailOf(id, other)).receiver).toBeNull();
    expect(await changesOf(id, other)).toMatchObject([
      {
        change: {
          kind: 'transfer',
          reason: 'U yerda yashaydi',
          places: { from: { uz: { name: 'Mahalla 1' } }, to: { uz: { name: 'Mahalla 2' } } },
        },
      },
    ]);
    const { body } = await other.get<{ counts: { all: number } }>('applications?neighborhood=2');
    expect(body.counts.all).toBe(1);
  });

  test('may go to any neighbourhood; only names of others are shown', async () => {
    const { body } = await clerk.get<{ id: number }[]>('applications/neighborhoods');
    expect(body).toEqual([
      { id: 1, uz: { name: 'Mahalla 1' }, ru: { name: 'Махалля 1' } },
      { id: 2, uz: { name: 'Mahalla 2' }, ru: { name: 'Махалля 2' } },
    ]);
  });
});

describe('a withdrawal', () => {
  test('cancels an open application with its note, once, without a receiver', async () => {
    const { id, updatedAt } = await accept({ personal_number: numberOf() });
    const path = `applications/${id}/actions/withdrawals`;
    const options = { headers: { 'if-match': `"${updatedAt}"` } };
    expect((await clerk.post(path, { note: '' })).status).toBe(422);
    expect((await other.post(path, { note: 'Begona' })).status).toBe(404);
    expect((await clerk.post(path, { note: 'Fuqaro soʻradi' }, options)).status).toBe(201);
    expect(await detailOf(id)).toMatchObject({
      status: { status: 'canceled', note: 'Fuqaro soʻradi' },
      receiver: null,
    });
    expect((await clerk.post(path, { note: 'Yana' }, options)).body).toMatchObject({
      code: 'edit_conflict',
    });
    expect((await clerk.post(path, { note: 'Yana' })).body).toMatchObject({ code: 'withdrawal_refused' });
  });

  test('is rejected once the application is answered, and without the right to receive applications', async () => {
    const { id } = await accept({ personal_number: numberOf() });
    const stranger = await server.signIn({ neighborhoodIds: [1] });
    for (const [method, path, body] of [
      ['post', `applications/${id}/actions/withdrawals`, { note: 'Begona' }],
      ['post', `applications/${id}/actions/transfers`, { neighborhood_id: 2, reason: 'Begona' }],
      ['put', `applications/${id}`, { ...form(), neighborhood_id: undefined, reason: 'Begona' }],
    ] as const) {
      expect((await stranger[method](path, body)).status, path).toBe(403);
    }
    for (const body of [{ status: 'accepted' }, { status: 'completed', note: 'Berildi' }])
      await clerk.post(`applications/${id}/actions/statuses`, body);
    const late = await clerk.post(`applications/${id}/actions/withdrawals`, { note: 'Kech' });
    expect(late.body).toMatchObject({ code: 'withdrawal_refused' });
    expect(await detailOf(id)).toMatchObject({ status: { status: 'completed', note: 'Berildi' } });
  });
});
