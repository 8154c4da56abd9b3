/**
 * Checks every finder of every plugin for every kind of caller: without its permission, with it but no
 * neighbourhood, with another neighbourhood, with the right one, and as a super admin. The expected results
 * follow from the manifests; a finder without a sample fails.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  allows,
  areaOf,
  reaches,
  type SearchGroup,
  type SearchHit,
  type Viewer,
} from '#kernel/contract/index.ts';
import { searchesOf } from '#kernel/contract/http/search.ts';
import { writeKeys } from '#plugins/users/server/store/uncompacted.ts';
import { testServer, type AdminDraft, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import { manifests } from '../architecture/manifests.ts';

const searches = searchesOf(manifests);
const everything = ['application_receiver', 'household_add', 'street_add'];
/** The name in all samples, which is searched in every spelling. */
const name = 'Qoʻngʻirotov';
const spellings = ["qo'ng'irotov", 'Қўнғиротов', 'QONGIROT', 'нғирот', 'қўнғирот'];
const jshshir = '31210632040244';

let server: TestServer;
let chief: ApiClient;
let own: number;
let foreign: number;
const ids = new Map<string, number>();

async function made(path: string, body: object): Promise<number> {
  const response = await chief.post<{ id: number }>(path, body);
  expect(response.status, `${path}: ${JSON.stringify(response.body)}`).toBe(201);
  return response.body.id;
}

const names = (text: string) => ({ uz: { name: text }, ru: { name: text } });
const square = (lat: number) => [
  [lat, 60],
  [lat, 60.001],
  [lat + 0.001, 60.001],
];

beforeAll(async () => {
  server = await testServer();
  chief = await server.signIn({ role: 'super_admin', permissions: everything });
  own = await made('neighborhoods', { ...names(name), coords: square(41), color: '#0b7480' });
  foreign = await made('neighborhoods', { ...names('Begona'), coords: square(42), color: '#0b7480' });
  ids.set('neighborhoods.neighborhoods', own);
  ids.set('streets.streets', await made('streets', { ...names(name), neighborhood_id: own }));
  ids.set('directions.directions', await made('directions', names(name)));
  ids.set(
    'household_categories.categories',
    await made('household-categories', { ...names(name), color: '#1d5fd1' }),
  );
  ids.set(
    'households.households',
    await made('households', {
      neighborhood_id: own,
      household_category_id: ids.get('household_categories.categories'),
      street_id: ids.get('streets.streets'),
      house_type: 'apartment',
      house_number: 12,
      apartment_number: null,
      citizens: [{ full_name: `${name} Anvar`, personal_number: jshshir }],
      able_to_work: 1,
      unemployed: 0,
      informal: 0,
      directions: [],
      coords: null,
    }),
  );
  const form = { neighborhood_id: own, employment_status: 'unemployed', planned_assistance: 'Yordam' };
  const person = { first_name: 'Anvar', last_name: name, phone: '998901234567', personal_number: jshshir };
  const sent = await chief.upload<{ id: number }>('applications', { ...form, ...person });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  ids.set('applications.applications', sent.body.id);
  const { body: signatories } = await chief.get<{ id: number }[]>('letters/signatories');
  ids.set(
    'letters.letters',
    await made('letters', {
      application_id: sent.body.id,
      language: 'uz',
      subject: name,
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: name }] }] },
      signatory_id: signatories[0]?.id,
      template_id: null,
      replaces_id: null,
    }),
  );
  // The application has registered its applicant.
  const { rows } = await sql<{ id: number }>`select id from users where personal_number = ${jshshir}`.execute(
    server.database,
  );
  ids.set('users.users', rows[0]?.id ?? 0);
  await writeKeys(server.database, 100);
  const admin = await server.createAdmin({ lastName: name, firstName: 'Anvar' });
  ids.set('admins.admins', admin.id);
  ids.set('admins.roles', await made('admins/roles', { ...names(name), role: 'admin', permissions: [] }));
});
afterAll(() => server?.close());

const found = async (api: ApiClient, text: string) => {
  const response = await api.get<{ groups: SearchGroup[] }>(`search?q=${encodeURIComponent(text)}`);
  expect(response.status).toBe(200);
  expect(response.body.groups.filter(({ state }) => state !== undefined)).toEqual([]);
  return response.body.groups;
};
const known = async (api: ApiClient) => {
  const refs = [...ids].map(([search, id]) => `${search}:${id}`).join(',');
  return (
    await api.get<{ items: (SearchHit & { plugin: string; key: string })[] }>(`search/known?refs=${refs}`)
  ).body.items;
};

test('has a sample for every finder', () => {
  expect([...ids.keys()].toSorted()).toEqual(searches.map(({ id }) => id).toSorted());
});

/** The finders that the declarations permit, computed without the code under test. */
function expected({ role = 'admin', permissions = [], neighborhoodIds = [] }: AdminDraft): string[] {
  const viewer: Viewer = { id: 1, role, permissions, neighborhoodIds };
  return searches
    .filter(({ access, area }) => allows(access, viewer) && (area === 'none' || reaches(areaOf(viewer), own)))
    .map(({ id }) => id)
    .toSorted();
}

describe.each<[string, () => AdminDraft]>([
  ['nobody in particular', () => ({ neighborhoodIds: [own] })],
  ['an operator without a neighbourhood', () => ({ permissions: ['application_receiver'] })],
  [
    'an operator of another one',
    () => ({ permissions: ['application_receiver'], neighborhoodIds: [foreign] }),
  ],
  ['an operator of the own one', () => ({ permissions: ['application_receiver'], neighborhoodIds: [own] })],
  ['a registrar without a neighbourhood', () => ({ permissions: ['household_add', 'street_add'] })],
  [
    'a registrar of another one',
    () => ({ permissions: ['household_add', 'street_add'], neighborhoodIds: [foreign] }),
  ],
  ['a registrar of households', () => ({ permissions: ['household_add'], neighborhoodIds: [foreign, own] })],
  ['a registrar of streets', () => ({ permissions: ['street_add'], neighborhoodIds: [own] })],
  ['an admin with every permission', () => ({ permissions: everything, neighborhoodIds: [own] })],
  ['a super admin without permissions', () => ({ role: 'super_admin' })],
  ['a super admin with every permission', () => ({ role: 'super_admin', permissions: everything })],
])('%s', (_who, draftOf) => {
  test('finds what permissions and area allow, and rereads the same', async () => {
    const draft = draftOf();
    const api = await server.signIn(draft);
    const groups = await found(api, 'Қўнғирот');
    const hits = groups.flatMap(({ plugin, key, items }) =>
      items.map(({ id }) => [`${plugin}.${key}`, id] as const),
    );
    for (const [search, id] of hits) if (search !== 'admins.admins') expect(id, search).toBe(ids.get(search));
    expect([...new Set(hits.map(([search]) => search))].toSorted()).toEqual(expected(draft));
    expect((await known(api)).map(({ plugin, key }) => `${plugin}.${key}`).toSorted()).toEqual(
      expected(draft),
    );
  });
});

test.each(spellings)('finds every sample as %s', async (text) => {
  const groups = await found(chief, text);
  expect(groups.map(({ plugin, key }) => `${plugin}.${key}`).toSorted()).toEqual([...ids.keys()].toSorted());
});

test('finds numbers in any grouping, and shows personal ones masked', async () => {
  const application = ids.get('applications.applications') ?? 0;
  const people = ['applications.applications', 'households.households', 'users.users'];
  const kinds = (groups: readonly SearchGroup[]) =>
    groups.map(({ plugin, key }) => `${plugin}.${key}`).toSorted();
  for (const text of [jshshir, '3121 0632 0402 44', '3121063204', '31210']) {
    const groups = await found(chief, text);
    expect(kinds(groups), text).toEqual(people);
    expect(JSON.stringify(groups)).not.toContain(jshshir);
    for (const { items } of groups) expect(items[0]?.subtitle).toContain('••••••••••0244');
  }
  for (const text of ['998901234567', '+998 (90) 123-45-67', '90 123 45 67', '1234567']) {
    expect(kinds(await found(chief, text)), text).toEqual(['applications.applications', 'users.users']);
  }
  for (const text of [String(application), String(application).padStart(6, '0'), `№ ${application}`]) {
    const [first] = (await found(chief, text)).filter(({ plugin }) => plugin === 'applications');
    expect(first?.items[0], text).toMatchObject({
      id: application,
      number: `№ ${String(application).padStart(6, '0')}`,
      path: `/applications/${application}`,
      status: { tone: 'created' },
    });
  }
  expect(await found(chief, '31210632040245')).toEqual([]);
});

test("every hit links to a page that the finder's user may open, in their language", async () => {
  const russian = await server.api({ token: chief.token ?? '', language: 'ru' });
  const [uz, ru] = [await found(chief, name), await found(russian, name)];
  const street = (groups: readonly SearchGroup[]) =>
    groups.find(({ plugin }) => plugin === 'streets')?.items[0]?.title;
  expect([street(uz), street(ru)]).toEqual([`${name} ko'chasi`, `улица ${name}`]);
  const paths = manifests.flatMap(({ routes }) => Object.values(routes ?? {}).map(({ path }) => path));
  const patterns = paths.map(
    (path) => new RegExp(`^${path.replace('/*', '(/.*)?').replaceAll(/:\w+/g, '[^/]+')}$`),
  );
  const people = ['applications', 'households', 'users'];
  for (const { path, plugin } of uz.flatMap(({ plugin: of, items }) =>
    items.map((item) => ({ ...item, plugin: of })),
  )) {
    const [plain = ''] = path.split('?');
    // Browsers store addresses, so these contain a person's id and no name.
    if (people.includes(plugin)) expect(decodeURIComponent(path)).not.toMatch(/Qoʻngʻirotov|\d{6}/);
    expect(
      patterns.some((pattern) => pattern.test(plain)),
      path,
    ).toBe(true);
  }
});

test('the first hits of a frequent name are the newest, and there are others', async () => {
  await sql`
    insert into users (first_name, last_name, personal_number)
    select 'Koʻpchilik', 'Umumiyev', lpad((50000000000000 + i)::text, 14, '0') from generate_series(1, 30) as i`.execute(
    server.database,
  );
  await writeKeys(server.database, 1000);
  const [group] = await found(chief, 'Умумиев');
  expect([group?.key, group?.items.length, group?.more]).toEqual(['users', 5, true]);
  const all = await sql<{
    id: number;
  }>`select id from users where last_name = 'Umumiyev' order by id desc limit 5`.execute(server.database);
  expect(group?.items.map(({ id }) => id)).toEqual(all.rows.map(({ id }) => id));
});
