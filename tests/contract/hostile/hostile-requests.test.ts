import { Agent, request } from 'node:http';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeApi } from '#kernel/server/http/openapi.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { amount } from '../../support/amount.ts';
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

/** Calls after which other calls find less than before: a switched-off plugin, a provider of identities that is away. */
const apart = new Set(['PUT /api/uz/plugins/{id}', 'PUT /api/uz/plugins/{id}/settings']);

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
  readonly type: string;
  readonly text: string;
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
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(parts).toString(),
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

function assertDescribed({ operation }: HostileRequest, { status, type, text }: Answer): void {
  expect(status, text.slice(0, 500)).toBeLessThan(500);
  if (status >= 300 && status < 400) return;
  const described = operation.answers[String(status)]?.content;
  if (described && !('application/json' in described)) return;
  expect(type).toContain('application/json');
  const schema = described?.['application/json']?.schema ?? errors;
  expect(status >= 400 || described !== undefined, `${status} is not described`).toBe(true);
  const validate = ajv.compile(schema);
  expect(validate(JSON.parse(text)) ? [] : validate.errors, `${status} ${text.slice(0, 500)}`).toEqual([]);
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
    const outcome = await fc.check(
      fc.asyncProperty(requestsFor(operations), async (asked) => {
        const answer = await sendInTime(asked);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
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
    ).toBeGreaterThan(asked / 20);
    expect(server.runtime.registry.isEnabled('applications')).toBe(true);
  },
  amount(300_000, 1_800_000),
);
