/**
 * Checks that nothing leaks: in a city of canaries, every kind of caller makes every call of the server. Each
 * call succeeds at least once, and its response is compared with the API description. Responses, events,
 * addresses, the log and the audit log are searched for forbidden values. `calls.ts` declares who may make
 * which call and what it may disclose; a call without a row fails.
 */
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { signedIn } from '#kernel/contract/index.ts';
import { writeFactorPolicy } from '#kernel/identity/server/index.ts';
import { describeApi } from '#kernel/server/http/docs/openapi.ts';
import { route } from '#kernel/server/api/index.ts';
import {
  identityClient,
  startIdentityService,
  type IdentityService,
} from '#kernel/testing/identity-service.ts';
import { pluginWith } from '#kernel/testing/sample-plugin.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { startTraceCollector, type TraceCollector } from '#kernel/testing/trace-collector.ts';
import { manifests } from '../../architecture/manifests.ts';
import { namedValidatorOf } from '../document.ts';
import { callersOf, callersOfCall, hasRight, inLanes, type Caller } from './callers.ts';
import { calls } from './calls.ts';
import { finderOf, type Finder } from './canaries.ts';
import { callsOf, declarationsOf, checkCall, mayRead, read, type LeakContext } from './check-call.ts';
import { disclosedByEvents, eventOf, events, eventsOf, leaksInFrames, strayEvents } from './events.ts';
import { createBrowser, runAccountCalls } from './own-account.ts';
import { lettersPlugin, runIntakeCalls, startGateway, visitedSite } from './intake-calls.ts';
import { buildWorld, type World } from './world.ts';

let service: IdentityService;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let collector: TraceCollector;
let server: TestServer;
let world: World;
let callers: Caller[];
let find: Finder;
let leakContext: LeakContext;
const logLines: string[] = [];
const sockets: { caller: Caller; socket: Socket; frames: string[] }[] = [];

/** Leaks a value in each possible way. */
const leakingPlugin = pluginWith(
  'planted',
  {
    routes: [
      route({
        method: 'GET',
        path: 'planted',
        summary: 'Leaks',
        access: signedIn,
        query: z.strictObject({ how: z.enum(['body', 'log', 'error', 'event']) }),
        response: z.object({ number: z.string() }),
        async handle({ query: { how }, context, emit }) {
          const { rows } = await sql<{ number: string }>`
            select personal_number as number from applications order by id desc limit 1`.execute(server.database);
          const number = rows[0]?.number ?? '';
          if (how === 'log') context.log.warn({ number }, 'on purpose');
          const broken = sql`select ${number}::text::date`;
          const note = (err: unknown) => context.log.warn({ err }, 'on purpose');
          if (how === 'error') await broken.execute(context.database).catch(note);
          if (how === 'event') (emit as (...event: unknown[]) => void)('planted_said', { number });
          return { number: how === 'body' ? Buffer.from(number).toString('base64') : '' };
        },
      }),
    ],
  },
  { events: { planted_said: { payload: z.object({ number: z.string() }), access: signedIn, area: 'none' } } },
); // prettier-ignore

beforeAll(async () => {
  vi.stubEnv('KOMAK_ONEID_SECRET', identityClient.clientSecret);
  service = await startIdentityService();
  gateway = await startGateway();
  collector = await startTraceCollector();
  const { clientId, scope } = identityClient;
  // All callers share one address: none should be limited by another.
  const limits = { address: 100_000, site: 100_000, status: 100_000 };
  server = await testServer({
    config: {
      one_id: { address: service.address, clientId, scope },
      intake: { visitors: true, gateway: gateway.address, proofBits: 6, limits },
    },
    deployment: { allowedOrigins: [visitedSite], trust: { upload: true } },
    traces: collector.plan,
    logLevel: 'trace',
    logTo: { write: (line) => void logLines.push(line) },
    plugins: [...manifests.map(({ id }) => id), leakingPlugin, lettersPlugin],
  });
  world = await buildWorld(server);
  callers = await callersOf(server, world.neighborhoods);
  find = finderOf(world.canaries);
  // Other admins of the same kinds, since calls end the caller's own sessions too.
  const listeners = await callersOf(server, world.neighborhoods);
  const named = (kind: string) =>
    [callers, listeners].flatMap((list) => list.find(({ name }) => name === kind)?.adminId ?? []);
  const receivers = { own: named('a receiver'), foreign: named('a super admin') };
  const validate = namedValidatorOf(describeApi(server.services, '/api/uz'), '/api/uz');
  leakContext = { server, world, find, validate, receivers, observed: new Set(), succeeded: new Set() };
  await Promise.all(listeners.map(listen));
});
afterAll(async () => {
  for (const { socket } of sockets) socket.disconnect();
  await server?.close();
  await service?.close();
  gateway?.close();
  await collector?.close();
  vi.unstubAllEnvs();
});

/** Records every frame that a caller receives. */
async function listen(caller: Caller): Promise<void> {
  const token = await caller.token();
  const socket = io(server.url, {
    auth: { token },
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
  });
  const frames: string[] = [];
  socket.io.engine.on('packet', ({ data }: { data?: unknown }) => void frames.push(String(data)));
  const isIn = await new Promise<boolean>((done) => {
    socket.once('connect', () => done(true));
    socket.once('connect_error', () => done(false));
  });
  expect(isIn, caller.name).toBe(caller.adminId !== null);
  sockets.push({ caller, socket, frames });
}

const isLeaking = (name: string) => name.includes('planted');

const leaksInLog = () =>
  logLines.flatMap((line) =>
    find(line).map(({ secret, value }) => `the log tells ${secret}: ${value}: ${line}`),
  );

test('every call of the server has a row, and every row is a call', () => {
  expect(callsOf(server).filter((name) => !isLeaking(name))).toEqual(Object.keys(calls).toSorted());
});

test('every event of the server has a row, and every row is an event', () => {
  expect(eventsOf(server).filter((name) => !isLeaking(name))).toEqual(Object.keys(events).toSorted());
});

test('every call with a version rejects an old one', () => {
  const routes = server.services.plugins.loaded.flatMap(({ module }) => module.routes ?? []);
  const declared = routes.filter(({ versioned }) => versioned).map(({ method, path }) => `${method} ${path}`);
  const tried = Object.entries(calls).flatMap(([name, { versioned }]) => (versioned ? [name] : []));
  expect(declared.toSorted()).toEqual(tried.toSorted());
});

test('gives every caller on every call the declared access, and no data beyond it', async () => {
  const problems: string[] = [];
  for (const [index, [name, row]] of Object.entries(calls).entries()) {
    const tried = callersOfCall(callers, index);
    // Concurrently, if no caller changes another one's results.
    const sequential = name.startsWith('GET') ? [] : tried.filter((caller) => hasRight(caller, row.requires));
    const parallel = tried.filter((caller) => !sequential.includes(caller));
    const found = await inLanes(parallel, (caller) => checkCall(leakContext, name, row, caller));
    for (const caller of sequential) found.push(await checkCall(leakContext, name, row, caller));
    problems.push(...found.flat());
  }
  expect(problems).toEqual([]);
}, 900_000);

test("calls about one's own account reveal nothing about others", async () => {
  const whole = ['application_receiver', 'household_add', 'street_add'];
  const staff = [{}, { permissions: whole }, { role: 'super_admin', permissions: whole }] as const;
  const problems: string[] = [];
  for (const draft of staff) problems.push(...(await runAccountCalls(leakContext, service, draft)));
  expect(problems).toEqual([]);
});

test('intake reveals no data of the office to a citizen or a site', async () => {
  expect(await runIntakeCalls(leakContext, { readCode: gateway.readCode, service })).toEqual([]);
});

test('gives no rights and no events to an admin who has yet to add the required second factor', async () => {
  const chief = callers.find(({ name }) => name === 'a super admin');
  const receiver = callers.find(({ name }) => name === 'a receiver');
  if (!chief || !receiver) throw new Error('there is no super admin, or nobody who receives events');
  const withoutFactor: Caller = { ...chief, rights: ['anyone', 'signedIn'], reach: [] };
  const { database } = server;
  const setFactorPolicy = (policy: 'nobody' | 'super_admins') =>
    database.transaction().execute((transaction) => writeFactorPolicy(transaction, policy));
  // One socket connects before it is required, one after.
  const before = { ...withoutFactor, name: 'a super admin who was there before' };
  await listen(before);
  await setFactorPolicy('super_admins');
  // The database notifies the node; until then its sockets have their previous permissions.
  const framesBefore = sockets.at(-1)?.frames ?? [];
  await vi.waitFor(() => expect(framesBefore.join('')).toContain('session_change'), 30_000);
  await listen({ ...withoutFactor, name: 'a super admin without the factor' });
  const received = sockets.find(({ caller }) => caller.name === 'a receiver')?.frames ?? [];
  const { length } = received;
  const api = server.api({ token: (await receiver.token()) ?? '' });
  expect((await api.upload('applications', world.applicationForm('own'))).status).toBe(201);
  await vi.waitFor(() => expect(received.slice(length).join('')).toContain('application_receive'));
  const problems: string[] = [];
  for (const [name, row] of Object.entries(calls))
    problems.push(...(await checkCall(leakContext, name, row, withoutFactor)));
  await setFactorPolicy('nobody');
  expect([...problems, ...leaksInFrames(leakContext, sockets)]).toEqual([]);
});

test('delivered every event of these calls only to sockets that may receive it', async () => {
  const receiver = sockets.find(({ caller }) => caller.name === 'a receiver');
  // They received events, so the search is meaningful.
  await vi.waitFor(() => expect(receiver?.frames.join('')).toContain('application_receive'));
  expect(find(receiver?.frames.join('') ?? '').map(({ secret }) => secret)).toContain('application.phone');
  expect(leaksInFrames(leakContext, sockets)).toEqual([]);
  expect(strayEvents(sockets)).toEqual([]);
  const seen = new Set(sockets.flatMap(({ frames }) => frames.flatMap((frame) => eventOf(frame) ?? [])));
  for (const event of ['retention_change', 'person_erased', 'user_change', 'admin_change']) {
    expect([...seen]).toContain(event);
  }
});

test('uses every permission of the table: it allows no more than is needed', () => {
  const disclosures = Object.fromEntries(Object.entries(calls).map(([name, row]) => [name, row.discloses]));
  const declared = declarationsOf({ ...disclosures, ...disclosedByEvents });
  expect(declared.filter((one) => !leakContext.observed.has(one))).toEqual([]);
});

test('a file opens to readers of its application, by an address of their own session only', async () => {
  const problems: string[] = [];
  for (const caller of callers) {
    const token = await caller.token();
    const session = token === null ? null : await server.services.sessions.find(token);
    for (const place of ['own', 'foreign'] as const) {
      const { url } = server.services.files.present(
        {
          id: world.files[place],
          name: 'x',
          size: 1,
          format: 'pdf',
          mimetype: 'application/pdf',
          createdAt: '',
        },
        session?.id ?? 0,
      );
      const { status, text } = await read(await fetch(server.url + url));
      const row = calls['GET applications/:id'];
      const seen = find(text).filter((canary) => !mayRead(canary, row?.discloses, caller));
      if (seen.length > 0)
        problems.push(`${caller.name}: ${status} ${seen.map(({ value }) => value).join()}`);
      const other = await fetch(server.url + url.replace(/sig=\d+/, 'sig=1'));
      if (other.status !== 404) problems.push(`${caller.name}: another's address answers ${other.status}`);
    }
  }
  expect(problems).toEqual([]);
});

test('rejects callers alike, without a difference that reveals data', async () => {
  const guest = callers.find(({ name }) => name === 'an admin without permissions');
  const token = (await guest?.token()) ?? '';
  const responses = await Promise.all(
    [world.existing.application.own, world.existing.application.foreign, 999_999_999].map(async (id) => {
      const { status, text } = await read(
        await fetch(`${server.url}/api/uz/applications/${id}`, { headers: { authorization: token } }),
      );
      return `${status} ${text.split('\n\n')[1]}`;
    }),
  );
  expect(new Set(responses).size).toBe(1);
});

test("a sign-in through OneID reveals nobody's number in addresses and responses", async () => {
  const pinfl = world.canaries.find(({ secret }) => secret === 'staff.secrets')?.value ?? '';
  service.setVisitor({ identity: { pin: pinfl } });
  const problems: string[] = [];
  const step = createBrowser(leakContext, problems);
  const away = await step(`${server.url}/api/uz/oneid`);
  const back = await step(away.to);
  expect((await step(back.to)).to).toContain('oneid=done');
  await step(`${server.url}/api/uz/oneid/session`, { method: 'POST' });
  expect(problems).toEqual([]);
});

test('every call succeeded once', () => {
  const never = Object.keys(calls).filter((name) => !leakContext.succeeded.has(name));
  // They need a plugin that failed to start, as in `plugins.test.ts`, and an external one, as in
  // `tests/external/page.test.ts`. The calls of tasks and staff need a task or an absence of the same caller,
  // as in `tasks.test.ts` and `handover.test.ts`.
  expect(never).toEqual([
    'POST applications/:id/actions/results',
    'POST applications/:id/actions/returns',
    'POST applications/absences',
    'DELETE applications/absences/:id',
    'POST applications/handovers',
    'POST plugins/:id/attempts',
    'POST plugins/external',
    'DELETE plugins/:id/external',
  ]);
});

test('every call that returns unmasked values leaves its entry', async () => {
  const { rows } = await sql<{ action: string }>`select distinct action from audit_log`.execute(
    server.database,
  );
  const written = new Set(rows.map(({ action }) => action));
  const routes = server.services.plugins.loaded.flatMap(({ module }) => module.routes ?? []);
  const expected = routes.flatMap(({ clear }) => clear ?? []);
  expect(expected.length).toBeGreaterThan(5);
  expect(expected.filter((action) => !written.has(action))).toEqual([]);
});

test('the audit log names fields, and no values', async () => {
  const { rows } = await sql<{ line: string }>`select row_to_json(a)::text as line from audit_log a`.execute(
    server.database,
  );
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.flatMap(({ line }) => find(line).map(({ value }) => `${value}: ${line}`))).toEqual([]);
});

test('a database error reveals nothing in the log and in the response', async () => {
  const refusing = ['applications', 'application_actions', 'households', 'household_citizens', 'users'];
  for (const table of refusing) {
    await sql`alter table ${sql.table(table)} add constraint never check (false) not valid`.execute(
      server.database,
    );
  }
  try {
    const { applications, household } = {
      applications: world.existing.application.own,
      household: world.existing.household.own,
    };
    const { chief } = world;
    const responses = [
      await chief.upload('applications', world.applicationForm('own')),
      await chief.upload(`applications/${applications}/actions/messages`, { message: 'Kanar-xabari-own' }),
      await chief.post('households', world.householdBody('own')),
      await chief.put(`households/${household}`, world.householdBody('own')),
      await chief.put(`users/user/${world.ids.user}/block?blocked=true`),
    ];
    expect(responses.map(({ status }) => status >= 400)).toEqual(responses.map(() => true));
    expect(responses.flatMap(({ body }) => find(JSON.stringify(body)))).toEqual([]);
  } finally {
    for (const table of refusing) {
      await sql`alter table ${sql.table(table)} drop constraint never`.execute(server.database);
    }
  }
  expect(logLines.length).toBeGreaterThan(0);
  expect(leaksInLog()).toEqual([]);
});

test('traces name routes, statements and hosts, and no values', () => {
  const names = collector.spans.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['POST /api/uz/applications', 'commit', 'click button']));
  expect(collector.texts.flatMap((text) => find(text).map(({ value }) => value))).toEqual([]);
});

test('finds a leak in a body, in an event and in the log', async () => {
  expect(callsOf(server).filter(isLeaking)).toEqual(['GET planted']);
  const guest = callers.find(({ name }) => name === 'an admin without permissions');
  if (!guest) throw new Error('there is no guest');
  const found = (how: string) =>
    checkCall(
      leakContext,
      'GET planted',
      { requires: 'signedIn', queries: () => [`?how=${how}`], expects: [200] },
      guest,
    );
  expect(await found('body')).toEqual([expect.stringContaining('tells application.numbers')]);
  expect(await found('event')).toEqual([]);
  await vi.waitFor(() =>
    expect(leaksInFrames(leakContext, sockets)[0]).toContain('planted_said tells application.numbers'),
  );
  const before = logLines.length;
  // A value quoted by the database is masked in the log …
  expect(await found('error')).toEqual([]);
  expect(logLines.slice(before).join('')).toContain('out of range: \\"…\\"');
  expect(leaksInLog()).toEqual([]);
  // … and a logged value is found.
  expect(await found('log')).toEqual([]);
  expect(leaksInLog()).toEqual([expect.stringContaining('the log tells application.numbers')]);
  // Also finds a call that is open to too many callers.
  const closed = await checkCall(
    leakContext,
    'GET planted',
    { requires: 'superAdmin', queries: () => ['?how=event'] },
    guest,
  );
  expect(closed).toEqual([expect.stringContaining('200 in place of 403')]);
});

test('every database connection was released', async () => {
  const { pool } = server.services;
  await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount));
});
