import { sql } from 'kysely';
import { reaches, type Area } from '#kernel/contract/index.ts';
import { opaque, type Fragment } from './statement.ts';

/** Where a list looks: everywhere, or in these neighbourhoods, all of which lie in the viewer's area. */
export type Scope = 'everywhere' | readonly number[];

/** The part of an area that a neighbourhood filter leaves; nothing when it lies outside. */
export function scopeOf(area: Area, neighborhood: number | undefined): Scope {
  if (neighborhood === undefined) return area;
  return reaches(area, neighborhood) ? [neighborhood] : [];
}

const isTrue = sql`true`;
const neighborhoodId = sql.raw('neighborhood_id');

/** The condition that keeps a statement within a scope. */
export function within(scope: Scope, column?: string): Fragment {
  if (scope === 'everywhere') return isTrue;
  const name = column === undefined ? neighborhoodId : sql.raw(column);
  const [only] = scope;
  return scope.length === 1
    ? sql`${name} = ${opaque(only, 'bigint')}`
    : sql`${name} = any(${opaque(scope, 'bigint[]')}::bigint[])`;
}

/** The same condition on counters, whose neighbourhood 0 stands for all. */
export function countersWithin(scope: Scope): Fragment {
  return scope === 'everywhere' ? sql`neighborhood_id = 0` : within(scope);
}
