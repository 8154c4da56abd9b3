import { afterEach, expect, test, vi } from 'vitest';
import { allOf, signedIn, superAdmin, type Access, type SearchGroup } from '#kernel/contract/index.ts';
import { searchLinesType, type SearchLine } from '#kernel/contract/http/search.ts';
import { readLines } from '#kernel/domain/values/read-lines.ts';
import { pluginWith } from '#kernel/testing/sample-plugin.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import type { ServerPlugin, SearchProvider } from '../../api/index.ts';

const servers: TestServer[] = [];

async function serve(plugins: ServerPlugin[]): Promise<TestServer> {
  const server = await testServer({ plugins: ['admins', ...plugins] });
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const hit = (id: number, title = `found ${id}`) => ({ id, title, subtitle: '', path: `/found/${id}` });

/** A plugin whose list has this access, with a search that returns the given hits. */
function finding(
  id: string,
  {
    access = signedIn,
    area = 'none',
    ...provider
  }: Partial<SearchProvider> & {
    access?: Access;
    area?: 'own' | 'none';
  },
): ServerPlugin {
  const find: SearchProvider['find'] = provider.find ?? (async () => [hit(1)]);
  const findByIds: SearchProvider['findByIds'] =
    provider.findByIds ?? (async (ids) => ids.map((one) => hit(one)));
  return pluginWith(
    id,
    { search: { things: { find, findByIds } } },
    {
      routes: { list: { path: `/${id}`, access } },
      permissions: access.rule === 'allOf' ? access.permissions : [],
      search: { things: { route: 'list', area } },
    },
  );
}

const groupsOf = async (api: ApiClient) =>
  (await api.get<{ groups: SearchGroup[] }>('search?q=a')).body.groups
    .map(({ plugin }) => plugin)
    .filter((plugin) => plugin !== 'admins');

test('queries the finders of lists that the viewer may open, within the area', async () => {
  const looked: unknown[] = [];
  const own = finding('own', {
    access: allOf('look'),
    area: 'own',
    find: async (_text, call) => {
      looked.push((call as { area?: unknown }).area);
      return [hit(1)];
    },
  });
  const server = await serve([finding('open', {}), finding('closed', { access: superAdmin }), own]);
  expect((await server.api().get('search?q=a')).status).toBe(401);
  const found = async (draft: Parameters<TestServer['createAdmin']>[0]) =>
    groupsOf(await server.signIn(draft));
  const neighborhoods = [await neighborhoodOf(server), await neighborhoodOf(server)];
  expect(await found({})).toEqual(['open']);
  expect(await found({ permissions: ['look'] })).toEqual(['open']);
  expect(await found({ permissions: ['look'], neighborhoodIds: neighborhoods })).toEqual(['open', 'own']);
  expect(await found({ role: 'super_admin' })).toEqual(['open', 'closed']);
  expect(await found({ role: 'super_admin', permissions: ['look'] })).toEqual(['open', 'closed', 'own']);
  expect(looked).toEqual([expect.arrayContaining(neighborhoods), 'everywhere']);
});

test('reports a failing finder, and shows the results of the others', async () => {
  const server = await serve([
    finding('failing', { find: () => Promise.reject(new Error('on purpose')) }),
    finding('many', {
      find: async (_text, { limit }) => Array.from({ length: limit }, (_, at) => hit(at + 1)),
    }),
    finding('nobody', { find: async () => [] }),
  ]);
  const api = await server.signIn();
  const { body } = await api.get<{ groups: SearchGroup[] }>('search?q=a');
  expect(body.groups).toEqual([
    { plugin: 'failing', key: 'things', items: [], state: 'failed' },
    { plugin: 'many', key: 'things', items: [1, 2, 3, 4, 5].map((id) => hit(id)), more: true },
  ]);
  expect((await api.get('search?q=')).body).toEqual({ groups: [] });
  expect((await api.get('search?q=a&x=1')).status).toBe(422);
  expect((await api.get(`search?q=${'x'.repeat(201)}`)).status).toBe(422);
});

test('streams results without waiting for a slow finder, with the fields of the contract only', async () => {
  const slow = Promise.withResolvers<void>();
  const spoken = { ...hit(1), secret: 'x', status: { tone: 'created' as const, text: 'new', secret: 'x' } };
  const server = await serve([
    finding('slow', { find: () => slow.promise.then(() => [hit(2)]) }),
    finding('quick', { find: async () => [spoken] }),
  ]);
  const { token = '' } = await server.signIn();
  const response = await fetch(`${server.url}/api/uz/search?q=a`, {
    headers: { authorization: token, accept: searchLinesType },
  });
  expect(response.headers.get('content-type')).toContain(searchLinesType);
  const lines = linesOf(response);
  expect(await next(lines)).toEqual({
    asked: [
      { plugin: 'slow', key: 'things' },
      { plugin: 'quick', key: 'things' },
    ],
  });
  const items = [{ ...hit(1), status: { tone: 'created', text: 'new' } }];
  expect(await next(lines)).toEqual({ group: { plugin: 'quick', key: 'things', items } });
  slow.resolve();
  expect(await next(lines)).toEqual({ group: { plugin: 'slow', key: 'things', items: [hit(2)] } });
  expect(await next(lines)).toEqual({ end: true });
});

test('typing aborts the previous search; a full search names late finders', async () => {
  const signals: AbortSignal[] = [];
  const server = await serve([
    finding('endless', {
      find: (_text, { signal }) => {
        signals.push(signal);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))));
      },
    }),
    finding('quick', {}),
  ]);
  const api = await server.signIn();
  const gone = new AbortController();
  const pending = fetch(`${server.url}/api/uz/search?q=a`, {
    headers: { authorization: api.token ?? '', accept: searchLinesType },
    signal: gone.signal,
  });
  await (await pending).body?.getReader().read();
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  gone.abort();
  await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));

  const { body } = await api.get<{ groups: SearchGroup[] }>('search?q=a');
  expect(body.groups).toEqual([
    { plugin: 'endless', key: 'things', items: [], state: 'late' },
    { plugin: 'quick', key: 'things', items: [hit(1)] },
  ]);
  expect(signals[1]?.aborted).toBe(true);
});

test('rereads earlier results by their ids, from permitted finders only', async () => {
  const server = await serve([
    finding('open', { findByIds: async (ids) => ids.filter((id) => id !== 7).map((id) => hit(id)) }),
    finding('closed', { access: superAdmin }),
    finding('failing', { findByIds: () => Promise.reject(new Error('on purpose')) }),
  ]);
  const api = await server.signIn();
  const refs = 'open.things:9,closed.things:3,open.things:7,failing.things:1,gone.things:4,open.things:2';
  const { body } = await api.get(`search/known?refs=${refs}`);
  const known = { plugin: 'open', key: 'things' };
  expect(body).toEqual({
    items: [
      { ...known, ...hit(9) },
      { ...known, ...hit(2) },
    ],
  });
  for (const wrong of ['', 'open.things', 'open.things:x', 'open.things:1,', "open.things:1'--"]) {
    expect((await api.get(`search/known?refs=${encodeURIComponent(wrong)}`)).status, wrong).toBe(422);
  }
  expect((await server.api().get(`search/known?refs=${refs}`)).status).toBe(401);
});

test('rejects an initial password, and limits the rate of scripts', async () => {
  const server = await serve([finding('open', {})]);
  const api = await server.signIn({ mustChangePassword: true });
  expect((await api.get('search?q=a')).body).toEqual({ groups: [] });
  expect((await api.get('search/known?refs=open.things:1')).body).toEqual({ items: [] });
  const other = await server.signIn();
  const responses = await Promise.all(Array.from({ length: 80 }, () => other.get('search?q=a')));
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected.length).toBeGreaterThan(0);
  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await (await server.signIn()).get('search?q=a')).status).toBe(200);
});

let made = 0;

async function neighborhoodOf(server: TestServer): Promise<number> {
  const { rows } = await server.services.pool.query<{ id: number }>(
    `insert into neighborhoods (name_uz, name_ru, coords, color)
     values ($1, $1, '[[41,60],[41,61],[42,61]]', '#0b7480') returning id::int`,
    [`Mahalla ${++made}`],
  );
  return rows[0]?.id ?? 0;
}

async function* linesOf({ body }: Response): AsyncGenerator<SearchLine> {
  if (!body) return;
  for await (const line of readLines(body.pipeThrough(new TextDecoderStream()).getReader()))
    yield JSON.parse(line) as SearchLine;
}

async function next(lines: AsyncGenerator<SearchLine>): Promise<SearchLine | undefined> {
  return (await lines.next()).value as SearchLine | undefined;
}
