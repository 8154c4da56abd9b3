import type { ByteRange } from '../../services/ports.ts';

/**
 * The range of `size` bytes that a `Range` header requests; null for all of them, also for invalid headers and several
 * ranges. `range-parser` rejects a suffix longer than the file, which RFC 9110 defines as the whole file.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  // Without a start it is a suffix: the number of last bytes.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return start <= end ? { start, end } : null;
}
