import { sql } from 'kysely';
import type { Fragment } from '#kernel/plugin-api/server.ts';

/**
 * The tags of the keys of bits: what a key says about an application. Stored, so a tag cannot change without a
 * migration that rewrites `application_bits`.
 */
const tags = {
  /** A key without a value. */
  all: 'a',
  neighborhood: 'n',
  status: 's',
  /** 0 for nobody. */
  receiver: 'r',
  employment: 'e',
  source: 'o',
  /** The category of the household, 0 for none. */
  category: 'c',
  /** The day of arrival. */
  day: 'd',
  /** `YYYY-MM`, or {@link noDeadline}. */
  deadlineMonth: 'm',
  /** `YYYY-MM-DD`, or {@link noDeadline}. */
  deadlineDay: 't',
  /** A key without a value: open, with a deadline before the moment in `application_bit_state`. */
  late: 'l',
} as const;

/** A tag without a value. */
type Plain = 'all' | 'late';
/** A tag that a value follows. */
export type ValueTag = Exclude<keyof typeof tags, Plain>;

/** The value of the tags of deadlines for applications without one; after every other value. */
export const noDeadline = '~';

/** The key of a tag without a value. */
export function plainKey(tag: Plain): string {
  return tags[tag];
}

/** The key of a tag with a value. */
export function keyOf(tag: ValueTag, value: string | number): string {
  return `${tags[tag]}:${value}`;
}

/** The same key in SQL, of a value of any type; null for null. */
export function keySql(tag: ValueTag, value: Fragment): Fragment {
  return sql`${sql.lit(keyOf(tag, ''))} || ${value}`;
}

/** The value in a key, as text. */
export function valueOfKey(key: Fragment): Fragment {
  return sql`substr(${key}, 3)`;
}

/** The condition that a key has a tag, whatever its value. */
export function hasTag(key: Fragment, tag: ValueTag): Fragment {
  return sql`${key} between ${sql.lit(keyOf(tag, ''))} and ${sql.lit(keyOf(tag, '~'))}`;
}

/** The condition that the value in a key begins with a text. */
export function hasPrefix(key: Fragment, tag: ValueTag, prefix: Fragment): Fragment {
  return sql`${key} between ${keySql(tag, prefix)} and ${keySql(tag, prefix)} || '~'`;
}
