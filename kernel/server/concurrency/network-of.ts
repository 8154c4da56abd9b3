import { isIPv4, isIPv6 } from 'node:net';

/** The network of an address: an IPv4 address itself, or the /64 of an IPv6 address, which belongs to one customer. */
export function networkOf(address: string): string {
  const { plain, family, groups } = parseAddress(address);
  if (family !== 6) return plain;
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** An address in its parts. */
interface ParsedAddress {
  /** Without its zone, and of IPv4 if it is one within IPv6. */
  readonly plain: string;
  /** Null for anything but an address. */
  readonly family: 4 | 6 | null;
  /** Decimal for IPv4, hexadecimal for IPv6. */
  readonly groups: readonly string[];
}

/** Parses an address (RFC 4291). */
export function parseAddress(address: string): ParsedAddress {
  const plain = address.trim().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, ''); // prettier-ignore
  if (isIPv4(plain)) return { plain, family: 4, groups: plain.split('.') };
  if (!isIPv6(plain)) return { plain, family: null, groups: [] };
  const [left = '', right] = plain.toLowerCase().split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return { plain, family: 6, groups: [...head, ...Array.from({ length: zeros }, () => '0'), ...tail] };
}
