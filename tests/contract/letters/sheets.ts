import type { LetterBlock, LetterBody } from '#plugins/letters/contract.ts';
import type { LetterSheet } from '#plugins/letters/server/pdf/sheet.ts';

type Paragraph = Extract<LetterBlock, { type: 'paragraph' }>;
type Inline = NonNullable<Paragraph['content']>[number];

/** Inline parts of a text. */
export const inlineText = (text: string, ...marks: ('strong' | 'em' | 'underline')[]): Inline => ({
  type: 'text',
  text,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});

/** A paragraph of a letter. */
export const paragraph = (...content: (Inline | string)[]): Paragraph => ({
  type: 'paragraph',
  content: content.map((part) => (typeof part === 'string' ? inlineText(part) : part)),
});

/** A table whose first row is its header. */
export const table = (...rows: readonly (readonly string[])[]): LetterBlock => tableOf(1, ...rows);

/** A table whose first rows are its header. */
export const tableOf = (
  headers: number,
  ...rows: readonly (readonly (string | Paragraph)[])[]
): LetterBlock => ({
  type: 'table',
  content: rows.map((cells, index) => ({
    type: 'table_row',
    content: cells.map((cell) => ({
      type: 'table_cell',
      attrs: { header: index < headers },
      content: [typeof cell === 'string' ? paragraph(...[cell].filter(Boolean)) : cell],
    })),
  })),
});

const list = (type: 'bullet_list' | 'ordered_list', ...items: string[]): LetterBlock => ({
  type,
  content: items.map((item) => ({ type: 'list_item', content: [paragraph(item)] })),
});

export const bodyOf = (...content: LetterBlock[]): LetterBody => ({ type: 'doc', content });

/** An issued letter in a language. */
export function sheetOf(language: 'uz' | 'ru', more: Partial<LetterSheet> = {}): LetterSheet {
  const isUzbek = language === 'uz';
  return {
    language,
    office: isUzbek ? 'Urganch shahar ijtimoiy yordam boʻlimi' : 'Отдел социальной помощи города Ургенча',
    contacts: isUzbek
      ? 'Urganch shahri, Al-Xorazmiy koʻchasi, 29-uy · +998 62 226-00-00'
      : 'г. Ургенч, ул. Аль-Хорезми, 29 · +998 62 226-00-00',
    issued: {
      number: '03-12/147/2026',
      day: '21.11.2026',
      checkAddress: 'https://komak.urganch.example/api/uz/letters/check/0123456789abcdefABCDEF',
      replaces: null,
      moment: '2026-11-21T08:15:30.000Z',
    },
    addressee: isUzbek
      ? { name: 'Oʻrinboyeva Gʻuncha Taʼmirovna', place: 'Gʻulobod mahallasi, Navoiy koʻchasi, 12/3-uy' }
      : { name: 'Уринбоева Гунча Тамировна', place: 'махалля Гулобод, улица Навои, дом 12/3' },
    subject: isUzbek
      ? 'Arizangizni koʻrib chiqish natijalari haqida'
      : 'О результатах рассмотрения заявления',
    body: isUzbek ? uzbekText : russianText,
    signatory: isUzbek
      ? { name: 'Yoʻldoshev Sherzod Gʻanijon oʻgʻli', position: 'Boʻlim boshligʻi' }
      : { name: 'Юлдашев Шерзод Ганижонович', position: 'Начальник отдела' },
    executor: isUzbek
      ? 'Ijrochi: Operatorova Olima, +998 (90) 123-45-67'
      : 'Исполнитель: Операторова Олима, +998 (90) 123-45-67',
    labels: {
      number: '№',
      check: isUzbek ? 'Xatning haqiqiyligini tekshirish:' : 'Проверить подлинность письма:',
      preview: isUzbek ? 'NAMUNA' : 'ОБРАЗЕЦ',
    },
    ...more,
  };
}

const uzbekText = bodyOf(
  paragraph('Hurmatli Gʻuncha Taʼmirovna!'),
  paragraph(
    '12.10.2026 dagi 000147-sonli arizangiz ',
    inlineText('koʻrib chiqildi', 'strong'),
    '. Uyingiz tomini taʼmirlash uchun ',
    inlineText('15 000 000 soʻm', 'strong', 'underline'),
    ' miqdorida yordam ajratildi; maʼlumotnoma va shartnoma ilova qilinadi, ularni mahalla idorasidan olasiz.',
  ),
  { type: 'heading', content: [inlineText('Kerakli hujjatlar')] },
  list('bullet_list', 'pasport nusxasi;', 'oila aʼzolari haqida maʼlumotnoma.'),
  list('ordered_list', 'Arizani topshirish', 'Javobni kutish'),
  table(
    ['Sana', 'Bosqich', 'Izoh'],
    ['12.10.2026', 'Qabul qilindi', 'Ariza va hujjatlar toʻliq'],
    ['20.10.2026', 'Oʻrganildi', ''],
  ),
  { type: 'paragraph', attrs: { align: 'right' }, content: [inlineText('Hurmat bilan,', 'em')] },
);

const russianText = bodyOf(
  paragraph('Уважаемая Гунча Тамировна!'),
  paragraph(
    'Ваше заявление № 000147 от 12.10.2026 ',
    inlineText('рассмотрено', 'strong'),
    '. На ремонт крыши Вашего дома выделена помощь в размере ',
    inlineText('15 000 000 сумов', 'strong', 'underline'),
    '; справка и договор прилагаются, их можно получить в махаллинском комитете «Гулобод».',
  ),
  { type: 'heading', content: [inlineText('Необходимые документы')] },
  list('bullet_list', 'копия паспорта;', 'справка о составе семьи.'),
  list('ordered_list', 'Подать заявление', 'Дождаться ответа'),
  table(
    ['Дата', 'Этап', 'Примечание'],
    ['12.10.2026', 'Принято', 'Заявление и документы в порядке'],
    ['20.10.2026', 'Изучено', ''],
  ),
  { type: 'paragraph', attrs: { align: 'right' }, content: [inlineText('С уважением,', 'em')] },
);

/** A letter to a person with names of maximum length, without spaces, in both scripts. */
export function longNames(language: 'uz' | 'ru' = 'uz'): LetterSheet {
  const long = 'Abdulqodirovaʼgʻoyibnazaroʻgʻli'.repeat(3);
  const cyrillic = 'Ўринбоевағойибназарқизи'.repeat(4);
  const isUzbek = language === 'uz';
  return sheetOf(language, {
    addressee: {
      name: isUzbek ? `${long} ${cyrillic}` : `${cyrillic} ${long}`,
      place: isUzbek ? `${'Gʻijduvonlik'.repeat(10)} mahallasi` : `махалля ${'Гиждуванская'.repeat(10)}`,
    },
    subject: isUzbek ? `${'Uzundanuzoqmavzu'.repeat(8)} haqida` : `О ${'длиннейшейтеме'.repeat(8)}`,
    signatory: {
      name: isUzbek ? long : cyrillic,
      position: (isUzbek
        ? 'Ijtimoiyyordamboʻlimiboshligʻiningoʻrinbosari'
        : 'Заместительначальникаотдела'
      ).repeat(2),
    },
    body: bodyOf(
      paragraph(isUzbek ? `Hurmatli ${long}!` : `Уважаемая ${cyrillic}!`),
      paragraph('Ҳурматли Ўринбоева Ғунча, аризангиз кўриб чиқилди.'),
    ),
  });
}

/**
 * Content wider than a line: words in many fonts, lists, a table with many columns, and a header of several
 * rows.
 */
export function fullWidthPage(language: 'uz' | 'ru'): LetterSheet {
  const isUzbek = language === 'uz';
  const word = isUzbek ? 'Gʻoʻzapoyasanʼatshunosligioʻgʻli' : 'ЩебёночноШпалопропиточныйЖЭЎ';
  const column = isUzbek ? 'Taʼminlanganlik' : 'Обеспеченность';
  const marks = [[], ['strong'], ['em'], ['strong', 'underline']] as const;
  const runs = Array.from(word.repeat(4), (sign, index) => inlineText(sign, ...(marks[index % 4] ?? [])));
  const headers = [1, 2, 3].map((row) =>
    Array.from({ length: 8 }, (_, index) => `${column}-${row}.${index}`),
  );
  const rows = [[...Array.from({ length: 6 }, (_, index) => `${index} 500 000`), word, word.toUpperCase()]];
  return sheetOf(language, {
    body: bodyOf(
      paragraph(...runs, inlineText(isUzbek ? ' – bir soʻz.' : ' – одно слово.')),
      list('bullet_list', word.toUpperCase().repeat(3), `${word} ${word.toUpperCase().repeat(2)}`),
      list('ordered_list', `${word}\u00a0`.repeat(4)),
      tableOf(headers.length, ...headers, ...rows),
      paragraph(isUzbek ? 'Jadvaldan keyingi soʻzlar.' : 'Слова под таблицей.'),
    ),
  });
}

/** Names as typed: with the apostrophes of a keyboard, a typewriter and the alphabet. */
export function apostrophes(): LetterSheet {
  return sheetOf('uz', {
    addressee: { name: "O'rinboyeva G'uncha Ta'mirovna", place: 'Gʻulobod mahallasi, Yo’ldosh ko‘chasi, 12' },
    subject: "Ta'mirlash to'g'risida",
    body: bodyOf(
      paragraph("Hurmatli G'uncha Ta'mirovna! So'rovingiz ko`rib chiqildi, maʼlumotnoma ma’qullandi."),
    ),
  });
}

const stages = {
  uz: {
    text: 'Komissiya arizangizda koʻrsatilgan holatlarni joyiga chiqqan holda oʻrgandi. Oʻrganish natijasida uyning tomi, devori va isitish tizimi taʼmirtalab ekani, oila aʼzolarining daromadi belgilangan meʼyordan kam ekani aniqlandi. ',
    step: 'bosqich',
    note: 'Hujjatlar oʻrganildi va mahalla raisining xulosasi olindi',
    head: ['Sana', 'Bosqich', 'Izoh'],
  },
  ru: {
    text: 'Комиссия изучила обстоятельства, указанные в заявлении. Установлено, что крыша, стены и отопление дома требуют ремонта, а доход членов семьи ниже установленной нормы. ',
    step: 'й этап',
    note: 'Документы изучены, получено заключение председателя махалли',
    head: ['Дата', 'Этап', 'Примечание'],
  },
} as const;

/** A letter of five pages: text, a table with many rows whose header repeats on each page, lists. */
export function fivePages(language: 'uz' | 'ru' = 'uz'): LetterSheet {
  const { text, step, note, head } = stages[language];
  const part = (index: number) => paragraph(`${index}. ${text}`.repeat(2));
  const rows = Array.from({ length: 44 }, (_, index) => [
    `${(index % 28) + 1}.10.2026`,
    `${index + 1}-${step}`,
    note,
  ]);
  return sheetOf(language, {
    body: bodyOf(
      ...Array.from({ length: 9 }, (_, index) => part(index + 1)),
      table(head, ...rows),
      ...Array.from({ length: 5 }, (_, index) => part(index + 10)),
    ),
  });
}

/** A letter that corrects another, with fields whose values are known when it is issued. */
export function correction(): LetterSheet {
  const sheet = sheetOf('ru');
  const { issued } = sheet;
  return {
    ...sheet,
    issued: issued && { ...issued, replaces: 'Взамен письма № 03-12/98/2026 от 01.11.2026' },
    body: bodyOf({
      type: 'paragraph',
      content: (['letter_number', 'letter_date', 'signatory_name', 'signatory_position'] as const).flatMap(
        (name): Inline[] => [{ type: 'field', attrs: { name } }, { type: 'hard_break' }],
      ),
    }),
  };
}
