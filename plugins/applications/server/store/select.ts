import { sql } from 'kysely';
import {
  addUp,
  bucketAt,
  countersWithin,
  type Direction,
  every,
  type Fragment,
  opaque,
  orderByColumns,
  type OffsetLimit,
  type Scope,
  within,
} from '#kernel/plugin-api/server.ts';
import type { Days } from '../../contract.ts';
import { isLate, isStatus } from './counts.ts';
import { onDays } from './day-buckets.ts';

/** Applications in one order, and the requested page. */
export interface Selection extends OffsetLimit {
  readonly scope: Scope;
  /** Only applications that arrived within these days. */
  readonly days?: Days | undefined;
  readonly status?: string | undefined;
  /** Only open applications past their deadline. */
  readonly late?: boolean;
  readonly by: 'day' | 'deadline';
  /** `asc` is oldest first, or the nearest deadline first. */
  readonly direction: Direction;
  /**
   * Finds the day of the offset through the counters and reads from there: for selections by day without the
   * overdue filter.
   */
  readonly seek: boolean;
}

/** Selects ids (id, day) in their order. */
export function selectIds(selection: Selection): Fragment {
  const limit = opaque(selection.limit, 'bigint');
  if (!selection.seek) {
    const offset = selection.offset === 0 ? null : opaque(selection.offset, 'bigint');
    return readIndex(selection, { offset, limit, from: null });
  }
  const [month, start] = [sql.table('month'), sql.table('start')];
  // A range of days may start and end within a month: only daily counts locate the offset.
  const tables = selection.days
    ? sql`${start} as materialized (${seek(selection, { size: 'day' })})`
    : sql`${month} as materialized (${seek(selection, { size: 'month' })}),
        ${start} as materialized (${seek(selection, { size: 'day', month })})`;
  const offset = sql`(select ${opaque(selection.offset, 'bigint')} - before from ${start})`;
  return sql`with ${tables} ${readIndex(selection, { offset, limit, from: sql`(select key from ${start})` })}`;
}

/** The month, or the day within a month of a table (key, before) or within the range, that contains the offset. */
function seek(
  { scope, status, days, direction, offset }: Selection,
  { size, month }: { readonly size: 'month' | 'day'; readonly month?: Fragment },
): Fragment {
  const inRange = (column: string) =>
    days
      ? onDays(days, column)
      : month
        ? sql`${sql.ref(column)} >= (select key from ${month})
            and ${sql.ref(column)} < (select (key + interval '1 month')::date from ${month})`
        : null;
  const key = size === 'month' ? sql`date_trunc('month', day::timestamp)::date` : sql`day`;
  const counters = every([
    countersWithin(scope),
    sql`status = ${opaque(status ?? '*', 'text')} and grain = ${sql.lit(size)}`,
    inRange('since'),
  ]);
  return bucketAt(offset, {
    buckets: addUp(
      ['key'],
      sql`select since as key, count from application_counts where ${counters}`,
      sql`
        select ${key}, delta from application_count_deltas
        where ${every([within(scope), isStatus(status), inRange('day')])}`,
    ),
    order: orderByColumns([sql`key`], direction),
    ...(month ? { before: sql`(select before from ${month})` } : {}),
  });
}

/** Reads an index from its start, or from a given day. */
function readIndex(
  { scope, days, status, late, by, direction, limit: count }: Selection,
  { offset, limit, from }: { offset: Fragment | null; limit: Fragment; from: Fragment | null },
): Fragment {
  const order = orderByColumns([by === 'day' ? sql`day` : sql`cancel_time`, sql`id`], direction);
  const conditions = [
    days ? onDays(days) : null,
    status === undefined ? null : sql`status = ${opaque(status, 'text')}`,
    late ? isLate : null,
    from && sql`day ${direction === 'desc' ? sql`<=` : sql`>=`} ${from}`,
  ];
  const skip = offset ? sql`offset ${offset}` : sql``;
  // The index orders each neighbourhood by day: several are read separately, and their results merged.
  if (scope !== 'everywhere' && scope.length > 1 && by === 'day' && !late) {
    const enough = offset ? sql`${offset} + ${opaque(count, 'bigint')}` : limit;
    return sql`
      select id, day from unnest(${opaque([...scope], 'bigint[]')}) as own (neighborhood) cross join lateral (
        select id, day from applications
        where ${every([sql`neighborhood_id = own.neighborhood`, ...conditions])} order by ${order} limit ${enough}
      ) as run order by ${order} ${skip} limit ${limit}`;
  }
  return sql`
    select id, day from applications where ${every([within(scope), ...conditions])} order by ${order} ${skip} limit ${limit}`;
}
