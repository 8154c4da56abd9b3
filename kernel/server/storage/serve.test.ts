import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { definePlugin, fileSchema, signedIn, type StoredFile } from '#kernel/contract/index.ts';
import { defineServer, route } from '#kernel/server/api/index.ts';
import { officeDocument, mimetypes, pdf, picture } from '#kernel/testing/samples.ts';
import { testServer, type ApiClient, type ApiFile, type TestServer } from '#kernel/testing/server.ts';

/** Stores files that only admins of neighbourhood 10 may read. */
const shelf = defineServer(definePlugin({ id: 'shelf', version: '1.0.0' }), {
  routes: [
    route({
      method: 'POST',
      path: 'shelf',
      summary: 'Takes files',
      access: signedIn,
      body: z.strictObject({ fails: z.string().optional() }),
      upload: { maxFiles: 2, maxBytes: 100_000 },
      response: z.array(fileSchema),
      handle({ files, present, body }) {
        if (body.fails) throw new Error('after the files');
        return files.map((file) => present({ ...file, createdAt: new Date(0).toISOString() }));
      },
    }),
  ],
  mayReadFile: async (_fileId, viewer) => viewer.neighborhoodIds.includes(10),
});

let server: TestServer;
let owner: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: [shelf] });
  owner = await server.signIn({ neighborhoodIds: [10] });
});
afterAll(() => server.close());

async function put(api: ApiClient, ...files: ApiFile[]): Promise<StoredFile[]> {
  const { status, body } = await api.upload<StoredFile[]>('shelf', {}, files);
  expect(status).toBe(200);
  return body;
}

async function urlFor(api: ApiClient): Promise<string> {
  const [file] = await put(api, { name: 'a.pdf', type: 'application/pdf', content: pdf() });
  return file?.url ?? '';
}

test('serves a file at its address without a header, and never as a page', async () => {
  const [image, sheet] = await put(
    owner,
    { name: 'расм.jpg', type: 'image/jpeg', content: await picture() },
    { name: 'a.xlsx', type: mimetypes.xlsx, content: officeDocument('xlsx') },
  );
  const shown = await fetch(server.url + image?.url);
  expect(shown.status).toBe(200);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': expect.stringMatching(/^inline/),
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  const saved = await fetch(server.url + sheet?.url);
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
});

test('checks the right again: another area, and an ended session', async () => {
  const stranger = await server.signIn({ neighborhoodIds: [11] });
  expect((await fetch(server.url + (await urlFor(stranger)))).status).toBe(404);

  const guest = await server.signIn({ neighborhoodIds: [10] });
  const url = await urlFor(guest);
  expect((await fetch(server.url + url)).status).toBe(200);
  await sql`delete from sessions where id = (select max(id) from sessions)`.execute(server.database);
  expect((await fetch(server.url + url)).status).toBe(401);
});

test('rejects an altered address', async () => {
  const url = await urlFor(owner);
  const [, id = ''] = /files\/(\d+)/.exec(url) ?? [];
  const wrong = [
    url.replace(`files/${id}`, `files/${Number(id) - 1}`),
    url.replace(/exp=(\d+)/, (_whole, exp: string) => `exp=${Number(exp) + 60}`),
    url.replace(/sig=\d+/, 'sig=999'),
    url.replace(/&sig=.*/, ''),
    url.replace(/\?.*/, ''),
  ];
  for (const path of wrong) expect((await fetch(server.url + path)).status).toBe(404);
});

test('a call that fails leaves no file behind', async () => {
  const before = await countRows();
  const file = { name: 'a.pdf', type: 'application/pdf', content: pdf() };
  expect((await owner.upload('shelf', { fails: 'yes' }, [file])).status).toBe(500);
  const svg = { name: 'a.svg', type: 'image/svg+xml', content: '<svg/>' };
  expect((await owner.upload('shelf', {}, [file, svg])).status).toBe(415);
  const long = { ...file, content: Buffer.concat([Buffer.alloc(100_001), pdf()]) };
  expect((await owner.upload('shelf', {}, [long])).status).toBe(413);
  expect((await owner.upload('shelf', {}, [file, file, file])).status).toBe(413);
  expect(await countRows()).toBe(before);
});

async function countRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from files`.execute(server.database);
  return rows[0]?.count ?? 0;
}
