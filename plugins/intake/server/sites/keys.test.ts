import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Site, SiteSecrets } from '../../contract.ts';

let server: TestServer;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['intake'] });
  chief = await server.signIn({ role: 'super_admin' });
});
afterAll(() => server?.close());

const siteBody = (name: string) => ({ name, origins: [], rate: 10, webhook: '' });

/** Everything that the database stores of responses. */
async function readStoredResponses(): Promise<string> {
  const { rows } = await sql<{ answer: string }>`select answer from idempotency_records`.execute(
    server.database,
  );
  expect(rows.length).toBeGreaterThan(0);
  return rows.map(({ answer }) => answer).join('\n');
}

test('repeats the response with a new key for a repeated call, and stores neither key nor secret in plain text', async () => {
  const create = (name: string) =>
    chief.post<SiteSecrets>('intake/sites', siteBody(name), { idempotencyKey: 'create' });
  const made = await create('Bot');
  expect(made.status).toBe(201);
  const { site } = made.body;
  const renew = () =>
    chief.post<SiteSecrets>(`intake/sites/${site.id}/key`, undefined, { idempotencyKey: 'renew' });
  const renewed = await renew();
  expect(renewed.body.key).not.toBe(made.body.key);
  const stored = await readStoredResponses();
  for (const { key, secret } of [made.body, renewed.body]) {
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(secret);
  }
  expect((await create('Bot')).body).toEqual(made.body);
  expect((await renew()).body).toEqual(renewed.body);
  expect(await create('Boshqa bot')).toMatchObject({
    status: 422,
    body: { code: 'repeated_differently', former: { key: made.body.key } },
  });
  expect((await chief.get<Site[]>('intake/sites')).body).toHaveLength(1);
});
