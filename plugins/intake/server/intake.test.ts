import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, listenAs, pdf, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import type { Application } from '#plugins/applications/contract.ts';
import type {
  StatusResponse,
  Challenge,
  IntakeApplication,
  IntakeFile,
  IntakeForm,
  Receipt,
  SiteSecrets,
} from '../contract.ts';

const site = 'https://shahar.example';
const secondSite = 'https://tuman.example';
const limits = { site: 60, address: 12, person: 2, phone: 2, status: 10 };

let server: TestServer;
let chief: ApiClient;
let clerk: ApiClient;
const texts: { phone: string; text: string }[] = [];
/** A fake SMS gateway. */
const gateway = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    texts.push(JSON.parse(body) as { phone: string; text: string });
    response.writeHead(200).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done));
  const { port } = gateway.address() as AddressInfo;
  server = await testServer({
    plugins: ['intake'],
    config: { intake: { visitors: true, proofBits: 8, limits, gateway: `http://127.0.0.1:${port}/send` } },
    deployment: { allowedOrigins: [site, secondSite], trustProxy: ['127.0.0.1'] },
  });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480'),
      ('Boshqa', 'Другая', '[[43,60],[43,61],[44,61]]', '#0b7480')`.execute(server.database);
  chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
  clerk = await server.signIn({ permissions: ['application_receiver'], neighborhoodIds: [1] });
});
afterAll(async () => {
  await server?.close();
  gateway.close();
});
beforeEach(() => void (address += 1));

/** Each test has its own address, since calls are counted by it. */
let address = 0;
let serial = 0;
const headers = (more: Record<string, string> = {}) => ({
  'x-forwarded-for': `198.51.100.${address}`,
  ...more,
});
const fromSite = (more: Record<string, string> = {}) => headers({ origin: site, ...more });

const person = () => ({
  first_name: 'Anvar',
  last_name: 'Oʻrinboyev',
  phone: '+998 90 123 45 67',
  personal_number: makeJshshir({
    birthday: '1980-05-06',
    sex: 'male',
    serial: ++serial % 1000,
    area: Math.floor(serial / 1000),
  }),
});
const application = (more: object = {}) => ({
  citizen: person(),
  neighborhood_id: 1,
  employment_status: 'unemployed',
  planned_assistance: 'Tomni taʼmirlash',
  ...more,
});

async function makeSite(more: object = {}): Promise<SiteSecrets> {
  const body = { name: 'Eski tizim', origins: [], rate: 1000, webhook: '', ...more };
  const made = await chief.post<SiteSecrets>('intake/sites', body);
  expect(made.status).toBe(201);
  return made.body;
}

/** Sends an application with a key. */
const sendByKey = (key: string, body: object, idempotencyKey: string, more: Record<string, string> = {}) =>
  server.api().post<Receipt & ErrorBody>('intake/applications', body, {
    idempotencyKey,
    headers: headers({ 'x-komak-key': key, ...more }),
  });

function solve({ challenge, parts, bits }: Challenge): string[] {
  return Array.from({ length: parts }, (_, index) => {
    for (let nonce = 0; ; nonce++) {
      const hash = createHash('sha256').update(`${challenge}.${index}.${nonce}`).digest();
      if (Math.clz32(hash.readUInt32BE(0)) >= bits) return String(nonce);
    }
  });
}

async function getTicket(): Promise<string> {
  const { body: form } = await server.api().get<IntakeForm>('intake/form', { headers: fromSite() });
  const { challenge } = form.proof;
  const made = await server
    .api()
    .post<{ ticket: string }>(
      'intake/tickets',
      { challenge, solutions: solve(form.proof) },
      { headers: fromSite() },
    );
  expect(made.status).toBe(201);
  return made.body.ticket;
}

const visit = <Body = Receipt & ErrorBody>(
  path: string,
  body: object,
  ticket: string,
  more: Record<string, string> = {},
) => server.api().post<Body>(path, body, { headers: fromSite({ 'x-komak-ticket': ticket, ...more }) });

const upload = (
  headersOfCaller: Record<string, string>,
  name = 'ariza.pdf',
  content: Uint8Array | string = pdf(),
) =>
  server
    .api()
    .upload<IntakeFile & ErrorBody>('intake/files', {}, [{ name, type: 'application/pdf', content }], {
      headers: headersOfCaller,
    });

const count = async (table: 'applications' | 'intake_submissions' | 'files' | 'users') =>
  (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(server.database))
    .rows[0]?.count;

describe('a site with a key', () => {
  test('submits an application, which is in the list of the office at once', async () => {
    const { key, site: made } = await makeSite();
    const listener = await listenAs<Application>(server, clerk, 'application_receive');
    const sent = await sendByKey(key, application(), 'birinchi');
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      status: 'created',
      verified_by: null,
      code: expect.stringMatching(/^\w{5}-\w{5}$/),
    });
    await vi.waitFor(() => expect(listener.received.map(({ id }) => id)).toEqual([sent.body.number]));
    listener.stop();
    const { body: page } = await clerk.get<{ items: Application[] }>('applications');
    expect(page.items[0]).toMatchObject({ id: sent.body.number, author: { last_name: 'Oʻrinboyev' } });
    const { body: shown } = await clerk.get<IntakeApplication>(`intake/applications/${sent.body.number}`);
    expect(shown).toMatchObject({ source: 'api', site: 'Eski tizim', verified_by: null });
    expect(made.key_end).toBe(key.slice(-4));
  });

  test('may repeat a request, also concurrently, without effect', async () => {
    const { key } = await makeSite();
    const body = application();
    const before = await count('applications');
    const all = await Promise.all(Array.from({ length: 5 }, () => sendByKey(key, body, 'bir xil')));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(all.map((one) => JSON.stringify(one.body))).size).toBe(1);
    expect(await count('applications')).toBe((before ?? 0) + 1);
    const other = await sendByKey(key, { ...body, planned_assistance: 'Boshqa' }, 'bir xil');
    expect([other.status, other.body.code]).toEqual([422, 'repeated_differently']);
    expect((await sendByKey((await makeSite()).key, application(), 'bir xil')).status).toBe(201);
    const without = await sendByKey(key, application(), '');
    expect(without.body).toMatchObject({ fields: { 'idempotency-key': expect.any(String) } });
  });

  test('is stored without its key, which ends when it is renewed or revoked', async () => {
    const { key, secret, site: made } = await makeSite();
    const { rows } = await sql<{ row: string }>`
      select row_to_json(intake_sites)::text as row from intake_sites`.execute(server.database);
    for (const { row } of rows) {
      expect(row).not.toContain(key);
      expect(row).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex'));
    }
    const { body: renewed } = await chief.post<SiteSecrets>(`intake/sites/${made.id}/key`);
    expect((await sendByKey(key, application(), 'a')).body.code).toBe('key');
    expect((await sendByKey(renewed.key, application(), 'a')).status).toBe(201);
    expect((await chief.post(`intake/sites/${made.id}/revocation`)).status).toBe(200);
    expect((await sendByKey(renewed.key, application(), 'b')).status).toBe(401);
    expect((await chief.post(`intake/sites/${made.id}/key`)).status).toBe(404);
    expect((await clerk.get('intake/sites')).status).toBe(403);
  });

  test('is limited to its origins and its rate', async () => {
    const { key } = await makeSite({ origins: [site], rate: 3 });
    expect((await sendByKey(key, application(), '1', { origin: site })).status).toBe(201);
    expect((await sendByKey(key, application(), '2', { origin: secondSite })).body.code).toBe('origin');
    const { key: serverOnly } = await makeSite();
    expect((await sendByKey(serverOnly, application(), '1', { origin: site })).body.code).toBe('origin');
    for (const each of ['3', '4']) expect((await sendByKey(key, application(), each)).status).toBe(201);
    const rejected = await sendByKey(key, application(), '5');
    expect([rejected.status, rejected.body.code]).toEqual([429, 'too_many']);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('gets the error of each field', async () => {
    const { key } = await makeSite();
    const wrong = await sendByKey(key, application({ citizen: { first_name: '', last_name: '=1+1' } }), 'x');
    expect(wrong.status).toBe(422);
    expect(Object.keys((wrong.body as { fields: object }).fields)).toEqual([
      'citizen.first_name',
      'citizen.last_name',
    ]);
    const nowhere = await sendByKey(key, application({ neighborhood_id: 999 }), 'y');
    expect(nowhere.body).toMatchObject({ code: 'invalid', fields: { neighborhood_id: expect.any(String) } });
  });

  test('sends files first, each of which belongs to one application', async () => {
    const { key } = await makeSite();
    const { key: other } = await makeSite();
    const file = await upload(headers({ 'x-komak-key': key }));
    expect(file.status).toBe(201);
    const files = [file.body.id];
    expect((await sendByKey(other, application({ files }), 'o')).body.code).toBe('files');
    const sent = await sendByKey(key, application({ files }), 'f');
    expect(sent.status).toBe(201);
    expect((await sendByKey(key, application({ files }), 'g')).body.code).toBe('files');
    const { body } = await clerk.get<Application>(`applications/${sent.body.number}`);
    expect(body.files.map(({ name }) => name)).toEqual(['ariza.pdf']);
  });
});

describe('a visitor', () => {
  test('gets a ticket for a proof of work, which is valid for one application', async () => {
    const ticket = await getTicket();
    const file = await upload(fromSite({ 'x-komak-ticket': ticket }));
    const body = application({ files: [file.body.id] });
    const sent = await visit('intake/applications', body, ticket);
    expect(sent.status).toBe(201);
    // The response was lost: the same request returns the same result.
    expect((await visit('intake/applications', body, ticket)).body).toEqual(sent.body);
    expect((await visit('intake/applications', application(), ticket)).body.code).toBe(
      'repeated_differently',
    );
    // Also after the ticket has expired, which is then of no other use.
    const unused = await getTicket();
    await sql`update intake_tickets set expires_at = now() - interval '1 second'`.execute(server.database);
    expect((await visit('intake/applications', body, ticket)).body).toEqual(sent.body);
    expect((await visit('intake/applications', body, unused)).body.code).toBe('ticket');
    expect((await upload(fromSite({ 'x-komak-ticket': ticket }))).body.code).toBe('ticket');
    const { body: shown } = await clerk.get<IntakeApplication>(`intake/applications/${sent.body.number}`);
    expect(shown).toMatchObject({ source: 'widget', site, verified_by: null });
  });

  test('gets no ticket without work, twice for the same, or for another site', async () => {
    const { body: form } = await server.api().get<IntakeForm>('intake/form', { headers: fromSite() });
    const { challenge } = form.proof;
    const solutions = solve(form.proof);
    const buy = (body: object, origin = site) =>
      server.api().post<ErrorBody>('intake/tickets', body, { headers: headers({ origin }) });
    expect((await buy({ challenge, solutions: solutions.map(() => 'x') })).body.code).toBe('proof');
    expect((await buy({ challenge: challenge.replace(/^\d/, '9'), solutions })).body.code).toBe('proof');
    expect((await buy({ challenge, solutions }, secondSite)).body.code).toBe('proof');
    expect((await buy({ challenge, solutions }, 'https://elsewhere.example')).status).toBe(403);
    expect((await buy({ challenge, solutions })).status).toBe(201);
    expect((await buy({ challenge, solutions })).body.code).toBe('proof');
    const ticket = await getTicket();
    const stolen = await server.api().post<ErrorBody>('intake/applications', application(), {
      headers: headers({ origin: secondSite, 'x-komak-ticket': ticket }),
    });
    expect(stolen.body.code).toBe('ticket');
  });

  test('verifies their phone by a code, which works once', async () => {
    const ticket = await getTicket();
    expect((await visit('intake/codes', { phone: '90 123-45-67' }, ticket)).status).toBe(200);
    const sentText = texts.at(-1);
    expect(sentText?.phone).toBe('998901234567');
    const code = /\d{6}/.exec(sentText?.text ?? '')?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await visit('intake/codes/check', { code: wrong }, ticket)).body.code).toBe('code');
    expect((await visit('intake/codes/check', { code }, ticket)).body).toEqual({ verified: true });
    expect((await visit('intake/codes/check', { code }, ticket)).body.code).toBe('code');
    // A stranger has used up this person's daily quota; the owner of the phone is verified.
    const { key } = await makeSite();
    const body = application();
    for (const [index, status] of [201, 201, 429].entries()) {
      expect((await sendByKey(key, body, `of a stranger ${index}`)).status).toBe(status);
    }
    const sent = await visit('intake/applications', body, ticket);
    expect(sent.body.verified_by).toBe('phone');
  });

  test('has five tries, and a code is valid for its phone and its ticket only', async () => {
    const ticket = await getTicket();
    await visit('intake/codes', { phone: '901112233' }, ticket);
    const code = /\d{6}/.exec(texts.at(-1)?.text ?? '')?.[0] ?? '';
    const other = await getTicket();
    expect((await visit('intake/codes/check', { code }, other)).body.code).toBe('code');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let step = 0; step < 5; step++) await visit('intake/codes/check', { code: wrong }, ticket);
    expect((await visit('intake/codes/check', { code }, ticket)).body.code).toBe('code');
    await visit('intake/codes', { phone: '901112233' }, ticket);
    const again = /\d{6}/.exec(texts.at(-1)?.text ?? '')?.[0] ?? '';
    expect((await visit('intake/codes/check', { code: again }, ticket)).status).toBe(200);
    // The application names another phone than the verified one.
    expect((await visit('intake/applications', application(), ticket)).body.verified_by).toBeNull();
    const third = await visit('intake/codes', { phone: '901112233' }, other);
    expect([third.status, third.body.code]).toEqual([429, 'too_many']);
  });

  test('sees the status with number and code, and nothing with the number alone', async () => {
    const ticket = await getTicket();
    const { body: receipt } = await visit('intake/applications', application(), ticket);
    const { number } = receipt;
    await clerk.post(`intake/applications/${number}/requests`, { text: 'Pasport nusxasini olib keling' });
    await clerk.post(`applications/${number}/actions/statuses`, { status: 'accepted' });
    const readStatus = (code: string, of = number) =>
      server
        .api()
        .post<StatusResponse & ErrorBody>('intake/status', { number: of, code }, { headers: fromSite() });
    const { body } = await readStatus(receipt.code.toUpperCase().replace('-', ' '));
    expect(body).toMatchObject({
      number,
      status: 'accepted',
      cancel_time: receipt.cancel_time,
      late: false,
      verified: false,
      asks: [{ text: 'Pasport nusxasini olib keling' }],
      letters: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/Anvar|rinboyev|12345/);
    const [wrong, unknown] = [await readStatus('aaaaa-aaaaa'), await readStatus('aaaaa-aaaaa', 999_999)];
    expect([wrong.status, unknown.status]).toEqual([404, 404]);
    expect(wrong.body).toEqual(unknown.body);
    const entered = await readStatus('', 1);
    expect(entered.status).toBe(404);
  });

  test('is confirmed by a clerk of the area', async () => {
    const { body } = await visit('intake/applications', application(), await getTicket());
    const foreign = await server.signIn({ permissions: ['application_receiver'], neighborhoodIds: [2] });
    for (const call of ['confirmation', 'requests']) {
      const rejected = await foreign.post(
        `intake/applications/${body.number}/${call}`,
        call === 'requests' ? { text: 'x' } : undefined,
      );
      expect(rejected.status).toBe(404);
    }
    expect((await foreign.get(`intake/applications/${body.number}`)).status).toBe(404);
    const confirmed = await clerk.post<IntakeApplication>(`intake/applications/${body.number}/confirmation`);
    expect(confirmed.body).toMatchObject({ verified_by: 'staff' });
    const { rows } = await sql`
      select action from audit_log where subject_type = 'application' and subject_id = ${body.number} order by id`.execute(
      server.database,
    );
    expect(rows).toEqual([{ action: 'applications.create' }, { action: 'intake.case.confirm' }]);
  });
});

describe('a network that tries unknown tickets and keys', () => {
  test('is rejected without a query for any content, and others are not', async () => {
    const { key } = await makeSite();
    const tryTicket = () =>
      server.api().post<ErrorBody>('intake/applications', application(), {
        headers: fromSite({ 'x-komak-ticket': 'x'.repeat(43) }),
      });
    for (let step = 0; step < 100; step++) expect((await tryTicket()).body.code).toBe('ticket');
    expect((await tryTicket()).body.code).toBe('too_many');
    // The tables are missing: only the server's memory can respond.
    await sql`alter table intake_tickets rename to intake_tickets_away`.execute(server.database);
    await sql`alter table intake_sites rename to intake_sites_away`.execute(server.database);
    try {
      expect([(await tryTicket()).status, (await sendByKey(key, application(), 'one')).status]).toEqual([
        429, 429,
      ]);
    } finally {
      await sql`alter table intake_tickets_away rename to intake_tickets`.execute(server.database);
      await sql`alter table intake_sites_away rename to intake_sites`.execute(server.database);
    }
    address += 1;
    expect((await sendByKey(key, application(), 'one')).status).toBe(201);
  });

  test('a key whose quota is used up is not looked up again', async () => {
    const { key } = await makeSite({ rate: 1 });
    expect((await sendByKey(key, application(), 'first')).status).toBe(201);
    expect((await sendByKey(key, application(), 'second')).status).toBe(429);
    await sql`alter table intake_sites rename to intake_sites_away`.execute(server.database);
    try {
      expect((await sendByKey(key, application(), 'third')).status).toBe(429);
    } finally {
      await sql`alter table intake_sites_away rename to intake_sites`.execute(server.database);
    }
  });
});
