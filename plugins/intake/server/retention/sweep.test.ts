import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { SiteSecrets } from '../../contract.ts';
import { sweep } from './sweep.ts';

let server: TestServer;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['intake'] });
  await server.services.jobs.stop('intake.');
  chief = await server.signIn({ role: 'super_admin' });
});
afterAll(() => server?.close());

async function createSite(name: string, webhook: string): Promise<number> {
  const { body } = await chief.post<SiteSecrets>('intake/sites', { name, origins: [], rate: 10, webhook });
  return body.site.id;
}

test('deletes old events, except those that wait for a webhook', async () => {
  const webhook = 'http://127.0.0.1:9/hook';
  const waiting = await createSite('Kutadi', webhook);
  const [polling, revoked] = [await createSite('Oʻzi oʻqiydi', ''), await createSite('Tugagan', webhook)];
  await chief.post(`intake/sites/${revoked}/revocation`);
  await sql`
    insert into intake_events (site_id, type, data, created_at)
    select site, 'application.status', '{}', now() - make_interval(days => age)
    from unnest(${[waiting, polling, revoked]}::bigint[]) as site cross join unnest(array[1, 91]) as age`.execute(
    server.database,
  );
  const context = server.services.plugins.find('intake')?.context;
  // Sound: the plugin's own context, whose type the list of plugins does not know.
  await sweep(context as never);
  const { rows } = await sql<{ site_id: number; age: number }>`
    select site_id, extract(day from now() - created_at)::int as age from intake_events order by site_id, age`.execute(
    server.database,
  );
  expect(rows).toEqual([
    { site_id: waiting, age: 1 },
    { site_id: waiting, age: 91 },
    { site_id: polling, age: 1 },
    { site_id: revoked, age: 1 },
  ]);
});
