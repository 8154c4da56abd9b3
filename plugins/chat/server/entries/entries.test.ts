import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { ChatbotResponse, Entry, EntryBody } from '../../contract.ts';

let server: TestServer;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['chat', 'applications'] });
  chief = await server.signIn({ role: 'super_admin' });
});
afterAll(() => server.close());

const own: EntryBody = {
  uz: {
    name: 'Kutubxona qachon ochiq?',
    asks: 'kutubxona ish vaqti',
    text: 'Kutubxona dushanbadan shanbagacha ochiq.',
  },
  ru: {
    name: 'Когда открыта библиотека?',
    asks: 'часы работы библиотеки',
    text: 'Библиотека открыта с понедельника по субботу.',
  },
  audience: 'public',
  path: null,
  enabled: true,
};
const list = async (query = '') => (await chief.get<Page<Entry>>(`chatbot/entries?${query}`)).body;
const ask = async (message: string, api = chief) =>
  (await api.post<ChatbotResponse>('chatbot', { message })).body;
const bodyOf = ({ uz, ru, audience, path, enabled }: Entry): EntryBody => ({
  uz,
  ru,
  audience,
  path,
  enabled,
});

async function shippedEntry(key: string): Promise<Entry> {
  const { rows } = await sql<{ id: number }>`select id from chat_entries where shipped = ${key}`.execute(
    server.database,
  );
  return (await chief.get<Entry>(`chatbot/entries/${rows[0]?.id}`)).body;
}

describe('the list', () => {
  test('contains the entries of the enabled plugins, in both languages', async () => {
    const { items, length } = await list('limit=100');
    expect(length).toBeGreaterThan(60);
    const plugins = new Set(items.map(({ shipped }) => shipped?.split('/')[0]));
    expect([...plugins].toSorted()).toEqual(['applications', 'chat', 'neighborhoods', 'users']);
    expect(items[0]).toMatchObject({ uz: { name: expect.any(String) }, ru: { text: expect.any(String) } });
  });

  test('is searched in either script and filtered', async () => {
    const found = await list('search=ЖШШИР');
    expect(found.items.map(({ shipped }) => shipped)).toContain('chat/jshshir');
    const open = await list('audience=public&limit=100');
    expect(new Set(open.items.map(({ audience }) => audience))).toEqual(new Set(['public']));
    expect((await list('origin=own')).length).toBe(0);
    expect((await chief.get('chatbot/entries?audience=nobody')).status).toBe(422);
  });

  test.each(['get', 'post', 'put', 'del', 'reset'] as const)('rejects %s by others', async (method) => {
    const { id } = await shippedEntry('chat/about');
    for (const api of [server.api(), await server.signIn({ permissions: ['application_receiver'] })]) {
      const expected = api.token === undefined ? 401 : 403;
      const status = {
        get: async () => [
          (await api.get('chatbot/entries')).status,
          (await api.get(`chatbot/entries/${id}`)).status,
        ],
        post: async () => [(await api.post('chatbot/entries', own)).status],
        put: async () => [(await api.put(`chatbot/entries/${id}`, own)).status],
        del: async () => [(await api.del(`chatbot/entries/${id}`)).status],
        reset: async () => [(await api.post(`chatbot/entries/${id}/reset`)).status],
      };
      expect(new Set(await status[method]())).toEqual(new Set([expected]));
    }
  });
});

describe('a custom entry', () => {
  test('is used at once on every node, and no longer after its removal', async () => {
    const node = await testServer({ plugins: ['chat', 'applications'], databaseUrl: server.databaseUrl });
    const there = await node.signIn({ role: 'super_admin' });
    const question = 'Kutubxona qachon ochiladi?';
    expect(await ask(question)).toMatchObject({ known: false });
    expect(await ask(question, there)).toMatchObject({ known: false });
    const { status, body: entry } = await chief.post<Entry>('chatbot/entries', own);
    expect(status).toBe(201);
    expect(entry).toMatchObject({ ...own, shipped: null, changed: false });
    expect(await ask(question)).toMatchObject({ known: true, message: own.uz.text });
    expect(await ask('часы работы библиотеки', there)).toMatchObject({ known: true, message: own.ru.text });
    expect((await list('origin=own')).items.map(({ id }) => id)).toEqual([entry.id]);

    expect((await chief.post(`chatbot/entries/${entry.id}/reset`)).body).toMatchObject({
      code: 'not_shipped',
    });
    expect((await chief.del(`chatbot/entries/${entry.id}`)).status).toBe(200);
    expect(await ask(question)).toMatchObject({ known: false });
    expect(await ask(question, there)).toMatchObject({ known: false });
    await node.close();
  });

  test('must be complete, and link to a page of this installation', async () => {
    const wrong = (change: object) => chief.post('chatbot/entries', { ...own, ...change });
    for (const change of [
      { uz: { ...own.uz, text: ' ' } },
      { ru: { ...own.ru, name: '' } },
      { audience: 'all' },
      { path: 'https://example.com' },
      { path: '//example.com' },
      { path: 'javascript:alert(1)' },
      { shipped: 'chat/about' },
      { uz: { ...own.uz, text: 'a'.repeat(4001) } },
    ]) {
      expect((await wrong(change)).status, JSON.stringify(change).slice(0, 60)).toBe(422);
    }
  });
});

describe('a shipped entry', () => {
  test('can be changed, keeps its change across a restart, and can be restored', async () => {
    const before = await shippedEntry('chat/thanks');
    const text = 'Sizga ham rahmat!';
    const changed = { ...bodyOf(before), uz: { ...before.uz, text } };
    const { body } = await chief.put<Entry>(`chatbot/entries/${before.id}`, changed);
    expect(body).toMatchObject({ changed: true, uz: { text } });
    expect(await ask('Katta rahmat')).toMatchObject({ message: text });
    expect((await list('origin=changed')).items.map(({ id }) => id)).toEqual([before.id]);

    const node = await testServer({ plugins: ['chat'], databaseUrl: server.databaseUrl });
    await node.close();
    expect(await shippedEntry('chat/thanks')).toMatchObject({ changed: true, uz: { text } });

    const reset = await chief.post<Entry>(`chatbot/entries/${before.id}/reset`);
    expect(reset.body).toMatchObject({ ...bodyOf(before), changed: false });
    expect(await ask('Katta rahmat')).toMatchObject({ message: before.uz.text });
  });

  test('is no longer found by what the classifier learnt about its former texts, once it was changed', async () => {
    const question = 'kirish soʻzim yodimdan koʻtarildi';
    const titlesOf = ({ sources, suggestions }: ChatbotResponse) => [
      ...sources.map(({ title }) => title),
      ...suggestions,
    ];
    const before = await shippedEntry('chat/forgot-password');
    expect(titlesOf(await ask(question))).toContain(before.uz.name);
    const { uz, ru } = own;
    await chief.put<Entry>(`chatbot/entries/${before.id}`, { ...bodyOf(before), uz, ru });
    expect(titlesOf(await ask(question))).not.toContain(uz.name);
    await chief.post(`chatbot/entries/${before.id}/reset`);
    expect(titlesOf(await ask(question))).toContain(before.uz.name);
  });

  test('can be disabled, and not removed', async () => {
    const entry = await shippedEntry('neighborhoods/mfy');
    const off = await chief.put<Entry>(`chatbot/entries/${entry.id}`, { ...bodyOf(entry), enabled: false });
    expect(off.body).toMatchObject({ enabled: false, changed: false });
    expect((await ask('MFY nima?')).sources.map(({ title }) => title)).not.toContain('MFY nima?');
    expect((await list('enabled=false')).length).toBe(1);
    expect((await chief.del(`chatbot/entries/${entry.id}`)).body).toMatchObject({
      code: 'shipped_not_removable',
    });
    await chief.put(`chatbot/entries/${entry.id}`, bodyOf(entry));
    expect(await ask('MFY nima?')).toMatchObject({ known: true });
  });

  test('is not overwritten from an older version', async () => {
    const entry = await shippedEntry('chat/hello');
    const headers = { 'if-match': `"${entry.updatedAt}"` };
    const change = (text: string) => ({ ...bodyOf(entry), uz: { ...entry.uz, text } });
    expect((await chief.put(`chatbot/entries/${entry.id}`, change('Salom!'), { headers })).status).toBe(200);
    const late = await chief.put(`chatbot/entries/${entry.id}`, change('Xayr!'), { headers });
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { uz: { text: 'Salom!' } } },
    });
  });

  test('audits every change with the names of fields', async () => {
    const { rows } = await sql<{ action: string; details: { fields?: string[] } }>`
      select action, details from audit_log where action like 'chat.%' order by id`.execute(server.database);
    expect(new Set(rows.map(({ action }) => action))).toEqual(
      new Set(['chat.entry.create', 'chat.entry.update', 'chat.entry.reset', 'chat.entry.delete']),
    );
    expect(rows.find(({ action }) => action === 'chat.entry.update')?.details).toEqual({
      fields: ['uz.text'],
    });
    expect(JSON.stringify(rows)).not.toContain('Sizga ham rahmat');
  });
});

test('removes entries that a plugin no longer ships, and keeps changed ones as custom entries', async () => {
  await sql`
    insert into chat_entries (shipped, changed, audience, name_uz, name_ru, text_uz, text_ru, fold_uz, fold_ru)
    values ('chat/old', false, 'staff', 'a', 'a', 'a', 'a', 'a', 'a'), ('chat/mine', true, 'staff', 'b', 'b', 'b', 'b', 'b', 'b')
  `.execute(server.database);
  const node = await testServer({ plugins: ['chat'], databaseUrl: server.databaseUrl });
  await node.close();
  const { rows } = await sql<{ name_uz: string; shipped: string | null }>`
    select name_uz, shipped from chat_entries where name_uz in ('a', 'b')`.execute(server.database);
  expect(rows).toEqual([{ name_uz: 'b', shipped: null }]);
});
