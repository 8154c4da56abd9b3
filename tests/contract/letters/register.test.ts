import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody, Page } from '#kernel/plugin-api/contract.ts';
import type { Application } from '#plugins/applications/contract.ts';
import type { Check, Letter } from '#plugins/letters/contract.ts';
import { checksOfWidget, documentOf, type Office, openOffice, site } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const listed = async (query: string, api = office.operator) => {
  const { status, body } = await api.get<Page<Letter>>(`letters?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items.map(({ id }) => id);
};
const exported = async (query: string, api = office.operator) => {
  const { body } = await api.get(`letters/export?format=csv&${query}`);
  return String(body).trim().split('\n').slice(1);
};

describe('the register', () => {
  const ids: number[] = [];
  let letters: Letter[] = [];
  beforeAll(async () => {
    const template = await office.addTemplate();
    const made = [
      [{ last_name: 'Рахимова', first_name: 'Наргиза' }, { subject: 'Maxsus mavzu birinchi' }],
      [{ last_name: 'Gʻaniyev', first_name: 'Oʻtkir', neighborhood_id: 2 }, { subject: 'Maxsus mavzu' }],
      [
        { last_name: "O'rinboyeva", first_name: 'Ra’no' },
        { subject: 'Maxsus =cmd|/c calc', language: 'ru', template_id: template.id },
      ],
      [
        {},
        {
          subject: 'Maxsus mavzu',
          signatory_id: (await office.server.createAdmin({ permissions: ['application_receiver'] })).id,
        },
      ],
    ] as const;
    letters = [];
    for (const [person, more] of made) {
      const id = await office.addApplication(person);
      ids.push(id);
      letters.push(await office.issue(id, more));
    }
    await office.operator.post(`letters/${letters[1]?.id}/void`, { reason: 'Manzil xato' });
    const correction = await office.issue(ids[0] ?? 0, {
      replaces_id: letters[0]?.id ?? 0,
      subject: 'Maxsus tuzatish',
    });
    letters.push(correction);
  });

  const idsOf = (...places: number[]) => places.map((place) => letters[place]?.id);

  test('is searched by number, by a name in any script and apostrophe, and by the subject', async () => {
    const [first] = letters;
    expect(await listed('search=rahimova')).toEqual(idsOf(4, 0));
    expect(await listed(`search=${encodeURIComponent("g'aniyev")}`)).toEqual(idsOf(1));
    expect(await listed(`search=${encodeURIComponent('Оʻринбоева')}`)).toContain(letters[2]?.id);
    expect(await listed(`search=${encodeURIComponent('tuzatish')}`)).toEqual(idsOf(4));
    for (const written of [first?.number ?? '', `№ ${first?.number}`, `№${first?.number}`]) {
      expect(await listed(`search=${encodeURIComponent(written)}`), written).toContain(first?.id);
    }
    expect(await listed('search=%25')).toEqual([]);
    expect(await listed('search=maxs_s')).toEqual([]);
  });

  test('is filtered by each filter, and exported as a file with the same letters', async () => {
    const [first, second, third, fourth] = letters;
    const day = first?.issued_on ?? '';
    const year = Number(day.slice(0, 4));
    const expected: Record<string, (number | undefined)[]> = {
      [`year=${year}`]: idsOf(4, 3, 2, 1, 0),
      [`year=${year - 1}`]: [],
      'status=issued': idsOf(4, 3, 2),
      'status=replaced': idsOf(0),
      'status=voided': idsOf(1),
      [`template=${third?.template_id}`]: idsOf(2),
      'language=ru': idsOf(2),
      [`application=${first?.application_id}`]: idsOf(4, 0),
      [`neighborhood=${second?.neighborhood.id}`]: idsOf(1),
      [`signatory=${fourth?.signatory.id}`]: idsOf(3),
      [`from=${day}&to=${day}`]: idsOf(4, 3, 2, 1, 0),
      'to=2020-01-01': [],
      'from=2099-01-01': [],
      'status=issued&language=uz&search=maxsus': idsOf(4, 3),
    };
    for (const [query, found] of Object.entries(expected)) {
      expect(await listed(query), query).toEqual(found);
      expect(
        (await exported(query)).map((line) => line.split(';')[0]),
        query,
      ).toEqual(letters.filter(({ id }) => found.includes(id)).map(({ number }) => number));
    }
    expect(await listed('sort_by=number&sort_order=asc&limit=2&page=2')).toEqual(idsOf(2, 3));
    for (const wrong of ['year=x', 'status=x', 'from=2020-13-01', 'other=1', 'sort_by=code']) {
      expect((await office.operator.get(`letters?${wrong}`)).status, wrong).toBe(422);
    }
  });

  test('is sorted by each of its columns, in both directions', async () => {
    const sorted = (key: string, direction: string) =>
      office.operator.get<Page<Letter>>(`letters?sort_by=${key}&sort_order=${direction}&search=maxsus`);
    const values: Readonly<Record<string, (letter: Letter) => string | number>> = {
      number: ({ number }) => Number.parseInt(number),
      addressee: ({ addressee }) => addressee,
      createdAt: ({ createdAt }) => createdAt,
    };
    for (const [key, valueOf] of Object.entries(values)) {
      const [up, down] = await Promise.all([sorted(key, 'asc'), sorted(key, 'desc')]);
      const order = (one: typeof up) => one.body.items.map(({ id }) => id);
      expect(new Set(up.body.items.map(valueOf)).size, key).toBeGreaterThan(2);
      expect(order(down), key).toEqual(order(up).toReversed());
      const [first, last] = [up.body.items[0], up.body.items.at(-1)];
      expect(first && last && valueOf(first) < valueOf(last), key).toBe(true);
    }
  });

  test('is exported in the order of its numbers, with what each letter replaces, and without formulas', async () => {
    const lines = await exported('');
    expect(lines.map((line) => line.split(';')[0])).toEqual(letters.map(({ number }) => number));
    expect(lines[4]?.split(';')).toContain(letters[0]?.number);
    expect(lines[1]).toContain('Manzil xato');
    const formula = await office.issue(ids[0] ?? 0, { subject: '=cmd|/c calc' });
    expect((await exported('')).find((line) => line.startsWith(formula.number))).toContain("'=cmd");
    const { headers, body } = await office.operator.get('letters/export');
    expect(headers.get('content-type')).toContain('spreadsheetml');
    expect(String(body).slice(0, 2)).toBe('PK');
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_log where action = 'letters.register.export'`.execute(
      office.server.database,
    );
    expect(rows[0]?.count).toBeGreaterThan(1);
  });

  test('is empty for admins whose area has none of its applications', async () => {
    expect(await listed('', office.stranger)).toEqual([]);
    expect(await exported('', office.stranger)).toEqual([]);
    for (const text of ['Maxsus', `№ ${letters[0]?.number}`]) {
      const found = await Promise.all(
        [office.operator, office.stranger].map(async (api) => {
          const { body } = await api.get(`search?q=${encodeURIComponent(text)}`);
          return JSON.stringify(body).includes('Maxsus mavzu birinchi');
        }),
      );
      expect(found, text).toEqual([true, false]);
    }
  });
});

/** Adds letters of 2019, with the numbers from 1. */
async function fillRegister(count: number): Promise<void> {
  const { id } = await office.issue(await office.addApplication(), { subject: 'Uzun reyestr' });
  await sql`
    insert into letters (year, number, register_number, issued_on, code, language, subject, body, application_id, addressee,
      signatory_id, signatory_name, signatory_position, file_id, search_key, author_id)
    select 2019, place, place || '/2019', '2019-01-01', 'code-' || place, language, subject, body, application_id, addressee,
      signatory_id, signatory_name, signatory_position, file_id, search_key, author_id
    from letters, generate_series(1, ${count}::int) as place where letters.id = ${id}`.execute(
    office.server.database,
  );
}

test('a register larger than a batch is exported completely, each letter once', async () => {
  await fillRegister(1205);
  const numbers = (await exported('year=2019')).map((line) => line.split(';')[0]);
  expect(numbers).toEqual(Array.from({ length: 1205 }, (_, index) => `${index + 1}/2019`));
  const { body } = await office.operator.get<Page<Letter>>('letters?year=2019&limit=100&page=13');
  expect([body.items.length, body.length]).toEqual([5, 1205]);
  await sql`delete from letters where year = 2019`.execute(office.server.database);
});

test('a list of more letters than are counted ends at that number, and repeats no page', async () => {
  await fillRegister(10_050);
  const pages = [
    ['limit=100&page=100', 100],
    ['limit=100&page=101', 0],
    ['limit=100&page=102', 0],
    ['limit=30&page=334', 10],
  ] as const;
  for (const [query, items] of pages) {
    const { body } = await office.operator.get<Page<Letter>>(`letters?year=2019&${query}`);
    expect([body.items.length, body.length, body.capped], query).toEqual([items, 10_000, true]);
  }
  await sql`delete from letters where year = 2019`.execute(office.server.database);
});

test('a letter moves to another area with its application: the former area can neither read nor change it', async () => {
  const id = await office.addApplication();
  const letter = await office.issue(id);
  const { body: application, headers } = await office.chief.get<Application>(`applications/${id}`);
  const moved = await office.chief.post<ErrorBody>(
    `applications/${id}/actions/transfers`,
    { neighborhood_id: 3, reason: 'Koʻchib ketdi' },
    { headers: { 'if-match': headers.get('etag') ?? `"${application.updatedAt}"` } },
  );
  expect(moved.status, JSON.stringify(moved.body)).toBe(201);
  const calls = [
    office.operator.get(`letters/${letter.id}`),
    office.operator.post(`letters/${letter.id}/void`, { reason: 'Endi begona' }),
    office.operator.post('letters', office.letterFor(id, { replaces_id: letter.id })),
    office.operator.post('letters', office.letterFor(id)),
    office.operator.post('letters/preview', previewOf(office.letterFor(id))),
    office.operator.post('letters/drafts', { application_id: id, template_id: null, language: 'uz' }),
    office.operator.get(`letters/replies?application_id=${id}`),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
  expect(await listed(`application=${id}`)).toEqual([]);
  expect(await exported(`application=${id}`)).toEqual([]);
  expect(await listed(`application=${id}`, office.stranger)).toEqual([letter.id]);
  const voided = await office.stranger.post<Letter>(`letters/${letter.id}/void`, { reason: 'Manzil xato' });
  expect(voided.body.status).toBe('voided');
});

test('letters cannot be read or written without the right to answer applications', async () => {
  const id = await office.addApplication();
  const letter = await office.issue(id);
  const reader = await office.server.signIn({ permissions: ['household_add'], neighborhoodIds: [1, 2, 3] });
  const calls = [
    reader.get('letters'),
    reader.get('letters/export'),
    reader.get(`letters/${letter.id}`),
    reader.get('letters/templates'),
    reader.get('letters/signatories'),
    reader.get(`letters/replies?application_id=${id}`),
    reader.get('letter-batches'),
    reader.get('letter-templates'),
    reader.post('letters', office.letterFor(id)),
    reader.post('letters/drafts', { application_id: id, template_id: null, language: 'uz' }),
    reader.post('letters/preview', previewOf(office.letterFor(id))),
    reader.post(`letters/${letter.id}/void`, { reason: 'Manzil xato' }),
    reader.post('letter-templates/preview', {
      application_id: id,
      language: 'uz',
      subject: '',
      body: documentOf({ type: 'paragraph' }),
    }),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 403));
});

test('the widget shows the data of the page of a letter, and limits each network, on all nodes', async () => {
  const letter = await office.issue(await office.addApplication());
  const code = await office.codeOf(letter);
  const request = (query: string, server = office.server) =>
    server
      .api()
      .post<Check & ErrorBody>('intake/letter-checks', { code: query }, { headers: { origin: site } });
  expect((await request(code)).body).toEqual({
    status: 'issued',
    number: letter.number,
    issued_on: letter.issued_on,
    office: expect.any(String),
    replaced_by: null,
  });
  const elsewhere = await office.server
    .api()
    .post('intake/letter-checks', { code }, { headers: { origin: 'https://begona.example' } });
  expect(elsewhere.status).toBe(403);
  const guesses = [
    '0123456789abcdefABCDEF',
    'x',
    letter.number,
    String(letter.id),
    code.slice(1),
    `${code}=`,
    `${code.slice(0, -1)}_`,
    "' or 1=1 --",
  ];
  for (const guess of guesses) {
    const { status, body } = await request(guess);
    expect([status, body], guess).toEqual([
      200,
      { status: null, number: null, issued_on: null, office: expect.any(String), replaced_by: null },
    ]);
  }
  const rest = Array.from({ length: checksOfWidget }, (_, index) =>
    request('0123456789abcdefABCDEF', index % 2 === 0 ? office.server : office.second),
  );
  const statuses = (await Promise.all(rest)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(
    checksOfWidget - 1 - guesses.length,
  );
  const rejected = await request(code, office.second);
  expect([rejected.status, rejected.body.code]).toEqual([429, 'too_many']);
});

test('the page of the QR code limits each network, on all nodes', async () => {
  const letter = await office.issue(await office.addApplication());
  const code = await office.codeOf(letter);
  await sql`delete from login_attempts`.execute(office.server.database);
  const responses = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      (index % 2 === 0 ? office.server : office.second).api().get<Check>(`letters/check/${index}`),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(60);
  const page = await fetch(`${office.second.url}/api/uz/letters/check/${code}`, {
    headers: { accept: 'text/html' },
  });
  expect(page.status).toBe(429);
  expect(await page.text()).not.toContain(letter.number);
  await sql`delete from login_attempts`.execute(office.server.database);
});

/** The body of a preview. */
function previewOf(letter: ReturnType<Office['letterFor']>): object {
  const { application_id, language, subject, body, signatory_id } = letter;
  return { application_id, language, subject, body, signatory_id };
}
