import { expect, test } from 'vitest';
import { createPdfRenderer } from '#plugins/letters/server/pdf/render.ts';
import { type Tag, tagsOf } from './read-tags.ts';
import { bodyOf, fivePages, paragraph, sheetOf } from './sheets.ts';

const render = createPdfRenderer();

/** A line for each element, indented with dots by its depth. */
function linesOf({ type, text, alt, attributes, children }: Tag, depth = 0): string[] {
  const words = [...attributes, text.trim(), ...(alt === null ? [] : [`alt: ${alt}`])].filter(Boolean);
  const line = `${'· '.repeat(depth)}${[type, ...words].join(' | ')}`;
  return [line, ...children.flatMap((child) => linesOf(child, depth + 1))];
}

const all = (tag: Tag): Tag[] => [tag, ...tag.children.flatMap(all)];

test('a screen reader finds the headings, the lists, the table and the code of a letter, in reading order', async () => {
  const sheet = sheetOf('uz');
  const { root, problems } = await tagsOf(await render(sheet));
  expect(problems).toEqual([]);
  const found = root ? linesOf(root) : [];
  const address = sheet.issued?.checkAddress ?? '';
  expect(found).toEqual([
    'Document',
    `· P | ${sheet.office}`,
    `· P | ${sheet.contacts}`,
    `· P | № ${sheet.issued?.number}`,
    `· P | ${sheet.issued?.day}`,
    `· P | ${sheet.addressee.name}`,
    `· P | ${sheet.addressee.place}`,
    `· H1 | ${sheet.subject}`,
    '· P | Hurmatli Gʻuncha Taʼmirovna!',
    expect.stringMatching(/^· P \| 12\.10\.2026 dagi 000147-sonli arizangiz koʻrib chiqildi\. Uyingiz/),
    '· H2 | Kerakli hujjatlar',
    '· L | ListNumbering Disc',
    ...['pasport nusxasi;', 'oila aʼzolari haqida maʼlumotnoma.'].flatMap((item) => [
      '· · LI',
      '· · · LBody',
      `· · · · P | ${item}`,
    ]),
    '· L | ListNumbering Decimal',
    ...['Arizani topshirish', 'Javobni kutish'].flatMap((item, index) => [
      '· · LI',
      `· · · Lbl | ${index + 1}.`,
      '· · · LBody',
      `· · · · P | ${item}`,
    ]),
    '· Table',
    '· · TR',
    ...['Sana', 'Bosqich', 'Izoh'].flatMap((cell) => ['· · · TH | Scope Column', `· · · · P | ${cell}`]),
    '· · TR',
    ...['12.10.2026', 'Qabul qilindi', 'Ariza va hujjatlar toʻliq'].flatMap((cell) => [
      '· · · TD',
      `· · · · P | ${cell}`,
    ]),
    '· · TR',
    ...['20.10.2026', 'Oʻrganildi', ''].flatMap((cell) => [
      '· · · TD',
      cell ? `· · · · P | ${cell}` : '· · · · P',
    ]),
    '· P | Hurmat bilan,',
    `· P | ${sheet.signatory.position}`,
    `· P | ${sheet.signatory.name}`,
    `· Figure | alt: ${sheet.labels.check} ${address}`,
    `· P | ${sheet.labels.check}`,
    `· P | ${address}`,
    `· P | ${sheet.executor}`,
  ]);
});

test.each(['uz', 'ru'] as const)(
  'a letter of five pages in %s has each of its texts in one element, and the header of its table once',
  async (language) => {
    const sheet = fivePages(language);
    const { root, problems } = await tagsOf(await render(sheet));
    expect(problems).toEqual([]);
    const tags = root ? all(root) : [];
    const headers = tags.filter(({ type }) => type === 'TH').flatMap(all);
    expect(headers.some(({ text }) => text.trim() !== '')).toBe(true);
    expect(headers.filter(({ pages }) => pages > 1)).toEqual([]);
    // Page footers are not part of the text.
    expect(tags.filter(({ text }) => text.endsWith(' / 5'))).toEqual([]);
  },
);

test('a paragraph across two pages is one element', async () => {
  const long = bodyOf(paragraph('Hujjatlar koʻrib chiqildi. '.repeat(300)));
  const { root, problems } = await tagsOf(await render(sheetOf('uz', { body: long })));
  expect(problems).toEqual([]);
  const [first, ...others] = (root ? all(root) : []).filter(({ text }) => text.includes('Hujjatlar'));
  expect(others).toEqual([]);
  expect(first?.pages).toBeGreaterThan(1);
});

test('a preview has the same elements except those that it lacks', async () => {
  const { root, problems } = await tagsOf(await render({ ...sheetOf('ru'), issued: null }));
  expect(problems).toEqual([]);
  const types = root ? all(root).map(({ type }) => type) : [];
  expect(types).toContain('H1');
  expect(types).toContain('TH');
  expect(types).not.toContain('Figure');
});
