import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/contract/index.ts';
import type { HistoryPage, HistoryPreview, Restored } from '#kernel/records/contract/index.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import type { Household, HouseholdDraft, ImportPreview } from '#plugins/households/contract.ts';
import { buildSampleCity, sampleDraft, type SampleCity } from '#plugins/households/demo/sample-city.ts';
import { byLength } from '../../support/test-length.ts';

let server: TestServer;
let city: SampleCity;
let registrar: ApiClient;
let neighbor: ApiClient;

const permissions = ['household_add'];

beforeAll(async () => {
  server = await testServer({ plugins: ['households', 'letters', 'users'] });
  city = await buildSampleCity(server.database);
  const [first = 0, second = 0] = city.neighborhoods;
  registrar = await server.signIn({ permissions, neighborhoodIds: [first, second], lastName: 'Karimova' });
  neighbor = await server.signIn({ permissions, neighborhoodIds: [second] });
});
afterAll(() => server.close());

async function made(change: Partial<HouseholdDraft> = {}) {
  const draft = sampleDraft(city, change);
  const { status, body } = await registrar.post<Household>('households', draft);
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.id, draft };
}

async function changed(id: number, draft: HouseholdDraft): Promise<Household> {
  const { status, body } = await registrar.put<Household>(`households/${id}`, draft);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const historyOf = async (id: number) => (await registrar.get<HistoryPage>(`households/${id}/history`)).body;
const detailOf = async (id: number) => (await registrar.get<Household>(`households/${id}`)).body;
const restore = (id: number, entry: number) =>
  registrar.post<Restored & ErrorBody>(`households/${id}/history/${entry}/restore`);

test('one change is one version, with the labels of the form and masked members', async () => {
  const { id, draft } = await made();
  const [member = { full_name: '', personal_number: '' }] = draft.citizens ?? [];
  const added = { full_name: 'Karimov Anvar', personal_number: city.freshJshshir() };
  await changed(id, {
    ...draft,
    house_number: 14,
    street_id: city.streets[1]?.id,
    citizens: [member, added],
    directions: [{ direction_id: city.directions[1] ?? 0, quantity: 7 }],
    coords: null,
  });
  const page = await historyOf(id);
  expect(page.items.map(({ change }) => change)).toEqual(['updated', 'created']);
  expect(page.items[0]?.fields).toEqual([
    { name: 'street_id', label: 'Koʻcha', from: { text: 'Navoiy' }, to: { text: 'Tinchlik' } },
    { name: 'house_number', label: 'Uy raqami', from: { number: 12 }, to: { number: 14 } },
    {
      name: 'citizens',
      label: 'Fuqarolar',
      from: { items: [] },
      to: { items: [{ text: 'Karimov Anvar', jshshir: `••••••••••${added.personal_number.slice(-4)}` }] },
    },
    {
      name: 'directions',
      label: 'Yoʻnalishlar',
      from: { items: [{ text: 'Chorvachilik', number: 3 }] },
      to: { items: [{ text: 'Savdo', number: 7 }] },
    },
    { name: 'coords', label: 'Xaritadagi joyi', from: { text: '41.5, 60.5' }, to: null },
  ]);
});

test('a save without changes creates no version, though members are rewritten', async () => {
  const { id, draft } = await made();
  await changed(id, draft);
  expect((await historyOf(id)).length).toBe(1);
});

test('a pin that moves in one direction is recorded with both coordinates', async () => {
  const { id, draft } = await made();
  await changed(id, { ...draft, coords: [41.75, 60.5] });
  expect((await historyOf(id)).items[0]?.fields).toMatchObject([
    { name: 'coords', from: { text: '41.5, 60.5' }, to: { text: '41.75, 60.5' } },
  ]);
});

test('restores members with their real numbers, and the pin', async () => {
  const { id, draft } = await made();
  await changed(id, {
    ...draft,
    citizens: [],
    coords: null,
    house_type: 'apartment',
    apartment_number: null,
  });
  const [newest] = (await historyOf(id)).items;
  expect((await restore(id, newest?.id ?? 0)).status).toBe(200);
  expect(await detailOf(id)).toMatchObject({
    citizens: draft.citizens,
    coords: draft.coords,
    house_type: 'building',
    apartment_number: 5,
  });
});

test('rejects values that are no longer valid: a member who lives elsewhere, a deleted street', async () => {
  const { id, draft } = await made();
  await changed(id, { ...draft, citizens: [] });
  await made(draft.citizens ? { citizens: draft.citizens } : {});
  const [newest] = (await historyOf(id)).items;
  expect(await restore(id, newest?.id ?? 0)).toMatchObject({
    status: 409,
    body: { code: 'confirmation_needed', err: expect.any(String) },
  });
  const { rows } = await sql<{ id: number }>`
    insert into streets (neighborhood_id, name_uz, name_ru, fold_uz, fold_ru)
    values (${city.neighborhoods[0]}, 'Vaqtincha', 'Временная', 'vaqtincha', 'vremennaya') returning id`.execute(
    server.database,
  );
  const street = rows[0]?.id ?? 0;
  const other = await made({ street_id: street });
  await changed(other.id, { ...other.draft, street_id: city.streets[0]?.id });
  await sql`delete from streets where id = ${street}`.execute(server.database);
  const [moved] = (await historyOf(other.id)).items;
  expect(moved?.fields).toMatchObject([
    { name: 'street_id', from: { missing: true }, to: { text: 'Navoiy' } },
  ]);
  const rejected = await restore(other.id, moved?.id ?? 0);
  expect(rejected).toMatchObject({ status: 409, body: { code: 'reference_gone' } });
  expect(rejected.body.err).toContain('Koʻcha');
});

test('of a household of another area is as inaccessible as the household itself', async () => {
  const { id, draft } = await made();
  await changed(id, { ...draft, house_number: 99 });
  const entry = (await historyOf(id)).items[0]?.id ?? 0;
  const own = `households/${id}/history`;
  expect([
    (await neighbor.get(own)).status,
    (await neighbor.get(`${own}/${entry}`)).status,
    (await neighbor.post(`${own}/${entry}/restore`)).status,
  ]).toEqual([404, 404, 404]);
});

test('an import creates the first version of each household, by the importing user', async () => {
  const line = `Navroʻz;Navoiy;Yolgʻiz keksalar;Ko'p qavatli uy;77;1;Yangi Odam ${city.freshJshshir()};1;0;0;Savdo: 3;;`;
  const header =
    'Mahalla;Koʻcha;Toifa;Uy turi;Uy raqami;Xonadon raqami;Fuqarolar;Mehnatga layoqatli;Ishsiz;Norasmiy band;Yoʻnalishlar;Kenglik;Uzunlik';
  const file = { name: 'a.csv', type: 'text/csv', content: `${header}\n${line}` };
  const preview = await registrar.upload<ImportPreview>('households/imports/preview', {}, [file]);
  const { digest } = preview.body;
  const taken = await registrar.upload('households/imports', { digest, warnings: 'skip' }, [file]);
  expect(taken, JSON.stringify(preview.body)).toMatchObject({ body: { created: 1 } });
  const { rows } = await sql<{ id: number }>`select id from households where house_number = 77`.execute(
    server.database,
  );
  expect((await historyOf(rows[0]?.id ?? 0)).items).toMatchObject([
    { change: 'created', author: { last_name: 'Karimova' }, fields: [] },
  ]);
});

test('is deleted with its household, including members', async () => {
  const { id, draft } = await made();
  await changed(id, { ...draft, citizens: [], house_number: 3 });
  expect((await registrar.del(`households/${id}`)).status).toBe(200);
  const { rows } = await sql`
    select from record_history where kind = 'household' and record = ${String(id)}`.execute(server.database);
  expect(rows).toEqual([]);
  expect((await registrar.get(`households/${id}/history`)).status).toBe(404);
});

test('changes in one transaction that cancel each other leave no version', async () => {
  const { id } = await made();
  await server.database.transaction().execute(async (transaction) => {
    await sql`update households set house_number = 900 where id = ${id}`.execute(transaction);
    await sql`update households set house_number = 12 where id = ${id}`.execute(transaction);
  });
  expect((await historyOf(id)).length).toBe(1);
  await server.database.transaction().execute(async (transaction) => {
    await sql`update households set latitude = 1, house_number = 900 where id = ${id}`.execute(transaction);
    await sql`update households set longitude = 2, house_number = 12 where id = ${id}`.execute(transaction);
  });
  expect((await historyOf(id)).items[0]?.fields).toMatchObject([
    { name: 'coords', from: { text: '41.5, 60.5' }, to: { text: '1, 2' } },
  ]);
});

/** A household as stored in its history. */
async function stateOf(id: number): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await sql<{ state: Readonly<Record<string, unknown>> }>`
    select to_jsonb(h) - 'search_key' - 'updated_at' - 'created_at' - 'id' - 'author_id' || jsonb_build_object(
      'citizens', (select coalesce(jsonb_agg(to_jsonb(c) - 'household_id' order by position), '[]')
        from household_citizens c where household_id = h.id),
      'directions', (select coalesce(jsonb_agg(to_jsonb(d) - 'household_id' order by direction_id), '[]')
        from household_directions d where household_id = h.id)) as state
    from households h where id = ${id}`.execute(server.database);
  return rows[0]?.state ?? {};
}

describe('replayed backwards', () => {
  const step = fc.record(
    {
      house_number: fc.integer({ min: 1, max: 4 }),
      house_suffix: fc.constantFrom('A', '/3', null),
      able_to_work: fc.integer({ min: 0, max: 3 }),
      street: fc.integer({ min: 0, max: 1 }),
      members: fc.subarray([0, 1, 2]),
      quantity: fc.constantFrom(0, 1, 5),
      pin: fc.constantFrom(null, [41.5, 60.5] as [number, number], [41.25, 60.125] as [number, number]),
      bySql: fc.boolean(),
    },
    { requiredKeys: [] },
  );

  test('the current row becomes every earlier one, over random changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const people = [0, 1, 2].map((index) => ({
          full_name: `Odam ${'abc'[index]}`,
          personal_number: city.freshJshshir(),
        }));
        const { id, draft } = await made({ citizens: people.slice(0, 1) });
        const states = [await stateOf(id)];
        let current = draft;
        for (const { street, members, quantity, pin, bySql, ...rest } of steps) {
          current = {
            ...current,
            ...rest,
            ...(street === undefined ? {} : { street_id: city.streets[street]?.id }),
            ...(members === undefined
              ? {}
              : { citizens: people.filter((_, index) => members.includes(index)) }),
            ...(quantity === undefined
              ? {}
              : { directions: quantity === 0 ? [] : [{ direction_id: city.directions[0] ?? 0, quantity }] }),
            ...(pin === undefined ? {} : { coords: pin }),
          };
          if (bySql) {
            await sql`update households set unemployed = unemployed + 1 where id = ${id}`.execute(
              server.database,
            );
            current = { ...current, unemployed: Number((await stateOf(id))['unemployed']) };
            if (JSON.stringify(states.at(-1)) !== JSON.stringify(await stateOf(id)))
              states.push(await stateOf(id));
          }
          await changed(id, current);
          const next = await stateOf(id);
          if (JSON.stringify(states.at(-1)) !== JSON.stringify(next)) states.push(next);
        }
        const { rows } = await sql<{
          changes: Readonly<Record<string, { before: unknown; after: unknown }>>;
        }>`
          select changes from record_history
          where kind = 'household' and record = ${String(id)} and change = 'updated' order by id desc`.execute(
          server.database,
        );
        let replayed = await stateOf(id);
        const past = [replayed];
        for (const { changes } of rows) {
          // A field keeps the value of an entry until the next entry that changes it.
          for (const [name, { after }] of Object.entries(changes)) expect(replayed[name]).toEqual(after);
          const before = Object.entries(changes).map(([name, sides]) => [name, sides.before] as const);
          replayed = { ...replayed, ...Object.fromEntries(before) };
          past.push(replayed);
        }
        expect(past).toEqual(states.toReversed());
        // The preview of the oldest version leads to the first state.
        const oldest = (await historyOf(id)).items.findLast(({ change }) => change === 'updated');
        if (!oldest) return;
        const { body } = await registrar.get<HistoryPreview>(`households/${id}/history/${oldest.id}`);
        const shown = new Set(body.fields.map(({ name }) => name));
        const differs = (name: string) =>
          JSON.stringify(states[0]?.[name]) !== JSON.stringify(states.at(-1)?.[name]);
        for (const name of [
          'house_number',
          'street_id',
          'able_to_work',
          'unemployed',
          'citizens',
          'directions',
        ]) {
          expect(shown.has(name), name).toBe(differs(name));
        }
      }),
      { numRuns: byLength(15, 200), seed: 20_261_127 },
    );
  }, 300_000);
});
