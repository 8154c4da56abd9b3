import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import { describeApi } from '#kernel/server/http/docs/openapi.ts';
import { apiBase } from '#kernel/server/http/pipeline/api.ts';
import { type ApiClient, type ApiResponse, testServer, type TestServer } from '#kernel/testing/server.ts';
import type { Receipt, SiteEvent, SiteSecrets } from '#plugins/intake/contract.ts';
import { operationsOf, type Operation, type RawResponse, type Schema, validatorOf } from '../document.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
interface DescribedWebhook {
  readonly post: {
    readonly parameters: readonly {
      readonly in: string;
      readonly name: string;
      readonly required: boolean;
    }[];
    readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

let server: TestServer;
let chief: ApiClient;
let made: SiteSecrets;
let document: { readonly webhooks: Readonly<Record<string, DescribedWebhook>> };
let operations: ReadonlyMap<string, Operation>;
const received: Received[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.end();
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as AddressInfo;
  server = await testServer({
    plugins: ['intake'],
    config: { intake: { limits: { status: 5 } } },
    deployment: { trustProxy: ['127.0.0.1'] },
  });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
  const site = { name: 'Bot', origins: [], rate: 1000, webhook: `http://127.0.0.1:${port}/hook` };
  made = (await chief.post<SiteSecrets>('intake/sites', site)).body;
  document = describeApi(server.services, apiBase) as unknown as typeof document;
  operations = new Map(operationsOf(document).map((one) => [`${one.method} ${one.path}`, one]));
});
afterAll(async () => {
  await server?.close();
  receiver.closeAllConnections();
  receiver.close();
});

function operation(name: string): Operation {
  const [method, path] = name.split(' ');
  const found = operations.get(`${method} ${apiBase}/${path}`);
  if (!found) throw new Error(`${name} is not described`);
  return found;
}

/** Asserts that a response has a status listed for the call, with the described body and headers. */
function expectDescribed(name: string, status: number, response: ApiResponse): void {
  expect(response.status, JSON.stringify(response.body)).toBe(status);
  const described = operation(name);
  expect(Object.keys(described.responses), name).toContain(String(status));
  const raw: RawResponse = {
    status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(JSON.stringify(response.body)),
  };
  expect(validatorOf(document)(described, raw)).toEqual([]);
}

let serial = 0;
const submission = (more: object = {}) => ({
  citizen: {
    first_name: 'Anvar',
    last_name: 'Oʻrinboyev',
    personal_number: makeJshshir({ birthday: '1980-05-06', sex: 'male', serial: ++serial }),
  },
  neighborhood_id: 1,
  employment_status: 'unemployed',
  planned_assistance: 'Tom',
  ...more,
});
const withKey = (idempotencyKey: string, more: Record<string, string> = {}) => ({
  ...(idempotencyKey ? { idempotencyKey } : {}),
  headers: { 'x-komak-key': made.key, ...more },
});
const submit = 'POST intake/applications';

test('the document describes headers, body and responses of the call of bots and older systems', () => {
  const { parameters, body, responses, needsBody } = operation(submit);
  const headersOf = (name: string) =>
    operation(name)
      .parameters.filter((one) => one.in === 'header')
      .map((one) => one.name);
  expect(headersOf(submit)).toEqual(['x-komak-ticket', 'x-komak-key', 'origin', 'idempotency-key']);
  for (const one of parameters) expect(one).toMatchObject({ description: expect.stringMatching(/\w{3}/) });
  expect(needsBody).toBe(true);
  expect(body?.['application/json']).toMatchObject({
    required: ['citizen', 'neighborhood_id', 'employment_status', 'planned_assistance'],
    additionalProperties: false,
    properties: { citizen: { additionalProperties: false }, files: { maxItems: 5 } },
  });
  const statuses = ['201', '400', '401', '403', '409', '413', '422', '429', '503', 'default'];
  expect(Object.keys(responses).toSorted()).toEqual(statuses);
  expect(responses['429']?.headers).toHaveProperty('Retry-After');
  expect(headersOf('GET intake/events')).toContain('x-komak-key');
  expect(headersOf('POST intake/files')).toContain('x-komak-key');
});

test('responses to a site match the document, accepted and rejected', async () => {
  const api = server.api();
  const post = (content: unknown, key: string, more?: Record<string, string>) =>
    api.post<Receipt>('intake/applications', content, withKey(key, more));
  const content = submission();
  const first = await post(content, 'ariza 1');
  expectDescribed(submit, 201, first);
  const again = await post(content, 'ariza 1');
  expectDescribed(submit, 201, again);
  expect(again.body).toEqual(first.body);
  expectDescribed(submit, 422, await post(submission(), 'ariza 1'));
  expectDescribed(submit, 422, await post(content, ''));
  expectDescribed(submit, 422, await post({ ...content, planned_assistance: '' }, 'ariza 2'));
  expectDescribed(submit, 401, await post(content, 'ariza 2', { 'x-komak-key': 'k'.repeat(43) }));
  expectDescribed(submit, 403, await post(content, 'ariza 2', { origin: 'https://begona.example' }));
  expectDescribed(submit, 403, await api.post('intake/applications', content));
  expectDescribed(submit, 400, await sendRaw('{', 'application/json'));
  expectDescribed(submit, 400, await sendRaw('a=1', 'application/x-www-form-urlencoded'));
  expectDescribed(
    submit,
    413,
    await sendRaw(JSON.stringify({ a: 'a'.repeat(2_000_000) }), 'application/json'),
  );
  await sql`update users set blocked = true`.execute(server.database);
  expectDescribed(submit, 409, await post({ ...content, salary: '1' }, 'ariza 3'));
  await sql`update users set blocked = false`.execute(server.database);
  expectDescribed('GET intake/events', 200, await api.get('intake/events?after=0', withKey('')));
  expectDescribed('GET intake/events', 401, await api.get('intake/events'));
  expectDescribed('GET intake/events', 422, await api.get('intake/events?limit=0', withKey('')));
  const status = { number: first.body.number, code: first.body.code };
  expectDescribed('POST intake/status', 200, await api.post('intake/status', status));
  for (let tries = 0; tries < 4; tries++) {
    const wrong = { ...status, code: 'x' };
    expectDescribed('POST intake/status', 404, await api.post('intake/status', wrong));
  }
  const tooOften = await api.post('intake/status', status);
  expectDescribed('POST intake/status', 429, tooOften);
  expect(Number(tooOften.headers.get('retry-after'))).toBeGreaterThan(0);
});

async function sendRaw(body: string, type: string): Promise<ApiResponse> {
  const response = await fetch(`${server.url}${apiBase}/intake/applications`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, 'x-komak-key': made.key, 'idempotency-key': 'ariza 9' },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

test('the webhooks are in the document, and what a site receives fits them', async () => {
  expect(Object.keys(document.webhooks)).toEqual([
    'application.created',
    'application.status',
    'application.deadline',
  ]);
  const { body } = await server.api().post<Receipt>('intake/applications', submission(), withKey('webhook'));
  await sql`update applications set cancel_time = now() + interval '40 days' where id = ${body.number}`.execute(
    server.database,
  );
  await chief.post(`applications/${body.number}/actions/statuses`, { status: 'accepted' });
  const eventsOf = () =>
    received.filter((one) => (JSON.parse(one.body) as SiteEvent).data.number === body.number);
  await vi.waitFor(() => expect(eventsOf()).toHaveLength(3), { timeout: 60_000, interval: 100 });
  const seen = eventsOf().map((one) => {
    const { type } = JSON.parse(one.body) as SiteEvent;
    const described = document.webhooks[type]?.post;
    if (!described) throw new Error(`${type} is not described`);
    const { parameters, requestBody, responses } = described;
    for (const { name, required } of parameters) {
      expect(required).toBe(true);
      expect(one.headers).toHaveProperty(name);
    }
    expect(Object.keys(responses)).toEqual(['2XX', 'default']);
    const asResponse = { responses: { 200: { content: requestBody.content } } } as unknown as Operation;
    const raw = { status: 200, headers: one.headers, body: Buffer.from(one.body) };
    expect(validatorOf(document)(asResponse, raw)).toEqual([]);
    return type;
  });
  expect(seen.toSorted()).toEqual(Object.keys(document.webhooks).toSorted());
});
