import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Secret } from 'otpauth';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { languages } from '#kernel/domain/text/languages.ts';
import { hashPassword } from '#kernel/identity/server/session/password.ts';
import { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
import { writeArchive } from '#kernel/server/artefacts/archive.ts';
import { rejectionCodes } from '#kernel/server/artefacts/rejection.ts';
import { generateKey } from '#kernel/server/artefacts/signature.ts';
import { createAdmin, type AdminDraft } from '#kernel/testing/admins.ts';
import { createApi, type ApiClient } from '#kernel/testing/api.ts';
import { withLocalhost } from '#kernel/testing/command.ts';
import { createTestDatabase } from '#kernel/testing/database.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import type { Examination, PluginDetail } from '#plugins/plugins/contract.ts';
import { startNode, type NodeProcess } from '../support/node-process.ts';
import { queueFiles, type QueueDraft } from './support/queue.ts';

const password = 'qirqta-tuya-besh';
const { privateKey, publicKey } = generateKey();
const key = { name: 'city', privateKey };
const second = { 'migrations/002-more.sql': 'insert into queue_counters values (2, 10);' };
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: OpenDatabase;
let node: NodeProcess;
let other: NodeProcess;
/** A super admin with a second factor, and its recovery codes, each valid once. */
let api: ApiClient;
let codes: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-page-'));
  database = await createTestDatabase();
  opened = openDatabase({ connectionString: database.url });
  [node, other] = [await start({ upload: true }), await start({ upload: true })];
  api = await signIn({ role: 'super_admin' });
  const factor = 'admins/admin/second-factor';
  const { body } = await api.post<{ secret: string }>(factor, { password });
  const secret = Buffer.from(Secret.fromBase32(body.secret).bytes);
  const added = await api.put<{ recovery_codes: string[] }>(factor, { code: codeAt(secret, Date.now()) });
  codes = added.body.recovery_codes;
});
afterAll(async () => {
  await node.stop();
  await other.stop();
  await opened.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function start(trust: { readonly upload: boolean }): Promise<NodeProcess> {
  const own = JSON.parse(
    await readFile(resolve(import.meta.dirname, '../../deployment.json'), 'utf8'),
  ) as object;
  const file = join(folder, `deployment-${trust.upload}.json`);
  const deployment = { ...own, $schema: undefined, trust: { ...trust, keys: { city: publicKey } } };
  await writeFile(file, JSON.stringify(deployment));
  return startNode({ DATABASE_URL: withLocalhost(database.url), KOMAK_DEPLOYMENT: file, KOMAK_DEMO: '0' });
}

async function signIn(draft: AdminDraft): Promise<ApiClient> {
  const { login } = await createAdmin(opened.database, {
    ...draft,
    passwordHash: await hashPassword(password),
  });
  const { body } = await createApi(node.url).post<{ data: { token: string } }>('admins/login', {
    login,
    password,
  });
  return createApi(node.url, { token: body.data.token });
}

const packed = (draft: QueueDraft) => writeArchive(queueFiles({ key, ...draft }));
const file = (content: Buffer) => [{ name: 'queue.tgz', type: 'application/gzip', content }];
const examine = (content: Buffer, as = api) =>
  as.upload<Examination>('plugins/external/plan', {}, file(content));
const install = (content: Buffer, fields: Readonly<Record<string, string>>, as = api) =>
  as.upload<PluginDetail>('plugins/external', fields, file(content));
const proof = () => ({ password, code: codes.pop() ?? '' });
const digestOf = async (content: Buffer) => (await examine(content)).body.plan?.digest ?? '';
async function add(draft: QueueDraft) {
  const content = await packed(draft);
  return install(content, { ...proof(), digest: await digestOf(content) });
}
async function response({ url }: NodeProcess) {
  const { status, body } = await createApi(url).get<Record<string, unknown>>('queue');
  return status === 200 ? body : status;
}

test('an archive is examined, added, upgraded and removed over HTTP, on every node', async () => {
  const content = await packed({});
  const { status, body } = await examine(content);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    refusals: [],
    second_factor: true,
    plan: {
      id: 'queue',
      version: '1.0.0',
      from: null,
      pages: ['/queue'],
      permissions: ['queue_watch'],
      tables: ['queue_counters'],
      signer: 'city',
    },
  });
  expect((await api.get('plugins/queue')).status).toBe(404);

  const added = await install(content, { ...proof(), digest: body.plan?.digest ?? '' });
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({
    id: 'queue',
    reasons: [{ state: 'disabled' }],
    external: { signer: 'city', source: null, isolation: null, digest: body.plan?.digest },
  });
  expect((await api.put('plugins/queue', { enabled: true, with: [] })).status).toBe(200);
  for (const each of [node, other])
    await vi.waitFor(async () =>
      expect(await response(each)).toMatchObject({ version: '1.0.0', waiting: 7 }),
    );

  const upgrade = await packed({ version: '1.1.0', files: second });
  expect((await examine(upgrade)).body.plan).toMatchObject({ from: '1.0.0', version: '1.1.0' });
  expect((await add({ version: '1.1.0', files: second })).body).toMatchObject({
    version: '1.1.0',
    reasons: [{ state: 'enabled' }],
  });
  for (const each of [node, other])
    await vi.waitFor(async () =>
      expect(await response(each)).toMatchObject({ version: '1.1.0', waiting: 17 }),
    );

  // One that does not start is rolled back, and the response contains the reason.
  const failed = await add({
    version: '2.0.0',
    files: { ...second, 'migrations/003-away.sql': 'delete from queue_counters;' },
    start: 'throw new Error("no printer");',
  });
  expect(failed).toMatchObject({
    status: 422,
    body: { code: 'refused', refusals: [{ code: 'start', params: { problem: 'no printer' } }] },
  });
  expect(await response(node)).toMatchObject({ version: '1.1.0', waiting: 17 });

  expect(await api.del('plugins/queue/external')).toMatchObject({
    status: 409,
    body: { code: 'still_enabled' },
  });
  await api.put('plugins/queue', { enabled: false, with: [] });
  expect((await api.del('plugins/queue/external')).status).toBe(200);
  expect((await api.get('plugins/queue')).status).toBe(404);
  expect((await api.del('plugins/streets/external')).status).toBe(404);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where action like 'plugins.plugin.%' order by id`.execute(opened.database);
  expect(rows.map(({ action }) => action.replace('plugins.plugin.', ''))).toEqual([
    'add', 'enable', 'add', 'add', 'disable', 'remove',
  ]); // prettier-ignore
});

test('an incompatible archive is rejected before it is added, with every reason', async () => {
  const texts = JSON.stringify({
    menu: { title: 'a', hall: 'b' },
    permissions: { queue_watch: 'c', application_receiver: 'd' },
  });
  const reasonsOf = async (draft: QueueDraft) =>
    (await examine(await packed(draft))).body.refusals.map(({ code, params }) => [code, params['other']]);
  expect(
    await reasonsOf({
      key: null,
      apiVersion: '^7',
      manifest: {
        routes: { hall: { path: '/streets', access: { rule: 'anyone' } } },
        permissions: ['queue_watch', 'application_receiver'],
        requires: { nothing: '^1' },
      },
      files: { 'locales/uz.json': texts, 'locales/ru.json': texts },
    }),
  ).toEqual([
    ['api_version', undefined],
    ['taken_path', 'streets'],
    ['taken_permission', 'applications'],
    ['missing_requirement', undefined],
    ['unsigned', undefined],
  ]);
  expect(await reasonsOf({ server: 'throw new Error("no ink");' })).toEqual([['server_throws', undefined]]);
  expect(await reasonsOf({ files: { 'locales/ru.json': '{}' } })).toContainEqual(['missing_text', undefined]);
  expect((await examine(Buffer.from('nothing'))).body).toMatchObject({
    plan: null,
    refusals: [{ code: 'not_an_archive' }],
  });
  const unsigned = await packed({ key: null });
  const { body } = await install(unsigned, { ...proof(), digest: 'sha256-0' });
  expect(body).toMatchObject({ code: 'refused', refusals: [{ code: 'unsigned' }] });
  expect((await api.upload('plugins/external/plan', {}, [])).status).toBe(422);
});

test('needs the password, a fresh code, and the examined archive', async () => {
  const content = await packed({ version: '3.0.0', files: second });
  const digest = await digestOf(content);
  const fieldsOf = async (fields: Readonly<Record<string, string>>) => {
    const { status, body } = await install(content, fields);
    return [status, Object.keys((body as { fields?: object }).fields ?? {})];
  };
  expect(await fieldsOf({ password: 'wrong', code: codes[0] ?? '', digest })).toEqual([422, ['password']]);
  expect(await fieldsOf({ password, code: '000000', digest })).toEqual([422, ['code']]);
  expect(await fieldsOf({ digest })).toEqual([422, ['password']]);
  const seen = await digestOf(await packed({ version: '3.0.1', files: second }));
  expect(await install(content, { password, code: codes[0] ?? '', digest: seen })).toMatchObject({
    status: 409,
    body: { code: 'archive_changed' },
  });
  const used = codes.pop() ?? '';
  expect((await install(content, { password, code: used, digest })).status).toBe(201);
  expect(await fieldsOf({ password, code: used, digest })).toEqual([422, ['code']]);

  const without = await signIn({ role: 'super_admin' });
  expect((await examine(content, without)).body.second_factor).toBe(false);
  expect(await install(content, { password, code: '000000', digest }, without)).toMatchObject({
    status: 409,
    body: { code: 'factor_off' },
  });
});

test('requires super admins, and a deployment that allows it', async () => {
  const content = await packed({});
  for (const [as, status] of [
    [createApi(node.url), 401],
    [await signIn({ permissions: ['application_receiver'] }), 403],
  ] as const) {
    expect((await examine(content, as)).status).toBe(status);
    expect((await install(content, { ...proof(), digest: 'x' }, as)).status).toBe(status);
    expect((await as.del('plugins/queue/external')).status).toBe(status);
  }
  const closed = await start({ upload: false });
  try {
    const there = createApi(closed.url, { token: api.token ?? '' });
    for (const call of [
      () => examine(content, there),
      () => install(content, { ...proof(), digest: 'x' }, there),
      () => there.del('plugins/queue/external'),
    ])
      expect(await call()).toMatchObject({ status: 403, body: { code: 'upload_off' } });
    const capabilitiesAt = async (url: string) => {
      const { body } = await createApi(url).get<{ plugins: { id: string; capabilities: string[] }[] }>(
        'plugins',
      );
      return body.plugins.find(({ id }) => id === 'plugins')?.capabilities;
    };
    expect(await capabilitiesAt(closed.url)).toEqual(['plugins.history']);
    expect(await capabilitiesAt(node.url)).toEqual(['plugins.history', 'plugins.upload']);
  } finally {
    await closed.stop();
  }
});

test.each(languages)('every rejection has a text in %s', async (language) => {
  const text = await readFile(resolve(import.meta.dirname, `../../locales/${language}/plugins.json`), 'utf8');
  const { rejected } = JSON.parse(text) as { rejected: Readonly<Record<string, string>> };
  expect(Object.keys(rejected).toSorted()).toEqual(rejectionCodes.toSorted());
});
