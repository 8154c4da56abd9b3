import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/contract/index.ts';
import type { HistoryPage, HistoryPreview, Restored } from '#kernel/records/contract/index.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';

interface NamedRecord {
  readonly id: number;
  readonly updatedAt: string;
  readonly uz: { readonly name: string };
}

const square = [[41, 60], [41, 60.1], [41.1, 60.1]]; // prettier-ignore
const document = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Javob.' }] }],
};

describe.each([
  {
    plugin: 'neighborhoods',
    path: 'neighborhoods',
    subject: 'neighborhood',
    action: 'neighborhoods',
    fields: { color: '#1d5fd1', coords: square },
    texts: {},
  },
  {
    plugin: 'letters',
    path: 'letter-templates',
    subject: 'letter_template',
    action: 'letters.template',
    fields: { kind: 'letter', enabled: true, body_uz: document, body_ru: document },
    texts: { subject: 'Ariza haqida' },
  },
])('a deleted one of $path', ({ plugin, path, subject, action, fields, texts }) => {
  let server: TestServer;
  let chief: ApiClient;
  let count = 0;

  beforeAll(async () => {
    server = await testServer({ plugins: [plugin] });
    chief = await server.signIn({ role: 'super_admin', lastName: 'Karimova' });
  });
  afterAll(() => server.close());

  const named = (uz: string) => ({
    ...fields,
    uz: { name: uz, ...texts },
    ru: { name: `${uz} по-русски`, ...texts },
  });
  async function made(name = `Nom ${++count}`): Promise<NamedRecord> {
    const { status, body } = await chief.post<NamedRecord>(path, named(name));
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }
  /** Created, renamed, and deleted. */
  async function gone(): Promise<{ id: number; first: string; last: string; entry: number }> {
    const { id, uz } = await made();
    const last = `Nom ${++count}`;
    expect((await chief.put(`${path}/${id}`, named(last))).status).toBe(200);
    expect((await chief.del(`${path}/${id}`)).status).toBe(200);
    return { id, first: uz.name, last, entry: (await deletions()).items[0]?.id ?? 0 };
  }
  async function deletions(query = ''): Promise<HistoryPage> {
    const { status, body } = await chief.get<HistoryPage>(`${path}/deleted${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }
  const bringBack = (entry: number) =>
    chief.post<{ id: number } & ErrorBody>(`${path}/deleted/${entry}/restore`);

  test('is listed with its values, and is restored with its history', async () => {
    const { id, first, last, entry } = await gone();
    const [deletion] = (await deletions()).items;
    expect(deletion).toMatchObject({ change: 'deleted', author: { last_name: 'Karimova' } });
    expect(deletion?.fields.find(({ name }) => name === 'name_uz')).toMatchObject({
      from: { text: last },
      to: null,
    });
    const listed = (await deletions()).length;
    const back = await bringBack(entry);
    expect(back, JSON.stringify(back.body)).toMatchObject({ status: 201 });
    expect((await deletions()).length).toBe(listed - 1);
    const record = back.body.id;
    expect(record).not.toBe(id);
    expect((await chief.get(`${path}/${record}`)).body).toMatchObject({
      ...fields,
      uz: { name: last, ...texts },
    });
    const { body: history } = await chief.get<HistoryPage>(`${path}/${record}/history`);
    expect(history.items.map(({ change }) => change)).toEqual(['restored', 'deleted', 'updated', 'created']);
    // Its state before it was renamed and deleted can still be restored.
    const before = history.items[2]?.id ?? 0;
    const { body: preview } = await chief.get<HistoryPreview>(`${path}/${record}/history/${before}`);
    expect(preview.fields).toMatchObject([{ name: 'name_uz', to: { text: first } }, { name: 'name_ru' }]);
    expect((await chief.post<Restored>(`${path}/${record}/history/${before}/restore`)).status).toBe(200);
    const { rows } = await sql`
      select action from audit_log where subject_type = ${subject} and subject_id = ${record} order by id`.execute(
      server.database,
    );
    expect(rows).toEqual([{ action: `${action}.restore` }, { action: `${action}.restore` }]);
  });

  test('is restored once by two concurrent requests, and may be deleted again', async () => {
    const { entry } = await gone();
    const both = await Promise.all([bringBack(entry), bringBack(entry), bringBack(entry)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 404, 404]);
    const id = both.find(({ status }) => status === 201)?.body.id ?? 0;
    expect((await chief.del(`${path}/${id}`)).status).toBe(200);
    // The earlier deletion is one of its versions, and not a second record to restore.
    const { items } = await deletions();
    expect((await bringBack(items[0]?.id ?? 0)).status).toBe(201);
    expect((await bringBack(entry)).status).toBe(404);
  });

  test('does not take a name that another record has', async () => {
    const { last, entry } = await gone();
    await made(last);
    const response = await bringBack(entry);
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'name_taken', fields: { 'uz.name': expect.any(String) } },
    });
    expect((await deletions()).items.map(({ id }) => id)).toContain(entry);
  });

  test('only its readers may see and restore it', async () => {
    const { entry } = await gone();
    for (const [api, expected] of [
      [server.api(), 401],
      [await server.signIn({ role: 'admin', permissions: ['street_add', 'household_add'] }), 403],
    ] as const) {
      expect((await api.get(`${path}/deleted`)).status).toBe(expected);
      expect((await api.post(`${path}/deleted/${entry}/restore`)).status).toBe(expected);
    }
    const { id } = await made();
    const { body } = await chief.get<HistoryPage>(`${path}/${id}/history`);
    for (const other of [body.items[0]?.id ?? 0, 999_999]) expect((await bringBack(other)).status).toBe(404);
    await sql`update record_history set kind = 'street' where id = ${entry}`.execute(server.database);
    expect((await bringBack(entry)).status).toBe(404);
  });

  test('is listed by pages, the newest first', async () => {
    const [older, newer] = [await gone(), await gone()];
    const first = await deletions('?limit=1');
    expect(first.items.map(({ id }) => id)).toEqual([newer.entry]);
    expect((await deletions('?limit=1&page=2')).items.map(({ id }) => id)).toEqual([older.entry]);
    expect(first.total_pages).toBe(first.length);
  });

  test('is listed, too, if a statement deletes it without a call', async () => {
    const { id } = await made();
    await sql`delete from ${sql.table(path.replace('-', '_'))} where id = ${id}`.execute(server.database);
    expect((await deletions()).items[0]).toMatchObject({ change: 'deleted', author: null });
  });
});
