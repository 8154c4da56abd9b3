import { parentPort, workerData } from 'node:worker_threads';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import type { SheetCell } from '../api/read-sheet.ts';
import type { SheetResult, SheetTask } from './read-sheet.ts';

/** Reads one spreadsheet in a thread, which can be terminated and has limited memory. */
async function read({ format, bytes, maxRows, maxColumns }: SheetTask): Promise<SheetResult> {
  const rows = format === 'xlsx' ? await readFirstTab(bytes, maxRows) : readLines(bytes, maxRows);
  if (rows === null) return { problem: 'broken' };
  const last = rows.findLastIndex((row) => row.some((cell) => cell !== null));
  const used = rows.slice(0, last + 1);
  if (used.length > maxRows) return { problem: 'too_long' };
  return { rows: used.map((row) => row.slice(0, maxColumns)) };
}

async function readFirstTab(bytes: Uint8Array, maxRows: number): Promise<SheetCell[][] | null> {
  // Empty rows count too, so more rows are read than are allowed.
  const book = await readXlsx(bytes, { sheets: [0], maxRows: maxRows * 2 + 1 });
  const [tab] = book.sheets;
  if (!tab) return null;
  const rows = tab.rows.map((row) => row.map(cellOf));
  for (const [place, cell] of tab.cells ?? []) {
    if (cell.formula === undefined) continue;
    const [row = 0, column = 0] = place.split(',').map(Number);
    const line = rows[row];
    if (line) line[column] = { formula: true };
  }
  return rows;
}

function readLines(bytes: Uint8Array, maxRows: number): SheetCell[][] | null {
  const text = decodeText(bytes);
  if (text === null) return null;
  // Excel's directive that names the separator.
  const named = /^\uFEFF?sep=(.)\r?\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const rows = parseCsv(body, { delimiter: named?.[1] ?? separatorOf(body), maxRows: maxRows * 2 + 1 });
  return rows.map((row) => row.map(cellOf));
}

/** Semicolon, tab or comma: the most frequent one in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.replace(/"(?:[^"]|"")*"/g, ''))?.[0] ?? '';
  const counted = [';', '\t', ','].map((separator) => ({ separator, count: line.split(separator).length }));
  return counted.reduce((max, one) => (one.count > max.count ? one : max)).separator;
}

function cellOf(value: unknown): SheetCell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = String(value).trim();
  return text === '' ? null : text;
}

/**
 * Decodes a file of unknown encoding: by its byte order mark, else UTF-16 if every other byte is zero, else UTF-8, else
 * the code page of older offices. Null if it is not text.
 */
function decodeText(bytes: Uint8Array): string | null {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return text.includes('\0') ? null : text;
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  if (even > sample.length / 4 && odd === 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1251';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const response = await read(workerData as SheetTask).catch((): SheetResult => ({ problem: 'broken' }));
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(response);
