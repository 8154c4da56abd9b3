import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { parseAddress } from '../concurrency/network-of.ts';

/** The file with the countries of addresses, in the deployment's folder; see `kernel/running.md`. */
export const countriesFile = 'countries.csv';

/** Looks up the countries of addresses in the deployment's table. */
export interface Countries {
  /** The ISO 3166 code (two letters) of an address's country; null if unknown, and for private networks. */
  of(address: string): string | null;
}

/** The 32 bits of an IPv4 address, or the first 48 bits of an IPv6 address: no country has a smaller network. */
interface NetworkAddress {
  readonly family: 4 | 6;
  readonly value: number;
}

interface Ranges {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly country: readonly string[];
}

interface Range {
  readonly from: NetworkAddress;
  readonly to: NetworkAddress;
  readonly country: string;
}

const nowhere: Countries = { of: () => null };
/** Maximum number of lines; a table of the whole world has some 700,000. */
const maxLines = 3_000_000;

/**
 * Reads the table `countries.csv` of a folder: lines of `first,last,country` or `network/bits,country`, in any order,
 * with or without quotes; `#` begins a comment. Without the file all countries are unknown; an invalid line is logged,
 * and then the table is not used.
 */
export async function readCountries(folder: string, log: Pick<Logger, 'warn' | 'info'>): Promise<Countries> {
  const path = join(folder, countriesFile);
  if (!(await stat(path).catch(() => null))?.isFile()) return nowhere;
  const found: Record<4 | 6, Range[]> = { 4: [], 6: [] };
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number++;
    const text = line.replaceAll('"', '').trim();
    if (text === '' || text.startsWith('#')) continue;
    const range = readRange(text);
    if (range === null || number > maxLines) {
      log.warn({ file: path, line: number }, 'this line of countries.csv is not a range of addresses with a country; the file is not used'); // prettier-ignore
      return nowhere;
    }
    if (/^[A-Z]{2}$/.test(range.country) && range.country !== 'ZZ') found[range.from.family].push(range);
  }
  log.info({ file: path, ranges: found[4].length + found[6].length }, 'countries.csv was read');
  const ranges = { 4: sorted(found[4]), 6: sorted(found[6]) };
  return {
    of(address) {
      const networkAddress = numberOf(address);
      return networkAddress === null ? null : find(ranges[networkAddress.family], networkAddress.value);
    },
  };
}

function readRange(text: string): Range | null {
  const cells = text.split(/[,;\t]/).map((cell) => cell.trim());
  const [first = '', second = ''] = cells;
  const country = (cells.at(-1) ?? '').toUpperCase();
  const [network = '', bits] = first.split('/');
  const from = numberOf(network);
  if (from === null || cells.length < 2) return null;
  if (bits !== undefined) return ofNetwork(from, Number(bits), country);
  const to = numberOf(second);
  if (to === null || to.family !== from.family || to.value < from.value || cells.length < 3) return null;
  return { from, to, country };
}

function ofNetwork(from: NetworkAddress, bits: number, country: string): Range | null {
  const width = from.family === 4 ? 32 : 48;
  if (!Number.isInteger(bits) || bits < 0 || bits > (from.family === 4 ? 32 : 128)) return null;
  const size = 2 ** Math.max(0, width - bits);
  const start = Math.floor(from.value / size) * size;
  return { from: { ...from, value: start }, to: { ...from, value: start + size - 1 }, country };
}

function numberOf(address: string): NetworkAddress | null {
  const { family, groups } = parseAddress(address);
  if (family === 4) return { family: 4, value: groups.reduce((sum, part) => sum * 256 + Number(part), 0) };
  if (family === null) return null;
  const value = groups.slice(0, 3).reduce((sum, group) => sum * 65_536 + Number.parseInt(group, 16), 0);
  return { family: 6, value };
}

function sorted(ranges: Range[]): Ranges {
  const inOrder = ranges.toSorted((one, other) => one.from.value - other.from.value);
  return {
    from: Float64Array.from(inOrder, ({ from }) => from.value),
    to: Float64Array.from(inOrder, ({ to }) => to.value),
    country: inOrder.map(({ country }) => country),
  };
}

/** The country of the last range that begins at or before a value, if it contains the value. */
function find({ from, to, country }: Ranges, value: number): string | null {
  let [low, high] = [0, from.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((from[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low > 0 && (to[low - 1] ?? -1) >= value ? (country[low - 1] ?? null) : null;
}
