import { reaches, type Area } from '#kernel/contract/index.ts';
import type { Values } from './statement.ts';

/** Where a list looks: everywhere, or in these neighbourhoods, none of which lies outside of the viewer's area. */
export type Scope = 'everywhere' | readonly number[];

/** The part of an area that a neighbourhood filter leaves; nothing when it lies outside. */
export function scopeOf(area: Area, neighborhood: number | undefined): Scope {
  if (neighborhood === undefined) return area;
  return reaches(area, neighborhood) ? [neighborhood] : [];
}

/** The condition that keeps a statement within a scope. */
export function within(scope: Scope, column: string, values: Values): string {
  if (scope === 'everywhere') return 'true';
  const [only] = scope;
  return scope.length === 1
    ? `${column} = ${values.addOpaque(only, 'bigint')}`
    : `${column} = any(${values.addOpaque(scope, 'bigint[]')}::bigint[])`;
}

/** The same for counted rows, among which neighbourhood 0 stands for all. */
export function countedWithin(scope: Scope, values: Values): string {
  return scope === 'everywhere' ? 'neighborhood_id = 0' : within(scope, 'neighborhood_id', values);
}
