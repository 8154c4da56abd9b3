import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorBody, Page, RecordChange } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import type {
  CitizenDraft,
  CitizenPreview,
  CitizenReport,
  MergePreview,
  Similar,
  User,
  UserDetail,
} from '../contract.ts';

let server: TestServer;
let chief: ApiClient;
let receiver: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['users', 'applications'] });
  chief = await server.signIn({ role: 'super_admin', lastName: 'Boshliqova' });
  receiver = await server.signIn({ permissions: ['application_receiver'] });
}, 60_000);
afterAll(() => server?.close());

let serial = 0;
const numberOf = (birthday = '1980-05-06') =>
  makeJshshir({ birthday, sex: 'male', area: 7, serial: ++serial });
const person = (more: Partial<CitizenDraft> = {}): CitizenDraft => ({
  first_name: 'Anvar',
  last_name: 'Oʻrinboyev',
  father_name: 'Karim oʻgʻli',
  phone: '+998 (90) 123-45-67',
  ...more,
});

async function register(more: Partial<CitizenDraft> = {}): Promise<User> {
  const { status, body } = await chief.post<User>('users', person(more));
  expect(status, JSON.stringify(body)).toBe(201);
  // The response of a change is masked; the page of the citizen is not.
  return detailOf(body.id);
}

const detailOf = async (id: number) => (await chief.get<UserDetail>(`users/${id}`)).body;
const rowsOf = async () =>
  (await sql<{ row: string }>`select users::text as row from users order by id`.execute(server.database))
    .rows;

describe('by the form', () => {
  test('a citizen is stored like any other, and found by staff in both scripts', async () => {
    const personal_number = numberOf();
    const listener = await listenAs<RecordChange>(server, chief, 'user_change');
    const citizen = await register({ personal_number, passport_series: 'ас', passport_number: '1234567' });
    await vi.waitFor(() => expect(listener.received).toEqual([{ id: citizen.id, change: 'created' }]));
    listener.stop();
    expect(citizen).toMatchObject({
      phone: '998901234567',
      birthday: '1980-05-06',
      passport_series: 'AC',
      is_fully_filled: true,
    });
    const found = await receiver.get<User>(`users/lookup?personal_number=${personal_number}`);
    expect(found.body).toMatchObject({ id: citizen.id, birthday: '1980-05-06' });
    for (const text of ['Ўринбоев Анвар', "o'rinboyev anvar", personal_number]) {
      const page = await chief.get<Page<User>>(`users?search=${encodeURIComponent(text)}`);
      expect(
        page.body.items.map(({ id }) => id),
        text,
      ).toContain(citizen.id);
    }
  });

  test('is complete if all fields but the name of the father are filled', async () => {
    const birthday = '1990-01-01';
    expect((await register({ birthday })).is_fully_filled).toBe(false);
    const whole = { passport_series: 'AB', passport_number: '7654321', personal_number: numberOf(birthday) };
    expect((await register({ ...whole, father_name: null })).is_fully_filled).toBe(true);
  });

  test('rejects invalid fields, and a JSHSHIR in use', async () => {
    const taken = await register({ personal_number: numberOf() });
    const { status, body } = await chief.post<ErrorBody & { taken_by: number }>(
      'users',
      person({ personal_number: taken.personal_number }),
    );
    expect([status, body.taken_by]).toEqual([422, taken.id]);
    expect(body.fields).toHaveProperty('personal_number');
    const wrong = await chief.post<ErrorBody>('users', {
      ...person({ first_name: '=1+1', phone: '12', birthday: '2090-01-01', personal_number: '123' }),
      passport_series: 'A1',
    });
    expect(Object.keys(wrong.body.fields ?? {}).toSorted()).toEqual([
      'birthday',
      'first_name',
      'passport_series',
      'personal_number',
      'phone',
    ]);
  });

  test('is changed in the displayed version; a conflict returns the other version', async () => {
    const citizen = await register();
    const options = { headers: { 'if-match': `"${citizen.updatedAt}"` } };
    const changed = await chief.put<User>(`users/${citizen.id}`, person({ last_name: 'Yangiyev' }), options);
    expect(changed).toMatchObject({ status: 200, body: { last_name: 'Yangiyev' } });
    const late = await chief.put<ErrorBody & { current: User }>(
      `users/${citizen.id}`,
      person({ last_name: 'Kechiyev' }),
      options,
    );
    expect(late).toMatchObject({ status: 409, body: { code: 'edit_conflict' } });
    expect(late.body.current.last_name).toBe('Yangiyev');
    const page = await chief.get<Page<User>>('users?search=Янгиев');
    expect(page.body.items.map(({ id }) => id)).toEqual([citizen.id]);
  });

  test('assigns a JSHSHIR to one of two concurrent requests, and reports its owner to the other', async () => {
    const [one, other] = [await register(), await register()];
    const body = person({ personal_number: numberOf() });
    const both = await Promise.all(
      [one, other].map(({ id }) => chief.put<ErrorBody & { taken_by: number }>(`users/${id}`, body)),
    );
    const [taken, rejected] = both.toSorted((left, right) => left.status - right.status);
    expect([taken?.status, rejected?.status]).toEqual([200, 422]);
    const winner = both[0] === taken ? one : other;
    expect(rejected?.body).toMatchObject({
      taken_by: winner.id,
      fields: { personal_number: expect.any(String) },
    });
  });

  test('requires super admins', async () => {
    const { id } = await register();
    expect((await receiver.post('users', person())).status).toBe(403);
    expect((await receiver.put(`users/${id}`, person())).status).toBe(403);
    expect((await receiver.get(`users/${id}/similar`)).status).toBe(403);
    expect((await receiver.post(`users/${id}/merges`, {})).status).toBe(403);
  });
});

test('a block shows its reason, author and time, until it is lifted', async () => {
  const { id } = await register();
  expect((await detailOf(id)).block).toBeNull();
  await chief.put(`users/user/${id}/block?blocked=true`, { reason: 'Qalbaki maʼlumotnoma' });
  expect((await detailOf(id)).block).toMatchObject({
    reason: 'Qalbaki maʼlumotnoma',
    at: expect.stringMatching(/Z$/),
    by: { last_name: 'Boshliqova' },
  });
  await chief.put(`users/user/${id}/block?blocked=false`);
  expect((await detailOf(id)).block).toBeNull();
});

/** The number of connections that wait for a row lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(server.database);
  return rows[0]?.count ?? 0;
}

describe('by a spreadsheet', () => {
  const send = (text: string, fields = {}, path = '') =>
    chief.upload<CitizenPreview & CitizenReport & ErrorBody>(`users/imports${path}`, fields, [
      { name: 'fuqarolar.csv', type: 'text/csv', content: text },
    ]);

  test('is previewed, imported and matched by the JSHSHIR', async () => {
    const known = await register({ personal_number: numberOf(), phone: null, father_name: null });
    const other = await register({ personal_number: numberOf(), phone: '+998901110000' });
    const fresh = numberOf('1971-02-03');
    const text = [
      'Фамилия;Имя;Отчество;Дата рождения;Телефон;Паспорт;ПИНФЛ',
      `Yangiyeva;Yangi;;03.02.1971;+998 90 000 11 22;АС 7654321;${fresh}`,
      `Oʻrinboyev;Anvar;Karim oʻgʻli;;998907654321;;${known.personal_number}`,
      `Oʻrinboyev;Anvar;;;998909999999;;${other.personal_number}`,
      'Nomsiz;;;;;;',
      'Sanasiz;Odam;;31.02.1990;;;',
    ].join('\n');
    const before = (await rowsOf()).length;
    const { body: preview } = await send(text, {}, '/preview');
    expect(preview).toMatchObject({ total: 5, ready: 2, with_warnings: 1, with_errors: 2 });
    expect(preview.rows.map(({ merges }) => merges)).toEqual([false, true, true, false, false]);
    expect(preview.rows[2]?.warnings).toMatchObject([{ column: 'phone', code: 'differs' }]);
    expect(preview.rows[3]?.errors).toMatchObject([{ column: 'first_name', code: 'name_required' }]);
    expect(preview.rows[4]?.errors).toMatchObject([{ column: 'birthday', code: 'date' }]);
    expect((await rowsOf()).length).toBe(before);
    const skipping = await send(text, { digest: preview.digest, warnings: 'skip' });
    expect(skipping.body).toMatchObject({ created: 1, merged: 1 });
    expect(skipping.body.skipped.map(({ row }) => row)).toEqual([4, 5, 6]);
    expect(await detailOf(known.id)).toMatchObject({ phone: '998907654321', father_name: 'Karim oʻgʻli' });
    expect(await detailOf(other.id)).toMatchObject({ phone: '998901110000' });
    const accepting = await send(text, { digest: preview.digest, warnings: 'accept' });
    // The first row exists now, and adds no data.
    expect(accepting.body).toMatchObject({ created: 0, merged: 3 });
    expect(await detailOf(other.id)).toMatchObject({ phone: '998909999999' });
    const found = await receiver.get<User>(`users/lookup?personal_number=${fresh}`);
    expect(found.body).toMatchObject({ passport_series: 'AC', birthday: '1971-02-03' });
  });

  test('warns of a citizen with another spelling, and of a formula', async () => {
    const known = await register({ last_name: 'Yoʻldoshev', first_name: 'Jamshid', birthday: '1977-07-07' });
    const text = 'Familiya,Ism,Tugʻilgan sana\nЮлдашев,Джамшид,07.07.1977';
    const { body } = await send(text, {}, '/preview');
    expect(body.rows[0]?.warnings).toMatchObject([{ code: 'similar' }]);
    expect(body.rows[0]?.warnings[0]?.text).toContain(known.last_name);
    expect((await send('Ism,Telefon\nA,1', {}, '/preview')).body).toMatchObject({ code: 'import_header' });
  });

  test('merges two rows of one citizen, without loss of concurrent changes', async () => {
    const known = await register({ personal_number: numberOf(), phone: null, father_name: null });
    const text = [
      'Familiya;Ism;Otasining ismi;Telefon;JSHSHIR',
      `Oʻrinboyev;Anvar;;998907654321;${known.personal_number}`,
      `Oʻrinboyev;Anvar;Karim oʻgʻli;;${known.personal_number}`,
    ].join('\n');
    const { body: preview } = await send(text, {}, '/preview');
    expect(preview.rows.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([[], ['repeated']]);
    let sent: ReturnType<typeof send> | undefined;
    await server.services.database.transaction().execute(async (database) => {
      await sql`
        update users set passport_series = 'AE', passport_number = '7654321', updated_at = now()
        where id = ${known.id}`.execute(database);
      sent = send(text, { digest: preview.digest, warnings: 'accept' });
      // The sheet is read, and its first row waits for this transaction.
      await vi.waitFor(async () => expect(await countWaiting()).toBeGreaterThan(0), 10_000);
    });
    expect((await sent)?.body).toMatchObject({ created: 0, merged: 2 });
    expect(await detailOf(known.id)).toMatchObject({
      phone: '998907654321',
      father_name: 'Karim oʻgʻli',
      passport_series: 'AE',
      passport_number: '7654321',
    });
  });

  test('has a template that can be read back', async () => {
    for (const format of ['csv', 'xlsx']) {
      const response = await fetch(`${server.url}/api/uz/users/template?format=${format}`, {
        headers: { authorization: chief.token ?? '' },
      });
      const content = new Uint8Array(await response.arrayBuffer());
      const type = response.headers.get('content-type') ?? '';
      const read = await chief.upload<CitizenPreview>('users/imports/preview', {}, [
        { name: `namuna.${format}`, type, content },
      ]);
      expect(read, format).toMatchObject({ status: 200, body: { total: 0 } });
    }
  });
});

describe('similar citizens', () => {
  const twice = async () => {
    const birthday = `19${60 + (++serial % 30)}-11-${String(10 + (serial % 18))}`;
    const remaining = await register({
      last_name: 'Matyoqubov',
      first_name: 'Sanʼat',
      birthday,
      phone: '998931110000',
    });
    const merged = await register({
      last_name: 'Матякубов',
      first_name: 'Санат',
      father_name: 'Бекчанович',
      birthday,
      phone: null,
      passport_series: 'AD',
      passport_number: '1112223',
    });
    return { remaining, merged };
  };

  test('are offered for a citizen and for typed data, with masked numbers', async () => {
    const remaining = await register({
      last_name: 'Qodirova',
      first_name: 'Nodira',
      father_name: null,
      personal_number: numberOf('1979-07-07'),
    });
    const typed = new URLSearchParams({
      last_name: 'Кадырова',
      first_name: 'Надира',
      birthday: '1979-07-07',
    });
    const { body } = await chief.get<{ items: Similar[] }>(`users/similar?${typed}`);
    expect(body.items).toMatchObject([{ user: { id: remaining.id }, common: ['name', 'birthday'] }]);
    expect(JSON.stringify(body)).not.toContain(remaining.personal_number);
    const twins = new URLSearchParams({ last_name: 'Qodirova', first_name: 'Zuhra', birthday: '1979-07-07' });
    expect((await chief.get<{ items: Similar[] }>(`users/similar?${twins}`)).body.items).toEqual([]);
  });

  test('are merged as confirmed, and separated again with equal rows', async () => {
    const { remaining, merged } = await twice();
    const other = await server.signIn({ permissions: ['application_receiver'] });
    expect((await other.get(`users/${remaining.id}/merge/${merged.id}`)).status).toBe(403);
    const { rows: neighborhoods } = await sql<{ id: number }>`
      insert into neighborhoods (name_uz, name_ru, coords, color)
      values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480') returning id`.execute(
      server.database,
    );
    await sql`
      insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance, search_key,
        citizen_id)
      values (current_date, ${neighborhoods[0]?.id}, 'Санат', 'Матякубов', 'unemployed', 'Yordam', '', ${merged.id})`.execute(
      server.database,
    );
    const both = async () => [
      await rowsOf(),
      (await sql`select applications::text from applications order by id`.execute(server.database)).rows,
    ];
    const before = await both();
    const { body: preview } = await chief.get<MergePreview>(`users/${remaining.id}/merge/${merged.id}`);
    expect(preview).toMatchObject({
      remaining: { id: remaining.id },
      merged: { id: merged.id },
      uses: { applications: 1 },
    });
    const agreed = {
      merged_id: merged.id,
      remaining_version: preview.remaining.updatedAt,
      merged_version: preview.merged.updatedAt,
      take: ['last_name', 'father_name', 'passport_series', 'passport_number'],
    };
    const outdated = { ...agreed, merged_version: '2020-01-01T00:00:00.000Z' };
    expect((await chief.post(`users/${remaining.id}/merges`, outdated)).status).toBe(409);
    const done = await chief.post<User>(`users/${remaining.id}/merges`, agreed);
    expect(done).toMatchObject({ status: 201, body: { last_name: 'Матякубов', first_name: 'Sanʼat' } });
    expect((await chief.get(`users/${merged.id}`)).status).toBe(404);
    const { rows } = await sql`select distinct citizen_id from applications`.execute(server.database);
    expect(rows).toEqual([{ citizen_id: remaining.id }]);
    const page = await chief.get<Page<User>>('users?search=Matyakubov');
    expect(page.body.items.map(({ id }) => id)).toEqual([remaining.id]);
    const [merge] = (await detailOf(remaining.id)).merges;
    expect(merge).toMatchObject({ name: 'Матякубов Санат Бекчанович', by: { last_name: 'Boshliqova' } });
    expect((await chief.post(`users/merges/${merge?.id}/undo`)).status).toBe(200);
    expect(await both()).toEqual(before);
    expect((await chief.post(`users/merges/${merge?.id}/undo`)).status).toBe(404);
    await sql`delete from applications`.execute(server.database);
  });

  test('are not separated once one of them has changed, or another citizen has the number', async () => {
    const { remaining, merged } = await twice();
    const agreed = {
      merged_id: merged.id,
      remaining_version: remaining.updatedAt,
      merged_version: merged.updatedAt,
    };
    await chief.post(`users/${remaining.id}/merges`, agreed);
    const [merge] = (await detailOf(remaining.id)).merges;
    await chief.put(`users/user/${remaining.id}/block?blocked=true`);
    expect((await chief.post(`users/merges/${merge?.id}/undo`)).body).toMatchObject({
      code: 'merge_changed',
    });
    const one = await register({ birthday: '1950-01-01' });
    const two = await register({ personal_number: numberOf('1950-01-01') });
    await chief.post(`users/${one.id}/merges`, {
      merged_id: two.id,
      remaining_version: one.updatedAt,
      merged_version: two.updatedAt,
    });
    const again = await chief.post('users', person({ personal_number: two.personal_number }));
    expect(again).toMatchObject({ status: 422, body: { taken_by: one.id } });
    // Simulates a register from before documents of merged citizens were stored.
    await sql`
      insert into users (first_name, last_name, personal_number)
      values ('Anvar', 'Boshqayev', ${two.personal_number})`.execute(server.database);
    const [second] = (await detailOf(one.id)).merges;
    expect((await chief.post(`users/merges/${second?.id}/undo`)).body).toMatchObject({
      code: 'merge_number_taken',
    });
  });

  test('keep a block, and take the number of the second', async () => {
    const one = await register({ birthday: '1951-01-01' });
    const two = await register({ personal_number: numberOf('1951-01-01') });
    await chief.put(`users/user/${two.id}/block?blocked=true`, { reason: 'Soxta hujjat' });
    const { body } = await chief.get<MergePreview>(`users/${one.id}/merge/${two.id}`);
    await chief.post(`users/${one.id}/merges`, {
      merged_id: two.id,
      remaining_version: body.remaining.updatedAt,
      merged_version: body.merged.updatedAt,
      take: ['personal_number'],
    });
    expect(await detailOf(one.id)).toMatchObject({
      personal_number: two.personal_number,
      blocked: true,
      block: { reason: 'Soxta hujjat' },
    });
    const counted = await chief.get<Page<User>>('users?blocked=true');
    expect(counted.body.items.map(({ id }) => id)).toContain(one.id);
    const before = await rowsOf();
    const [merge] = (await detailOf(one.id)).merges;
    expect((await chief.post(`users/merges/${merge?.id}/undo`)).status).toBe(200);
    expect((await rowsOf()).length).toBe(before.length + 1);
    expect((await detailOf(two.id)).block).toMatchObject({ reason: 'Soxta hujjat' });
  });
});
