import { countedWithin, within, type Scope } from '#kernel/server/lists/scope.ts';
import type { Values } from '#kernel/server/lists/statement.ts';
import type { Days } from '../../contract.ts';
import { isOpen } from './counts.ts';
import { onDays } from './day-buckets.ts';

/** The order of a list: `asc` is oldest first, or the nearest deadline first. */
export type Direction = 'asc' | 'desc';

/** A run of applications in one order, and the part of it that is wanted. */
export interface Run {
  readonly scope: Scope;
  /** Only those that came on these days. */
  readonly days?: Days;
  readonly status?: string | undefined;
  /** Only those whose deadline has passed; they are open by then. */
  readonly late?: boolean;
  readonly by: 'day' | 'deadline';
  readonly direction: Direction;
  readonly offset: number;
  readonly limit: number;
  /** Find the day in which the offset falls by the counts, and walk from there: only for runs by day that are not late. */
  readonly seek: boolean;
}

/** Table expressions, and the `select` of ids that rests on them. */
export interface Pick {
  readonly expressions: readonly string[];
  readonly select: string;
}

/** Chooses the ids (`id`, `day`) of a run; `name` keeps apart the expressions of several in one statement. */
export function pickSql(run: Run, values: Values, name = ''): Pick {
  const limit = values.addOpaque(run.limit, 'bigint');
  if (!run.seek) {
    const offset = run.offset === 0 ? null : values.addOpaque(run.offset, 'bigint');
    return { expressions: [], select: walkSql(run, values, { offset, limit, from: null }) };
  }
  const offset = values.addOpaque(run.offset, 'bigint');
  const month = `month${name}`;
  const day = `day${name}`;
  // Days may begin and end within a month: only they themselves say where the offset falls.
  if (run.days) {
    return {
      expressions: [
        `${day} as materialized (${seekSql(run, values, { grain: 'day', offset, after: null })})`,
      ],
      select: walkSql(run, values, { offset: `(select ${offset} - before from ${day})`, limit, from: day }),
    };
  }
  return {
    expressions: [
      `${month} as materialized (${seekSql(run, values, { grain: 'month', offset, after: null })})`,
      `${day} as materialized (${seekSql(run, values, { grain: 'day', offset, after: month })})`,
    ],
    select: walkSql(run, values, { offset: `(select ${offset} - before from ${day})`, limit, from: day }),
  };
}

/** The month, or the day within it, in which the offset falls, and how many applications come before. */
function seekSql(
  run: Run,
  values: Values,
  { grain, offset, after }: { grain: 'month' | 'day'; offset: string; after: string | null },
): string {
  const status = values.addOpaque(run.status ?? '*', 'text');
  const changed = grain === 'month' ? `date_trunc('month', day::timestamp)::date` : 'day';
  const inMonth = (column: string) =>
    after === null
      ? run.days
        ? `and ${onDays(run.days, column, values)}`
        : ''
      : `and ${column} >= (select since from ${after}) and ${column} < (select (since + interval '1 month')::date from ${after})`;
  return `
    select since, before from (
      select since, count, (before + sum(count) over (order by since ${run.direction}) - count)::bigint as before from (
        select since, sum(count)::bigint as count, ${after === null ? '0' : `(select before from ${after})`} as before from (
          select since, count from application_counts
            where ${countedWithin(run.scope, values)} and status = ${status} and grain = '${grain}' ${inMonth('since')}
          union all
          select ${changed}, delta from application_count_deltas
            where ${within(run.scope, 'neighborhood_id', values)} and (${status} = '*' or status = ${status})
            ${inMonth('day')}
        ) as part group by since
      ) as counted
    ) as running
    where before <= ${offset} and before + count > ${offset}`;
}

/** Walks an index from the start, or from a day on. */
function walkSql(
  run: Run,
  values: Values,
  { offset, limit, from }: { offset: string | null; limit: string; from: string | null },
): string {
  const { direction } = run;
  const order =
    run.by === 'day'
      ? `order by day ${direction}, id ${direction}`
      : `order by cancel_time ${direction}, id ${direction}`;
  const conditions = [
    run.days ? onDays(run.days, 'day', values) : null,
    run.status === undefined ? null : `status = ${values.addOpaque(run.status, 'text')}`,
    run.late === true ? `${isOpen} and cancel_time < now()` : null,
    from === null ? null : `day ${direction === 'desc' ? '<=' : '>='} (select since from ${from})`,
  ].filter((condition) => condition !== null);
  const skip = offset === null ? '' : `offset ${offset}`;
  // Neighbourhoods are indexed by day; each of several is walked by itself, and what they give is merged.
  if (Array.isArray(run.scope) && run.scope.length > 1 && run.by === 'day' && run.late !== true) {
    const each = ['neighborhood_id = own.neighborhood', ...conditions].join(' and ');
    const enough = offset === null ? limit : `${offset} + ${limit}`;
    return `
      select id, day from unnest(${values.addOpaque(run.scope, 'bigint[]')}) as own (neighborhood) cross join lateral (
        select id, day from applications where ${each} ${order} limit ${enough}
      ) as run ${order} ${skip} limit ${limit}`;
  }
  const where = [within(run.scope, 'neighborhood_id', values), ...conditions].join(' and ');
  return `select id, day from applications where ${where} ${order} ${skip} limit ${limit}`;
}
