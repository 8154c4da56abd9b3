import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import type {
  Application,
  ApplicationDetail,
  ApplicationHousehold,
  CitizenApplications,
  Intake,
} from '../contract.ts';
import { addNeighborhoods } from '../../../tests/support/neighborhoods.ts';

let server: TestServer;
/** Has access to the first neighbourhood only; the other client to the second. */
let clerk: ApiClient;
let other: ApiClient;

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
  const permissions = ['application_receiver'];
  clerk = await server.signIn({ permissions, neighborhoodIds: [1] });
  other = await server.signIn({ permissions, neighborhoodIds: [2] });
}, 60_000);
afterAll(() => server?.close());

let serial = 0;
const newNumber = () => makeJshshir({ birthday: '1975-03-04', sex: 'female', area: 7, serial: ++serial });
const newPassport = () => ({ passport_series: 'AD', passport_number: String(7_000_000 + ++serial) });
const form = (more: Record<string, string | number>) => ({
  neighborhood_id: 1,
  employment_status: 'unemployed',
  planned_assistance: 'Tom',
  first_name: 'Zulfiya',
  last_name: 'Qodirova',
  ...more,
});

async function take(more: Record<string, string | number>, api = clerk): Promise<Application> {
  const { status, body } = await api.upload<Application>('applications', form(more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function settle(numbers: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number)
    values (1, 1, 1, 'apartment', 5) returning id`.execute(server.database);
  for (const [index, number] of numbers.entries()) {
    await sql`insert into household_citizens (household_id, position, full_name, personal_number)
      values (${rows[0]?.id}, ${index + 1}, ${`Aʼzo ${index + 1}`}, ${number})`.execute(server.database);
  }
}

const besides = async (id: number) =>
  (await clerk.get<ApplicationHousehold>(`applications/${id}/household`)).body;
const idsOf = (found: { items: readonly { id: number }[] } | null | undefined) =>
  found?.items.map(({ id }) => id);

test('an application with only a passport shows the household, its members and earlier applications', async () => {
  const [own, member] = [newNumber(), newNumber()];
  const [passport, passportOfMember] = [newPassport(), newPassport()];
  await settle([own, member]);
  const whole = await take({ ...passport, personal_number: own });
  const ofMember = await take({ ...passportOfMember, personal_number: member });
  const alone = await take(passport);
  const ofMemberAlone = await take(passportOfMember);
  // As after a merge: of the member's citizen, without a document number.
  const merged = await take({});
  await sql`
    update applications set citizen_id = (select citizen_id from applications where id = ${ofMember.id})
    where id = ${merged.id}`.execute(server.database);
  const elsewhere = await take({ ...passport, neighborhood_id: 2 }, other);

  const latest = await take(passport);
  const { items, applicant } = await besides(latest.id);
  expect(items).toHaveLength(1);
  expect(items[0]?.members).toMatchObject([
    { is_applicant: true, applications: { elsewhere: 1 } },
    { is_applicant: false, applications: { elsewhere: 0 } },
  ]);
  expect(idsOf(items[0]?.members[0]?.applications)).toEqual([alone.id, whole.id]);
  expect(idsOf(items[0]?.members[1]?.applications)).toEqual([merged.id, ofMemberAlone.id, ofMember.id]);
  expect(applicant, 'they stand among the members').toBeNull();
  expect(JSON.stringify(items)).not.toMatch(new RegExp([own, member].join('|')));
  // Seen from the application with the JSHSHIR, those with only the passport are the same person's.
  const fromWhole = await besides(whole.id);
  expect(idsOf(fromWhole.items[0]?.members[0]?.applications)).toEqual([latest.id, alone.id]);
  expect((await besides(elsewhere.id)) as unknown).toMatchObject({ code: 'not_found' });
});

test('a passport whose JSHSHIR is only in the register leads to the household', async () => {
  const own = newNumber();
  const passport = newPassport();
  await settle([own]);
  await sql`
    insert into users (first_name, last_name, personal_number, passport_series, passport_number)
    values ('Zulfiya', 'Qodirova', ${own}, ${passport.passport_series}, ${passport.passport_number})`.execute(
    server.database,
  );
  const { id } = await take(passport);
  expect((await besides(id)).items[0]?.members).toMatchObject([{ is_applicant: true }]);
});

test('an applicant without a household has earlier applications beside the application, and on the page of the citizen', async () => {
  const passport = newPassport();
  const first = await take(passport);
  const second = await take({ ...passport, intake_reason: 'Boshqa masala' });
  expect(await besides(second.id)).toMatchObject({ items: [], elsewhere: 0, applicant: { elsewhere: 0 } });
  expect(idsOf((await besides(second.id)).applicant)).toEqual([first.id]);
  const { body } = await clerk.get<ApplicationDetail>(`applications/${second.id}`);
  const known = await clerk.get<CitizenApplications>(`applications/citizens/${body.citizen?.id}`);
  expect(idsOf(known.body.applications)).toEqual([second.id, first.id]);
});

test('another JSHSHIR with the same passport is another person, whose applications are not shown', async () => {
  const passport = newPassport();
  const stranger = await take({ ...passport, personal_number: newNumber() });
  const personal_number = newNumber();
  const { id } = await take({ ...passport, personal_number });
  expect(JSON.stringify(await besides(id))).not.toContain(`"id":${stranger.id},`);
  const { body } = await clerk.get<Intake>(`applications/intake?personal_number=${personal_number}`);
  expect(idsOf(body.open)).toEqual([id]);
});

test('before saving, a passport alone finds the open application, and continuing needs a reason', async () => {
  const own = newNumber();
  const passport = newPassport();
  await settle([own]);
  const open = await take({ ...passport, personal_number: own });
  const ownPassport = `passport_series=${passport.passport_series}&passport_number=${passport.passport_number}`;
  const response = await clerk.get<Intake>(`applications/intake?${ownPassport}`);
  expect(response.body).toMatchObject({
    needs_reason: true,
    open: { items: [{ id: open.id, own: true }] },
    households: { items: [{}], elsewhere: 0 },
  });
  const checked = { ...passport, intake_reason: '', no_document_reason: '' };
  const rejected = await clerk.upload<ErrorBody>('applications', form(checked));
  expect(rejected).toMatchObject({ status: 422, body: { fields: { intake_reason: expect.any(String) } } });
  await take({ ...checked, intake_reason: 'Boshqa masala' });
  for (const query of [
    '',
    'passport_series=AD',
    'passport_number=1234567',
    'passport_series=ad&passport_number=1234567',
  ]) {
    expect((await clerk.get(`applications/intake?${query}`)).status).toBe(422);
  }
});

test('the passport of a blocked citizen, with another JSHSHIR, shows the block and needs a reason', async () => {
  const chief = await server.signIn({ role: 'super_admin' });
  const passport = newPassport();
  const first = await take({ ...passport, personal_number: newNumber() });
  const { body: known } = await clerk.get<ApplicationDetail>(`applications/${first.id}`);
  await chief.put(`users/user/${known.citizen?.id}/block?blocked=true`, { reason: 'Soxta hujjat' });
  await sql`update applications set status = 'canceled' where id = ${first.id}`.execute(server.database);
  const personal_number = newNumber();
  const { body } = await clerk.get<Intake>(
    `applications/intake?${new URLSearchParams({ personal_number, ...passport })}`,
  );
  expect(body).toMatchObject({
    needs_reason: true,
    citizen: { id: known.citizen?.id, block: { reason: 'Soxta hujjat' } },
    open: { items: [] },
  });
  const checked = { ...passport, personal_number, intake_reason: '', no_document_reason: '' };
  const rejected = await clerk.upload<ErrorBody>('applications', form(checked));
  expect(rejected).toMatchObject({ status: 422, body: { fields: { intake_reason: expect.any(String) } } });
  const taken = await take({ ...checked, intake_reason: 'Pasport boshqa odamniki' });
  const { body: detail } = await clerk.get<ApplicationDetail>(`applications/${taken.id}`);
  expect(detail.citizen).toMatchObject({ block: null });
  expect(detail.actions).toMatchObject([{ action_type: 'change', change: { kind: 'intake' } }]);
});
