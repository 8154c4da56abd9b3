import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorBody, Page, RecordChange } from '#kernel/contract/index.ts';
import { testServer, type AdminDraft, type ApiClient, type TestServer } from './server.ts';
import { listenAs } from './sockets.ts';

/** Records with names, as their plugin answers them. */
export interface NamedRecord {
  id: number;
  uz: { name: string };
  ru: { name: string };
  author: { first_name: string; last_name: string } | null;
  createdAt: string;
  updatedAt: string;
}

/** What one kind of record with names is tested with. */
export interface RecordSuite {
  readonly plugin: string;
  /** Of the calls: `household-categories`. */
  readonly path: string;
  /** Of the audit log: `direction` … */
  readonly subject: string;
  /** … and what stands before `.create`; the plugin where nothing is said. */
  readonly action?: string;
  readonly event: string;
  /** Makes what the records stand in. */
  prepare?(server: TestServer): Promise<void>;
  /** The fields beside the names. */
  fields(): Readonly<Record<string, unknown>>;
  /** Who may read the list and write. */
  readonly keeper: AdminDraft;
  /** Who may not. */
  readonly strangers: Readonly<Record<string, AdminDraft>>;
  readonly sorts: readonly string[];
  /** What the answers of changes carry beside the record. */
  readonly beside?: readonly string[];
}

const hostile = [
  `'; drop table admins; --`,
  '<script>alert(1)</script>',
  '%_\\',
  '{{count}} ${7*7}',
  '‮ortiqcha',
  '😀 ʼʻ’',
];

/** The contract that lists and forms of every record with names keep: the same tests for each plugin that has some. */
export function testRecords(suite: RecordSuite): void {
  const { path, subject, event, plugin, action = plugin } = suite;
  let server: TestServer;
  let keeper: ApiClient;
  const strangers: Record<string, ApiClient> = {};
  let count = 0;

  beforeAll(async () => {
    server = await testServer({ plugins: [plugin] });
    await suite.prepare?.(server);
    keeper = await server.signIn({ ...suite.keeper, lastName: 'Karimova', firstName: 'Lola' });
    for (const [name, draft] of Object.entries(suite.strangers)) strangers[name] = await server.signIn(draft);
  });
  afterAll(() => server.close());

  const bodyOf = (uz: string, ru = `${uz} по-русски`) => ({
    ...suite.fields(),
    uz: { name: uz },
    ru: { name: ru },
  });
  const fresh = () => bodyOf(`Nom ${++count}`);
  const at = (version: string) => ({ headers: { 'if-match': `"${version}"` } });

  /** A changed record as the list shows it. */
  const listed = (record: NamedRecord) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !suite.beside?.includes(key)));

  async function made(body: object = fresh()): Promise<NamedRecord> {
    const answer = await keeper.post<NamedRecord>(path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  async function search(text: string): Promise<Page<NamedRecord>> {
    const { status, body } = await keeper.get<Page<NamedRecord>>(
      `${path}?search=${encodeURIComponent(text)}`,
    );
    expect(status).toBe(200);
    return body;
  }

  describe('creating', () => {
    test('returns the record as the list shows it, with its author and times', async () => {
      const record = await made(bodyOf('Yangi qoʻshilgan', 'Добавленное'));
      expect(record).toMatchObject({
        ...suite.fields(),
        uz: { name: 'Yangi qoʻshilgan' },
        ru: { name: 'Добавленное' },
        author: { first_name: 'Lola', last_name: 'Karimova' },
      });
      expect(record.createdAt).toMatch(/^\d{4}-.*\.\d{3}Z$/);
      expect((await search('yangi qoshilgan')).items).toEqual([listed(record)]);
      expect((await search('ДОБАВЛЕННОЕ')).items).toEqual([listed(record)]);
    });

    test('is audited with names of fields and no value', async () => {
      const { id } = await made();
      const { rows } = await sql<{ action: string; details: { fields: string[] }; admin_id: number }>`
        select action, details, admin_id from audit_log where subject_type = ${subject} and subject_id = ${id}
      `.execute(server.database);
      expect(rows).toEqual([
        {
          action: `${action}.create`,
          admin_id: expect.any(Number),
          details: { fields: expect.arrayContaining(Object.keys(fresh())) },
        },
      ]);
    });

    test.each(['uz.name', 'ru.name'])('needs %s', async (field) => {
      const language = field.slice(0, 2);
      for (const block of [undefined, {}, { name: '' }, { name: '   ' }, { name: 7 }, { name: null }]) {
        const { status, body } = await keeper.post<ErrorBody>(path, { ...fresh(), [language]: block });
        expect([status, body.code], JSON.stringify(block)).toEqual([422, 'invalid']);
        expect(Object.keys(body.fields ?? {})[0]).toMatch(new RegExp(`^${language}(\\.name)?$`));
      }
    });

    test('refuses unknown fields, long texts, and texts that no database stores', async () => {
      const bodies = {
        key: { ...fresh(), is_admin: true },
        inner: { ...fresh(), uz: { name: 'A', id: 1 } },
        author: { ...fresh(), author_id: 1 },
        long: bodyOf('a'.repeat(201)),
        zero: bodyOf('a\0b'),
        surrogate: bodyOf('a\ud800'),
        list: [fresh()],
        nothing: undefined,
      };
      for (const [what, body] of Object.entries(bodies)) {
        expect([400, 422], what).toContain((await keeper.post(path, body)).status);
      }
    });

    test('stores and finds any other text', async () => {
      for (const name of hostile) {
        const record = await made(bodyOf(name, `${name} ru`));
        expect(record.uz.name).toBe(name);
        expect((await search(name)).items.map(({ id }) => id)).toContain(record.id);
      }
      // Each of these letters is eighteen when it is folded.
      await made(bodyOf('\uFDFA'.repeat(180)));
    });

    test('refuses a name whose search key is taken, in each language where it is', async () => {
      await made(bodyOf('Oʻrmon xoʻjaligi', 'Лесхоз'));
      const taken = await keeper.post<ErrorBody>(path, bodyOf("O'RMON  XO’JALIGI", 'Другое'));
      expect(taken).toMatchObject({ status: 409, body: { code: 'name_taken' } });
      expect(Object.keys(taken.body.fields ?? {})).toEqual(['uz.name']);
      const both = await keeper.post<ErrorBody>(path, bodyOf('ўрмон хўжалиги', 'ЛЕСХОЗ'));
      expect(Object.keys(both.body.fields ?? {})).toEqual(['uz.name', 'ru.name']);
    });

    test('of two requests at once with one name, refuses one', async () => {
      const body = fresh();
      const answers = await Promise.all(Array.from({ length: 4 }, () => keeper.post<ErrorBody>(path, body)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
      const refused = answers.filter(({ status }) => status === 409);
      for (const { body: said } of refused) expect(said.code).toBe('name_taken');
    });

    test('runs once when it is sent twice with one key', async () => {
      const body = fresh();
      const options = { idempotencyKey: `add-${path}` };
      const first = await keeper.post<NamedRecord>(path, body, options);
      const again = await keeper.post<NamedRecord>(path, body, options);
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect(again.headers.get('idempotent-replay')).toBe('true');
      expect((await search(body.uz.name)).items.filter(({ uz }) => uz.name === body.uz.name)).toHaveLength(1);
      expect((await keeper.post(path, fresh(), options)).status).toBe(422);
    });
  });

  describe('changing', () => {
    test('keeps the author, moves the version on, and audits the fields', async () => {
      const record = await made();
      const body = { ...suite.fields(), uz: { name: `${record.uz.name} yangi` }, ru: record.ru };
      const changed = await keeper.put<NamedRecord>(`${path}/${record.id}`, body);
      expect(changed).toMatchObject({ status: 200, body: { ...body, author: record.author } });
      expect(changed.body.createdAt).toBe(record.createdAt);
      expect(changed.body.updatedAt > record.updatedAt).toBe(true);
      const { rows } = await sql<{ details: { fields: string[] } }>`
        select details from audit_log
        where action = ${`${action}.update`} and subject_id = ${record.id}`.execute(server.database);
      expect(rows).toEqual([{ details: { fields: ['uz.name'] } }]);
    });

    test('with an old version is refused with the newer one; the present one is accepted', async () => {
      const record = await made();
      const where = `${path}/${record.id}`;
      const second = await keeper.put<NamedRecord>(where, fresh(), at(record.updatedAt));
      expect(second.status).toBe(200);
      const late = await keeper.put<ErrorBody & { current: NamedRecord }>(
        where,
        fresh(),
        at(record.updatedAt),
      );
      expect(late).toMatchObject({
        status: 409,
        body: { code: 'changed_meanwhile', current: listed(second.body) },
      });
      const third = await keeper.put<NamedRecord>(where, fresh(), at(second.body.updatedAt));
      expect(third.status).toBe(200);
      expect((await keeper.put(where, fresh())).status).toBe(200);
      expect((await keeper.put(where, fresh(), { headers: { 'if-match': '*' } })).status).toBe(200);
      expect((await keeper.put(where, fresh(), at('yesterday'))).status).toBe(400);
    });

    test('repeated after a lost response gets that response, whatever the version', async () => {
      const record = await made();
      const body = fresh();
      const options = { ...at(record.updatedAt), idempotencyKey: `change-${path}` };
      const first = await keeper.put<NamedRecord>(`${path}/${record.id}`, body, options);
      const again = await keeper.put<NamedRecord>(`${path}/${record.id}`, body, options);
      expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    });

    test('with another body under the same key gets the stored result, from which the next change starts', async () => {
      const record = await made();
      const where = `${path}/${record.id}`;
      const options = { ...at(record.updatedAt), idempotencyKey: `otherwise-${path}` };
      const lost = await keeper.put<NamedRecord>(where, fresh(), options);
      const body = fresh();
      const refused = await keeper.put<ErrorBody>(where, body, options);
      expect(refused).toMatchObject({
        status: 422,
        body: { code: 'repeated_differently', former: lost.body },
      });
      expect((await keeper.put(where, body, at(lost.body.updatedAt))).status).toBe(200);
    });

    test("accepts the record's own name, and refuses that of another", async () => {
      const [one, other] = [await made(), await made()];
      const own = { ...suite.fields(), uz: one.uz, ru: one.ru };
      expect((await keeper.put(`${path}/${one.id}`, own)).status).toBe(200);
      const taken = { ...own, uz: other.uz };
      expect(await keeper.put(`${path}/${one.id}`, taken)).toMatchObject({
        status: 409,
        body: { code: 'name_taken', fields: { 'uz.name': expect.any(String) } },
      });
    });

    test('an absent record is a 404, and an invalid one a 422', async () => {
      for (const id of ['999999', '0', '-1', 'x', '9'.repeat(20)]) {
        expect((await keeper.put(`${path}/${id}`, fresh())).status, id).toBe(404);
      }
      const { id } = await made();
      expect((await keeper.put(`${path}/${id}`, { ...fresh(), id })).status).toBe(422);
    });
  });

  describe('the list', () => {
    test('is paged, with the exact total', async () => {
      for (let turn = 0; turn < 3; turn++) await made();
      const all = await keeper.get<Page<NamedRecord>>(`${path}?limit=100`);
      const { length } = all.body;
      expect(all.body.items).toHaveLength(length);
      const second = await keeper.get<Page<NamedRecord>>(`${path}?limit=2&page=2`);
      expect(second.body).toMatchObject({ page: 2, limit: 2, length, total_pages: Math.ceil(length / 2) });
      expect(second.body.items).toEqual(all.body.items.slice(2, 4));
      const beyond = await keeper.get<Page<NamedRecord>>(`${path}?limit=2&page=1000`);
      expect(beyond.body).toMatchObject({ items: [], length });
    });

    test.each(suite.sorts)('is sorted by %s, in either direction', async (sort) => {
      const read = async (order: string) =>
        (await keeper.get<Page<NamedRecord>>(`${path}?limit=100&sort_by=${sort}&sort_order=${order}`)).body
          .items;
      const up = await read('asc');
      expect(up.length).toBeGreaterThan(2);
      if (sort === 'createdAt' || sort === 'updatedAt') {
        expect(up.map((item) => item[sort])).toEqual(up.map((item) => item[sort]).toSorted());
      }
      expect(await read('desc')).toEqual(up.toReversed());
    });

    test('finds nothing where nothing matches', async () => {
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
    ])('refuses %s', async (query) => {
      expect((await keeper.get(`${path}?${query}`)).status).toBe(422);
    });
  });

  describe('rights', () => {
    const calls = (api: ApiClient): Record<string, () => Promise<{ status: number }>> => ({
      list: () => api.get(path),
      add: () => api.post(path, fresh()),
      change: () => api.put(`${path}/1`, fresh()),
    });

    test('refuses a caller without a session', async () => {
      for (const [name, call] of Object.entries(calls(server.api())))
        expect((await call()).status, name).toBe(401);
      expect((await server.api().get(`${path}?pagination=false`)).status).toBe(401);
    });

    test.each(Object.keys(suite.strangers))('%s is refused', async (name) => {
      const api = strangers[name] as ApiClient;
      for (const [call, send] of Object.entries(calls(api))) expect((await send()).status, call).toBe(403);
      expect((await api.get(`${path}?pagination=false`)).status).toBe(200);
    });
  });

  test('a change is sent to the screens of those who may read the list, and no others', async () => {
    const record = await made();
    const inside = await listenAs<RecordChange>(server, keeper, event);
    const outside = await Promise.all(
      Object.values(strangers).map((api) => listenAs<RecordChange>(server, api, event)),
    );
    await keeper.put(`${path}/${record.id}`, fresh());
    const { id } = await made();
    await vi.waitFor(() =>
      expect(inside.heard).toEqual([
        { id: record.id, change: 'updated' },
        { id, change: 'created' },
      ]),
    );
    for (const { heard } of outside) expect(heard).toEqual([]);
    for (const { stop } of [inside, ...outside]) stop();
  });
}
