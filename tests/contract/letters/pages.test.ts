import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { createPdfRenderer } from '#plugins/letters/server/pdf/render.ts';
import type { LetterSheet } from '#plugins/letters/server/pdf/sheet.ts';
import { problemsOf } from './pdf-archive.ts';
import { spoilings } from './pdf-spoilings.ts';
import { countDifferent, rasterizePages, textOf } from './read-pdf.ts';
import {
  apostrophes,
  bodyOf,
  correction,
  fivePages,
  longNames,
  paragraph,
  sheetOf,
  table,
  fullWidthPage,
} from './sheets.ts';

const folder = join(import.meta.dirname, 'golden');
const results = resolve(import.meta.dirname, '../../../test-results/letters');
/** `KOMAK_GOLDEN=write npx vitest run tests/contract/letters/pages` renders them again; review them before committing. */
const isWriting = process.env['KOMAK_GOLDEN'] === 'write';
/**
 * The number of pixels that may differ: moving a line of text by a point changes several hundred, one letter
 * about twenty.
 */
const tolerance = 8;

const render = createPdfRenderer();

/** The letters compared as images, and which of their pages. */
const golden: readonly (readonly [name: string, sheet: LetterSheet, pages: readonly number[]])[] = [
  ['uz', sheetOf('uz'), [1]],
  ['ru', sheetOf('ru'), [1]],
  ['long-names', longNames(), [1]],
  ['five-pages', fivePages(), [1, 2, 3, 4, 5]],
  ['long-names-ru', longNames('ru'), [1]],
  ['five-pages-ru', fivePages('ru'), [1, 2, 3, 4, 5]],
  ['apostrophes', apostrophes(), [1]],
  ['correction-ru', correction(), [1]],
  ['wide', fullWidthPage('uz'), [1]],
  ['wide-ru', fullWidthPage('ru'), [1]],
  ['preview-uz', { ...sheetOf('uz'), issued: null }, [1]],
];

describe('the pages of letters are unchanged:', () => {
  test.each(golden)('%s', async (name, sheet, pages) => {
    const drawn = await rasterizePages(await render(sheet), 0.8);
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

  test('and the comparison detects a line that moves by a point, and a changed letter in a word', async () => {
    const [usual] = await rasterizePages(await render(sheetOf('uz')), 0.8);
    const wider = sheetOf('uz', {
      addressee: { ...sheetOf('uz').addressee, name: 'Oʻrinboyeva Gʻuncha Taʼmirovma' },
    });
    for (const other of [sheetOf('uz', { contacts: '' }), wider]) {
      const [moved] = await rasterizePages(await render(other), 0.8);
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

  test.each(spoilings)('and the check detects %s', async (_what, spoil, problem) => {
    const file = await PDFDocument.load(await render(sheetOf('uz')), { updateMetadata: false });
    spoil(file);
    const bytes = await file.save({ useObjectStreams: false, updateFieldAppearances: false });
    expect(await problemsOf(bytes)).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  });

  test('and accepts a file that was only read and written again', async () => {
    const file = await PDFDocument.load(await render(sheetOf('uz')), { updateMetadata: false });
    const bytes = await file.save({ useObjectStreams: false, updateFieldAppearances: false });
    expect(await problemsOf(bytes)).toEqual([]);
  });

  test('and the check detects that a preview is not PDF/A-2b', async () => {
    expect(await problemsOf(await render({ ...sheetOf('uz'), issued: null }))).toEqual(
      expect.arrayContaining(['6.6.4: not part 2', '6.2.3: no output intent']),
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

  // A comparison of images tolerates a character that is nearly like another.
  test.each(golden)('every character of %s', async (_name, sheet) => {
    const withoutSpaces = (part: string) => part.replaceAll(/\s/g, '');
    // A paragraph that continues on the next page has the page number in its middle.
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

test('a cell longer than a page continues on the next one, and so does a header', async () => {
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

test('characters without a glyph leave no trace, and those that the font lacks are marked', async () => {
  const text = await textOf(
    await render(sheetOf('uz', { body: bodyOf(paragraph('Gʻun\u00ADcha\u200B ‮abc\u202C 😀 ko\u0301k')) })),
  );
  expect(text).toContain('Gʻuncha abc ? kók');
});

/** A text in one line, for searching. */
function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
