import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { createSheetReader, writeSheet, type CellValue, type SheetFormat } from './index.ts';

const limits = { maxRows: 100, maxColumns: 5 };
const lines: CellValue[][] = [
  ['Bogʻ MFY', 1, null],
  ['Тинчлик; "кўча"\nиккинчи', -2.5, '=1+1'],
  ['+998', 0, '-5'],
];

async function* rowsOf(rows: readonly CellValue[][]): AsyncGenerator<CellValue[]> {
  yield* rows;
}

function write(format: SheetFormat, rows = lines, rowsOnTab?: number): Promise<Buffer> {
  const columns = ['Manzil', 'Son', 'Izoh'].map((header) => ({ header, width: 20 }));
  return buffer(
    writeSheet(format, {
      name: 'Xonadonlar',
      columns,
      rows: rowsOf(rows),
      ...(rowsOnTab ? { rowsOnTab } : {}),
    }),
  );
}

const readSheet = createSheetReader();
const csv = (text: string | Uint8Array, name = 'a.csv') =>
  readSheet({ name, bytes: Buffer.from(text as Uint8Array) }, limits);
const xlsx = (bytes: Uint8Array, name = 'a.xlsx') => readSheet({ name, bytes: Buffer.from(bytes) }, limits);

describe('a written workbook is read back', () => {
  test('from xlsx, with texts as texts', async () => {
    const [header, ...rows] = await xlsx(await write('xlsx'));
    expect(header).toEqual(['Manzil', 'Son', 'Izoh']);
    expect(rows).toEqual(lines);
  });

  test('from CSV, with an apostrophe before formulas', async () => {
    const bytes = await write('csv');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [header, ...rows] = await csv(bytes);
    expect(header).toEqual(['Manzil', 'Son', 'Izoh']);
    expect(rows).toEqual([
      ['Bogʻ MFY', '1', null],
      ['Тинчлик; "кўча"\nиккинчи', '-2.5', "'=1+1"],
      ["'+998", '0', "'-5"],
    ]);
  });

  test('no cell of an xlsx is a formula, whatever its text', async () => {
    const hostile = ['=cmd|"/c calc"!A0', '@SUM(A1)', '+1', 'a\u0001b\uD800'];
    const rows = await xlsx(await write('xlsx', [hostile]));
    expect(rows[1]).toEqual([...hostile.slice(0, 3), 'ab\uFFFD']);
  });

  test('a full sheet continues on the next one, with its header', async () => {
    const many = Array.from({ length: 7 }, (_, index) => [`q${index}`, index, null]);
    const bytes = await write('xlsx', many, 5);
    const { readXlsx } = await import('hucre/xlsx');
    const { sheets } = await readXlsx(bytes);
    expect(sheets.map(({ rows }) => rows.length)).toEqual([5, 4]);
    expect(sheets[1]?.rows[0]).toEqual(['Manzil', 'Son', 'Izoh']);
    expect(sheets.flatMap(({ rows }) => rows.slice(1)).map(([name]) => name)).toEqual(
      many.map(([name]) => name),
    );
  });
});

describe('reads CSV of any office', () => {
  const text = 'Кўча;Уй\r\nНавоий;12\r\n';
  const expected = [
    ['Кўча', 'Уй'],
    ['Навоий', '12'],
  ];
  const inUtf16 = (bigEndian: boolean, mark: boolean) => {
    const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
    return bigEndian ? bytes.swap16() : bytes;
  };

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, little end first', inUtf16(false, true)],
    ['UTF-16, big end first', inUtf16(true, true)],
  ])('in %s', async (_, bytes) => {
    expect(await csv(bytes)).toEqual(expected);
  });

  test('in UTF-16 without a byte order mark, as far as it can be detected', async () => {
    const latin = Buffer.from('Kocha;Uy\r\nNavoiy;12\r\n', 'utf16le');
    expect(await csv(latin)).toEqual([
      ['Kocha', 'Uy'],
      ['Navoiy', '12'],
    ]);
  });

  test('in the legacy code page', async () => {
    // Улица;Дом / Навои;12
    const bytes = Buffer.from([
      0xd3, 0xeb, 0xe8, 0xf6, 0xe0, 0x3b, 0xc4, 0xee, 0xec, 0x0a, 0xcd, 0xe0, 0xe2, 0xee, 0xe8, 0x3b, 0x31,
      0x32,
    ]);
    expect(await csv(bytes)).toEqual([
      ['Улица', 'Дом'],
      ['Навои', '12'],
    ]);
  });

  test.each([';', ',', '\t'])('separated by %j', async (separator) => {
    expect(await csv(`a${separator}"b;, c"${separator}d\n1${separator}2${separator}3`)).toEqual([
      ['a', 'b;, c', 'd'],
      ['1', '2', '3'],
    ]);
  });

  test('with the separator named', async () => {
    expect(await csv('sep=,\r\na,b;c\r\n')).toEqual([['a', 'b;c']]);
  });
});

describe('rejects a file that', () => {
  const plain = () => writeXlsx({ sheets: [{ name: 'a', rows: [['a', 'b']] }] });

  test('is not a spreadsheet', async () => {
    await expect(csv('a;b', 'a.html')).rejects.toMatchObject({ status: 415 });
    await expect(csv('', 'a.csv')).rejects.toMatchObject({ status: 415 });
    await expect(xlsx(Buffer.from('a;b'))).rejects.toMatchObject({ status: 415 });
    await expect(csv(await plain(), 'a.csv')).rejects.toMatchObject({ status: 415 });
    await expect(csv(Buffer.from([0x61, 0, 0, 0, 0x3b, 0, 0x62]))).rejects.toMatchObject({ status: 422 });
  });

  test('has macros, by name or by content', async () => {
    await expect(xlsx(await plain(), 'a.xlsm')).rejects.toMatchObject({ status: 415, code: 'sheet_macros' });
    const bytes = await writeXlsx({
      sheets: [{ name: 'a', rows: [['a']] }],
      vbaProject: new Uint8Array([1, 2, 3]),
    });
    await expect(xlsx(bytes)).rejects.toMatchObject({ status: 415, code: 'sheet_macros' });
  });

  test('has a row more than the limit', async () => {
    const long = (count: number) => Array.from({ length: count }, (_, row) => `r${row};1`).join('\n');
    expect(await csv(long(100))).toHaveLength(100);
    expect(await csv(`${long(100)}\n\n;\n`)).toHaveLength(100);
    await expect(csv(long(101))).rejects.toMatchObject({ status: 413, code: 'sheet_too_long' });
    await expect(csv(long(100_000))).rejects.toMatchObject({ status: 413, code: 'sheet_too_long' });
  });

  test('unpacks to more than the limit, whether it declares so or not', async () => {
    for (const declared of [400 * 1024 * 1024, 2000, 0]) {
      await expect(xlsx(bombOf(declared)), String(declared)).rejects.toMatchObject({
        status: declared > 1e6 ? 413 : 422,
      });
    }
  });

  test('is truncated, or a ZIP of something else', async () => {
    const bytes = Buffer.from(await plain());
    await expect(xlsx(bytes.subarray(0, bytes.length - 30))).rejects.toMatchObject({ status: 422 });
    await expect(xlsx(Buffer.concat([bytes, Buffer.from('x')]))).rejects.toMatchObject({ status: 422 });
    await expect(xlsx(zipOf([['a.txt', Buffer.from('a')]]))).rejects.toMatchObject({ status: 422 });
  });
});

test('distinguishes a formula from its value', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'a',
        rows: [
          ['a', 'b'],
          [1, 2],
        ],
        cells: new Map([['1,1', { formula: 'A2*2', formulaResult: 2 }]]),
      },
    ],
  });
  expect(await xlsx(bytes)).toEqual([
    ['a', 'b'],
    [1, { formula: true }],
  ]);
});

/** An xlsx whose sheet unpacks to a hundred megabytes of nothing, and declares the size `declared`. */
function bombOf(declared: number): Buffer {
  const sheet = Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.alloc(100 * 1024 * 1024, ' ')]);
  return zipOf([
    ['[Content_Types].xml', Buffer.from('<Types/>')],
    [
      '_rels/.rels',
      Buffer.from(
        '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      ),
    ],
    [
      'xl/workbook.xml',
      Buffer.from(
        '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      Buffer.from(
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
    ],
    ['xl/worksheets/sheet1.xml', sheet, declared],
  ]);
}

function zipOf(entries: readonly (readonly [string, Buffer, number?])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content, declared = content.length] of entries) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(declared, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(declared, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
