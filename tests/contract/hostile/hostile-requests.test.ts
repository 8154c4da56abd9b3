import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeApi } from '#kernel/server/http/openapi.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { amount, isWhole } from '../../support/amount.ts';
import type { Schema } from './arbitrary-json.ts';
import {
  operationsOf,
  requestsFor,
  type Caller,
  type HostileRequest,
  type Operation,
} from './arbitrary-request.ts';

let server: TestServer;
let operations: Operation[];
let errors: Schema;

/** Calls after which others find closed doors: of a plugin that is switched off, of whoever has no second factor. */
const apart = new Set([
  'PUT /api/uz/plugins/{id}',
  'PUT /api/uz/plugins/{id}/settings',
  'PUT /api/uz/admins/second-factor',
]);

beforeAll(async () => {
  server = await testServer({ demo: true });
  const document = describeApi(server.runtime, '/api/uz') as {
    components: { schemas: { Error: Schema } };
  };
  operations = operationsOf(document).filter(({ method, path }) => !apart.has(`${method} ${path}`));
  errors = document.components.schemas.Error;
}, 120_000);
afterAll(() => server?.close());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const tokens = new Map<Caller, string>();

/** A session of that kind of caller; what was asked before may have ended the former one. */
async function tokenOf(caller: Caller): Promise<string | null> {
  if (caller === 'nobody') return null;
  if (caller === 'a broken token') return 'x'.repeat(43);
  const former = tokens.get(caller);
  if (former !== undefined && (await server.runtime.sessions.find(former))) return former;
  const all = server.runtime.registry.permissions.map(({ permission }) => permission);
  const draft =
    caller === 'a clerk'
      ? { permissions: ['application_receiver'], neighborhoodIds: [1, 2] }
      : { role: 'super_admin' as const, permissions: all };
  const { token = '' } = await server.signIn(draft);
  tokens.set(caller, token);
  return token;
}

/** A connection for each, since what is refused before it is read to its end ends its connection. */
const agent = new Agent({ keepAlive: false });

function send({ operation, path, headers, body }: HostileRequest, token: string | null): Promise<Answer> {
  // Node tells the length of a body by itself only where the method is known to have one.
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const { hostname, port } = new URL(server.url);
  return new Promise((done, failed) => {
    const sent = request(
      {
        agent,
        // Not as one address, in which `.` and `..` would be resolved before they go out.
        hostname,
        port,
        path,
        method: operation.method,
        headers: { ...headers, ...length, ...(token === null ? {} : { authorization: token }) },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', failed);
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    sent.on('error', failed);
    sent.end(body ?? undefined);
  });
}

/** The server lives in this process: on a busy machine it may rightly ask to be called again. */
async function sendInTime(asked: HostileRequest): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(asked, await tokenOf(asked.caller));
    if (answer.status !== 503 || attempt === 30) return answer;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

const ajv = addFormats.default(new Ajv.Ajv2020({ strict: false, allErrors: false, validateFormats: true }));

/** How the bytes of files begin, by their media type. */
const beginnings: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '504b0304',
  'text/csv; charset=utf-8': 'efbbbf',
  'application/vnd.apache.arrow.stream': 'ffffffff',
};

function assertDescribed({ operation }: HostileRequest, { status, headers, body }: Answer): void {
  const text = body.toString();
  expect(status, text.slice(0, 500)).toBeLessThan(500);
  const described =
    status < 400
      ? operation.answers[String(status)]
      : { content: { 'application/json': { schema: errors } } };
  expect(described, `${status} is not described`).toBeDefined();
  for (const [name, { required }] of Object.entries(described?.headers ?? {})) {
    if (required) expect(headers[name.toLowerCase()], name).toBeTruthy();
  }
  const type = headers['content-type'] ?? '';
  if (!described?.content) {
    expect(text, 'no body is described').toBe('');
    return;
  }
  const [named, { schema } = { schema: {} }] =
    Object.entries(described.content).find(([name]) => type.startsWith(name)) ?? [];
  expect(named, `${type} is not described`).toBeDefined();
  if (named === 'application/json') {
    assertMatches(schema, JSON.parse(text), `${status} ${text.slice(0, 500)}`);
  } else if (named?.startsWith('application/x-ndjson')) {
    for (const line of text.trimEnd().split('\n')) expect(JSON.parse(line)).toBeTypeOf('object');
  } else {
    expect(body.toString('hex')).toMatch(new RegExp(`^${beginnings[named ?? ''] ?? 'unknown'}`));
  }
}

function assertMatches(schema: Schema, value: unknown, note: string): void {
  const validate = ajv.compile(schema);
  expect(validate(value) ? [] : validate.errors, note).toEqual([]);
}

/** The smallest request that was answered wrongly, without the description that it was made from. */
function reportOf({ counterexample, errorInstance }: fc.RunDetails<[HostileRequest]>): string {
  const [{ operation, caller, path, headers, body }] = counterexample as [HostileRequest];
  return `${caller}: ${operation.method} ${path} ${JSON.stringify(headers)} ${JSON.stringify(body)}\n${String(errorInstance)}`;
}

it(
  'whatever is asked, the answer is as described, and never that the server broke',
  async () => {
    const statuses = new Map<number, number>();
    const types = new Map<string, number>();
    const reached = new Map(
      operations.map(({ method, path }) => [`${method} ${path}`, { asked: 0, done: 0 }]),
    );
    const outcome = await fc.check(
      fc.asyncProperty(requestsFor(operations), async (asked) => {
        const answer = await sendInTime(asked);
        const { status, headers } = answer;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const type = headers['content-type'] ?? 'none';
        types.set(type, (types.get(type) ?? 0) + 1);
        const tally = reached.get(`${asked.operation.method} ${asked.operation.path}`);
        if (tally) {
          tally.asked += 1;
          if (status < 400) tally.done += 1;
        }
        assertDescribed(asked, answer);
      }),
      { numRuns: amount(600, 10_000), seed: 20_261_121 },
    );
    expect(outcome.failed ? reportOf(outcome) : 'nothing wrong').toBe('nothing wrong');
    // Not only the doors were tried: a good part got past the checks.
    const asked = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    expect(
      (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0),
      JSON.stringify([...statuses]),
    ).toBeGreaterThan(asked / 8);
    expect(server.runtime.registry.isEnabled('applications')).toBe(true);
    if (!isWhole) return;
    // Some need a secret, or names that nobody guesses; that each call can succeed is shown by `tests/contract/leaks`.
    const never = [...reached].filter(([, { done }]) => done === 0).map(([name]) => name);
    expect(never.length, `never got past the checks: ${never.join(', ')}`).toBeLessThan(
      operations.length / 2,
    );
    expect([...types.keys()]).toEqual(expect.arrayContaining(Object.keys(beginnings)));
  },
  amount(300_000, 1_800_000),
);
