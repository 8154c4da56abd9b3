import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { makeToken } from '#kernel/plugin-api/server.ts';
import {
  identityClient,
  samplePin,
  startIdentityService,
  testServer,
  type ApiClient,
  type IdentityService,
  type TestServer,
  type Visitor,
} from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import type { Challenge, IntakeApplication, IntakeForm, Receipt } from '../../contract.ts';
import type { IdentityResult } from '../../contract/identity.ts';

const site = 'https://shahar.example';
const secondSite = 'https://tuman.example';
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

let service: IdentityService;
let server: TestServer;
let clerk: ApiClient;
let address = 0;

beforeAll(async () => {
  vi.stubEnv('KOMAK_ONEID_SECRET', identityClient.clientSecret);
  service = await startIdentityService();
  const { clientId, scope } = identityClient;
  server = await testServer({
    plugins: ['intake', 'one_id'],
    config: {
      intake: { visitors: true, proofBits: 6, limits: { address: 12 } },
      one_id: { address: service.address, clientId, scope },
    },
    deployment: { allowedOrigins: [site, secondSite], trustProxy: ['127.0.0.1'] },
  });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  clerk = await server.signIn({ permissions: ['application_receiver'], neighborhoodIds: [1] });
});
afterAll(async () => {
  await server?.close();
  await service?.close();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  address += 1;
  service.setVisitor({});
});

const network = () => ({ 'x-forwarded-for': `203.0.113.${address}` });
const fromSite = (more: Record<string, string> = {}) => ({ ...network(), origin: site, ...more });

/** A minimal browser with cookies and redirects. */
function openBrowser(of = network) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async get(url: string, headers: Record<string, string> = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { accept: 'text/html', cookie, ...of(), ...headers },
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return {
        status: response.status,
        headers: response.headers,
        location: response.headers.get('location') ?? '',
        body: await response.text(),
      };
    },
  };
}
type Browser = ReturnType<typeof openBrowser>;

function solve({ challenge, parts, bits }: Challenge): string[] {
  return Array.from({ length: parts }, (_, index) => {
    for (let nonce = 0; ; nonce++) {
      const hash = createHash('sha256').update(`${challenge}.${index}.${nonce}`).digest();
      if (Math.clz32(hash.readUInt32BE(0)) >= bits) return String(nonce);
    }
  });
}

async function getTicket(headers = fromSite()): Promise<string> {
  const { body: form } = await server.api().get<IntakeForm>('intake/form', { headers });
  const bought = { challenge: form.proof.challenge, solutions: solve(form.proof) };
  return (await server.api().post<{ ticket: string }>('intake/tickets', bought, { headers })).body.ticket;
}

/** The address of a form's window, as the site's frame gets it. */
async function windowOf(secret: string, headers = fromSite()): Promise<string> {
  const { status, body } = await server
    .api()
    .post<{ path: string }>('intake/identities', { request: hashOf(secret) }, { headers });
  expect(status).toBe(200);
  return `${server.url}/api/uz/${body.path}`;
}

const linkIn = (body: string) => {
  const [, href = ''] = /<a href="([^"]+)"/.exec(body) ?? [];
  return server.url + href.replaceAll('&#38;', '&');
};

/** Goes from the window to OneID and back; returns the final page. */
async function goThrough(visitorBrowser: Browser, opened: string, visitor: Visitor = {}): Promise<string> {
  const consent = await visitorBrowser.get(opened);
  const begun = await visitorBrowser.get(linkIn(consent.body));
  service.setVisitor(visitor);
  const back = await visitorBrowser.get(begun.location);
  return (await visitorBrowser.get(back.location)).location;
}

const take = (secret: string, ticket: string, headers = fromSite()) =>
  server
    .api()
    .post<IdentityResult & ErrorBody>(
      'intake/identities/result',
      { secret },
      { headers: { ...headers, 'x-komak-ticket': ticket } },
    );

const application = (citizen: object = {}) => ({
  citizen: { first_name: 'Boshqa', last_name: 'Odam', phone: '+998 90 123 45 67', ...citizen },
  neighborhood_id: 1,
  employment_status: 'unemployed',
  planned_assistance: 'Tomni taʼmirlash',
});
const submit = (ticket: string, citizen: object = {}, identified = true) =>
  server
    .api()
    .post<Receipt & ErrorBody>(
      'intake/applications',
      { ...application(citizen), identified },
      { headers: fromSite({ 'x-komak-ticket': ticket }) },
    );

const shownPerson = {
  first_name: 'GULNORA',
  last_name: 'RAHIMOVA',
  father_name: 'KARIM QIZI',
  birth_year: 1993,
  personal_number: '••••••••••0247',
  passport: 'AB ••••67',
};

describe('a visitor who identifies themselves', () => {
  test('is returned to their form only, once, and becomes the applicant whatever the form says', async () => {
    const { body: form } = await server.api().get<IntakeForm>('intake/form', { headers: fromSite() });
    expect(form.verifications).toEqual(['one_id']);
    const secret = makeToken();
    const ticket = await getTicket();
    expect((await take(secret, ticket)).body.state).toBe('waiting');
    const end = await goThrough(openBrowser(), await windowOf(secret));
    expect(end).toBe('/api/uz/intake/identities/done?outcome=done');

    const taken = await take(secret, ticket);
    expect(taken.body).toEqual({ state: 'done', problem: null, person: shownPerson });
    expect(JSON.stringify(taken.body)).not.toContain(samplePin);
    // The response may have been lost; another ticket gets nothing more.
    expect((await take(secret, ticket)).body.person).toEqual(shownPerson);
    expect((await take(secret, await getTicket())).body.state).toBe('waiting');

    const liar = makeJshshir({ birthday: '1970-01-02', sex: 'male', serial: 7 });
    const { status, body: receipt } = await submit(ticket, { personal_number: liar });
    expect([status, receipt.verified_by]).toEqual([201, 'one_id']);
    const { rows } = await sql<object>`
      select first_name, last_name, father_name, personal_number, passport_series, passport_number, birthday::text, phone
      from applications where id = ${receipt.number}`.execute(server.database);
    expect(rows).toEqual([
      {
        first_name: 'GULNORA',
        last_name: 'RAHIMOVA',
        father_name: 'KARIM QIZI',
        personal_number: samplePin,
        passport_series: 'AB',
        passport_number: '1234567',
        birthday: '1993-10-12',
        phone: '998901234567',
      },
    ]);
    const seen = await clerk.get<IntakeApplication>(`intake/applications/${receipt.number}`);
    expect(seen.body?.verified_by).toBe('one_id');
    const { rows: left } = await sql`
      select 1 from intake_tickets where person is not null union all select 1 from intake_identities`.execute(
      server.database,
    );
    expect(left).toEqual([]);
  });

  test('may apply although an unverified person used up their quota', async () => {
    for (const status of [201, 201, 201, 429]) {
      expect((await submit(await getTicket(), { personal_number: samplePin }, false)).status).toBe(status);
    }
    const secret = makeToken();
    const ticket = await getTicket();
    await goThrough(openBrowser(), await windowOf(secret));
    await take(secret, ticket);
    expect(await submit(ticket)).toMatchObject({ status: 201, body: { verified_by: 'one_id' } });
  });

  test('may undo the identification', async () => {
    const secret = makeToken();
    const ticket = await getTicket();
    await goThrough(openBrowser(), await windowOf(secret));
    await take(secret, ticket);
    const headers = fromSite({ 'x-komak-ticket': ticket });
    expect((await server.api().post('intake/identities/removal', {}, { headers })).status).toBe(200);
    const own = makeJshshir({ birthday: '1975-01-02', sex: 'female', serial: 9 });
    const lost = await submit(ticket, { personal_number: own });
    expect([lost.status, lost.body.code]).toEqual([409, 'identity_lost']);
    const { body } = await submit(ticket, { personal_number: own }, false);
    expect(body.verified_by).toBeNull();
  });

  test('sees the reason of a failure on the page and in the form', async () => {
    for (const [problem, visitor] of [
      ['cancelled', { cancels: true }],
      ['refused', { identity: { valid: true } }],
      ['refused', { identity: { pin: '91210932040247' } }],
      ['refused', { identity: { first_name: '' } }],
      ['unavailable', { override: { token: { status: 500 } } }],
    ] as const) {
      address += 1;
      const secret = makeToken();
      const ticket = await getTicket();
      const end = await goThrough(openBrowser(), await windowOf(secret), visitor);
      expect(end).toBe(`/api/uz/intake/identities/done?outcome=${problem}`);
      expect((await take(secret, ticket)).body).toEqual({ state: 'failed', problem, person: null });
    }
  });

  test('shows an expired identification as such, without the sign-in of staff', async () => {
    const secret = makeToken();
    const visitorBrowser = openBrowser();
    const consent = await visitorBrowser.get(await windowOf(secret));
    const begun = await visitorBrowser.get(linkIn(consent.body));
    const back = await visitorBrowser.get(begun.location);
    await sql`update one_id_attempts set expires_at = now()`.execute(server.database);
    expect((await visitorBrowser.get(back.location)).location).toBe(
      '/api/uz/intake/identities/done?outcome=state',
    );
  });
});

describe('a malicious page', () => {
  test('cannot start OneID without a click on our own page, which names the site', async () => {
    const secret = makeToken();
    const opened = await windowOf(secret);
    const visitorBrowser = openBrowser();
    const consent = await visitorBrowser.get(opened);
    expect(consent.status).toBe(200);
    expect(consent.body).toContain(site);
    expect(consent.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(consent.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(consent.headers.get('access-control-allow-origin')).toBeNull();
    // The link works only in this browser, and only once.
    const link = linkIn(consent.body);
    const state = `/api/uz/intake/identities/done?outcome=state`;
    expect((await openBrowser().get(link)).location).toBe(state);
    expect((await visitorBrowser.get(link)).location).toContain(service.address);
    expect((await visitorBrowser.get(link)).location).toBe(state);
  });

  test('cannot name another site, another form or another time', async () => {
    const opened = new URL(await windowOf(makeToken()));
    for (const [name, value] of [
      ['site', secondSite],
      ['request', hashOf(makeToken())],
      ['until', '9999999999999'],
      ['signature', '0'.repeat(64)],
    ] as const) {
      const forged = new URL(opened);
      forged.searchParams.set(name, value);
      const { body } = await openBrowser().get(forged.href);
      expect(body).not.toContain('<a ');
    }
    const elsewhere = { ...network(), origin: 'https://evil.example' };
    const request = { request: hashOf(makeToken()) };
    expect((await server.api().post('intake/identities', request, { headers: elsewhere })).status).toBe(403);
  });

  test('with the secret of a window it made itself gets nothing from another network or site', async () => {
    const secret = makeToken();
    const victim = openBrowser(() => ({ 'x-forwarded-for': '192.0.2.77' }));
    await goThrough(victim, await windowOf(secret));
    const taken = await take(secret, await getTicket());
    expect(taken.body).toEqual({ state: 'failed', problem: 'network', person: null });

    const second = makeToken();
    await goThrough(openBrowser(), await windowOf(second));
    const other = { ...network(), origin: secondSite };
    expect((await take(second, await getTicket(other), other)).body.state).toBe('waiting');
    // The hash, which is part of the window's address, is not the secret.
    expect((await take(hashOf(second), await getTicket())).body.state).toBe('waiting');
    expect((await take(second, await getTicket())).body.state).toBe('done');
  });

  test('cannot finish a flow of another browser', async () => {
    const secret = makeToken();
    const mine = openBrowser();
    const consent = await mine.get(await windowOf(secret));
    const begun = await mine.get(linkIn(consent.body));
    const back = await mine.get(begun.location);
    expect((await openBrowser().get(back.location)).location).toBe('/login?oneid=state');
    expect((await take(secret, await getTicket())).body.state).toBe('waiting');
    expect((await mine.get(back.location)).location).toContain('outcome=done');
  });

  test('opens no more windows than an address may', async () => {
    const opened = await windowOf(makeToken());
    const visitorBrowser = openBrowser();
    const statuses = [];
    for (let index = 0; index < 14; index++) statuses.push((await visitorBrowser.get(opened)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

test('is not offered without a configured service', async () => {
  const bare = await testServer({
    plugins: ['intake', 'one_id'],
    config: { intake: { visitors: true } },
    deployment: { allowedOrigins: [site] },
  });
  const headers = { origin: site };
  const { body } = await bare.api().get<IntakeForm>('intake/form', { headers });
  expect(body.verifications).toEqual([]);
  const request = await bare
    .api()
    .post<ErrorBody>('intake/identities', { request: makeToken() }, { headers });
  expect([request.status, request.body.code]).toEqual([409, 'identity']);
  await bare.close();
});
