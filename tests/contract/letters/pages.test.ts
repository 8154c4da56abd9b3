import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { LetterBlock } from '#plugins/letters/contract.ts';
import { createPdfRenderer } from '#plugins/letters/server/pdf/render.ts';
import type { LetterSheet } from '#plugins/letters/server/pdf/sheet.ts';
import { problemsOf } from './pdf-archive.ts';
import { spoilings } from './pdf-spoilings.ts';
import { countDifferent, drawPages, textOf } from './read-pdf.ts';
import {
  apostrophes,
  bodyOf,
  correction,
  fivePages,
  longNames,
  paragraph,
  sheetOf,
  table,
} from './sheets.ts';

const folder = join(import.meta.dirname, 'golden');
const results = resolve(import.meta.dirname, '../../../test-results/letters');
/** `KOMAK_GOLDEN=write npx vitest run tests/contract/letters/pages` draws them anew; look at them before they are committed. */
const isWriting = process.env['KOMAK_GOLDEN'] === 'write';
/** Pixels that may differ: a line of text that moves by a point changes some hundred, one letter some twenty. */
const tolerance = 8;

const render = createPdfRenderer();

/** The letters that are compared as pictures, and which of their pages. */
const golden: readonly (readonly [name: string, sheet: LetterSheet, pages: readonly number[]])[] = [
  ['uz', sheetOf('uz'), [1]],
  ['ru', sheetOf('ru'), [1]],
  ['long-names', longNames(), [1]],
  ['five-pages', fivePages(), [1, 2, 3, 4, 5]],
  ['long-names-ru', longNames('ru'), [1]],
  ['five-pages-ru', fivePages('ru'), [1, 2, 3, 4, 5]],
  ['apostrophes', apostrophes(), [1]],
  ['correction-ru', correction(), [1]],
  ['preview-uz', { ...sheetOf('uz'), issued: null }, [1]],
];

describe('the pages of letters look as they did:', () => {
  test.each(golden)('%s', async (name, sheet, pages) => {
    const drawn = await drawPages(await render(sheet), 0.8);
    expect(drawn).toHaveLength(Math.max(...pages));
    for (const page of pages) {
      const { picture } = drawn[page - 1] ?? { picture: Buffer.alloc(0) };
      const path = join(folder, `${name}-${page}.png`);
      if (isWriting) await writeFile(path, picture);
      const different = await countDifferent(await readFile(path), picture);
      if (different > tolerance) {
        await mkdir(results, { recursive: true });
        await writeFile(join(results, `${name}-${page}.png`), picture);
      }
      expect(different, `${name}-${page}.png, as drawn now, is in ${results}`).toBeLessThanOrEqual(tolerance);
    }
  });

  test('and the comparison sees a line that moves by a point, and another letter in a word', async () => {
    const [usual] = await drawPages(await render(sheetOf('uz')), 0.8);
    const wider = sheetOf('uz', {
      addressee: { ...sheetOf('uz').addressee, name: 'Oʻrinboyeva Gʻuncha Taʼmirovma' },
    });
    for (const other of [sheetOf('uz', { contacts: '' }), wider]) {
      const [moved] = await drawPages(await render(other), 0.8);
      expect(
        await countDifferent(usual?.picture ?? Buffer.alloc(0), moved?.picture ?? Buffer.alloc(0)),
      ).toBeGreaterThan(tolerance);
    }
  });
});

describe('a letter is a PDF/A-2b whose fonts are embedded, subset and readable as text:', () => {
  test.each(golden.filter(([, { issued }]) => issued !== null))('%s', async (_name, sheet) => {
    expect(await problemsOf(await render(sheet))).toEqual([]);
  });

  test.each(spoilings)('and the check sees %s', async (_what, spoil, problem) => {
    const file = await PDFDocument.load(await render(sheetOf('uz')), { updateMetadata: false });
    spoil(file);
    const bytes = await file.save({ useObjectStreams: false, updateFieldAppearances: false });
    expect(await problemsOf(bytes)).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  });

  test('and finds nothing wrong with what was only read and written again', async () => {
    const file = await PDFDocument.load(await render(sheetOf('uz')), { updateMetadata: false });
    const bytes = await file.save({ useObjectStreams: false, updateFieldAppearances: false });
    expect(await problemsOf(bytes)).toEqual([]);
  });

  test('and the check sees a preview, which is none', async () => {
    expect(await problemsOf(await render({ ...sheetOf('uz'), issued: null }))).toEqual(
      expect.arrayContaining(['6.6.2: no metadata', '6.2.3: no output intent']),
    );
  });
});

describe('the text of a letter can be searched and copied in both scripts:', () => {
  test.each(['uz', 'ru'] as const)('%s', async (language) => {
    const sheet = sheetOf(language);
    const text = flat(await textOf(await render(sheet)));
    const words = JSON.stringify(sheet.body).match(/(?<="text":")[^"]+/g) ?? [];
    expect(words.length).toBeGreaterThan(10);
    const { number, day, checkAddress } = sheet.issued ?? { number: '', day: '', checkAddress: '' };
    const { office, contacts, addressee, subject, signatory, executor } = sheet;
    const all = [
      number,
      day,
      checkAddress,
      office,
      contacts,
      addressee.name,
      addressee.place,
      subject,
      executor,
    ];
    for (const part of [...words, ...all, signatory.name, signatory.position])
      expect(text).toContain(flat(part));
  });

  // A comparison of pictures forgives a sign that is nearly as another one.
  test.each(golden)('every sign of %s', async (_name, sheet) => {
    const withoutSpaces = (part: string) => part.replaceAll(/\s/g, '');
    // A paragraph that goes on upon the next page has the number of the page in its middle.
    const text = withoutSpaces(await textOf(await render(sheet))).replaceAll(/№[^·№]{1,40}·\d\/\d/g, '');
    const words = JSON.stringify(sheet.body).match(/(?<="text":")[^"]+/g) ?? [];
    const { office, contacts, addressee, subject, signatory, executor } = sheet;
    for (const part of [
      ...words,
      office,
      contacts,
      addressee.name,
      addressee.place,
      subject,
      signatory.name,
      executor,
    ])
      expect(text).toContain(withoutSpaces(part));
  });

  test('a name that is broken at the end of a line, and five pages, lose no letter', async () => {
    const names = longNames();
    const text = (await textOf(await render(names))).replaceAll(/\s/g, '');
    expect(text).toContain(names.addressee.name.replaceAll(' ', ''));
    expect(text).toContain(names.signatory.name);
    for (const [language, step] of [
      ['uz', 'bosqich'],
      ['ru', 'й этап'],
    ] as const) {
      const long = flat(await textOf(await render(fivePages(language))));
      for (let row = 1; row <= 44; row++) expect(long).toContain(`${row}-${step}`);
    }
  });
});

test('a cell that is longer than a page goes on on the next, and so does a head', async () => {
  const long = Array.from({ length: 1500 }, (_, index) => `soʻz${index}`).join(' ');
  for (const rows of [
    [
      ['Sana', 'Izoh'],
      ['12.10.2026', long],
    ],
    [
      [long, 'Izoh'],
      ['12.10.2026', 'Javob'],
    ],
  ]) {
    const bytes = await render(sheetOf('uz', { body: bodyOf(table(...rows)) }));
    const text = flat(await textOf(bytes));
    for (const number of [0, 400, 800, 1200, 1499]) expect(text).toContain(`soʻz${number}`);
  }
});

test('signs without a form leave no trace, and those that the font lacks are marked', async () => {
  const text = await textOf(
    await render(sheetOf('uz', { body: bodyOf(paragraph('Gʻun\u00ADcha\u200B ‮abc\u202C 😀 ko\u0301k')) })),
  );
  expect(text).toContain('Gʻuncha abc ? kók');
});

/** A text in one line, as it is searched. */
function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const account = '20208000900123456789012345678901';
const wide: readonly (readonly [what: string, block: LetterBlock])[] = [
  ['five columns with long heads', table(
    ['Наименование', 'Продолжительность', 'Ответственный', 'Государственное учреждение', 'Примечание'],
    ['Шифер', '14 календарных дней', 'Каримов А. Р.', 'Отдел социальной помощи', 'без замечаний'],
  )],
  ['six columns with long heads', table(
    Array.from({ length: 6 }, (_, index) => `Takomillashtirilmagan${index}`),
    Array.from({ length: 6 }, (_, index) => `Qoʻshimchalashtirilganlar${index}`),
  )],
  ['accounts and addresses', table(
    ['№', 'Hisob raqami', 'Manzil', 'Izoh'],
    ['1', account, `https://komak.urganch.example/arizalar/${account}`, 'Bir oy ichida'],
  )],
  ['the long name of a file', table(
    ['Fayl', 'Hajmi'],
    [`${'pasport-nusxasi-va-daromad-haqida-maʼlumotnoma'.replaceAll('-', '_')}_2026.pdf`.repeat(2), '2 MB'],
  )],
  ['columns whose words are joined', table(
    Array.from({ length: 8 }, (_, index) => `Bir${index}\u00a0ikki\u00a0uch\u00a0toʻrt\u00a0besh\u00a0olti`),
  )],
  ['a paragraph whose words are joined', paragraph('Hurmatli\u00a0fuqaro,\u00a0arizangiz\u00a0koʻrildi'.repeat(20))],
]; // prettier-ignore

/** The signs of a text in order, without what a line break may add or take. */
const signsOf = (text: string) =>
  Array.from(text.replace(/[\s\u00ad-]/gu, ''))
    .toSorted()
    .join('');

describe('nothing runs over the margin, and no sign is lost:', () => {
  test.each(wide)('%s', async (_what, block) => {
    const sheet = sheetOf('uz', { body: bodyOf(block) });
    const bytes = await render(sheet);
    for (const { picture } of await drawPages(bytes)) {
      const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
      // The margin is 15 mm; a point is a pixel.
      const edge = Math.ceil(info.width - 15 * (72 / 25.4)) + 1;
      const over = Array.from(data.keys()).filter((at) => at % info.width > edge && (data[at] ?? 255) < 200);
      expect(over).toEqual([]);
    }
    const bare = await textOf(await render(sheetOf('uz', { body: bodyOf(paragraph('')) })));
    const textsIn = (node: unknown): string[] =>
      typeof node === 'object' && node !== null
        ? Object.entries(node).flatMap(([key, value]) => (key === 'text' ? [String(value)] : textsIn(value)))
        : [];
    expect(signsOf(await textOf(bytes))).toBe(signsOf(bare + textsIn(block).join('')));
  });

  test('heads of many rows, and rows of many lines', async () => {
    const rows = Array.from({ length: 75 }, (_, index) => ({
      type: 'table_row' as const,
      content: [
        {
          type: 'table_cell' as const,
          attrs: { header: index < 45 },
          content: [paragraph(`Qator ${index + 1}.`)],
        },
      ],
    }));
    const text = await textOf(
      await render(sheetOf('uz', { body: bodyOf({ type: 'table', content: rows }) })),
    );
    for (const index of rows.keys()) expect(text).toContain(`Qator ${index + 1}.`);
  });
});
