import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '#kernel/plugin-api/contract.ts';
import type { ApiClient } from '#kernel/plugin-api/testing.ts';
import { padId } from '#kernel/domain/text/index.ts';
import type { Letter, Signatory } from '#plugins/letters/contract.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
const letters: Letter[] = [];
/** The signatory of the second letter, who is no longer one. */
let formerId: number;

beforeAll(async () => {
  office = await openOffice();
  const draft = { permissions: ['application_receiver'], firstName: 'Botir', lastName: 'Avvalgiyev' };
  ({ id: formerId } = await office.server.createAdmin(draft));
  const cases = [
    await office.addApplication({ last_name: 'Karimov' }),
    await office.addApplication({ last_name: 'Rahimova', neighborhood_id: 2 }),
  ] as const;
  letters.push(
    await office.issue(cases[0], { subject: 'Birinchi' }),
    await office.issue(cases[1], { subject: 'Ikkinchi', language: 'ru', signatory_id: formerId }),
    await office.issue(cases[1], { subject: '=1+1', language: 'ru' }),
  );
  // On three consecutive days.
  for (const [place, day] of ['2026-03-01', '2026-03-02', '2026-03-03'].entries()) {
    await sql`update letters set issued_on = ${day}::date where id = ${letters[place]?.id}`.execute(
      office.server.database,
    );
  }
  await office.operator.post(`letters/${letters[0]?.id}/void`, { reason: 'Manzil xato' });
  await sql`update admins set blocked = true where id = ${formerId}`.execute(office.server.database);
});
afterAll(() => office?.close());

/** The first sheet of an exported workbook, row by row. */
async function workbookOf(query: string, api: ApiClient = office.operator) {
  const response = await fetch(`${office.server.url}/api/uz/letters/export?format=xlsx&${query}`, {
    headers: { authorization: api.token ?? '', 'accept-language': 'uz' },
  });
  expect(response.status).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  expect(sheets).toHaveLength(1);
  return sheets[0]?.rows ?? [];
}

const signersOf = async (api: ApiClient) =>
  (await api.get<Signatory[]>('letters/signatories?of=register')).body.map(({ id }) => id);

describe('the filtered register,', () => {
  // With each filter of the page, and with several combined.
  const queries: readonly (readonly [string, readonly number[]])[] = [
    ['from=2026-03-02', [1, 2]],
    ['to=2026-03-02', [0, 1]],
    ['from=2026-03-02&to=2026-03-02', [1]],
    ['from=2026-03-04', []],
    ['language=ru', [1, 2]],
    ['language=uz', [0]],
    ['application=:second', [1, 2]],
    ['signatory=:former', [1]],
    ['signatory=:former&language=uz', []],
    ['language=ru&from=2026-03-03&application=:second', [2]],
  ];

  test.each(queries)(
    'by %s has the same letters in the list, its length and the workbook',
    async (query, places) => {
      const sent = query
        .replace(':former', String(formerId))
        .replace(':second', String(letters[1]?.application_id));
      const numbers = places.map((place) => letters[place]?.number);
      const { body } = await office.operator.get<Page<Letter>>(`letters?${sent}&limit=1`);
      expect([body.length, body.total_pages, body.capped ?? false]).toEqual([
        places.length,
        places.length,
        false,
      ]);
      const { body: whole } = await office.operator.get<Page<Letter>>(`letters?${sent}`);
      expect(whole.items.map(({ number }) => number)).toEqual(numbers.toReversed());
      expect((await workbookOf(sent)).slice(1).map(([number]) => number)).toEqual(numbers);
    },
  );

  test('contains the data of the letters in the cells of its workbook', async () => {
    const [head, ...rows] = await workbookOf('');
    expect(head).toEqual([
      'Raqami',
      'Sanasi',
      'Kimga',
      'Mavzusi',
      'Til',
      'Ariza',
      'Mahalla',
      'Imzolovchi',
      'Tayyorlagan',
      'Holati',
      'Qaysi xat oʻrniga',
      'Bekor qilish sababi',
    ]);
    const [first, second, third] = letters;
    expect(rows).toEqual([
      [
        first?.number,
        '01.03.2026',
        'Karimov Gʻuncha',
        'Birinchi',
        'Oʻzbekcha',
        padId(first?.application_id ?? 0),
        'Mahalla 1',
        first?.signatory.name,
        'Operator Olim',
        'Bekor qilingan',
        '',
        'Manzil xato',
      ],
      [
        second?.number,
        '02.03.2026',
        'Rahimova Gʻuncha',
        'Ikkinchi',
        'Ruscha',
        padId(second?.application_id ?? 0),
        'Mahalla 2',
        'Avvalgiyev Botir',
        'Operator Olim',
        'Amalda',
        '',
        '',
      ],
      [
        third?.number,
        '03.03.2026',
        'Rahimova Gʻuncha',
        // A text, not a formula.
        '=1+1',
        'Ruscha',
        padId(third?.application_id ?? 0),
        'Mahalla 2',
        third?.signatory.name,
        'Operator Olim',
        'Amalda',
        '',
        '',
      ],
    ]);
  });
});

test('names all signatories, including former ones, and none of another area', async () => {
  const { body: current } = await office.operator.get<Signatory[]>('letters/signatories');
  expect(current.map(({ id }) => id)).not.toContain(formerId);
  const { body: signers } = await office.operator.get<Signatory[]>('letters/signatories?of=register');
  expect(signers).toEqual([
    { id: formerId, name: 'Avvalgiyev Botir', position: letters[1]?.signatory.position },
    { id: office.operatorId, name: letters[0]?.signatory.name, position: letters[2]?.signatory.position },
  ]);
  expect(await signersOf(office.stranger)).toEqual([]);
  expect(await signersOf(office.chief)).toEqual([formerId, office.operatorId]);
  expect((await office.operator.get('letters/signatories?of=others')).status).toBe(422);
});
