import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Site, SiteSecrets } from '../../contract.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins: ['intake'] });
});
afterAll(() => server?.close());

test('a site is not changed by a form that has not seen its stored version', async () => {
  const chief = await server.signIn({ role: 'super_admin' });
  const body = { name: 'Eski tizim', origins: [], rate: 1000, webhook: '' };
  const { site } = (await chief.post<SiteSecrets>('intake/sites', body)).body;
  const save = (rate: number, version: string | null) =>
    chief.put<Site & ErrorBody & { current: Site }>(
      `intake/sites/${site.id}`,
      { ...body, rate },
      version === null ? {} : { headers: { 'if-match': `"${version}"` } },
    );
  expect(await save(500, site.updated_at)).toMatchObject({ status: 200, body: { rate: 500 } });
  const late = await save(400, site.updated_at);
  expect(late).toMatchObject({ status: 409, body: { code: 'edit_conflict', current: { rate: 500 } } });
  expect((await save(400, late.body.current.updated_at)).status).toBe(200);
  // A client without versions.
  expect((await save(300, null)).status).toBe(200);
});
