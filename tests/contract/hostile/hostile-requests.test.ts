import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeApi } from '#kernel/server/http/docs/openapi.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { byLength, isFullLength } from '../../support/test-length.ts';
import { validatorOf, operationsOf, mediaTypesOf, type Operation, type RawResponse } from '../document.ts';
import { hostileTexts } from './arbitrary-json.ts';
import { printable, reportOf, requestsFor } from './arbitrary-request.ts';
import { createRequester } from './requester.ts';

let server: TestServer;
let operations: Operation[];
let validate: ReturnType<typeof validatorOf>;
let requester: ReturnType<typeof createRequester>;

beforeAll(async () => {
  server = await testServer({ demo: true });
  const document = describeApi(server.services, '/api/uz');
  operations = operationsOf(document);
  validate = validatorOf(document);
  requester = createRequester(server);
}, 120_000);
afterAll(() => server?.close());

const nameOf = ({ method, path }: Operation) => `${method} ${path.replace('/api/uz/', '')}`;

function operationOf(name: string): Operation {
  const found = operations.find((operation) => nameOf(operation) === name);
  if (!found) throw new Error(`${name} is not described`);
  return found;
}

function assertDescribed(operation: Operation, response: RawResponse): void {
  expect(response.status, response.body.toString('utf8', 0, 500)).toBeLessThan(500);
  expect(validate(operation, response)).toEqual([]);
}

/** The fields that an empty call lacks; the query is checked first, and files last. */
function missingFieldsOf({ parameters, body }: Operation): readonly string[] {
  const query = parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => name);
  if (query.length > 0) return query;
  const [form = {}] = Object.values(body ?? {});
  const required = (form['required'] ?? []) as string[];
  return required.length > 1 ? required.filter((name) => name !== 'files') : required;
}

/** Other errors: an unsigned address is not found, and a message is a text or files. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // A person is identified by JSHSHIR or by passport.
  'GET applications/intake': ['personal_number'],
  // Its fields depend on the action.
  'POST applications/batches': ['kind'],
  // A passkey, or another factor; the password without a second factor.
  'POST admins/admin/second-factor': ['password'],
  // Rejected before their bodies are read: they require a site, with a ticket or a key.
  'POST intake/tickets': [],
  'POST intake/files': [],
  'POST intake/codes': [],
  'POST intake/codes/check': [],
  'POST intake/applications': [],
  'POST intake/identities': [],
  'POST intake/identities/result': [],
  'POST intake/identities/removal': [],
  'POST intake/letter-checks': [],
  'GET files/{id}': [],
  'POST applications/{id}/actions/messages': ['message'],
};

/** Calls with an optional body: the specification's block has none, ours a reason; another is always empty. */
const optionalBodies: readonly string[] = [
  'PUT users/user/{id}/block',
  'POST intake/identities/removal',
  'POST applications/views/{id}/restore',
  // A proof has no generally required field; a sign-in with only a passkey has no ticket.
  'POST admins/login/passkey/options',
  'POST admins/admin/passkeys/options',
  'POST admins/admin/passkeys/{passkey}/removal',
  'POST admins/admin/second-factor',
  'POST admins/admin/second-factor/recovery',
  'POST admins/admin/second-factor/removal',
  'POST admins/{id}/factor-reset/confirmation',
  'POST retention/requests/{id}/confirmation',
  'POST oneid/link',
  'POST oneid/link/removal',
];

it('reports exactly the required fields as missing, each by its name', async () => {
  for (const operation of operations) {
    const name = nameOf(operation);
    const path = operation.path
      .replace('plugins/{id}', 'plugins/nowhere')
      .replaceAll(/\{\w+\}/g, '999999999');
    const response = await requester.send({
      operation,
      caller: 'a super admin',
      path,
      headers: {},
      body: null,
    });
    assertDescribed(operation, response);
    const { fields = {} } = (response.status === 422 ? JSON.parse(response.body.toString()) : {}) as {
      fields?: object;
    };
    const missing = exceptions[name] ?? missingFieldsOf(operation);
    expect(Object.keys(fields).toSorted(), name).toEqual(missing.toSorted());
    const isRequired = operation.body !== null && !optionalBodies.includes(name);
    expect(operation.needsBody, `${name}: its body`).toBe(isRequired);
  }
});

/** Calls that lock out other callers: disabling a plugin, requiring a second factor. */
const stateChangingCalls = ['PUT plugins/{id}', 'PUT plugins/{id}/settings', 'PUT admins/second-factor'];

/** Calls for a letter's file or an unguessable address; `tests/contract/leaks` makes each succeed. */
const filesOfRecords = [
  'GET files/{id}',
  'POST letters/preview',
  'GET letter-batches/{id}/file',
  'GET intake/letters',
];

it(
  'responds to any request as described, and never with a server error',
  async () => {
    const tested = operations.filter((operation) => !stateChangingCalls.includes(nameOf(operation)));
    const statuses = new Map<number, number>();
    const done = new Set<string>();
    const outcome = await fc.check(
      fc.asyncProperty(requestsFor(tested), async (request) => {
        const response = await requester.send(request);
        const { status, headers } = response;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status < 400) {
          done.add(nameOf(request.operation)).add(String(headers['content-type']).split(';')[0] ?? '');
        }
        assertDescribed(request.operation, response);
      }),
      // So many for each call that half of them pass the checks by chance.
      { numRuns: byLength(600, Math.max(10_000, 100 * tested.length)), seed: 20_261_121 },
    );
    expect(outcome.failed ? reportOf(outcome) : 'no failure').toBe('no failure');
    // Many requests passed the checks of access and input.
    const count = [...statuses.values()].reduce((sum, one) => sum + one, 0);
    expect(
      (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0),
      JSON.stringify([...statuses]),
    ).toBeGreaterThan(count / 8);
    expect(server.services.plugins.registry.isEnabled('applications')).toBe(true);
    if (!isFullLength) return;
    // Some need a secret or a name that cannot be guessed; `tests/contract/leaks` makes each succeed and compares the
    // response.
    const never = tested.map(nameOf).filter((name) => !done.has(name));
    expect(never.length, `never got past the checks: ${never.join(', ')}`).toBeLessThan(tested.length / 2);
    const types = tested
      .filter((operation) => !filesOfRecords.includes(nameOf(operation)))
      .flatMap(mediaTypesOf);
    expect(types.filter((type) => !done.has(type.split(';')[0] ?? ''))).toEqual([]);
  },
  byLength(300_000, 1_800_000),
);

const ranges = fc.oneof(
  fc.constantFrom('bytes=0-', 'bytes=0-0', 'bytes=-1', 'bytes=9-1,,', 'bytes=0-1,3-4'),
  fc.tuple(fc.nat(4000), fc.nat(4000)).map(([first, last]) => `bytes=${first}-${last}`),
  hostileTexts.map((text) => `bytes=${printable(text)}`),
);

it('serves a file whole or in ranges, as described, to its signed address only', async () => {
  const operation = operationOf('GET files/{id}');
  const { rows } = await server.services.pool.query<{ id: number }>(
    'select id::int from files order by id limit 20',
  );
  const token = await requester.tokenOf('a super admin');
  const session = token === null ? null : await server.services.sessions.find(token);
  const get = async (path: string, headers: Record<string, string>) =>
    requester.send({ operation, caller: 'nobody', path, headers, body: null });
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...rows), ranges, fc.nat(9), async ({ id }, range, chance) => {
      const path = server.services.files.url(id, session?.id ?? 0);
      const other = chance > 0 ? path : path.replace(/\d(?=&)/, (digit) => String((Number(digit) + 1) % 10));
      const [whole, part] = [await get(path, {}), await get(other, { range })];
      for (const response of [whole, part]) {
        statuses.add(response.status);
        assertDescribed(operation, response);
      }
      if (part.status === 404) return;
      const [, first = 0, last = whole.body.length] =
        /^bytes (\d+)-(\d+)/.exec(String(part.headers['content-range'])) ?? [];
      expect(part.body).toEqual(whole.body.subarray(Number(first), Number(last) + 1));
    }),
    { numRuns: byLength(50, 1000), seed: 20_261_121 },
  );
  expect([...statuses].toSorted()).toEqual([200, 206, 404]);
});
