import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/contract/index.ts';
import type { HistoryPage, HistoryPreview, Restored } from '#kernel/records/contract/index.ts';
import { testServer, type AdminDraft, type ApiClient, type TestServer } from '#kernel/testing/server.ts';

interface NamedRecord {
  readonly id: number;
  readonly updatedAt: string;
  readonly uz: { readonly name: string };
  readonly ru: { readonly name: string };
}

interface Kind {
  readonly plugin: string;
  readonly path: string;
  readonly table: string;
  readonly subject: string;
  /** The prefix of the audit actions; defaults to the plugin. */
  readonly action?: string;
  /** Valid fields other than the names, and those of each name. */
  readonly fields?: object;
  readonly texts?: object;
  prepare?(server: TestServer): Promise<unknown>;
  readonly editor: AdminDraft;
  readonly unauthorized: AdminDraft;
}

const neighborhoods = (server: TestServer) =>
  sql`
    insert into neighborhoods (name_uz, name_ru, fold_uz, fold_ru, coords, color)
    select 'Mahalla ' || i, 'Махалля ' || i, 'mahalla ' || i, 'mahallya ' || i, '[[41,60],[41,61],[42,61]]', '#0b7480'
    from generate_series(1, 2) as i`.execute(server.database);
const document = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Javob.' }] }],
};
const superAdmin: AdminDraft = { role: 'super_admin' };
const admin: AdminDraft = { role: 'admin', permissions: ['household_add', 'street_add'] };

const kinds: readonly Kind[] = [
  {
    plugin: 'directions',
    path: 'directions',
    table: 'directions',
    subject: 'direction',
    editor: superAdmin,
    unauthorized: admin,
  },
  {
    plugin: 'household_categories',
    path: 'household-categories',
    table: 'household_categories',
    subject: 'household_category',
    fields: { color: '#1d5fd1' },
    editor: superAdmin,
    unauthorized: admin,
  },
  {
    plugin: 'streets',
    path: 'streets',
    table: 'streets',
    subject: 'street',
    fields: { neighborhood_id: 1 },
    prepare: neighborhoods,
    editor: { permissions: ['street_add'], neighborhoodIds: [1] },
    unauthorized: { permissions: ['household_add'], neighborhoodIds: [1] },
  },
  {
    plugin: 'neighborhoods',
    path: 'neighborhoods',
    table: 'neighborhoods',
    subject: 'neighborhood',
    fields: { color: '#1d5fd1', coords: [[41, 60], [41, 60.1], [41.1, 60.1]] }, // prettier-ignore
    editor: superAdmin,
    unauthorized: admin,
  },
  {
    plugin: 'letters',
    path: 'letter-templates',
    table: 'letter_templates',
    subject: 'letter_template',
    action: 'letters.template',
    fields: { kind: 'letter', enabled: true, body_uz: document, body_ru: document },
    texts: { subject: 'Ariza haqida' },
    editor: superAdmin,
    unauthorized: admin,
  },
];

const ifMatch = (version: string) => ({ headers: { 'if-match': `"${version}"` } });

describe.each(kinds)('$path', (kind) => {
  const { plugin, path, table, subject, action = plugin, editor: draft, unauthorized } = kind;
  let server: TestServer;
  let editor: ApiClient;
  let count = 0;

  beforeAll(async () => {
    server = await testServer({ plugins: [plugin] });
    await kind.prepare?.(server);
    editor = await server.signIn({ ...draft, lastName: 'Karimova', firstName: 'Lola' });
  });
  afterAll(() => server.close());

  const named = (uz: string, ru = `${uz} по-русски`) => ({
    ...kind.fields,
    uz: { name: uz, ...kind.texts },
    ru: { name: ru, ...kind.texts },
  });

  async function made(name = `Nom ${++count}`): Promise<NamedRecord> {
    const { status, body } = await editor.post<NamedRecord>(path, named(name));
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  async function renamed({ id }: NamedRecord, uz: string, ru?: string): Promise<NamedRecord> {
    const { status, body } = await editor.put<NamedRecord>(`${path}/${id}`, named(uz, ru));
    expect(status).toBe(200);
    return body;
  }

  async function historyOf({ id }: NamedRecord, query = ''): Promise<HistoryPage> {
    const { status, body } = await editor.get<HistoryPage>(`${path}/${id}/history${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  const restore = (id: number, entry: number, version?: string) =>
    editor.post<Restored & ErrorBody>(
      `${path}/${id}/history/${entry}/restore`,
      undefined,
      version === undefined ? {} : ifMatch(version),
    );

  test('shows who changed which field from which value to which, newest first', async () => {
    const record = await made('Avvalgi');
    await renamed(record, 'Keyingi', 'Avvalgi по-русски');
    const page = await historyOf(record);
    expect(page).toMatchObject({ page: 1, length: 2, total_pages: 1 });
    expect(page.items).toEqual([
      {
        id: expect.any(Number),
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        change: 'updated',
        author: expect.objectContaining({ first_name: 'Lola', last_name: 'Karimova' }),
        fields: [
          {
            name: 'name_uz',
            label: expect.stringMatching(/\(.+\)$/),
            from: { text: 'Avvalgi' },
            to: { text: 'Keyingi' },
          },
        ],
      },
      expect.objectContaining({ change: 'created', fields: [] }),
    ]);
  });

  test('is paged, with the exact total', async () => {
    const record = await made();
    for (let round = 0; round < 4; round++) await renamed(record, `Sahifa ${++count}`);
    const all = await historyOf(record);
    expect(all.length).toBe(5);
    const second = await historyOf(record, '?limit=2&page=2');
    expect(second).toMatchObject({ page: 2, limit: 2, length: 5, total_pages: 3 });
    expect(second.items).toEqual(all.items.slice(2, 4));
    expect(await historyOf(record, '?limit=2&page=9')).toMatchObject({ items: [], length: 5 });
    for (const query of ['?limit=0', '?page=0', '?limit=101', '?sort_by=name']) {
      expect((await editor.get(`${path}/${record.id}/history${query}`)).status, query).toBe(422);
    }
  });

  test('a change without effect creates no version', async () => {
    const record = await made();
    await renamed(record, record.uz.name, record.ru.name);
    expect((await historyOf(record)).items.map(({ change }) => change)).toEqual(['created']);
  });

  test('records changes by a statement that no call has sent', async () => {
    const record = await made();
    await sql`update ${sql.table(table)} set name_uz = 'SQL', fold_uz = 'sql'
      where id = ${record.id}`.execute(server.database);
    const [newest] = (await historyOf(record)).items;
    expect(newest).toMatchObject({
      author: null,
      fields: [{ name: 'name_uz', from: { text: record.uz.name }, to: { text: 'SQL' } }],
    });
  });

  test('restores the state before a version, and undoes it', async () => {
    const record = await made('Birinchi');
    await renamed(record, 'Ikkinchi');
    const third = await renamed(record, 'Uchinchi', 'Третье');
    const [, second] = (await historyOf(record)).items;
    const entry = second?.id ?? 0;
    const preview = await editor.get<HistoryPreview>(`${path}/${record.id}/history/${entry}`);
    expect(preview.body).toEqual({
      version: third.updatedAt,
      fields: [
        expect.objectContaining({ name: 'name_uz', from: { text: 'Uchinchi' }, to: { text: 'Birinchi' } }),
        expect.objectContaining({
          name: 'name_ru',
          from: { text: 'Третье' },
          to: { text: 'Birinchi по-русски' },
        }),
      ],
    });
    const restored = await restore(record.id, entry, third.updatedAt);
    expect(restored).toMatchObject({ status: 200, body: { version: expect.any(String) } });
    const after = await historyOf(record);
    expect(after.items[0]).toMatchObject({ id: restored.body.entry, change: 'updated' });
    expect(after.items[0]?.fields.map(({ to }) => to?.text)).toEqual(['Birinchi', 'Birinchi по-русски']);
    const { rows } = await sql<{ details: unknown }>`
      select details from audit_log
      where action = ${`${action}.restore`} and subject_type = ${subject} and subject_id = ${record.id}`.execute(
      server.database,
    );
    expect(rows).toEqual([{ details: { fields: expect.arrayContaining(['uz.name', 'ru.name']) } }]);
    const undone = await restore(record.id, restored.body.entry, restored.body.version);
    expect(undone.status).toBe(200);
    expect((await historyOf(record)).items[0]?.fields.map(({ to }) => to?.text)).toEqual([
      'Uchinchi',
      'Третье',
    ]);
    expect(await restore(record.id, restored.body.entry)).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_restore' },
    });
  });

  test('rejects restoring over a version that the caller has not seen', async () => {
    const record = await made();
    const second = await renamed(record, `Koʻrilgan ${++count}`);
    await renamed(record, `Koʻrilmagan ${++count}`);
    const [newest] = (await historyOf(record)).items;
    expect(await restore(record.id, newest?.id ?? 0, second.updatedAt)).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', err: expect.stringContaining('boshqa xodim') },
    });
  });

  test('rejects a name that another record has taken', async () => {
    const record = await made();
    const before = record.uz.name;
    await renamed(record, `Boshqacha ${++count}`);
    await made(before);
    const [newest] = (await historyOf(record)).items;
    const rejected = {
      status: 409,
      body: { code: 'name_taken', fields: { 'uz.name': expect.any(String) } },
    };
    expect(await restore(record.id, newest?.id ?? 0)).toMatchObject(rejected);
  });

  test('versions of another record, and creations, cannot be restored', async () => {
    const [one, other] = [await made(), await made()];
    await renamed(other, `Oʻzga ${++count}`);
    // It has its own version, newer than those of the other.
    await renamed(one, `Oʻz ${++count}`);
    const [changed, created] = (await historyOf(other)).items;
    for (const [id, entry] of [
      [one.id, changed?.id],
      [other.id, created?.id],
      [other.id, 999_999],
      [999_999, changed?.id],
    ] as const) {
      expect((await restore(id, entry ?? 0)).status, `${id} ${entry}`).toBe(404);
      expect((await editor.get(`${path}/${id}/history/${entry}`)).status, `${id} ${entry}`).toBe(404);
    }
    expect((await editor.get(`${path}/999999/history`)).status).toBe(404);
  });

  test('is rejected without the right to read the records, and without a session', async () => {
    const record = await made();
    await renamed(record, `Yopiq ${++count}`);
    const [newest] = (await historyOf(record)).items;
    const own = `${path}/${record.id}/history`;
    for (const [api, expected] of [
      [server.api(), 401],
      [await server.signIn(unauthorized), 403],
    ] as const) {
      const statuses = [
        (await api.get(own)).status,
        (await api.get(`${own}/${newest?.id}`)).status,
        (await api.post(`${own}/${newest?.id}/restore`)).status,
      ];
      expect(statuses).toEqual([expected, expected, expected]);
    }
  });

  test('is deleted with its record, unless it can be restored', async () => {
    const record = await made();
    await renamed(record, `Oʻchadigan ${++count}`);
    const countVersions = async () =>
      (
        await sql<{ count: number }>`
          select count(*) as count from record_history
          where kind = ${subject} and record = ${String(record.id)}`.execute(server.database)
      ).rows[0]?.count;
    expect(await countVersions()).toBe(2);
    await sql`delete from ${sql.table(table)} where id = ${record.id}`.execute(server.database);
    const isKept = ['neighborhoods', 'letters'].includes(plugin);
    expect(await countVersions()).toBe(isKept ? 3 : 0);
  });
});
