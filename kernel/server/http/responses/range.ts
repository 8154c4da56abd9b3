import type { ByteRange } from '../../storage/byte-store.ts';

/**
 * The part of so many bytes that a `Range` header asks for; null stands for all of them, which is also the answer to what
 * is asked for wrongly, or to several parts at once.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  // Without a beginning it is the end: so many of the last bytes.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return start <= end ? { start, end } : null;
}
