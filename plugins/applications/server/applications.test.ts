import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, pdf, picture, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import {
  nextStatuses,
  statuses,
  type Action,
  type Application,
  type ApplicationDetail,
  type ApplicationPage,
  type Status,
} from '../contract.ts';
import { addNeighborhoods } from '../../../tests/support/neighborhoods.ts';

const form = {
  neighborhood_id: 1,
  employment_status: 'unemployed',
  salary: 'Tikuvchilik',
  planned_assistance: 'Tomni taʼmirlash',
} as const;
const citizen = {
  first_name: 'Anvar',
  last_name: 'Oʻrinboyev',
  father_name: 'Karim oʻgʻli',
  phone: '+998 (90) 123-45-67',
  passport_series: 'ас',
  passport_number: '1234567',
  personal_number: '31210632040244',
} as const;
const permissions = ['application_receiver'];

let server: TestServer;
/** Has access to the neighbourhoods 1 and 2. */
let operator: ApiClient;
let operatorId: number;
/** Has access to neighbourhood 3. */
let stranger: ApiClient;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'admins', 'notifications'] });
  await addNeighborhoods(server, 3);
  await server.createAdmin({
    login: 'op',
    permissions,
    neighborhoodIds: [1, 2],
    firstName: 'Olim',
    lastName: 'Operator',
  });
  operatorId = await idOf('op');
  operator = await server.signIn('op');
  stranger = await server.signIn({ permissions, neighborhoodIds: [3] });
  chief = await server.signIn({ role: 'super_admin', permissions });
}, 60_000);

afterAll(() => server?.close());

beforeEach(async () => {
  await sql`update admins set phone = '998977777777' where login = 'op'`.execute(server.database);
});

async function idOf(login: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from admins where login = ${login}`.execute(
    server.database,
  );
  return rows[0]?.id ?? 0;
}

async function made(fields: object = {}, by: ApiClient = operator): Promise<Application> {
  const response = await by.upload<Application>('applications', { ...form, ...citizen, ...fields });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
}

async function inStatus(status: Status): Promise<number> {
  const { id } = await made();
  await sql`update applications set status = ${status} where id = ${id}`.execute(server.database);
  return id;
}

describe('adding', () => {
  it('stores the data of the citizen at that time, normalized', async () => {
    const { id } = await made();
    const { body: application } = await operator.get<Application>(`applications/${id}`);
    expect(application.author).toMatchObject({
      first_name: 'Anvar',
      last_name: 'Oʻrinboyev',
      phone: '998901234567',
      birthday: '1963-10-12',
      passport_series: 'AC',
      passport_number: '1234567',
      personal_number: '31210632040244',
      neighborhood: { uz: { name: 'Mahalla 1' } },
    });
    expect(application.status).toMatchObject({ status: 'created', note: null });
    expect(application.receiver).toBeNull();
    const days = (Date.parse(application.cancel_time ?? '') - Date.parse(application.createdAt)) / 86_400_000;
    expect(days).toBe(15);
  });

  it('accepts the five fields of the specification without an applicant', async () => {
    const response = await operator.upload<Application>('applications', form);
    expect(response.status).toBe(201);
    expect(response.body.author).toEqual({
      first_name: '',
      last_name: '',
      father_name: null,
      phone: null,
      birthday: null,
      passport_series: null,
      passport_number: null,
      personal_number: null,
      neighborhood: null,
      address: null,
    });
  });

  it('stores files with it and serves them only to those who may read it', async () => {
    const response = await operator.upload<Application>('applications', form, [
      { name: 'tom.png', type: 'image/png', content: await picture('png') },
      { name: 'hujjat.pdf', type: 'application/pdf', content: pdf() },
    ]);
    expect(response.body.files.map((file) => file.format)).toEqual(['png', 'pdf']);
    const url =
      (await operator.get<ApplicationDetail>(`applications/${response.body.id}`)).body.files[0]?.url ?? '';
    expect((await fetch(new URL(url, server.url))).status).toBe(200);
    const { sessions } = server.services;
    const foreign = await sessions.find(stranger.token ?? '');
    const signed = server.services.files.url(response.body.files[0]?.id ?? 0, foreign?.id ?? 0);
    expect((await fetch(new URL(signed, server.url))).status).toBe(404);
  });

  it.each([
    [{ personal_number: '3121063204024' }, 'personal_number'],
    [{ personal_number: '71210632040244' }, 'personal_number'],
    [{ personal_number: '33113632040244' }, 'personal_number'],
    [{ personal_number: 'abcdefghijklmn' }, 'personal_number'],
    [{ passport_series: '12' }, 'passport_series'],
    [{ passport_number: '12' }, 'passport_number'],
    [{ phone: '12345' }, 'phone'],
    [{ first_name: '' }, 'first_name'],
    [{ last_name: '' }, 'last_name'],
    [{ neighborhood_id: 3 }, 'neighborhood_id'],
    [{ neighborhood_id: 999 }, 'neighborhood_id'],
    [{ neighborhood_id: 'x' }, 'neighborhood_id'],
    [{ employment_status: 'rich' }, 'employment_status'],
    [{ planned_assistance: ' ' }, 'planned_assistance'],
    [{ planned_assistance: 'x'.repeat(5001) }, 'planned_assistance'],
    [{ status: 'completed' }, 'status'],
  ])('rejects %o and names the field', async (fields, field) => {
    const response = await operator.upload<ErrorBody>('applications', { ...form, ...citizen, ...fields });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.fields ?? {})).toContain(field);
    expect(Object.values(response.body.fields ?? {}).every((text) => text.length > 5)).toBe(true);
  });

  it('rejects an absent neighbourhood, also for a super admin', async () => {
    const response = await chief.upload<ErrorBody>('applications', { ...form, neighborhood_id: 999 });
    expect(response.status).toBe(422);
  });

  it('accepts a failed check digit, which old data have', async () => {
    const { author } = await made({ personal_number: '31210632040245' });
    expect(author.personal_number).toBe('••••••••••0245');
  });

  it('runs a request sent twice with one key once', async () => {
    const options = { idempotencyKey: 'k-1' };
    const [first, second] = await Promise.all([
      operator.upload<Application>('applications', form, [], options),
      operator.upload<Application>('applications', form, [], options),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).toBe(first.body.id);
    const other = await operator.upload('applications', { ...form, salary: 'boshqa' }, [], options);
    expect(other.status).toBe(422);
  });

  it.each([
    ["'; drop table applications; --"],
    ['😀👩‍👩‍👧‍👦'],
    ['\u202Eteskari'],
    ['ʼ`´‘’'],
    ['%_\\'],
    ['<script>alert(1)</script>'],
  ])('stores %s literally', async (text) => {
    const { id, planned_assistance } = await made({ planned_assistance: text, salary: text });
    expect(planned_assistance).toBe(text);
    expect((await operator.get<ApplicationDetail>(`applications/${id}`)).body.salary).toBe(text);
    expect((await operator.get(`applications?search=${encodeURIComponent(text)}`)).status).toBe(200);
  });

  it('rejects a zero byte, in a body and in a search', async () => {
    expect((await operator.post('applications', { ...form, planned_assistance: 'a\0b' })).status).toBe(422);
    expect((await operator.get('applications?search=a%00bc')).status).toBe(422);
  });
});

describe('the timeline', () => {
  it.each(
    statuses.flatMap((from) =>
      (['accepted', 'completed', 'rejected'] as const).map((to) => [from, to] as const),
    ),
  )('from %s to %s responds as the contract says', async (from, to) => {
    const id = await inStatus(from);
    const note = from === 'created' ? {} : { note: 'Sababi' };
    const response = await operator.post<Action & ErrorBody>(`applications/${id}/actions/statuses`, {
      status: to,
      ...note,
    });
    const allowed = nextStatuses(from).includes(to);
    expect(response.status).toBe(allowed ? 201 : 409);
    if (allowed) {
      expect(response.body).toMatchObject({
        action_type: 'status',
        status: { status: to, note: note.note ?? null },
      });
    } else {
      expect(response.body.code).toBe('transition_refused');
      expect(response.body.err).toContain(from);
      expect(response.body.err).toContain(to);
    }
  });

  it('requires a note, except where none is allowed', async () => {
    const id = await inStatus('created');
    const path = `applications/${id}/actions/statuses`;
    const rejected = await operator.post<ErrorBody>(path, { status: 'accepted', note: 'x' });
    expect([rejected.status, Object.keys(rejected.body.fields ?? {})]).toEqual([422, ['note']]);
    expect((await operator.post(path, { status: 'accepted' })).status).toBe(201);
    const missing = await operator.post<ErrorBody>(path, { status: 'completed' });
    expect([missing.status, Object.keys(missing.body.fields ?? {})]).toEqual([422, ['note']]);
    expect((await operator.post(path, { status: 'canceled', note: 'x' })).status).toBe(422);
    expect((await operator.post(path, { status: 'completed', note: 'x', more: 1 })).status).toBe(422);
  });

  it('makes the accepting admin responsible', async () => {
    const id = await inStatus('created');
    await operator.post(`applications/${id}/actions/statuses`, { status: 'accepted' });
    const { body } = await operator.get<ApplicationDetail>(`applications/${id}`);
    expect(body.receiver).toMatchObject({ id: operatorId, login: 'op', role: { permissions } });
  });

  it('lets one of several concurrent admins accept, and notifies the others', async () => {
    const id = await inStatus('created');
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        operator.post(`applications/${id}/actions/statuses`, { status: 'accepted' }),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it('lists its steps oldest first, each with its files', async () => {
    const { id } = (await operator.upload<Application>('applications', form)).body;
    await operator.upload(`applications/${id}/actions/messages`, { message: 'Salom' });
    await operator.upload(`applications/${id}/actions/messages`, {}, [
      { name: 'a.pdf', type: 'application/pdf', content: pdf() },
    ]);
    const { body } = await operator.get<ApplicationDetail>(`applications/${id}`);
    expect(body.actions.map((action) => action.files.length)).toEqual([0, 1]);
    expect(body.actions[0]).toMatchObject({
      action_type: 'message',
      message: { message: 'Salom' },
      sender: { id: operatorId },
    });
    expect(body.files).toEqual([]);
  });

  it('rejects an empty message', async () => {
    const id = await inStatus('accepted');
    const response = await operator.upload<ErrorBody>(`applications/${id}/actions/messages`, {
      message: '   ',
    });
    expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, ['message']]);
  });

  it('forwards to an admin who reaches the neighbourhood, has the permission and is not blocked', async () => {
    const id = await inStatus('accepted');
    const path = `applications/${id}/actions/forwards`;
    const other = await server.createAdmin({ permissions, neighborhoodIds: [1] });
    const response = await operator.upload<Action>(path, { message: 'Koʻring', receiver_id: other.id });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ action_type: 'forward', forward: { receiver: { id: other.id } } });
    expect((await operator.get<ApplicationDetail>(`applications/${id}`)).body.receiver?.id).toBe(other.id);
    const notifications = await (
      await server.signIn(other.login)
    ).get<{ items: { type: string }[] }>('notifications');
    expect(notifications.body.items[0]).toMatchObject({
      type: 'forward',
      forward: { application_id: id, message: 'Koʻring' },
    });

    const ineligible = [
      await server.createAdmin({ permissions: [], neighborhoodIds: [1] }),
      await server.createAdmin({ permissions, neighborhoodIds: [3] }),
    ];
    await sql`update admins set blocked = true where id = ${other.id}`.execute(server.database);
    for (const receiver_id of [...ineligible.map((admin) => admin.id), other.id, 999_999]) {
      const rejected = await operator.upload<ErrorBody>(path, { receiver_id });
      expect([rejected.status, Object.keys(rejected.body.fields ?? {})]).toEqual([422, ['receiver_id']]);
    }
  });

  it('notifies participants of a message, except its sender', async () => {
    const id = await inStatus('created');
    await operator.post(`applications/${id}/actions/statuses`, { status: 'accepted' });
    const second = await server.signIn({ permissions, neighborhoodIds: [1] });
    await second.upload(`applications/${id}/actions/messages`, { message: 'Tayyor' });
    const notifications = await operator.get<{ items: object[] }>('notifications');
    expect(notifications.body.items[0]).toMatchObject({
      type: 'message',
      message: { application_id: id, message: 'Tayyor' },
    });
    const own = await second.get<{ items: { type: string }[] }>('notifications');
    expect(own.body.items.filter(({ type }) => type === 'message')).toEqual([]);
  });
});

describe('rights', () => {
  it('hide applications outside of the area from every call', async () => {
    const { id } = await made();
    const calls = [
      stranger.get(`applications/${id}`),
      stranger.post(`applications/${id}/actions/statuses`, { status: 'accepted' }),
      stranger.upload(`applications/${id}/actions/messages`, { message: 'x' }),
      stranger.upload(`applications/${id}/actions/forwards`, { receiver_id: operatorId }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const list = await stranger.get<ApplicationPage>('applications');
    expect([list.body.length, list.body.counts.all, list.body.items]).toEqual([0, 0, []]);
    expect((await stranger.get<ApplicationPage>('applications?neighborhood=1')).body.length).toBe(0);
    expect((await stranger.get<ApplicationPage>('applications?search=anvar')).body.length).toBe(0);
  });

  it('require the permission, also of a super admin', async () => {
    for (const role of ['admin', 'super_admin'] as const) {
      const nobody = await server.signIn({ role, permissions: [], neighborhoodIds: [1] });
      const calls = [
        nobody.get('applications'),
        nobody.get('applications/1'),
        nobody.post('applications', form),
      ];
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect((await server.api().get('applications')).status).toBe(401);
  });

  it('audit reads of personal data, once an hour', async () => {
    const [{ id }, later] = [await made(), await made()];
    const reader = await server.signIn({ permissions, neighborhoodIds: [1] });
    await Promise.all(Array.from({ length: 5 }, () => reader.get(`applications/${id}`)));
    await reader.get(`applications/${id}`);
    const entriesOf = async (application: number) => {
      const { rows } = await sql`
        select from audit_log where action = 'applications.read' and subject_id = ${application}`.execute(
        server.database,
      );
      return rows.length;
    };
    await expect.poll(() => entriesOf(id)).toBe(1);
    // A second entry for the first application would be written before this one, or together with it.
    await reader.get(`applications/${later.id}`);
    await expect.poll(() => entriesOf(later.id)).toBe(1);
    expect(await entriesOf(id)).toBe(1);
  });

  it('keep personal data out of the audit log', async () => {
    const { id } = await made();
    const { rows } = await sql<{ details: unknown }>`
      select details from audit_log where subject_type = 'application' and subject_id = ${id}`.execute(
      server.database,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/Anvar|31210632040244|1234567/);
  });
});
