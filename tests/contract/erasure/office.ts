import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import { pdf } from '#kernel/testing/samples.ts';
import { hashPassword } from '#kernel/identity/server/index.ts';
import type { ApiClient, ApiResponse, TestServer } from '#kernel/testing/server.ts';
import { addRecoveryCodes } from '../../support/recovery-codes.ts';
import { buildWorld, type World } from '../leaks/world.ts';
import type { Trace } from './scan.ts';
import { applyOnline, type SubmittedApplications, type IntakeEndpoints } from './intake.ts';

const birthday = '1971-12-03';
const numberOf = (serial: number) => makeJshshir({ birthday, sex: 'female', area: 777, serial });

/** A citizen about whom the office has recorded everything possible. */
export const person = {
  first_name: 'Yoʻqolgʻoy',
  last_name: 'Oʻchirilova',
  father_name: 'Izsizbek',
  phone: '998935550001',
  passport_series: 'AE',
  passport_number: '5550001',
  personal_number: numberOf(1),
};
const second = { ...person, first_name: 'Yoqolgoy', last_name: 'Ochirilova', phone: '998935550002', passport_number: '5550002', personal_number: numberOf(2) }; // prettier-ignore

/** The texts that must not be found anywhere afterwards. */
export const traces: Trace[] = [
  ...Object.entries(person).filter(([key]) => key !== 'passport_series').map(([key, value]) => ({ what: key, value })),
  ...(['first_name', 'last_name', 'phone', 'passport_number', 'personal_number'] as const).map((key) => ({ what: `second ${key}`, value: second[key] })),
  ...['salary', 'plan', 'block', 'message', 'note', 'task', 'result', 'bulk', 'reason', 'file', 'letter', 'subject', 'void', 'corrected', 'former-phone', 'own-plan', 'own-file', 'loose-file', 'ask', 'reveal', 'former-plan', 'typed-first', 'typed-last', 'typed-phone', 'typed-plan'].map((what) => ({ what, value: word(what) })),
]; // prettier-ignore

/** Reasons written about a person, which are traced too. */
export const reasons = { reason: word('why'), hold: word('hold') };
traces.push({ what: 'why', value: reasons.reason }, { what: 'hold', value: reasons.hold });

/** A unique word. */
function word(what: string): string {
  if (what === 'former-phone') return '998935550003';
  if (what === 'typed-phone') return '998935550004';
  const tail = createHash('sha256').update(what).digest('hex').replace(/\d/g, 'q').slice(0, 10);
  return what === 'corrected' ? `Tuzatilova${tail}` : `izsiz${tail}`;
}

/** An office with a citizen who occurs everywhere. */
export interface Office {
  readonly world: World;
  readonly chief: ApiClient;
  readonly other: ApiClient;
  /** Confirms a request as `other`, with password and code. */
  readonly confirm: (requestId: number) => Promise<ApiResponse>;
  readonly chiefId: number;
  readonly citizenId: number;
  readonly applicationIds: readonly number[];
  readonly householdId: number;
  readonly letterId: number;
  readonly storedNames: readonly string[];
  /** The applications submitted through intake. */
  readonly submitted: SubmittedApplications;
}

/** Creates the citizen and all of the office's data about them. */
export async function buildOffice(server: TestServer, endpoints: IntakeEndpoints): Promise<Office> {
  const world = await buildWorld(server);
  const { chief } = world;
  const { other, confirm } = await enrolOther(server);
  const otherId = (await other.get<{ id: number }>('admins/admin')).body.id;
  const must = async <Body = { id: number }>(
    sent: Promise<{ status: number; body: Body }>,
  ): Promise<Body> => {
    const { status, body } = await sent;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const citizenId = await enter(chief, must);
  const applicationIds: number[] = [];
  for (const papers of [
    person,
    { ...person, personal_number: person.personal_number, last_name: second.last_name },
  ]) {
    applicationIds.push(await apply(world, papers, must));
  }
  const words = { citizen: person, phone: person.phone, plan: word('own-plan'), file: word('own-file'), looseFile: word('loose-file'), request: word('ask') }; // prettier-ignore
  const neighborhoodId = world.neighborhoods.own;
  const submitted = await applyOnline(server, { endpoints, chief, neighborhoodId, words });
  const [first = 0, latter = 0] = applicationIds;
  await write(world, otherId, { first, other, must });
  await must(chief.post(`applications/batches`, { kind: 'forward', ids: applicationIds, receiver_id: otherId, message: word('bulk') })); // prettier-ignore
  await vi.waitFor(async () => {
    const { rows } = await sql`select from application_batches where state = 'done'`.execute(server.database);
    expect(rows).toHaveLength(1);
  });
  await lookAndCorrect(world, latter, must);
  applicationIds.push(await mistype(world, must));
  const householdId = await settle(world, must);
  const letter = await must(chief.post<{ id: number }>('letters', world.letterBody(first, { subject: word('subject'), body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: word('letter') }] }] } }))); // prettier-ignore
  await voidOne(world, first, must);
  await must(chief.post(`applications/${latter}/actions/statuses`, { status: 'accepted' }));
  for (const id of [first, latter]) {
    await must(chief.post(`applications/${id}/actions/statuses`, { status: 'completed', note: word('note'), close_tasks: true })); // prettier-ignore
  }
  await end(chief, submitted, must);
  await strand(server, latter);
  const pastLetterId = await mistake(world, must);
  applicationIds.push(...submitted.applicationIds);
  return {
    world,
    chief,
    other,
    confirm,
    chiefId: world.ids.chief,
    citizenId,
    applicationIds,
    householdId,
    letterId: letter.id,
    storedNames: await storedNamesOf(server, applicationIds, { submitted, pastLetterId }),
    submitted,
  };
}

/** A letter declared void, for a reason that names them, with a stored response. */
async function voidOne({ chief, letterBody }: World, application: number, must: Must): Promise<void> {
  const { id } = await must(chief.post<{ id: number }>('letters', letterBody(application)));
  await must(chief.post(`letters/${id}/void`, { reason: word('void') }, { idempotencyKey: 'erasure-3' }));
}

/** Another super admin, with a second factor. */
async function enrolOther(server: TestServer) {
  const password = 'qirqta-tuya-besh';
  const passwordHash = await hashPassword(password);
  const { login } = await server.createAdmin({ role: 'super_admin', permissions: ['application_receiver'], passwordHash }); // prettier-ignore
  const other = await server.signIn(login);
  const codes = await addRecoveryCodes(other, password);
  const confirm = (requestId: number) =>
    other.post(`retention/requests/${requestId}/confirmation`, { password, code: codes.pop() });
  return { other, confirm };
}

type Must = <Body = { id: number }>(sent: Promise<{ status: number; body: Body }>) => Promise<Body>;

/** The citizen in the register, with a second row that was theirs too. */
async function enter(chief: ApiClient, must: Must): Promise<number> {
  // Every field is mistyped at first, so that a stored response contains no correct value.
  const typed = { first_name: word('typed-first'), last_name: word('typed-last'), father_name: null, phone: word('typed-phone'), passport_series: 'AE', passport_number: '5550004', personal_number: numberOf(4) }; // prettier-ignore
  const citizen = await must(chief.post<{ id: number }>('users', typed, { idempotencyKey: 'erasure-0' }));
  await must(chief.put(`users/${citizen.id}`, { ...person, phone: word('former-phone') }, { idempotencyKey: 'erasure-1' })); // prettier-ignore
  await must(chief.put(`users/${citizen.id}`, person));
  await must(chief.put(`users/user/${citizen.id}/block?blocked=true`, { reason: word('block') }));
  await must(chief.put(`users/user/${citizen.id}/block?blocked=false`, {}));
  const twin = await must(chief.post<{ id: number }>('users', second));
  await merge(chief, citizen.id, twin.id);
  return citizen.id;
}

async function end(chief: ApiClient, submitted: SubmittedApplications, must: Must): Promise<void> {
  for (const id of submitted.applicationIds) {
    await must(chief.post(`applications/${id}/actions/statuses`, { status: 'accepted' }));
    await must(
      chief.post(`applications/${id}/actions/statuses`, { status: 'completed', note: word('note') }),
    );
  }
}

async function storedNamesOf(
  server: TestServer,
  applicationIds: readonly number[],
  { submitted, pastLetterId }: { submitted: SubmittedApplications; pastLetterId: number },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored_name as name from files left join application_files as own on own.file_id = files.id
    where own.application_id = any(${[...applicationIds]}::bigint[]) or files.id = ${submitted.looseFileId}
      or files.id = (select file_id from letters where id = ${pastLetterId})`.execute(server.database);
  return rows.map(({ name }) => name);
}

/** Saved searches, and a request with a corrected text. */
async function lookAndCorrect({ chief }: World, latter: number, must: Must): Promise<void> {
  await must(chief.post('applications/views', { name: `${person.last_name} ${person.first_name}`, query: `search=${encodeURIComponent(person.personal_number)}` })); // prettier-ignore
  await must(chief.post('applications/views', { name: 'Nomi', query: `search=${encodeURIComponent(`${person.last_name} ${person.first_name}`)}` })); // prettier-ignore
  await must(chief.put(`applications/${latter}`, { ...person, last_name: second.last_name, employment_status: 'disabled', planned_assistance: word('former-plan'), reason: word('reason') })); // prettier-ignore
  await must(chief.put(`applications/${latter}`, { ...person, last_name: second.last_name, employment_status: 'disabled', planned_assistance: word('plan'), reason: word('reason') })); // prettier-ignore
}

async function merge(chief: ApiClient, id: number, other: number): Promise<void> {
  type Preview = Record<'remaining' | 'merged', { updatedAt: string }>;
  const { body: preview } = await chief.get<Preview>(`users/${id}/merge/${other}`);
  const merged = await chief.post(`users/${id}/merges`, {
    merged_id: other,
    take: [],
    remaining_version: preview.remaining.updatedAt,
    merged_version: preview.merged.updatedAt,
  });
  expect(merged.status, JSON.stringify(merged.body)).toBe(201);
}

async function apply(world: World, papers: Record<string, string>, must: Must): Promise<number> {
  const file = { name: `${word('file')}.pdf`, type: 'application/pdf', content: pdf(word('file')) };
  const fields = {
    neighborhood_id: world.neighborhoods.own,
    employment_status: 'disabled',
    salary: word('salary'),
    planned_assistance: word('plan'),
    ...papers,
  };
  return (await must(world.chief.upload<{ id: number }>('applications', fields, [file]))).id;
}

/** Everything that can be written to an application. */
async function write(
  { chief, neighborhoods }: World,
  otherId: number,
  { first, other, must }: { first: number; other: ApiClient; must: Must },
): Promise<void> {
  const actions = `applications/${first}/actions`;
  await must(chief.post(`${actions}/statuses`, { status: 'accepted' }));
  const file = { name: `${word('file')}.pdf`, type: 'application/pdf', content: pdf(word('file')) };
  await must(
    chief.upload(`${actions}/messages`, { message: `${word('message')} ${person.personal_number}` }, [file]),
  );
  await must(
    chief.upload(`${actions}/forwards`, { message: word('task'), receiver_id: otherId, due: '2030-01-02' }),
  );
  const { body } = await chief.get<{ tasks: { id: number }[] }>(`applications/${first}`);
  await must(
    other.upload(`${actions}/results`, { task_id: body.tasks[0]?.id ?? 0, message: word('result') }),
  );
  const correction = { ...person, employment_status: 'disabled', planned_assistance: word('plan') };
  await must(chief.put(`applications/${first}`, { ...correction, last_name: word('corrected'), reason: word('reason') })); // prettier-ignore
  await must(chief.put(`applications/${first}`, { ...correction, reason: word('reason') }));
  await must(
    chief.post(`applications/${first}/reveal`, { field: 'personal_number', reason: word('reveal') }),
  );
  void neighborhoods;
}

/** An application without a link to the register belongs to them by its number. */
async function strand({ database }: TestServer, id: number): Promise<void> {
  await sql`update applications set citizen_id = null where id = ${id}`.execute(database);
  await sql`delete from application_past_citizens where application_id = ${id}`.execute(database);
}

/** An application entered with their documents; it was corrected to another citizen after a letter was written. */
async function mistake(world: World, must: Must): Promise<number> {
  const { chief, neighborhoods } = world;
  const file = { name: 'boshqa.pdf', type: 'application/pdf', content: pdf('boshqa') };
  const fields = { employment_status: 'disabled', planned_assistance: 'Boshqa yordam' };
  const entered = { ...fields, neighborhood_id: neighborhoods.own, ...person };
  const { id } = await must(chief.upload<{ id: number }>('applications', entered, [file]));
  await must(chief.post(`applications/${id}/actions/statuses`, { status: 'accepted' }));
  const letter = await must(chief.post<{ id: number }>('letters', world.letterBody(id)));
  const whose = { ...fields, first_name: 'Begona', last_name: 'Begonayev', father_name: '', phone: '998935550009', passport_series: 'AE', passport_number: '7770009', personal_number: numberOf(9) }; // prettier-ignore
  await must(chief.put(`applications/${id}`, { ...whose, reason: 'Boshqa fuqaro' }));
  return letter.id;
}

/** An application in which at first only the number was correct, with a stored response. */
async function mistype({ chief, neighborhoods }: World, must: Must): Promise<number> {
  const typed = { ...person, first_name: word('typed-first'), last_name: word('typed-last'), father_name: '', phone: word('typed-phone'), planned_assistance: word('typed-plan') }; // prettier-ignore
  const fields = { neighborhood_id: neighborhoods.own, employment_status: 'disabled' };
  const { id } = await must(chief.upload<{ id: number }>('applications', { ...typed, ...fields }, [], { idempotencyKey: 'erasure-2' })); // prettier-ignore
  const right = { ...person, employment_status: 'disabled', planned_assistance: 'Yordam' };
  await must(chief.put(`applications/${id}`, { ...right, reason: 'Xato yozilgan' }));
  await must(chief.post(`applications/${id}/actions/statuses`, { status: 'accepted' }));
  await must(chief.post(`applications/${id}/actions/statuses`, { status: 'completed', note: 'Tayyor' }));
  return id;
}

/** A household of which they are a member, earlier under another name and with a wrong number. */
async function settle(world: World, must: Must): Promise<number> {
  const full = `${person.last_name} ${person.first_name} ${person.father_name}`;
  const bodyOf = (name: string, number = person.personal_number, others: readonly object[] = []) => {
    const body = world.householdBody('own');
    const citizens = [
      ...(body['citizens'] as object[]),
      { full_name: name, personal_number: number },
      ...others,
    ];
    return { ...body, citizens };
  };
  const before = `${second.last_name} ${second.first_name}`;
  const child = [{ full_name: 'Begonayeva Bola', personal_number: numberOf(8) }];
  const { id } = await must(world.chief.post<{ id: number }>('households', bodyOf(before, numberOf(7))));
  // A version with neither the current number nor the current name.
  await must(world.chief.put(`households/${id}`, bodyOf(before, numberOf(7), child)));
  await must(world.chief.put(`households/${id}`, bodyOf(before, person.personal_number, child)));
  await must(world.chief.put(`households/${id}`, bodyOf(full, person.personal_number, child)));
  return id;
}
