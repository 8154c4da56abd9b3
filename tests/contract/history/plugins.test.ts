import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ErrorBody } from '#kernel/contract/index.ts';
import type { HistoryPage, Restored } from '#kernel/records/contract/index.ts';
import { pluginWith } from '#kernel/testing/sample-plugin.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';

const secret = 'juda-maxfiy-kalit';
const paid = pluginWith('paid', {}, {
  config: z.object({
    days: z.int().min(1).max(50).default(15),
    key: z.string().default('').meta({ writeOnly: true }),
  }),
}); // prettier-ignore

let server: TestServer;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['plugins', 'directions', paid] });
  chief = await server.signIn({ role: 'super_admin', lastName: 'Karimova' });
});
afterAll(() => server.close());

async function historyOf(id: string): Promise<HistoryPage> {
  const { status, body } = await chief.get<HistoryPage>(`plugins/${id}/history`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const restore = (id: string, entry: number | undefined, headers = {}) =>
  chief.post<Restored & ErrorBody>(`plugins/${id}/history/${entry}/restore`, undefined, { headers });
const settingsOf = async (id: string) =>
  (await chief.get<{ settings: { values: object; secrets: object } }>(`plugins/${id}`)).body.settings;
const configure = (config: object) => chief.put(`plugins/paid/settings`, { config });

test('settings: who changed which value, without secrets, which a restore keeps', async () => {
  expect((await configure({ days: 20, key: secret })).status).toBe(200);
  expect((await configure({ days: 30, key: '' })).status).toBe(200);
  const page = await historyOf('paid');
  expect(page.items.map(({ change }) => change)).toEqual(['updated', 'updated']);
  expect(page.items[0]).toMatchObject({
    author: { last_name: 'Karimova' },
    fields: [
      { name: 'settings', from: { items: [{ text: 'days: 20' }] }, to: { items: [{ text: 'days: 30' }] } },
    ],
  });
  const { rows } = await sql<{
    all: string;
  }>`select jsonb_agg(changes)::text as all from record_history`.execute(server.database);
  expect(rows[0]?.all).not.toContain(secret);
  expect((await restore('paid', page.items[0]?.id)).status).toBe(200);
  await expect
    .poll(() => settingsOf('paid'))
    .toMatchObject({ values: { days: 20 }, secrets: [{ key: 'key', set: true }] });
  const { rows: states } = await sql<{
    config: object;
  }>`select config from plugin_states where plugin = 'paid'`.execute(server.database);
  expect(states).toEqual([{ config: { days: 20, key: secret } }]);
});

test('a setting that is no longer valid is rejected by its field', async () => {
  await sql`update plugin_states set shown_config = '{"days": 500}' where plugin = 'paid'`.execute(
    server.database,
  );
  expect((await configure({ days: 40, key: '' })).status).toBe(200);
  const [newest] = (await historyOf('paid')).items;
  expect(await restore('paid', newest?.id)).toMatchObject({
    status: 422,
    body: { fields: { days: expect.any(String) } },
  });
});

test('enabling and disabling: restored by the steps of the switch', async () => {
  expect((await chief.put('plugins/directions', { enabled: false, with: [] })).status).toBe(200);
  const page = await historyOf('directions');
  expect(page.items).toMatchObject([
    {
      change: 'updated',
      author: { last_name: 'Karimova' },
      fields: [{ name: 'enabled', from: { text: 'deployment.json boʻyicha' }, to: { flag: false } }],
    },
  ]);
  const entry = page.items[0]?.id;
  await expect.poll(async () => (await chief.get('directions')).status).toBe(404);
  expect((await restore('directions', entry, { 'if-match': '"2001-01-01T00:00:00.000Z"' })).status).toBe(409);
  expect((await restore('directions', entry)).status).toBe(200);
  await expect.poll(async () => (await chief.get('directions')).status).toBe(200);
  expect((await chief.get('plugins/nowhere/history')).status).toBe(404);
});
