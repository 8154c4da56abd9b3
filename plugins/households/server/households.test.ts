import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody, RecordChange } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, listenAs, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import { jshshirPattern } from '#kernel/domain/text/jshshir.ts';
import type { CitizenLookup, Household, HouseholdDraft, HouseholdPage } from '../contract.ts';
import { sampleDraft, type SampleCity } from '../demo/sample-city.ts';
import { startRegistrars } from '../../../tests/support/registrars.ts';

let server: TestServer;
let city: SampleCity;
let registrar: ApiClient;
let other: ApiClient;
let chief: ApiClient;

beforeAll(async () => {
  ({ server, city, registrar, other, chief } = await startRegistrars());
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from households`.execute(server.database);
});

/** An unused JSHSHIR. */
const jshshir = makeJshshir({ birthday: '1985-03-12', sex: 'male', area: 1, serial: 1 });
const draft = (change: Partial<HouseholdDraft> = {}) => sampleDraft(city, change);

async function made(change: Partial<HouseholdDraft> = {}, as = registrar): Promise<Household> {
  const { status, body } = await as.post<Household>('households', draft(change));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const at = (version: string) => ({ headers: { 'if-match': `"${version}"` } });

describe('adding', () => {
  test('returns the whole household, which is then in the list and found by its id', async () => {
    const created = await made();
    const { body } = await registrar.get<Household>(`households/${created.id}`);
    expect(body).toEqual({
      id: expect.any(Number),
      neighborhood_id: city.neighborhoods[0],
      street_id: city.streets[0]?.id,
      household_category_id: city.categories[0],
      neighborhood: { id: city.neighborhoods[0], uz: { name: 'Navroʻz' }, ru: { name: 'Navroʻz ru' } },
      street: { id: city.streets[0]?.id, uz: { name: 'Navoiy' }, ru: { name: 'Navoiy ru' } },
      household_category: {
        id: city.categories[0],
        uz: { name: 'Yolgʻiz keksalar' },
        ru: { name: 'Yolgʻiz keksalar ru' },
        color: '#1d5fd1',
      },
      house_type: 'building',
      house_number: 12,
      house_suffix: null,
      apartment_number: 5,
      citizens: [
        { full_name: 'Karimova Lola Anvar qizi', personal_number: expect.stringMatching(jshshirPattern) },
      ],
      able_to_work: 2,
      unemployed: 1,
      informal: 0,
      household_directions: [
        {
          direction_id: city.directions[0],
          quantity: 3,
          direction: {
            id: city.directions[0],
            uz: { name: 'Chorvachilik' },
            ru: { name: 'Chorvachilik ru' },
          },
        },
      ],
      coords: [41.5, 60.5],
      author_id: expect.any(Number),
      author: { id: expect.any(Number), first_name: 'Lola', last_name: 'Karimova' },
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    const { body: page } = await registrar.get<HouseholdPage>('households');
    expect(page).toMatchObject({ page: 1, limit: 20, total_pages: 1, length: 1 });
    const number = body.citizens[0]?.personal_number ?? '';
    expect(page.items).toEqual([created]);
    expect(page.items).toEqual([
      { ...body, citizens: [{ ...body.citizens[0], personal_number: `••••••••••${number.slice(-4)}` }] },
    ]);
    expect(JSON.stringify(page)).not.toContain(number);
  });

  test('allows optional fields to be absent', async () => {
    const {
      citizens: _,
      directions: __,
      coords: ___,
      apartment_number: ____,
      able_to_work: _____,
      ...least
    } = draft();
    const { status, body } = await registrar.post<Household>('households', {
      ...least,
      house_type: 'apartment',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      house_suffix: null,
      apartment_number: null,
      citizens: [],
      household_directions: [],
      coords: null,
      able_to_work: 0,
      informal: 0,
    });
  });

  test.each<[string, Partial<Record<keyof HouseholdDraft, unknown>>, string]>([
    ['a flat without a number', { apartment_number: null }, 'apartment_number'],
    ['a house with the number of a flat', { house_type: 'apartment' }, 'apartment_number'],
    ['an unknown kind of house', { house_type: 'tent' }, 'house_type'],
    ['a house of number 0', { house_number: 0 }, 'house_number'],
    ['a fraction without its stroke', { house_suffix: '3' }, 'house_suffix'],
    ['a word after the number', { house_suffix: 'uy' }, 'house_suffix'],
    ['a formula after the number', { house_suffix: '=A1' }, 'house_suffix'],
    ['a count below 0', { unemployed: -1 }, 'unemployed'],
    ['half a person', { informal: 0.5 }, 'informal'],
    [
      'a short JSHSHIR',
      { citizens: [{ full_name: 'A', personal_number: '123' }] },
      'citizens.0.personal_number',
    ],
    [
      'a JSHSHIR of 31 February',
      { citizens: [{ full_name: 'A', personal_number: '33102900000000' }] },
      'citizens.0.personal_number',
    ],
    [
      'a formula for a name',
      { citizens: [{ full_name: '=1+1', personal_number: jshshir }] },
      'citizens.0.full_name',
    ],
    [
      'a nameless citizen',
      { citizens: [{ full_name: ' ', personal_number: jshshir }] },
      'citizens.0.full_name',
    ],
    ['a place beyond the pole', { coords: [91, 0] }, 'coords.0'],
    ['a direction of nothing', { directions: [{ direction_id: 1, quantity: 0 }] }, 'directions.0.quantity'],
    [
      'an unknown direction',
      { directions: [{ direction_id: 999, quantity: 1 }] },
      'directions.0.direction_id',
    ],
    ['an unknown category', { household_category_id: 999 }, 'household_category_id'],
    ['an unknown street', { street_id: 999 }, 'street_id'],
    ['an unknown neighbourhood', { neighborhood_id: 999 }, 'neighborhood_id'],
    ['an unknown key', { id: 7 } as never, 'id'],
  ])('rejects %s', async (_, change, field) => {
    const { status, body } = await registrar.post<ErrorBody>('households', { ...draft(), ...change });
    expect(status).toBe(422);
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
    const { rows } = await sql`select from households`.execute(server.database);
    expect(rows).toHaveLength(0);
  });

  test('rejects a duplicate, and a street of another neighbourhood', async () => {
    const citizen = { full_name: 'Aliyev Vali', personal_number: city.freshJshshir() };
    const direction = { direction_id: city.directions[0] ?? 0, quantity: 1 };
    const twice = await registrar.post<ErrorBody>(
      'households',
      draft({ citizens: [citizen, citizen], directions: [direction, direction] }),
    );
    expect(Object.keys(twice.body.fields ?? {})).toEqual([
      'citizens.1.personal_number',
      'directions.1.direction_id',
    ]);
    const street = city.streets.find(({ neighborhood_id }) => neighborhood_id === city.neighborhoods[1]);
    const foreign = await registrar.post<ErrorBody>('households', draft({ street_id: street?.id }));
    expect(foreign).toMatchObject({ status: 422, body: { fields: { street_id: expect.any(String) } } });
  });

  test('creates one household for two requests with one key', async () => {
    const body = draft();
    const first = await registrar.post<Household>('households', body, { idempotencyKey: 'one' });
    const again = await registrar.post<Household>('households', body, { idempotencyKey: 'one' });
    expect(again.body).toEqual(first.body);
    expect((await registrar.get<HouseholdPage>('households')).body.length).toBe(1);
  });
});

describe('confirmation', () => {
  test('is required once for a failed check digit', async () => {
    const body = draft({ citizens: [{ full_name: 'Olimov Olim', personal_number: city.oldJshshir() }] });
    const { status, body: error } = await registrar.post<ErrorBody & { confirm: string[] }>(
      'households',
      body,
    );
    expect(status).toBe(409);
    expect(error).toMatchObject({
      code: 'confirmation_needed',
      confirm: ['jshshir_check_digit'],
      fields: { 'citizens.0.personal_number': expect.stringContaining('tekshiruv') },
    });
    const wrong = await registrar.post('households', { ...body, confirmed: ['citizen_in_other_household'] });
    expect(wrong.status).toBe(409);
    const saved = await registrar.post<Household>('households', {
      ...body,
      confirmed: ['jshshir_check_digit'],
    });
    expect(saved.status).toBe(201);
    expect((await registrar.put(`households/${saved.body.id}`, { ...body, house_number: 13 })).status).toBe(
      200,
    );
  });

  test('is required for a citizen of another household in any area', async () => {
    const citizens = [{ full_name: 'Karimova Lola', personal_number: city.freshJshshir() }];
    const first = await made({ citizens });
    const again = await registrar.post<ErrorBody & { confirm: string[] }>('households', draft({ citizens }));
    expect(again).toMatchObject({ status: 409, body: { confirm: ['citizen_in_other_household'] } });
    const abroad = draft({
      citizens,
      neighborhood_id: city.neighborhoods[2],
      street_id: city.streets.find(({ neighborhood_id }) => neighborhood_id === city.neighborhoods[2])?.id,
    });
    expect((await other.post('households', abroad)).status).toBe(409);
    expect(
      (await other.post('households', { ...abroad, confirmed: ['citizen_in_other_household'] })).status,
    ).toBe(201);
    // Citizens that were in the household before need no second confirmation.
    expect((await registrar.put(`households/${first.id}`, draft({ citizens }))).status).toBe(200);
    const newcomer = { full_name: 'Yangi', personal_number: city.oldJshshir() };
    const both = await registrar.put<ErrorBody & { confirm: string[] }>(
      `households/${first.id}`,
      draft({ citizens: [...citizens, newcomer] }),
    );
    expect(both.body.fields).toEqual({ 'citizens.1.personal_number': expect.any(String) });
  });

  test('shows the households of a citizen within the area, and counts those beyond it', async () => {
    const personal_number = city.freshJshshir();
    const citizens = [{ full_name: 'Karimova Lola', personal_number }];
    const own = await made({ citizens });
    const path = `households/citizens?personal_number=${personal_number}`;
    const { body } = await registrar.get<CitizenLookup>(path);
    expect(body).toEqual({
      households: [
        {
          id: own.id,
          full_name: 'Karimova Lola',
          neighborhood: own.neighborhood,
          street: own.street,
          house_type: 'building',
          house_number: 12,
          house_suffix: null,
          apartment_number: 5,
        },
      ],
      elsewhere: 0,
    });
    expect((await other.get<CitizenLookup>(path)).body).toEqual({ households: [], elsewhere: 1 });
    expect((await registrar.get<CitizenLookup>(`${path}&except=${own.id}`)).body).toEqual({
      households: [],
      elsewhere: 0,
    });
    expect((await registrar.get('households/citizens?personal_number=12')).status).toBe(422);
    const { rows } = await sql<{ details: unknown }>`
      select details from audit_log where action = 'households.citizen.lookup'`.execute(server.database);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain(personal_number);
  });
});

describe('changing and removing', () => {
  test('changes every field, keeps the author, and audits what changed', async () => {
    const before = await made();
    const street = city.streets.find(({ neighborhood_id }) => neighborhood_id === city.neighborhoods[1]);
    const body = draft({
      neighborhood_id: city.neighborhoods[1],
      street_id: street?.id,
      house_type: 'apartment',
      apartment_number: null,
      citizens: [],
      directions: [],
      coords: null,
      informal: 4,
    });
    const { status, body: after } = await chief.put<Household>(
      `households/${before.id}`,
      body,
      at(before.updatedAt),
    );
    expect(status, JSON.stringify(after)).toBe(200);
    expect(after).toMatchObject({
      id: before.id,
      neighborhood_id: city.neighborhoods[1],
      apartment_number: null,
      citizens: [],
      household_directions: [],
      coords: null,
      informal: 4,
      author: before.author,
      createdAt: before.createdAt,
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    const { rows } = await sql<{ details: { fields: string[] } }>`
      select details from audit_log where action = 'households.update' and subject_id = ${before.id}`.execute(
      server.database,
    );
    expect(rows[0]?.details.fields.toSorted()).toEqual(
      [
        'neighborhood_id',
        'street_id',
        'house_type',
        'apartment_number',
        'citizens',
        'directions',
        'coords',
        'informal',
      ].toSorted(),
    );
  });

  test('rejects an old version with the newer one, for a change and for a removal', async () => {
    const first = await made();
    const second = await registrar.put<Household>(`households/${first.id}`, draft({ informal: 1 }));
    const conflict = await registrar.put<ErrorBody & { current: Household }>(
      `households/${first.id}`,
      draft(),
      at(first.updatedAt),
    );
    expect(conflict).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: second.body },
    });
    expect(await registrar.del(`households/${first.id}`, at(first.updatedAt))).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict' },
    });
    expect((await registrar.del(`households/${first.id}`, at(second.body.updatedAt))).body).toEqual({
      id: first.id,
    });
    expect((await registrar.get(`households/${first.id}`)).status).toBe(404);
    expect((await registrar.get<HouseholdPage>('households')).body.length).toBe(0);
  });

  test('removes citizens and directions with the household', async () => {
    const { id } = await made();
    expect((await registrar.del(`households/${id}`)).status).toBe(200);
    const { rows } = await sql`
      select from household_citizens union all select from household_directions`.execute(server.database);
    expect(rows).toHaveLength(0);
    expect((await registrar.del(`households/${id}`)).status).toBe(404);
  });

  test('reports the first of two concurrent changes to the second', async () => {
    const first = await made();
    const responses = await Promise.all(
      [1, 2, 3, 4].map((informal) =>
        registrar.put(`households/${first.id}`, draft({ informal }), at(first.updatedAt)),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('notifies those who may see it, also in the neighbourhood it left', async () => {
    const [mine, theirs] = await Promise.all(
      [registrar, other].map((as) => listenAs<RecordChange>(server, as, 'household_change')),
    );
    const { id } = await made();
    const street = city.streets.find(({ neighborhood_id }) => neighborhood_id === city.neighborhoods[2]);
    const moved = draft({ neighborhood_id: city.neighborhoods[2], street_id: street?.id });
    expect((await chief.put(`households/${id}`, moved)).status).toBe(200);
    expect((await other.del(`households/${id}`)).status).toBe(200);
    await expect
      .poll(() => theirs?.received)
      .toEqual([
        { id, change: 'updated' },
        { id, change: 'deleted' },
      ]);
    expect(mine?.received).toEqual([
      { id, change: 'created' },
      { id, change: 'updated' },
    ]);
    mine?.stop();
    theirs?.stop();
  });
});
