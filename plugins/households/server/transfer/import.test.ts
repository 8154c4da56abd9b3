import { sql } from 'kysely';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody, RecordChange } from '#kernel/plugin-api/contract.ts';
import {
  type ApiClient,
  type ApiFile,
  listenAs,
  testServer,
  type TestServer,
} from '#kernel/plugin-api/testing.ts';
import { importLimits } from '#kernel/domain/values/limits.ts';
import { type HouseholdPage, type ImportPreview, type ImportReport } from '../../contract.ts';
import { buildSampleCity, sampleDraft, type SampleCity } from '../../demo/sample-city.ts';

let server: TestServer;
let city: SampleCity;
let registrar: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['households'] });
  city = await buildSampleCity(server.database);
  registrar = await server.signIn({
    permissions: ['household_add'],
    neighborhoodIds: city.neighborhoods.slice(0, 2),
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from households`.execute(server.database);
});

type Cell = string | number | null;

const header = [
  'Mahalla',
  'Koʻcha',
  'Toifa',
  'Uy turi',
  'Uy raqami',
  'Xonadon raqami',
  'Fuqarolar',
  'Mehnatga layoqatli',
  'Ishsiz',
  'Norasmiy band',
  'Yoʻnalishlar',
  'Kenglik',
  'Uzunlik',
];

const row = (change: Record<number, Cell> = {}): Cell[] =>
  Object.assign(
    [
      'Navroʻz',
      'Navoiy',
      'Yolgʻiz keksalar',
      "Ko'p qavatli uy",
      12,
      5,
      `Karimova Lola ${city.freshJshshir()}; Karimov Anvar – ${city.freshJshshir()}`,
      2,
      1,
      null,
      'Chorvachilik: 3; savdo',
      41.5,
      60.5,
    ] as Cell[],
    change,
  );

async function xlsx(rows: Cell[][], top = header): Promise<ApiFile> {
  const content = await writeXlsx({ sheets: [{ name: 'a', rows: [top, ...rows] }] });
  return { name: 'a.xlsx', type: 'application/octet-stream', content };
}

const csv = (text: string | Uint8Array, name = 'a.csv'): ApiFile => ({
  name,
  type: 'text/csv',
  content: text,
});

async function previewImport(file: ApiFile, as = registrar): Promise<ImportPreview> {
  const { status, body } = await as.upload<ImportPreview>('households/imports/preview', {}, [file]);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function take(file: ApiFile, warnings: 'skip' | 'accept' = 'skip', idempotencyKey?: string) {
  const { digest } = await previewImport(file);
  return registrar.upload<ImportReport>(
    'households/imports',
    { digest, warnings },
    [file],
    idempotencyKey ? { idempotencyKey } : {},
  );
}

const problemsOf = ({ rows }: ImportPreview) =>
  Object.fromEntries(
    rows.map((one) => [
      one.row,
      [...one.errors, ...one.warnings].map(({ column, code }) => `${column ?? ''}:${code}`),
    ]),
  );

async function length(): Promise<number> {
  return (await registrar.get<HouseholdPage>('households')).body.length;
}

describe('the preview of a spreadsheet', () => {
  test('reports the state of each row, and writes nothing', async () => {
    const preview = await previewImport(await xlsx([row(), row({ 4: 'twelve' }), row({ 4: 13, 5: 7 })]));
    expect(preview).toMatchObject({ total: 3, ready: 2, with_errors: 1, with_warnings: 0 });
    expect(preview.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(preview.rows[1]).toEqual({
      row: 3,
      address: 'Navroʻz, Navoiy, twelve, 5',
      citizens: 2,
      errors: [{ column: 'house_number', code: 'number', text: 'Butun son yozing.' }],
      warnings: [],
    });
    expect(await length()).toBe(0);
  });

  test('finds the errors of each cell', async () => {
    const cases: [string, Record<number, Cell>, string[]][] = [
      ['an unknown neighbourhood', { 0: 'Atlantida' }, ['neighborhood:unknown', 'street:street_of_unknown']],
      ['a neighbourhood of others', { 0: 'Gulzor' }, ['neighborhood:unknown', 'street:street_of_unknown']],
      ['an unknown street', { 1: 'Broadway' }, ['street:unknown']],
      ['an unknown category', { 2: 'Boylar' }, ['household_category:unknown']],
      ['an unknown kind of house', { 3: 'Chodir' }, ['house_type:unknown']],
      ['no house', { 4: null }, ['house_number:required']],
      ['a house below 1', { 4: 0 }, ['house_number:too_small']],
      ['a word for a house', { 4: '12 uy' }, ['house_number:number']],
      ['a flat without a number', { 5: null }, ['apartment_number:apartment_required']],
      ['a house with a flat', { 3: 'Xonadon' }, ['apartment_number:apartment_not_allowed']],
      ['a citizen without a number', { 6: 'Karimova Lola' }, ['citizens:citizen_form']],
      ['a short JSHSHIR', { 6: 'Karimova Lola 1234567' }, ['citizens:jshshir_length']],
      ['a name that is a formula', { 6: '=HYPERLINK(1) 31210632040244' }, ['citizens:full_name']],
      ['a count below 0', { 8: -1 }, ['unemployed:too_small']],
      ['half a number', { 7: 1.5 }, ['able_to_work:number']],
      ['an unknown direction', { 10: 'Kosmos: 2' }, ['directions:unknown']],
      ['a direction twice', { 10: 'Savdo: 2; Savdo' }, ['directions:direction_repeated']],
      ['half a place', { 12: null }, ['longitude:coords_incomplete']],
      ['a place that is none', { 11: 'north' }, ['latitude:number']],
      ['a place beyond the pole', { 11: 99 }, ['latitude:too_big']],
      ['a pin outside', { 11: 48 }, ['latitude:pin_outside']],
    ];
    const rows = cases.map(([, change], index) => row({ 4: 100 + index, ...change }));
    const found = problemsOf(await previewImport(await xlsx(rows)));
    for (const [index, [name, , problems]] of cases.entries()) {
      expect(found[index + 2], name).toEqual(problems);
    }
  });

  test('finds duplicates, of existing households or within the file', async () => {
    const number = city.freshJshshir();
    const draft = sampleDraft(city, { citizens: [{ full_name: 'Olimov', personal_number: number }] });
    expect((await registrar.post('households', draft)).status).toBe(201);
    const preview = await previewImport(
      await xlsx([
        row(),
        row({ 4: 14, 6: `Olimov ${number}` }),
        row({ 4: 14, 6: `Olimov ${number}` }),
        row({ 4: 15, 6: `Eski ${city.oldJshshir()}` }),
      ]),
    );
    expect(problemsOf(preview)).toEqual({
      2: ['house_number:address_taken'],
      3: ['citizens:citizen_in_other_household'],
      4: [
        'house_number:address_repeated',
        'citizens:citizen_repeated',
        'citizens:citizen_in_other_household',
      ],
      5: ['citizens:jshshir_check_digit'],
    });
    expect(preview).toMatchObject({ ready: 0, with_warnings: 4, with_errors: 0 });
    expect(preview.rows[2]?.warnings[1]?.text).toBe('Olimov: bu JSHSHIR 3-qatorda ham bor.');
  });

  test("uses the reader's language, and reads headers of either", async () => {
    const russian = await server.signIn(
      { permissions: ['household_add'], neighborhoodIds: city.neighborhoods },
      'ru',
    );
    const top = ['Махалля', 'Улица', 'Категория', 'Тип дома', 'Номер дома'];
    const file = await xlsx(
      [['Navroʻz ru MFY', 'улица Navoiy', 'Koʻp bolali oila ru', 'Частный дом', 0]],
      top,
    );
    const { rows } = await previewImport(file, russian);
    expect(rows[0]?.errors).toEqual([
      { column: 'house_number', code: 'too_small', text: expect.any(String) },
    ]);
    expect(rows[0]?.errors[0]?.text).toMatch(/\p{Script=Cyrillic}/u);
  });

  test('reads CSV of any office, and names in any script', async () => {
    const line = `Наврўз;Навоий кўчаси;Ёлғиз кексалар;Xonadon;7;;Каримова Лола ${city.freshJshshir()}`;
    const text = `${header.slice(0, 7).join(';')}\r\n${line}\r\n\r\n`;
    for (const content of [Buffer.from(text), Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
      expect(await previewImport(csv(content))).toMatchObject({ total: 1, ready: 1 });
    }
    const tabs = csv(text.replaceAll(';', '\t'), 'a.txt');
    expect(await previewImport(tabs)).toMatchObject({ total: 1, ready: 1 });
  });

  test('rejects a formula as a value', async () => {
    const content = await writeXlsx({
      sheets: [
        {
          name: 'a',
          rows: [header, row()],
          cells: new Map([['1,4', { formula: '6*2', formulaResult: 12 }]]),
        },
      ],
    });
    const file = { name: 'a.xlsx', type: 'x/y', content };
    expect(problemsOf(await previewImport(file))).toEqual({ 2: ['house_number:formula'] });
  });

  test.each<[string, () => ApiFile | Promise<ApiFile>, number, string]>([
    ['a sheet of something else', () => xlsx([], ['Ism', 'Familiya']), 422, 'import_header'],
    ['an empty sheet', () => csv('\n\n'), 422, 'import_header'],
    ['a picture', () => ({ name: 'a.png', type: 'image/png', content: 'x' }), 415, 'type_refused'],
    ['a workbook with macros', async () => ({ ...(await xlsx([])), name: 'a.xlsm' }), 415, 'sheet_macros'],
    ['a broken workbook', () => ({ name: 'a.xlsx', type: 'x/y', content: 'PK1234' }), 422, 'sheet_broken'],
    ['too many rows', () => csv(`a;b\n${'1;2\n'.repeat(importLimits.rows + 1)}`), 413, 'sheet_too_long'],
    ['too many bytes', () => csv('x'.repeat(importLimits.bytes + 1)), 413, 'too_large'],
  ])('rejects %s', async (_, file, status, code) => {
    const response = await registrar.upload<ErrorBody>('households/imports/preview', {}, [await file()]);
    expect(response).toMatchObject({ status, body: { code } });
  });

  test('requires a file', async () => {
    expect((await registrar.upload('households/imports/preview', {})).status).toBe(422);
    expect((await registrar.post('households/imports/preview', {})).status).toBe(422);
  });
});

describe('importing', () => {
  test('writes the valid rows, and reports the others', async () => {
    const file = await xlsx([row(), row({ 1: 'Broadway' }), row({ 4: 13, 6: `Eski ${city.oldJshshir()}` })]);
    const { status, body } = await take(file);
    expect(status).toBe(201);
    expect(body.created).toBe(1);
    expect(body.skipped.map(({ row: number }) => number)).toEqual([3, 4]);
    const { items } = (await registrar.get<HouseholdPage>('households')).body;
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      neighborhood_id: city.neighborhoods[0],
      street_id: city.streets[0]?.id,
      house_type: 'building',
      house_number: 12,
      apartment_number: 5,
      citizens: [{ full_name: 'Karimova Lola' }, { full_name: 'Karimov Anvar' }],
      able_to_work: 2,
      unemployed: 1,
      informal: 0,
      household_directions: [
        { direction_id: city.directions[0], quantity: 3 },
        { direction_id: city.directions[1], quantity: 1 },
      ],
      coords: [41.5, 60.5],
    });
    expect((await registrar.get<HouseholdPage>('households?search=anvar')).body.length).toBe(1);
  });

  test('omits the rows of a street that is moved during the import', async () => {
    const file = await xlsx([row()]);
    const { digest } = await previewImport(file);
    const street = city.streets[0]?.id;
    const { database } = server;
    let taken: ReturnType<typeof registrar.upload<ImportReport>> | undefined;
    await database.transaction().execute(async (transaction) => {
      // Like the form of a street: locks the street, and moves it.
      await sql`select from streets where id = ${street} for update`.execute(transaction);
      await sql`
        update streets set neighborhood_id = ${city.neighborhoods[1]}, name_uz = 'Koʻchgan', name_ru = 'Koʻchgan',
          fold_uz = 'kochgan', fold_ru = 'kochgan' where id = ${street}`.execute(transaction);
      taken = registrar.upload<ImportReport>('households/imports', { digest, warnings: 'skip' }, [file]);
      await expect
        .poll(
          async () => {
            const { rows } = await sql`
              select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
              database,
            );
            return rows.length;
          },
          { timeout: 60_000 },
        )
        .toBe(1);
    });
    try {
      const response = await taken;
      expect(response).toMatchObject({ status: 201, body: { created: 0 } });
      expect(response?.body.skipped[0]?.errors).toMatchObject([{ column: 'street', code: 'unknown' }]);
      expect(await length()).toBe(0);
    } finally {
      await sql`
        update streets set neighborhood_id = ${city.neighborhoods[0]}, name_uz = other.name_uz, name_ru = other.name_ru,
          fold_uz = other.fold_uz, fold_ru = other.fold_ru
        from (select * from streets where neighborhood_id = ${city.neighborhoods[1]} and name_uz = 'Navoiy') other
        where streets.id = ${street}`.execute(database);
    }
  });

  test('imports rows with warnings on request, and never rows with errors', async () => {
    const file = await xlsx([row({ 6: `Eski ${city.oldJshshir()}` }), row({ 4: null })]);
    const { body } = await take(file, 'accept');
    expect(body.created).toBe(1);
    expect(body.skipped.map(({ row: number }) => number)).toEqual([3]);
  });

  test('imports a file once, also when it is sent later again', async () => {
    const file = await xlsx([row(), row({ 4: 13 })]);
    const responses = await Promise.all([take(file), take(file)]);
    expect(responses.map(({ body }) => body.created).toSorted()).toEqual([0, 2]);
    expect((await take(file)).body.created).toBe(0);
    expect(await length()).toBe(2);
  });

  test('repeats a lost response', async () => {
    const file = await xlsx([row()]);
    const first = await take(file, 'accept', 'one');
    const again = await take(file, 'accept', 'one');
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await length()).toBe(1);
  });

  test('rejects a file other than the previewed one', async () => {
    const { digest } = await previewImport(await xlsx([row()]));
    const response = await registrar.upload<ErrorBody>('households/imports', { digest }, [
      await xlsx([row(), row()]),
    ]);
    expect(response).toMatchObject({ status: 409, body: { code: 'import_changed' } });
    expect(await length()).toBe(0);
  });

  test('imports more than a thousand rows, counts them, notifies once per neighbourhood, and audits', async () => {
    const heard = await listenAs<RecordChange>(server, registrar, 'household_change');
    const rows = Array.from({ length: 1500 }, (_, index) =>
      row({
        0: index % 2 ? 'Navroʻz' : 'Bogʻishamol',
        4: index + 1,
        6: `Aliyev Vali ${city.freshJshshir()}`,
        12: null,
        11: null,
      }),
    );
    const { body } = await take(await xlsx(rows));
    expect(body).toEqual({ created: 1500, skipped: [] });
    expect(await length()).toBe(1500);
    await expect.poll(() => heard.received).toHaveLength(2);
    heard.stop();
    const { rows: log } = await sql<{ details: unknown }>`
      select details from audit_log where action = 'households.import' order by id desc limit 1`.execute(
      server.database,
    );
    expect(log[0]?.details).toMatchObject({ created: 1500, skipped: 0, warnings: 'skip' });
  });
});

describe('the template', () => {
  test('can be imported once it is filled in, with the names that it offers', async () => {
    const response = await fetch(`${server.url}/api/uz/households/template`, {
      headers: { authorization: registrar.token ?? '' },
    });
    expect(response.headers.get('content-disposition')).toContain('xonadonlar-namuna.xlsx');
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const [empty, names] = sheets;
    expect(empty?.rows).toHaveLength(1);
    const offered = (column: number) =>
      (names?.rows ?? []).slice(1).flatMap((line) => (line[column] ? [String(line[column])] : []));
    expect(offered(0).toSorted()).toEqual(['Bogʻishamol', 'Navroʻz']);
    expect(offered(2)).toEqual(["Ko'p qavatli uy", 'Xonadon']);
    expect(offered(4)).toHaveLength(4);
    const validations = (empty as { dataValidations?: { formula1?: string }[] }).dataValidations ?? [];
    expect(validations.map(({ formula1 }) => formula1)).toContain("'Nomlar'!$A$2:$A$3");
    const filled = await xlsx([row()], (empty?.rows[0] ?? []).map(String));
    expect((await take(filled)).body.created).toBe(1);
  });

  test('is CSV on request', async () => {
    const { body, headers } = await registrar.get<string>('households/template?format=csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(
      body
        .replace(/^\uFEFF/, '')
        .trim()
        .split(';')
        .slice(0, 3),
    ).toEqual(['Mahalla', 'Koʻcha', 'Toifa']);
    expect((await registrar.get('households/template?format=ods')).status).toBe(422);
  });
});
