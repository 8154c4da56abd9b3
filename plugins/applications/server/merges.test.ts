import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import type { CitizenDraft, CitizenPreview, User, UserDetail } from '#plugins/users/contract.ts';
import type { Application, ApplicationDetail, Intake } from '../contract.ts';

let server: TestServer;
let chief: ApiClient;
let clerk: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'users', 'intake'] });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
  clerk = await server.signIn({ permissions: ['application_receiver'], neighborhoodIds: [1] });
}, 60_000);
afterAll(() => server?.close());

let serial = 0;
const newNumber = () => makeJshshir({ birthday: '1975-03-04', sex: 'male', area: 5, serial: ++serial });
const newPassport = () => ({ passport_series: 'AE', passport_number: String(5_000_000 + ++serial) });
const name = { first_name: 'Anvar', last_name: 'Oʻrinboyev' };
const request = { employment_status: 'unemployed', planned_assistance: 'Tom' };

async function register(papers: Partial<CitizenDraft>): Promise<number> {
  const { status, body } = await chief.post<User>('users', { ...name, ...papers });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

/** Enters an application at the counter, with a reason if one is required. */
async function take(papers: Readonly<Record<string, string>>): Promise<Application> {
  const form = { neighborhood_id: 1, ...request, ...name, ...papers, intake_reason: 'Tekshirildi' };
  const { status, body } = await clerk.upload<Application>('applications', form);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function merge(remaining: number, merged: number, taken: readonly string[] = []): Promise<number> {
  const [one, other] = await Promise.all([detailOf(remaining), detailOf(merged)]);
  const done = await chief.post(`users/${remaining}/merges`, {
    merged_id: merged,
    remaining_version: one.updatedAt,
    merged_version: other.updatedAt,
    take: taken,
  });
  expect(done.status, JSON.stringify(done.body)).toBe(201);
  return (await detailOf(remaining)).merges[0]?.id ?? 0;
}

async function undo(id: number): Promise<void> {
  const { status, body } = await chief.post(`users/merges/${id}/undo`);
  expect(status, JSON.stringify(body)).toBe(200);
}

const correct = async (id: number, papers: Partial<CitizenDraft>) => {
  const body = { ...request, ...name, no_document_reason: 'Yoʻq', ...papers, reason: 'Xato yozilgan' };
  const { status, body: written } = await clerk.put(`applications/${id}`, body);
  expect(status, JSON.stringify(written)).toBe(200);
};
const detailOf = async (id: number) => (await chief.get<UserDetail>(`users/${id}`)).body;
const citizenOf = async ({ id }: Application) =>
  (await clerk.get<ApplicationDetail>(`applications/${id}`)).body.citizen?.id;
const block = (id: number) => chief.put(`users/user/${id}/block?blocked=true`, { reason: 'Soxta hujjat' });

describe('after a merge is undone', () => {
  test.each([{ taken: ['personal_number'] }, { taken: [] }])(
    'applications since the merge belong to the citizen of their JSHSHIR, where $taken was taken',
    async ({ taken }) => {
      const [number, otherNumber] = [newNumber(), newNumber()];
      const [one, other] = [
        await register({ personal_number: number }),
        await register({ personal_number: otherNumber }),
      ];
      const before = await take({ personal_number: otherNumber });
      const id = await merge(one, other, taken);
      const [ofOne, ofOther] = [
        await take({ personal_number: number }),
        await take({ personal_number: otherNumber }),
      ];
      expect([await citizenOf(ofOne), await citizenOf(ofOther)]).toEqual([one, one]);
      await undo(id);
      expect(await Promise.all([before, ofOne, ofOther].map(citizenOf))).toEqual([other, one, other]);
      expect(await citizenOf(await take({ personal_number: otherNumber }))).toBe(other);
    },
  );

  test('a passport identifies the citizen without a JSHSHIR; without both the application stays with the remaining one', async () => {
    const [passport, otherPassport, shared] = [newPassport(), newPassport(), newPassport()];
    const one = await register({ ...passport, personal_number: newNumber() });
    const other = await register(otherPassport);
    const id = await merge(one, other);
    const ofOther = await take(otherPassport);
    const unnamed = await take({ personal_number: newNumber() });
    await sql`
      update applications set citizen_id = ${one}, personal_number = null, passport_series = null, passport_number = null
      where id = ${unnamed.id}`.execute(server.database);
    expect(await citizenOf(ofOther)).toBe(one);
    await undo(id);
    expect([await citizenOf(ofOther), await citizenOf(unnamed)]).toEqual([other, one]);

    const [left, right] = [
      await register({ ...shared, personal_number: newNumber() }),
      await register(shared),
    ];
    const second = await merge(left, right);
    const ofBoth = await take(shared);
    expect(await citizenOf(ofBoth)).toBe(left);
    await undo(second);
    expect(await citizenOf(ofBoth)).toBe(left);
  });

  test('earlier applications of the remaining citizen stay, whatever number they have', async () => {
    const [number, corrected] = [newNumber(), newNumber()];
    const one = await register({ personal_number: number });
    const mistaken = await take({ personal_number: number });
    await chief.put(`users/${one}`, { ...name, personal_number: corrected });
    const other = await register({ personal_number: number });
    await undo(await merge(one, other, ['personal_number']));
    expect(await citizenOf(mistaken)).toBe(one);
  });

  test('a corrected application belongs to the citizen that the correction names', async () => {
    const [number, otherNumber, third] = [newNumber(), newNumber(), newNumber()];
    const [one, other] = [
      await register({ personal_number: number }),
      await register({ personal_number: otherNumber }),
    ];
    const [toThird, toOne] = [
      await take({ personal_number: otherNumber }),
      await take({ personal_number: otherNumber }),
    ];
    const toOther = await take({ personal_number: number });
    const id = await merge(one, other);
    await correct(toThird.id, { personal_number: third });
    await correct(toOne.id, { personal_number: number });
    await correct(toOther.id, { personal_number: otherNumber });
    const someoneElse = await citizenOf(toThird);
    expect([one, other]).not.toContain(someoneElse);
    await undo(id);
    expect(await Promise.all([toThird, toOne, toOther].map(citizenOf))).toEqual([someoneElse, one, other]);
  });

  test('after several merges each application returns to the citizen that it names', async () => {
    const numbers = [newNumber(), newNumber(), newNumber()];
    const [first = 0, second = 0, third = 0] = await Promise.all(
      numbers.map((personal_number) => register({ personal_number })),
    );
    const inner = await merge(second, first);
    const outer = await merge(third, second, ['personal_number']);
    const cases: Application[] = [];
    for (const personal_number of numbers) cases.push(await take({ personal_number }));
    expect(await Promise.all(cases.map(citizenOf))).toEqual([third, third, third]);
    await undo(outer);
    expect(await Promise.all(cases.map(citizenOf))).toEqual([second, second, third]);
    await undo(inner);
    expect(await Promise.all(cases.map(citizenOf))).toEqual([first, second, third]);
  });
});

describe('documents of a merged citizen', () => {
  const submit = async (papers: Partial<CitizenDraft>) => {
    const { body: site } = await chief.post<{ key: string }>('intake/sites', {
      name: 'Tizim',
      origins: [],
      rate: 1000,
      webhook: '',
    });
    const citizen = { ...name, phone: '+998 90 123 45 67', ...papers };
    return server
      .api()
      .post<ErrorBody>(
        'intake/applications',
        { ...request, neighborhood_id: 1, citizen },
        { idempotencyKey: `n${++serial}`, headers: { 'x-komak-key': site.key } },
      );
  };

  test('do not lift a block: the remaining citizen is rejected online, and needs a reason at the counter', async () => {
    const [number, otherNumber, otherPassport] = [newNumber(), newNumber(), newPassport()];
    const one = await register({ ...newPassport(), personal_number: number });
    const other = await register({ ...otherPassport, personal_number: otherNumber });
    await block(other);
    await merge(one, other);
    const { rows: before } = await sql`select id from users`.execute(server.database);
    for (const papers of [
      { personal_number: otherNumber },
      otherPassport,
      { ...otherPassport, personal_number: newNumber() },
    ]) {
      expect((await submit(papers)).body, JSON.stringify(papers)).toMatchObject({ code: 'not_taken' });
    }
    const { body: found } = await clerk.get<Intake>(`applications/intake?personal_number=${otherNumber}`);
    expect(found).toMatchObject({
      needs_reason: true,
      citizen: { id: one, block: { reason: 'Soxta hujjat' } },
    });
    expect((await sql`select id from users`.execute(server.database)).rows).toEqual(before);
  });

  test('are found by fetch-data, by the check at intake, and by the form, which rejects them', async () => {
    const [number, otherNumber] = [newNumber(), newNumber()];
    const [one, other] = [
      await register({ personal_number: number }),
      await register({ personal_number: otherNumber }),
    ];
    const open = await take({ personal_number: number });
    await merge(one, other);
    const { body: looked } = await clerk.get<User>(`users/lookup?personal_number=${otherNumber}`);
    expect(looked).toMatchObject({ id: one, personal_number: number });
    const { body: intake } = await clerk.get<Intake>(`applications/intake?personal_number=${otherNumber}`);
    expect(intake.open.items).toMatchObject([{ id: open.id, own: true }]);
    const taken = { status: 422, body: { taken_by: one, fields: { personal_number: expect.any(String) } } };
    expect(await chief.post('users', { ...name, personal_number: otherNumber })).toMatchObject(taken);
    const third = await register({ personal_number: newNumber() });
    expect(await chief.put(`users/${third}`, { ...name, personal_number: otherNumber })).toMatchObject(taken);
    // No one else can take their own number; once they give it up, it is free.
    for (const personal_number of [otherNumber, number]) {
      expect((await chief.put(`users/${one}`, { ...name, personal_number })).status).toBe(200);
    }
    expect((await chief.post('users', { ...name, personal_number: otherNumber })).status).toBe(201);
  });

  test('match an import to the remaining citizen, whose own JSHSHIR stays', async () => {
    const [number, otherNumber] = [newNumber(), newNumber()];
    const [one, other] = [
      await register({ personal_number: number }),
      await register({ personal_number: otherNumber }),
    ];
    await merge(one, other);
    const text = `Familiya;Ism;Telefon;JSHSHIR\n${name.last_name};${name.first_name};901112233;${otherNumber}`;
    const file = { name: 'fuqarolar.csv', type: 'text/csv', content: new TextEncoder().encode(text) };
    const { body: preview } = await chief.upload<CitizenPreview>('users/imports/preview', {}, [file]);
    expect(preview).toMatchObject({ ready: 1, rows: [{ merges: true, errors: [], warnings: [] }] });
    const done = await chief.upload('users/imports', { digest: preview.digest }, [file]);
    expect(done).toMatchObject({ status: 201, body: { created: 0, merged: 1 } });
    expect(await detailOf(one)).toMatchObject({ personal_number: number, phone: '998901112233' });
  });

  test('are known for merges from before they were stored', async () => {
    const numbers = [newNumber(), newNumber(), newNumber()];
    const [first = 0, second = 0, third = 0] = await Promise.all(
      numbers.map((personal_number) => register({ ...newPassport(), personal_number })),
    );
    const alone = await register(newPassport());
    await merge(alone, first, ['personal_number']);
    await merge(second, alone);
    await merge(third, second, ['personal_number', 'passport_series', 'passport_number']);
    const read = async () =>
      (
        await sql`select * from user_former_papers where citizen_id = ${third} order by merge_id, personal_number`.execute(
          server.database,
        )
      ).rows;
    const before = await read();
    expect(before).toHaveLength(4);
    const file = new URL('../../users/server/migrations/010-former-papers.sql', import.meta.url);
    const [insert = ''] = /insert into user_former_papers[^;]+;/.exec(await readFile(file, 'utf8')) ?? [];
    await sql`delete from user_former_papers`.execute(server.database);
    await sql.raw(insert).execute(server.database);
    expect(await read()).toEqual(before);
  });

  test('belong to the second citizen again when the merge is undone', async () => {
    const [number, otherNumber] = [newNumber(), newNumber()];
    const [one, other] = [
      await register({ personal_number: number }),
      await register({ personal_number: otherNumber }),
    ];
    await block(other);
    const id = await merge(one, other);
    await undo(id);
    expect((await submit({ personal_number: number })).status).toBe(201);
    expect((await submit({ personal_number: otherNumber })).body).toMatchObject({ code: 'not_taken' });
    const { rows } = await sql`select from user_former_papers where citizen_id in (${one}, ${other})`.execute(
      server.database,
    );
    expect(rows).toEqual([]);
  });
});
