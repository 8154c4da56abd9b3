import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toResponseError } from '#kernel/client/data/request-error.ts';
import { Draft } from '#kernel/client/drafts/draft.ts';
import { sendChange } from '#kernel/records/client/form/send-change.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';

// Browser forms against the server, after the response to a change was lost and the user continued to edit.

interface Direction {
  readonly id: number;
  readonly uz: { readonly name: string };
  readonly updatedAt: string;
}

let server: TestServer;
let chief: ApiClient;
let record: Direction;
let draft: Draft<string>;
let count = 0;

beforeAll(async () => {
  server = await testServer({ plugins: ['directions'] });
  chief = await server.signIn({ role: 'super_admin' });
});
afterAll(() => server.close());
beforeEach(async () => {
  count++;
  record = await bodyOrError<Direction>(chief.post('directions', bodyOf('Boshlangʻich')));
  const noStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const noFiles = { get: async () => undefined, set: async () => undefined, del: async () => undefined };
  draft = new Draft('direction', '', noStorage, noFiles);
});

/** Names are unique. */
const uniqueName = (name: string) => `${name} ${count}`;
const bodyOf = (name: string) => ({
  uz: { name: uniqueName(name) },
  ru: { name: uniqueName(`${name} по-русски`) },
});

async function bodyOrError<Body>(response: ReturnType<ApiClient['get']>): Promise<Body> {
  const { status, body, headers } = await response;
  if (status >= 400) throw toResponseError(status, body, headers.get('retry-after'));
  return body as Body;
}

const put = (name: string, version: string | null, idempotencyKey: string) =>
  bodyOrError<Direction>(
    chief.put(`directions/${record.id}`, bodyOf(name), {
      idempotencyKey,
      ...(version === null ? {} : { headers: { 'if-match': `"${version}"` } }),
    }),
  );

/** Saves like the form, starting from the original record. */
function save(name: string, version: string | null = record.updatedAt) {
  const formers: Direction[] = [];
  const saved = sendChange<Direction>({
    send: (of, key) => put(name, of, key),
    version,
    draft: { idempotencyKey: draft.state().idempotencyKey, renewKey: () => draft.renewKey() },
    onFormer: (former) => formers.push(former),
  });
  return { saved, formers };
}

/** A save that the server stores, but whose response is lost. */
const saveWithLostResponse = (name: string) => put(name, record.updatedAt, draft.state().idempotencyKey);

async function countChanges(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit_log
    where subject_type = 'direction' and subject_id = ${record.id} and action like '%.update'`.execute(
    server.database,
  );
  return rows[0]?.count ?? 0;
}

test('saves a second edit after a lost response at the first try', async () => {
  const lost = await saveWithLostResponse('Oraliq');
  const { idempotencyKey } = draft.state();
  const { saved, formers } = save('Oxirgi');
  expect(await saved).toMatchObject({ id: record.id, uz: { name: uniqueName('Oxirgi') } });
  expect(formers).toEqual([lost]);
  expect(draft.state().idempotencyKey).not.toBe(idempotencyKey);
  expect(await countChanges()).toBe(2);
});

test('repeats the lost response for the same edit, and writes nothing', async () => {
  const lost = await saveWithLostResponse('Bir xil');
  const { saved, formers } = save('Bir xil');
  expect(await saved).toEqual(lost);
  expect(formers).toEqual([]);
  expect(await countChanges()).toBe(1);
});

test("does not overwrite another user's later change", async () => {
  const lost = await saveWithLostResponse('Meniki');
  const theirs = await put('Uniki', lost.updatedAt, crypto.randomUUID());
  await expect(save('Meniki yana').saved).rejects.toMatchObject({
    code: 'edit_conflict',
    body: { current: { uz: { name: uniqueName('Uniki') }, updatedAt: theirs.updatedAt } },
  });
});

test("does not take another user's change for the lost one", async () => {
  await put('Uniki', record.updatedAt, crypto.randomUUID());
  const { saved, formers } = save('Meniki');
  await expect(saved).rejects.toMatchObject({ code: 'edit_conflict' });
  expect(formers).toEqual([]);
});

test('without a version leaves the decision to the user', async () => {
  await put('Oldingi', null, draft.state().idempotencyKey);
  await expect(save('Keyingi', null).saved).rejects.toMatchObject({ code: 'repeated_differently' });
  expect(await countChanges()).toBe(1);
});
