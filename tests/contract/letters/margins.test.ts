import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LetterBlock } from '#plugins/letters/contract.ts';
import { createPdfRenderer } from '#plugins/letters/server/pdf/render.ts';
import type { LetterSheet } from '#plugins/letters/server/pdf/sheet.ts';
import { byLength } from '../../support/test-length.ts';
import { type Glyph, glyphsOf } from './glyph-boxes.ts';
import { bodyOf, paragraph, sheetOf, table, tableOf, inlineText } from './sheets.ts';

type Mark = 'strong' | 'em' | 'underline';
type Paragraph = ReturnType<typeof paragraph>;

const render = createPdfRenderer();
const mm = 72 / 25.4;
const page = { left: 30 * mm, right: (210 - 15) * mm, top: (297 - 18) * mm, footer: 20 * mm };
/** The rounding of numbers in a file, in points. */
const little = 0.05;

/** The problems of glyph positions: outside the margins, or overlapping. */
function misplaced(glyphs: readonly Glyph[]): string[] {
  const outside = glyphs.filter(
    ({ left, right, baseline, size }) =>
      left < page.left - little ||
      right > page.right + little ||
      baseline < page.footer - little ||
      baseline + 0.7 * size > page.top + little,
  );
  const sorted = glyphs
    .filter(({ left, right }) => right > left)
    .toSorted((one, other) => one.page - other.page || one.baseline - other.baseline);
  const covered = sorted.filter((one, index) => {
    for (let at = index + 1; at < sorted.length; at++) {
      const other = sorted[at];
      if (other?.page !== one.page || other.baseline - one.baseline > 0.6 * one.size) return false;
      // Adjacent letters may be closer than their boxes.
      if (Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.3 * one.size) return true;
    }
    return false;
  });
  const named = (what: string, some: readonly Glyph[]) =>
    some.slice(0, 3).map(({ text, ...place }) => `${what}: ${text} ${JSON.stringify(place)}`);
  return [...named('outside', outside), ...named('covered', covered)];
}

/** A text without the characters that a line break may add or remove. */
const bare = (text: string) => text.replaceAll(/\s/g, '').normalize('NFC');
const sorted = (text: string) => Array.from(text).toSorted().join('');

const textOf = ({ content = [] }: Paragraph) =>
  bare(content.map((inline) => (inline.type === 'text' ? inline.text.normalize('NFC') : '')).join(''));
const textsOf = (block: LetterBlock): string[] => {
  switch (block.type) {
    case 'paragraph':
      return [textOf(block)];
    case 'heading':
      return [textOf({ ...block, type: 'paragraph' })];
    case 'bullet_list':
    case 'ordered_list':
      return block.content.flatMap(({ content }) => content.map(textOf));
    case 'table':
      return block.content.flatMap((row) => row.content.flatMap(({ content }) => content.map(textOf)));
  }
};

/** The texts that repeat on each page on which a table continues. */
const headOf = (block: LetterBlock) => {
  if (block.type !== 'table') return '';
  const rows = block.content.map((row) => ({
    isHeader: row.content.every(({ attrs }) => attrs?.header),
    text: textsOf({ type: 'table', content: [row] }).join(''),
  }));
  const first = rows.findIndex(({ isHeader }) => !isHeader);
  return rows
    .slice(0, Math.max(0, first))
    .map(({ text }) => text)
    .join('');
};

const numbersOf = (block: LetterBlock) =>
  block.type === 'ordered_list' ? block.content.map((_, index) => `${index + 1}.`).join('') : '';

function textsOfSheet(sheet: LetterSheet): string {
  const { office, contacts, labels, issued, addressee, subject, signatory, executor } = sheet;
  const number = [labels.number, issued?.number, issued?.day, issued?.replaces];
  const footer = [signatory.position, signatory.name, labels.check, issued?.checkAddress, executor];
  return [office, contacts, ...number, addressee.name, addressee.place, subject, ...footer]
    .map((text) => bare(text ?? ''))
    .join('');
}

/**
 * Renders a letter, and expects all of its text within the margins: each character once, and those of a
 * paragraph in order.
 */
async function expectWhole(
  blocks: readonly LetterBlock[],
  more: Partial<LetterSheet> = {},
): Promise<Glyph[]> {
  const sheet = sheetOf('uz', { ...more, body: bodyOf(...blocks) });
  const all = await glyphsOf(await render(sheet));
  const pages = Math.max(...all.map((glyph) => glyph.page));
  const isFooter = ({ baseline, size }: Glyph) => baseline < page.footer && size === 9;
  const footer = bare(all.filter(isFooter).map(({ text }) => text).join('')); // prettier-ignore
  const number = (index: number) => bare(`№ ${sheet.issued?.number} · ${index + 1} / ${pages}`);
  expect(footer).toBe(pages > 1 ? Array.from({ length: pages }, (_, index) => number(index)).join('') : '');
  const glyphs = all.filter((glyph) => !isFooter(glyph));
  expect(misplaced(glyphs)).toEqual([]);

  const text = bare(glyphs.map((glyph) => glyph.text).join(''));
  const once =
    textsOfSheet(sheet) + blocks.flatMap((block) => [...textsOf(block), numbersOf(block)]).join('');
  const headers = blocks.map(headOf).join('');
  const expected = Array.from({ length: pages }, (_, times) => sorted(once + headers.repeat(times)));
  expect(expected.includes(sorted(text)) ? sorted(text) : expected[0]).toBe(sorted(text));
  for (const block of blocks) {
    // A number is drawn within the text of its item, and a cell continues after its neighbours.
    if (block.type === 'ordered_list' || (block.type === 'table' && pages > 1)) continue;
    for (const part of textsOf(block)) expect(text).toContain(part);
  }
  return glyphs;
}

const kinds: readonly (readonly Mark[])[] = [[], ['strong'], ['em'], ['strong', 'em'], ['underline']];
const marksOf = (index: number): readonly Mark[] => kinds[index % kinds.length] ?? [];

/** A text whose marks change after a given number of characters. */
const mixed = (text: string, length = 1): Paragraph => {
  const signs = Array.from(text);
  const parts = Array.from({ length: Math.ceil(signs.length / length) }, (_, index) =>
    inlineText(signs.slice(index * length, (index + 1) * length).join(''), ...marksOf(index)),
  );
  return paragraph(...parts);
};
const aligned = (align: 'left' | 'center' | 'right' | 'justify', one: Paragraph): Paragraph => ({
  ...one,
  attrs: { align },
});
const list = (type: 'bullet_list' | 'ordered_list', ...items: Paragraph[]): LetterBlock => ({
  type,
  content: items.map((item) => ({ type: 'list_item', content: [item, item] })),
});
const account = '20208000900123456789012345678901';
const wide = 'WЩЎ';
const uzbek = 'Gʻoʻzapoyasanʼatshunosligioʻgʻli';
const underTable = paragraph('Jadvaldan keyingi soʻzlar. '.repeat(30));

const nasty: readonly (readonly [what: string, ...blocks: LetterBlock[]])[] = [
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
    [`${'pasport_nusxasi_va_daromad_haqida_maʼlumotnoma'}_2026.pdf`.repeat(2), '2 MB'],
  )],
  ['columns whose words are joined', table(
    Array.from({ length: 8 }, (_, index) => `Bir${index}\u00a0ikki\u00a0uch\u00a0toʻrt\u00a0besh\u00a0olti`),
  )],
  ['a paragraph whose words are joined', paragraph('Hurmatli\u00a0fuqaro,\u00a0arizangiz\u00a0koʻrildi'.repeat(20))],
  ['words that are joined in many runs', mixed('Hurmatli\u00a0fuqaro,\u00a0arizangiz\u00a0koʻrildi'.repeat(20), 3)],
  ['wide letters in a paragraph', ...(['left', 'center', 'right', 'justify'] as const).map((align) =>
    aligned(align, paragraph(wide.repeat(90))))],
  ['wide letters in lists', list('bullet_list', paragraph(wide.repeat(90)), paragraph('Щ'.repeat(200))),
    list('ordered_list', ...Array.from({ length: 12 }, () => paragraph(wide.repeat(25))))],
  ['a word whose every letter has other marks', mixed(uzbek.repeat(12)), mixed(wide.repeat(120))],
  ['such a word in lists and cells', list('ordered_list', mixed(uzbek.repeat(5)), mixed(wide.repeat(40))),
    tableOf(1, ['Fayl', 'Izoh'], [mixed(uzbek.repeat(5)), mixed(wide.repeat(20))])],
  ['words of several runs', mixed('Ўринбоевағойибназарқизи va Oʻrinboyeva. '.repeat(20), 7)],
  ['letters with accents of other marks', mixed('о\u0301о\u0300'.repeat(200)), paragraph('Гу\u0301нча\u0301'.repeat(60))],
  ['an indent before a word that nearly fills the line', ...Array.from({ length: 12 }, (_, index) =>
    paragraph('ш'.repeat(42 + index)))],
  ['blanks at the ends of lines', ...(['left', 'center', 'right', 'justify'] as const).map((align) =>
    aligned(align, paragraph('Soʻz', inlineText(' '.repeat(300), 'underline'), inlineText(' '.repeat(300), 'strong'))))],
  ['nothing but blanks', paragraph(' '.repeat(400)), paragraph(inlineText(' '.repeat(300), 'strong'), ' '.repeat(300), 'a')],
  ['blanks before wide letters', ...(['left', 'right'] as const).map((align) =>
    aligned(align, paragraph(' \u00a0W', 'WЩЎ'.repeat(40))))],
  ['eight columns of wide letters', table(
    Array.from({ length: 8 }, () => wide.repeat(4)), Array.from({ length: 8 }, () => wide.repeat(30)),
  ), underTable],
  ['a head of twenty rows, and words under it', tableOf(20, ...Array.from({ length: 26 }, (_, index) => [
    `Bosh ${index}`, index < 20 ? 'Izoh' : 'Qator matni. '.repeat(30),
  ])), underTable],
  ['a head of twenty rows, and words under it that leave half of each line empty', tableOf(20,
    ...Array.from({ length: 24 }, (_, index) => [index < 20 ? `Bosh ${index}` : `${'Щ'.repeat(25)} `.repeat(30)]),
  ), underTable],
  ['a head of fifteen rows, and words under it that leave half of each line empty', tableOf(15,
    ...Array.from({ length: 19 }, (_, index) => [index < 15 ? `Bosh ${index}` : `${'Щ'.repeat(22)} `.repeat(35)]),
  ), underTable],
  ['a head of fifteen rows, and words under it that are narrower than they are measured', tableOf(15,
    ...Array.from({ length: 19 }, (_, index) => [index < 15 ? `Bosh ${index}` : `${'Щ'.repeat(21)} `.repeat(33)]),
  ), underTable],
  ['letters that keep away from one another', ...(['ДУ', 'ГЗ', 'r’', 'f’'] as const).flatMap((pair) =>
    Array.from({ length: 12 }, (_, index) => mixed('i'.repeat(index) + pair.repeat(60), 200)))],
  ['a letter that is closer to a blank than to the margin', ...(['left', 'right', 'center'] as const).map((align) =>
    aligned(align, paragraph(`W ${wide.repeat(30)}`)))],
  ['a head of twenty rows of wide letters', tableOf(20, ...Array.from({ length: 30 }, (_, index) => [
    `Щ${wide.repeat(index)}`, wide.repeat(40 - index),
  ])), underTable],
  ['a head of fifteen rows, and tall ones under it', tableOf(15, ...Array.from({ length: 20 }, (_, index) => [
    `Bosh ${index}`, index < 15 ? 'Izoh' : `${wide} `.repeat(60), index < 15 ? 'Izoh' : `${wide} `.repeat(110),
  ])), underTable],
  ['nothing but heads', tableOf(75, ...Array.from({ length: 75 }, (_, index) => [`Bosh ${index}`, wide.repeat(9)])), underTable],
  ['a head that is longer than a page', tableOf(45, ...Array.from({ length: 75 }, (_, index) => [`Qator ${index}.`])), underTable],
  ['a cell that is longer than a page', tableOf(1, ['Sana', 'Izoh'], ['12.10.2026', `${wide} ${uzbek} `.repeat(150)]), underTable],
]; // prettier-ignore

describe('every character of a letter is within its margins, once:', () => {
  test.each(nasty.map(([what, ...blocks]) => [what, blocks] as const))('%s', async (_what, blocks) => {
    await expectWhole(blocks);
  });

  test.each([
    wide.repeat(30),
    `${uzbek} `.repeat(5),
    `${uzbek.repeat(4)} ${'Щ'.repeat(60)}`,
    `Щ${'\n'.repeat(90)}Щ`,
    `x${'\u2028'.repeat(60)}y`,
  ])('with any surrounding content: %s', async (long) => {
    await expectWhole([paragraph('Hurmatli fuqaro!')], {
      office: long,
      contacts: long,
      addressee: { name: long, place: long },
      subject: long,
      signatory: { name: long, position: long },
      executor: long,
    });
  });

  test('a word that fits into a line is not split, neither at changes of marks nor at invisible characters', async () => {
    const linesOf = async (...within: string[]) => {
      const texts = Array.from({ length: 12 }, (_, index) =>
        paragraph(`${'i'.repeat(4 * index)} ${wide.repeat(8)}`, ...within, wide.repeat(3)),
      );
      const glyphs = await glyphsOf(await render(sheetOf('uz', { body: bodyOf(...texts) })));
      return glyphs.map(({ text, baseline }) => `${text} ${baseline}`);
    };
    const whole = await linesOf();
    expect(new Set(whole.filter((glyph) => glyph.startsWith('W '))).size).toBe(12);
    expect(await linesOf('\u200b')).toEqual(whole);
    expect(await linesOf('\u00ad', '\u2060')).toEqual(whole);
    expect(await linesOf(' ')).not.toEqual(whole);
  });

  test('no line begins with part of a character: Oʻ and Gʻ stay whole, and accents keep their letter', async () => {
    const texts = ['gʻ', 'g‘', 'g’', "g'", 'g`', 'о\u0301'].flatMap((letter) =>
      Array.from({ length: 30 }, (_, index) => paragraph('i'.repeat(index) + letter.repeat(120))),
    );
    const glyphs = await expectWhole(texts);
    const isFirst = ({ baseline }: Glyph, index: number) =>
      Math.abs((glyphs[index - 1]?.baseline ?? 0) - baseline) > 10;
    expect(glyphs.filter(isFirst).length).toBeGreaterThan(100);
    const indented = glyphs.filter(({ left }) => Math.abs(left - page.left - 10 * mm) < little);
    expect(indented.filter((glyph) => isFirst(glyph, glyphs.indexOf(glyph)))).toHaveLength(texts.length);
    expect(glyphs.filter(isFirst).filter(({ text }) => /[ʻ‘’'`\p{M}]/u.test(text))).toEqual([]);
  });
});

test('the header of a table is not alone at the end of a page', async () => {
  let turned = 0;
  for (let lines = 26; lines < 42; lines++) {
    const above = paragraph('Soʻz\n'.repeat(lines));
    const glyphs = await expectWhole([above, tableOf(1, ['Bosh'], ['Qator'], ['Qator'])]);
    const onFirst = bare(glyphs.filter((glyph) => glyph.page === glyphs[0]?.page).map(({ text }) => text).join('')); // prettier-ignore
    if (!onFirst.includes('Qator')) turned++;
    if (onFirst.includes('Bosh')) expect(onFirst).toContain('Qator');
  }
  expect(turned).toBeGreaterThan(3);
});

test('names characters that cannot be drawn: right-to-left text and endless accents; invisible spaces are spaces', async () => {
  const missingIn = async (text: string) => {
    const missing = new Set<string>();
    await render(sheetOf('uz', { body: bodyOf(paragraph(text)) }), missing);
    return [...missing];
  };
  expect(await missingIn('shalom שלום')).toEqual(['ש', 'ל', 'ו', 'ם']);
  expect(await missingIn(`а${'\u0301'.repeat(700)}б`)).toEqual(['◌\u0301']);
  expect(await missingIn('а\u0301\u0308\u0306б bir\u3000ikki\u205fuch\u1680toʻrt')).toEqual([]);
});

const anySigns = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('W', 'Щ', 'Ў', 'ʻ', 'ʼ', 'oʻ', 'i', 'м', '1', '№', 'о\u0301') },
      { weight: 2, arbitrary: fc.constantFrom(wide, uzbek, 'bir', 'икки-уч', 'fi', ',', '(', ')', '-', '/') },
      { weight: 2, arbitrary: fc.constantFrom(' ', '  ', '\u00a0', ' '.repeat(40)) },
      { weight: 1, arbitrary: fc.constantFrom(wide.repeat(20), uzbek.repeat(6), 'i'.repeat(300)) },
    ),
    { minLength: 1, maxLength: 25 },
  )
  .map((parts) => parts.join(''));
const anyRun = fc
  .tuple(anySigns, fc.nat(kinds.length - 1))
  .map(([text, kind]) => inlineText(text, ...marksOf(kind)));
const anyParagraph = fc
  .tuple(
    fc.constantFrom('left', 'center', 'right', 'justify'),
    fc.oneof(
      fc.array(anyRun, { minLength: 1, maxLength: 12 }).map((runs) => paragraph(...runs)),
      anySigns.map((text) => mixed(text)),
    ),
  )
  .map(([align, one]) => aligned(align, one));
const anyTable = fc.integer({ min: 1, max: 8 }).chain((columns) =>
  fc
    .tuple(
      fc.nat(20),
      fc.array(fc.array(anyParagraph, { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: 24,
      }),
    )
    .map(([headers, rows]) => tableOf(headers, ...rows)),
);
const anyBlock = fc.oneof(
  { weight: 3, arbitrary: anyParagraph },
  fc
    .tuple(
      fc.constantFrom('bullet_list', 'ordered_list'),
      fc.array(anyParagraph, { minLength: 1, maxLength: 12 }),
    )
    .map(([type, items]) => list(type, ...items)),
);

test(
  'every character of any letter is within its margins, once',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyBlock, { maxLength: 4 }),
        fc.option(anyTable),
        fc.array(anyBlock, { maxLength: 4 }),
        async (before, one, after) => {
          await expectWhole([...before, ...(one ? [one] : []), ...after]);
        },
      ),
      { numRuns: byLength(25, 300), seed: 20_261_127 },
    );
  },
  byLength(240_000, 3_600_000),
);
