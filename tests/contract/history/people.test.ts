import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import type { ErrorBody } from '#kernel/contract/index.ts';
import type { HistoryPage, Restored } from '#kernel/records/contract/index.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import type { Admin, Role } from '#plugins/admins/contract.ts';
import type { User, UserDetail } from '#plugins/users/contract.ts';

let server: TestServer;
let chief: ApiClient;
let serial = 0;

beforeAll(async () => {
  server = await testServer({ plugins: ['users', 'admins', 'streets'] });
  chief = await server.signIn({ role: 'super_admin', lastName: 'Karimova' });
  await sql`
    insert into neighborhoods (name_uz, name_ru, fold_uz, fold_ru, coords, color)
    values ('Navroʻz', 'Навруз', 'navroz', 'navruz', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(
    server.database,
  );
});
afterAll(() => server.close());

async function bodyOf<Result>(call: Promise<{ status: number; body: Result }>): Promise<Result> {
  const { status, body } = await call;
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body;
}
const historyOf = (path: string) => bodyOf(chief.get<HistoryPage>(`${path}/history`));
const restore = (path: string, entry: number | undefined) =>
  chief.post<Restored & ErrorBody>(`${path}/history/${entry}/restore`);

/** All stored texts of the history. */
async function textOfHistory(): Promise<string> {
  const { rows } = await sql<{
    all: string;
  }>`select coalesce(jsonb_agg(changes)::text, '') as all from record_history`.execute(server.database);
  return rows[0]?.all ?? '';
}

const person = (change: object = {}) => ({
  first_name: 'Zulfiya',
  last_name: 'Ergasheva',
  father_name: null,
  phone: '901112233',
  birthday: null,
  passport_series: 'AB',
  passport_number: `12345${String(++serial).padStart(2, '0')}`,
  personal_number: makeJshshir({ birthday: '1972-03-04', sex: 'female', area: 11, serial }),
  ...change,
});

test('a citizen: numbers and birthdays are masked, and restored in full', async () => {
  const body = person();
  const { id } = await bodyOf(chief.post<User>('users', body));
  const other = makeJshshir({ birthday: '1973-04-05', sex: 'female', area: 12, serial });
  await bodyOf(
    chief.put<User>(`users/${id}`, { ...body, personal_number: other, passport_number: '7654321' }),
  );
  const page = await historyOf(`users/${id}`);
  expect(page.items[0]?.fields).toEqual([
    expect.objectContaining({ name: 'birthday', from: { birthday: '1972' }, to: { birthday: '1973' } }),
    expect.objectContaining({ name: 'passport_number', from: { passport: expect.stringMatching(/^•+\d\d$/) }, to: { passport: '••••21' } }), // prettier-ignore
    expect.objectContaining({
      name: 'personal_number',
      from: { jshshir: `••••••••••${body.personal_number.slice(-4)}` },
      to: { jshshir: `••••••••••${other.slice(-4)}` },
    }),
  ]);
  expect(JSON.stringify(page)).not.toContain(body.personal_number);
  expect((await restore(`users/${id}`, page.items[0]?.id)).status).toBe(200);
  const now = await bodyOf(chief.get<UserDetail>(`users/${id}`));
  expect(now).toMatchObject({
    personal_number: body.personal_number,
    passport_number: body.passport_number,
    birthday: '1972-03-04',
  });
});

test('a citizen: rejects a JSHSHIR that another citizen has taken', async () => {
  const body = person();
  const { id } = await bodyOf(chief.post<User>('users', body));
  await bodyOf(chief.put<User>(`users/${id}`, { ...body, personal_number: null }));
  await bodyOf(chief.post<User>('users', { ...person(), personal_number: body.personal_number }));
  const [newest] = (await historyOf(`users/${id}`)).items;
  expect(await restore(`users/${id}`, newest?.id)).toMatchObject({
    status: 422,
    body: { fields: { personal_number: expect.any(String) } },
  });
});

test('a citizen: a block is undone and redone', async () => {
  const { id } = await bodyOf(chief.post<User>('users', person()));
  await bodyOf(chief.put<User>(`users/user/${id}/block?blocked=true`, { reason: 'Soxta hujjat' }));
  const [blocked] = (await historyOf(`users/${id}`)).items;
  expect(blocked?.fields).toMatchObject([
    { name: 'blocked', from: { flag: false }, to: { flag: true } },
    { name: 'block_reason', from: null, to: { written: 'Soxta hujjat' } },
  ]);
  const undone = await restore(`users/${id}`, blocked?.id);
  expect((await bodyOf(chief.get<UserDetail>(`users/${id}`))).blocked).toBe(false);
  expect((await restore(`users/${id}`, undone.body.entry)).status).toBe(200);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_type = 'user' and subject_id = ${id} and action like '%block' order by id`.execute(
    server.database,
  );
  expect(rows.map(({ action }) => action)).toEqual(['users.block', 'users.unblock', 'users.block']);
  expect(await bodyOf(chief.get<UserDetail>(`users/${id}`))).toMatchObject({
    blocked: true,
    block: { reason: 'Soxta hujjat' },
  });
});

test('a citizen: an import creates the first version, and completes another', async () => {
  const body = person({ phone: null });
  const { id } = await bodyOf(chief.post<User>('users', body));
  const text = `Familiya;Ism;Telefon;JSHSHIR\nErgasheva;Zulfiya;901112244;${body.personal_number}\nYangi;Odam;;${person().personal_number}`;
  const file = { name: 'a.csv', type: 'text/csv', content: text };
  const { digest } = await bodyOf(chief.upload<{ digest: string }>('users/imports/preview', {}, [file]));
  await bodyOf(chief.upload('users/imports', { digest, warnings: 'accept' }, [file]));
  const { rows } = await sql<{ id: number }>`select id from users where last_name = 'Yangi'`.execute(
    server.database,
  );
  expect((await historyOf(`users/${rows[0]?.id}`)).items).toMatchObject([
    { change: 'created', author: { last_name: 'Karimova' } },
  ]);
  expect((await historyOf(`users/${id}`)).items.at(-1)).toMatchObject({ change: 'created' });
});

test('an admin: role, area and block, never a password', async () => {
  const first = await bodyOf(chief.post<Role>('admins/roles', { uz: { name: 'Birinchi' }, ru: { name: 'Первая' }, role: 'admin', permissions: [] })); // prettier-ignore
  const second = await bodyOf(chief.post<Role>('admins/roles', { uz: { name: 'Ikkinchi' }, ru: { name: 'Вторая' }, role: 'admin', permissions: ['street_add'] })); // prettier-ignore
  const body = { login: 'lola', first_name: 'Lola', last_name: 'Karimova', phone: '+998901112233', role_id: first.id, neighborhoods: [] as number[] }; // prettier-ignore
  const { id } = await bodyOf(
    chief.post<Admin>('admins/register', { ...body, password: 'qirqta-tuya-besh' }),
  );
  await bodyOf(chief.put<Admin>(`admins/${id}`, { ...body, role_id: second.id, neighborhoods: [1] }));
  await bodyOf(chief.put<Admin>(`admins/${id}/password`));
  const page = await historyOf(`admins/${id}`);
  expect(page.items.map(({ change, fields }) => [change, fields])).toEqual([
    [
      'updated',
      [
        { name: 'role_id', label: 'Rol', from: { text: 'Birinchi' }, to: { text: 'Ikkinchi' } },
        {
          name: 'neighborhoods',
          label: expect.any(String),
          from: null,
          to: { items: [{ text: 'Navroʻz' }] },
        },
      ],
    ],
    ['created', []],
  ]);
  expect((await restore(`admins/${id}`, page.items[0]?.id)).status).toBe(200);
  await bodyOf(chief.put<Admin>(`admins/${id}/block?blocked=true`));
  const [blocked] = (await historyOf(`admins/${id}`)).items;
  expect(blocked?.fields).toMatchObject([{ name: 'blocked', to: { flag: true } }]);
  expect((await restore(`admins/${id}`, blocked?.id)).status).toBe(200);
  const { body: list } = await chief.get<{ items: Admin[] }>('admins?search=lola');
  expect(list.items).toMatchObject([{ id, role_id: first.id, neighborhoods: [], blocked: false }]);
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from admins where id = ${id}`.execute(server.database); // prettier-ignore
  expect(await textOfHistory()).not.toContain(rows[0]?.hash);
  expect(await textOfHistory()).not.toContain('password');
});

test('removing an admin removes the history', async () => {
  const { id } = await server.createAdmin({ login: 'ketadi' });
  await sql`update admins set phone = '998935550011' where id = ${id}`.execute(server.database);
  expect((await historyOf(`admins/${id}`)).length).toBe(2);
  expect((await chief.del(`admins/${id}`)).status).toBe(200);
  expect(await textOfHistory()).not.toContain('998935550011');
  expect((await chief.get(`admins/${id}/history`)).status).toBe(404);
});

test('a role: its permissions by name, restored with the effects on sessions', async () => {
  const body = {
    uz: { name: 'Uchinchi' },
    ru: { name: 'Третья' },
    role: 'admin',
    permissions: ['street_add'],
  };
  const { id } = await bodyOf(chief.post<Role>('admins/roles', body));
  const keeper = await server.signIn({ permissions: [] });
  const { body: own } = await keeper.get<{ id: number }>('admins/admin');
  await sql`update admins set role_id = ${id} where id = ${own.id}`.execute(server.database);
  await bodyOf(chief.put<Role>(`admins/roles/${id}`, { ...body, permissions: [] }));
  const [newest] = (await historyOf(`admins/roles/${id}`)).items;
  expect(newest?.fields).toEqual([
    { name: 'permissions', label: 'Huquqlar', from: { items: [{ text: expect.not.stringContaining('street_add') }] }, to: null }, // prettier-ignore
  ]);
  expect((await restore(`admins/roles/${id}`, newest?.id)).status).toBe(200);
  const { body: roles } = await chief.get<Role[]>('admins/roles?pagination=false');
  expect(roles.find((role) => role.id === id)?.permissions).toEqual(['street_add']);
  expect((await keeper.get('admins/admin')).status, 'holders of the role sign in again').toBe(401);
});
