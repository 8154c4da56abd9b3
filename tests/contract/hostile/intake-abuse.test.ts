/**
 * Intake under attack: floods with one key, from one address and by one person, senders who never finish,
 * forged sites, guessed numbers, blocked citizens and hostile files. `npm run faults -- intake-abuse` sends
 * ten thousand of each flood.
 */
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/contract/index.ts';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import type { Challenge, IntakeFile, Receipt, SiteSecrets } from '#plugins/intake/contract.ts';
import { byLength, testTimeoutMs } from '../../support/test-length.ts';
import { solveProof } from '../leaks/intake-calls.ts';

const site = 'https://shahar.example';
const flood = byLength(120, 10_000);
const limits = { site: 1_000_000, address: 20, person: 3, phone: 2, status: 1_000_000 };

let server: TestServer;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({
    plugins: ['intake'],
    config: { intake: { visitors: true, proofBits: 6, limits } },
    deployment: { allowedOrigins: [site], trustProxy: ['127.0.0.1'] },
  });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
});
afterAll(() => server?.close());

let serial = 0;
const newNumber = () => {
  serial += 1;
  const area = Math.floor(serial / 1000);
  return makeJshshir({ birthday: '1980-05-06', sex: 'male', serial: serial % 1000, area });
};
const application = (personal_number = newNumber()) => ({
  citizen: { first_name: 'Anvar', last_name: 'Oʻrinboyev', personal_number },
  neighborhood_id: 1,
  employment_status: 'unemployed',
  planned_assistance: 'Tom',
});
const fromAddress = (address: string, more: Record<string, string> = {}) => ({
  origin: site,
  'x-forwarded-for': address,
  ...more,
});

async function makeKey(rate: number): Promise<string> {
  const body = { name: 'Bot', origins: [], rate, webhook: '' };
  return (await chief.post<SiteSecrets>('intake/sites', body)).body.key;
}

const submit = (key: string, body: object, idempotencyKey: string = crypto.randomUUID()) =>
  server.api().post<Receipt & ErrorBody>('intake/applications', body, {
    idempotencyKey,
    headers: { 'x-komak-key': key },
  });

async function getTicket(address: string): Promise<string> {
  const headers = fromAddress(address);
  const { body } = await server.api().get<{ proof: Challenge }>('intake/form', { headers });
  const bought = { challenge: body.proof.challenge, solutions: solveProof(body.proof) };
  return (await server.api().post<{ ticket: string }>('intake/tickets', bought, { headers })).body.ticket;
}

const count = async (table: 'applications' | 'intake_tickets' | 'files' | 'users') =>
  (
    await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
      server.database,
    )
  ).rows[0]?.count ?? 0;

/** Makes many calls, ten at a time, and counts their statuses, while staff read their list. */
async function floodWith(call: () => Promise<{ status: number }>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let left = flood;
  const staff: number[] = [];
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      while (left-- > 0) {
        const { status } = await call();
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (left % 40 === 0) staff.push((await chief.get('applications')).status);
      }
    }),
  );
  expect(new Set(staff)).toEqual(new Set([200]));
  return statuses;
}

test(
  'one site: a key submits up to its limit',
  async () => {
    const key = await makeKey(50);
    const before = await count('applications');
    expect(await floodWith(() => submit(key, application()))).toEqual({ 201: 50, 429: flood - 50 });
    expect(await count('applications')).toBe(before + 50);
  },
  testTimeoutMs,
);

test(
  'one address: tickets are rejected before the proof is checked, but not those of another address',
  async () => {
    const headers = fromAddress('198.51.100.7');
    const before = await count('intake_tickets');
    const buy = () => server.api().post('intake/tickets', { challenge: 'x', solutions: [] }, { headers });
    expect(await floodWith(buy)).toEqual({ 422: limits.address, 429: flood - limits.address });
    expect(await count('intake_tickets')).toBe(before);
    expect(await getTicket('203.0.113.9')).toMatch(/^[\w-]{43}$/);
  },
  testTimeoutMs,
);

test(
  'one person: three applications a day, with any key',
  async () => {
    const number = newNumber();
    const keys = [await makeKey(100_000), await makeKey(100_000)];
    const before = await count('applications');
    let round = 0;
    const statuses = await floodWith(() => submit(keys[round++ % 2] ?? '', application(number)));
    expect(statuses).toEqual({ 201: limits.person, 429: flood - limits.person });
    expect(await count('applications')).toBe(before + limits.person);
  },
  testTimeoutMs,
);

test('a body that never arrives: a caller without ticket or key is rejected without waiting for it', async () => {
  const { hostname, port } = new URL(server.url);
  const responses = await Promise.all(
    [
      '',
      `x-komak-key: ${'x'.repeat(43)}\r\n`,
      `origin: ${site}\r\nx-komak-ticket: ${'x'.repeat(43)}\r\n`,
    ].map(
      (header) =>
        new Promise<string>((done, failed) => {
          const socket = connect(Number(port), hostname, () => {
            socket.write(
              `POST /api/uz/intake/applications HTTP/1.1\r\nhost: x\r\n${header}content-type: application/json\r\ncontent-length: 900000\r\n\r\n{`,
            );
          });
          socket.once('data', (data) => {
            done(data.toString().split(' ')[1] ?? '');
            socket.destroy();
          });
          socket.once('error', failed);
        }),
    ),
  );
  expect(responses).toEqual(['403', '401', '403']);
});

test('a hostile page: another site, a forged token, and a ticket of another visitor', async () => {
  const ticket = await getTicket('203.0.113.10');
  const rejected = async (headers: Record<string, string>) => {
    const { body } = await server.api().post<ErrorBody>('intake/applications', application(), { headers });
    return body.code;
  };
  expect(await rejected({ origin: 'https://elsewhere.example', 'x-komak-ticket': ticket })).toBe('forbidden');
  const forged = `9999999999.${'A'.repeat(43)}.${Buffer.from(site).toString('base64url')}`;
  expect(await rejected({ 'x-komak-site': forged, 'x-komak-ticket': ticket })).toBe('forbidden');
  expect(await rejected({ origin: site, 'x-komak-ticket': 'x'.repeat(43) })).toBe('ticket');
  expect(await rejected({ origin: site })).toBe('ticket');
});

test('guessed numbers: unknown, wrong and staff-entered ones get the same bytes', async () => {
  const key = await makeKey(100);
  const { body: receipt } = await submit(key, application());
  const entered = await chief.upload<{ id: number }>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tom',
    first_name: 'Anvar',
    last_name: 'Oʻrinboyev',
    personal_number: newNumber(),
  });
  const responses = await Promise.all(
    [receipt.number, entered.body.id, 999_999_999].map(async (number) => {
      const response = await fetch(`${server.url}/api/uz/intake/status`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ number, code: 'aaaaa-aaaaa' }),
      });
      const headers = [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
      return JSON.stringify([response.status, headers, await response.text()]);
    }),
  );
  expect(new Set(responses).size).toBe(1);
  expect(responses[0]).toContain('404');
});

test('a blocked citizen gets the usual rejection, and stores no files', async () => {
  const key = await makeKey(100);
  const number = newNumber();
  expect((await submit(key, application(number))).status).toBe(201);
  const { rows } = await sql<{ id: number }>`select id from users where personal_number = ${number}`.execute(
    server.database,
  );
  const blocked = await chief.put(`users/user/${rows[0]?.id}/block?blocked=true`, {
    reason: 'Takroriy yolgʻon',
  });
  expect(blocked.status).toBe(200);
  const before = [await count('applications'), await count('users')];
  const rejected = await submit(key, application(number), 'bloklangan');
  expect([rejected.status, rejected.body.code]).toEqual([409, 'not_taken']);
  expect(JSON.stringify(rejected.body)).not.toMatch(/blok|block|yolg/i);
  expect([await count('applications'), await count('users')]).toEqual(before);
  // After the block is lifted, the same call succeeds.
  expect((await chief.put(`users/user/${rows[0]?.id}/block?blocked=false`, {})).status).toBe(200);
  expect((await submit(key, application(number), 'bloklangan')).status).toBe(201);
});

test('hostile files: none is stored, and a ticket cannot be used as storage', async () => {
  const ticket = await getTicket('203.0.113.11');
  const headers = fromAddress('203.0.113.11', { 'x-komak-ticket': ticket });
  const before = await count('files');
  const send = (name: string, type: string, content: string) =>
    server.api().upload<IntakeFile & ErrorBody>('intake/files', {}, [{ name, type, content }], { headers });
  for (const [name, type, content] of [
    ['a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a.html', 'text/html', '<script>alert(1)</script>'],
    ['a.pdf', 'application/pdf', 'MZ this is no PDF'],
    ['a.png', 'image/png', '<html>'],
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'PK\u0003\u0004'],
  ] as const) {
    expect((await send(name, type, content)).status, name).toBeGreaterThanOrEqual(400);
  }
  expect(await count('files')).toBe(before);
  const statuses: number[] = [];
  for (let index = 0; index < 20; index++) {
    statuses.push((await send('a.pdf', 'application/pdf', '%PDF-1.4\n%%EOF')).status);
  }
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(15);
  expect(statuses.at(-1)).toBe(429);
});
