import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorBody, Page, RecordChange } from '#kernel/contract/index.ts';
import { testServer, type AdminDraft, type ApiClient, type TestServer } from './server.ts';
import { listenAs } from './sockets.ts';

/** A record with names, as its plugin returns it. */
export interface NamedRecord {
  id: number;
  uz: { name: string };
  ru: { name: string };
  author: { first_name: string; last_name: string } | null;
  createdAt: string;
  updatedAt: string;
}

/** Describes one type of records with names. */
export interface RecordSuite {
  readonly plugin: string;
  /** The path of the calls, such as `household-categories`. */
  readonly path: string;
  /** The subject in the audit log, such as `direction` … */
  readonly subject: string;
  /** … and the prefix of `.create`; the plugin by default. */
  readonly action?: string;
  readonly event: string;
  /** Creates the records that these refer to. */
  prepare?(server: TestServer): Promise<void>;
  /** Valid fields besides the names. */
  fields(): Readonly<Record<string, unknown>>;
  /** An admin who may read and change the records. */
  readonly editor: AdminDraft;
  /** Admins who may not, by description. */
  readonly unauthorized: Readonly<Record<string, AdminDraft>>;
  readonly sorts: readonly string[];
  /** Fields besides the record in responses of changes. */
  readonly extraFields?: readonly string[];
}

const hostile = [
  `'; drop table admins; --`,
  '<script>alert(1)</script>',
  '%_\\',
  '{{count}} ${7*7}',
  '‮ortiqcha',
  '😀 ʼʻ’',
];

/**
 * Tests the contract of lists and forms of records with names, for each plugin that has such records. Over 60 lines: it
 * is a list of tests.
 */
export function testRecords(suite: RecordSuite): void {
  const { path, subject, event, plugin, action = plugin } = suite;
  let server: TestServer;
  let editor: ApiClient;
  const unauthorized: Record<string, ApiClient> = {};
  let count = 0;

  beforeAll(async () => {
    server = await testServer({ plugins: [plugin] });
    await suite.prepare?.(server);
    editor = await server.signIn({ ...suite.editor, lastName: 'Karimova', firstName: 'Lola' });
    for (const [name, draft] of Object.entries(suite.unauthorized))
      unauthorized[name] = await server.signIn(draft);
  });
  afterAll(() => server.close());

  const bodyOf = (uz: string, ru = `${uz} по-русски`) => ({
    ...suite.fields(),
    uz: { name: uz },
    ru: { name: ru },
  });
  const newBody = () => bodyOf(`Nom ${++count}`);
  const ifMatch = (version: string) => ({ headers: { 'if-match': `"${version}"` } });

  /** Selects the fields that the list shows. */
  const asListed = (record: NamedRecord) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !suite.extraFields?.includes(key)));

  async function createRecord(body: object = newBody()): Promise<NamedRecord> {
    const response = await editor.post<NamedRecord>(path, body);
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    return response.body;
  }

  async function search(text: string): Promise<Page<NamedRecord>> {
    const { status, body } = await editor.get<Page<NamedRecord>>(
      `${path}?search=${encodeURIComponent(text)}`,
    );
    expect(status).toBe(200);
    return body;
  }

  describe('creating', () => {
    test('returns the record as the list shows it, with its author and times', async () => {
      const record = await createRecord(bodyOf('Yangi qoʻshilgan', 'Добавленное'));
      expect(record).toMatchObject({
        ...suite.fields(),
        uz: { name: 'Yangi qoʻshilgan' },
        ru: { name: 'Добавленное' },
        author: { first_name: 'Lola', last_name: 'Karimova' },
      });
      expect(record.createdAt).toMatch(/^\d{4}-.*\.\d{3}Z$/);
      expect((await search('yangi qoshilgan')).items).toEqual([asListed(record)]);
      expect((await search('ДОБАВЛЕННОЕ')).items).toEqual([asListed(record)]);
    });

    test('is audited with field names and without values', async () => {
      const { id } = await createRecord();
      const { rows } = await sql<{ action: string; details: { fields: string[] }; admin_id: number }>`
        select action, details, admin_id from audit_log where subject_type = ${subject} and subject_id = ${id}
      `.execute(server.database);
      expect(rows).toEqual([
        {
          action: `${action}.create`,
          admin_id: expect.any(Number),
          details: { fields: expect.arrayContaining(Object.keys(newBody())) },
        },
      ]);
    });

    test.each(['uz.name', 'ru.name'])('needs %s', async (field) => {
      const language = field.slice(0, 2);
      for (const block of [undefined, {}, { name: '' }, { name: '   ' }, { name: 7 }, { name: null }]) {
        const { status, body } = await editor.post<ErrorBody>(path, { ...newBody(), [language]: block });
        expect([status, body.code], JSON.stringify(block)).toEqual([422, 'invalid']);
        expect(Object.keys(body.fields ?? {})[0]).toMatch(new RegExp(`^${language}(\\.name)?$`));
      }
    });

    test('rejects unknown fields, long texts, and texts that no database stores', async () => {
      const bodies = {
        key: { ...newBody(), is_admin: true },
        inner: { ...newBody(), uz: { name: 'A', id: 1 } },
        author: { ...newBody(), author_id: 1 },
        long: bodyOf('a'.repeat(201)),
        zero: bodyOf('a\0b'),
        surrogate: bodyOf('a\ud800'),
        list: [newBody()],
        nothing: undefined,
      };
      for (const [what, body] of Object.entries(bodies)) {
        expect([400, 422], what).toContain((await editor.post(path, body)).status);
      }
    });

    test('stores and finds any other text', async () => {
      for (const name of hostile) {
        const record = await createRecord(bodyOf(name, `${name} ru`));
        expect(record.uz.name).toBe(name);
        expect((await search(name)).items.map(({ id }) => id)).toContain(record.id);
      }
      // The search key of each of these letters has eighteen letters.
      await createRecord(bodyOf('\uFDFA'.repeat(180)));
    });

    test('rejects a name whose search key is taken, in each language that has one', async () => {
      await createRecord(bodyOf('Oʻrmon xoʻjaligi', 'Лесхоз'));
      const taken = await editor.post<ErrorBody>(path, bodyOf("O'RMON  XO’JALIGI", 'Другое'));
      expect(taken).toMatchObject({ status: 409, body: { code: 'name_taken' } });
      expect(Object.keys(taken.body.fields ?? {})).toEqual(['uz.name']);
      const both = await editor.post<ErrorBody>(path, bodyOf('ўрмон хўжалиги', 'ЛЕСХОЗ'));
      expect(Object.keys(both.body.fields ?? {})).toEqual(['uz.name', 'ru.name']);
    });

    test('rejects one of two concurrent requests with the same name', async () => {
      const body = newBody();
      const responses = await Promise.all(
        Array.from({ length: 4 }, () => editor.post<ErrorBody>(path, body)),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
      const rejected = responses.filter(({ status }) => status === 409);
      for (const { body: responseBody } of rejected) expect(responseBody.code).toBe('name_taken');
    });

    test('runs once when it is sent twice with the same key', async () => {
      const body = newBody();
      const options = { idempotencyKey: `add-${path}` };
      const first = await editor.post<NamedRecord>(path, body, options);
      const again = await editor.post<NamedRecord>(path, body, options);
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect(again.headers.get('idempotent-replay')).toBe('true');
      expect((await search(body.uz.name)).items.filter(({ uz }) => uz.name === body.uz.name)).toHaveLength(1);
      expect((await editor.post(path, newBody(), options)).status).toBe(422);
    });
  });

  describe('changing', () => {
    test('keeps the author, increments the version, and audits the fields', async () => {
      const record = await createRecord();
      const body = { ...suite.fields(), uz: { name: `${record.uz.name} yangi` }, ru: record.ru };
      const changed = await editor.put<NamedRecord>(`${path}/${record.id}`, body);
      expect(changed).toMatchObject({ status: 200, body: { ...body, author: record.author } });
      expect(changed.body.createdAt).toBe(record.createdAt);
      expect(changed.body.updatedAt > record.updatedAt).toBe(true);
      const { rows } = await sql<{ details: { fields: string[] } }>`
        select details from audit_log
        where action = ${`${action}.update`} and subject_id = ${record.id}`.execute(server.database);
      expect(rows).toEqual([{ details: { fields: ['uz.name'] } }]);
    });

    test('with an old version is rejected with the newer one; the present one is accepted', async () => {
      const record = await createRecord();
      const recordPath = `${path}/${record.id}`;
      const second = await editor.put<NamedRecord>(recordPath, newBody(), ifMatch(record.updatedAt));
      expect(second.status).toBe(200);
      const outdated = await editor.put<ErrorBody & { current: NamedRecord }>(
        recordPath,
        newBody(),
        ifMatch(record.updatedAt),
      );
      expect(outdated).toMatchObject({
        status: 409,
        body: { code: 'edit_conflict', current: asListed(second.body) },
      });
      const third = await editor.put<NamedRecord>(recordPath, newBody(), ifMatch(second.body.updatedAt));
      expect(third.status).toBe(200);
      expect((await editor.put(recordPath, newBody())).status).toBe(200);
      expect((await editor.put(recordPath, newBody(), { headers: { 'if-match': '*' } })).status).toBe(200);
      expect((await editor.put(recordPath, newBody(), ifMatch('yesterday'))).status).toBe(400);
    });

    test('repeated after a lost response gets that response, whatever the version', async () => {
      const record = await createRecord();
      const body = newBody();
      const options = { ...ifMatch(record.updatedAt), idempotencyKey: `change-${path}` };
      const first = await editor.put<NamedRecord>(`${path}/${record.id}`, body, options);
      const again = await editor.put<NamedRecord>(`${path}/${record.id}`, body, options);
      expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    });

    test('with another body under the same key gets the stored result, from which the next change starts', async () => {
      const record = await createRecord();
      const recordPath = `${path}/${record.id}`;
      const options = { ...ifMatch(record.updatedAt), idempotencyKey: `otherwise-${path}` };
      const lost = await editor.put<NamedRecord>(recordPath, newBody(), options);
      const body = newBody();
      const rejected = await editor.put<ErrorBody>(recordPath, body, options);
      expect(rejected).toMatchObject({
        status: 422,
        body: { code: 'repeated_differently', former: lost.body },
      });
      expect((await editor.put(recordPath, body, ifMatch(lost.body.updatedAt))).status).toBe(200);
    });

    test("accepts the record's own name, and rejects that of another", async () => {
      const [one, other] = [await createRecord(), await createRecord()];
      const own = { ...suite.fields(), uz: one.uz, ru: one.ru };
      expect((await editor.put(`${path}/${one.id}`, own)).status).toBe(200);
      const taken = { ...own, uz: other.uz };
      expect(await editor.put(`${path}/${one.id}`, taken)).toMatchObject({
        status: 409,
        body: { code: 'name_taken', fields: { 'uz.name': expect.any(String) } },
      });
    });

    test('an absent record is a 404, and an invalid one a 422', async () => {
      for (const id of ['999999', '0', '-1', 'x', '9'.repeat(20)]) {
        expect((await editor.put(`${path}/${id}`, newBody())).status, id).toBe(404);
      }
      const { id } = await createRecord();
      expect((await editor.put(`${path}/${id}`, { ...newBody(), id })).status).toBe(422);
    });
  });

  describe('the list', () => {
    test('is paged, with the exact total', async () => {
      for (let round = 0; round < 3; round++) await createRecord();
      const all = await editor.get<Page<NamedRecord>>(`${path}?limit=100`);
      const { length } = all.body;
      expect(all.body.items).toHaveLength(length);
      const second = await editor.get<Page<NamedRecord>>(`${path}?limit=2&page=2`);
      expect(second.body).toMatchObject({ page: 2, limit: 2, length, total_pages: Math.ceil(length / 2) });
      expect(second.body.items).toEqual(all.body.items.slice(2, 4));
      const beyond = await editor.get<Page<NamedRecord>>(`${path}?limit=2&page=1000`);
      expect(beyond.body).toMatchObject({ items: [], length });
    });

    test.each(suite.sorts)('is sorted by %s, in either direction', async (sort) => {
      const read = async (order: string) =>
        (await editor.get<Page<NamedRecord>>(`${path}?limit=100&sort_by=${sort}&sort_order=${order}`)).body
          .items;
      const ascending = await read('asc');
      expect(ascending.length).toBeGreaterThan(2);
      if (sort === 'createdAt' || sort === 'updatedAt') {
        expect(ascending.map((item) => item[sort])).toEqual(ascending.map((item) => item[sort]).toSorted());
      }
      expect(await read('desc')).toEqual(ascending.toReversed());
    });

    test('returns no records without a match', async () => {
      expect(await search('yoʻq narsa qayerda')).toMatchObject({ items: [], length: 0, total_pages: 0 });
      expect(await search('!!!')).toMatchObject({ items: [], length: 0 });
    });

    test.each([
      'sort_by=id',
      'sort_order=up',
      'limit=101',
      'limit=0',
      'page=0',
      'unknown=1',
      'pagination=no',
    ])('rejects %s', async (query) => {
      expect((await editor.get(`${path}?${query}`)).status).toBe(422);
    });
  });

  describe('rights', () => {
    const calls = (api: ApiClient): Record<string, () => Promise<{ status: number }>> => ({
      list: () => api.get(path),
      add: () => api.post(path, newBody()),
      change: () => api.put(`${path}/1`, newBody()),
    });

    test('rejects a caller without a session', async () => {
      for (const [name, call] of Object.entries(calls(server.api())))
        expect((await call()).status, name).toBe(401);
      expect((await server.api().get(`${path}?pagination=false`)).status).toBe(401);
    });

    test.each(Object.keys(suite.unauthorized))('%s is rejected', async (name) => {
      const api = unauthorized[name] as ApiClient;
      for (const [call, send] of Object.entries(calls(api))) expect((await send()).status, call).toBe(403);
      expect((await api.get(`${path}?pagination=false`)).status).toBe(200);
    });
  });

  test('a change is sent only to the screens of users who may read the list', async () => {
    const record = await createRecord();
    const inside = await listenAs<RecordChange>(server, editor, event);
    const outside = await Promise.all(
      Object.values(unauthorized).map((api) => listenAs<RecordChange>(server, api, event)),
    );
    await editor.put(`${path}/${record.id}`, newBody());
    const { id } = await createRecord();
    await vi.waitFor(() =>
      expect(inside.received).toEqual([
        { id: record.id, change: 'updated' },
        { id, change: 'created' },
      ]),
    );
    for (const { received } of outside) expect(received).toEqual([]);
    for (const { stop } of [inside, ...outside]) stop();
  });
}
