import type { Sort } from '#kernel/client/ui/index.ts';

const sorts = {
  newest: { key: 'createdAt', direction: 'down' },
  oldest: { key: 'createdAt', direction: 'up' },
  deadline: { key: 'cancel_time', direction: 'up' },
  neighborhood: { key: 'neighborhood', direction: 'up' },
  status: { key: 'status', direction: 'up' },
} as const satisfies Record<string, Sort>;

export type SortName = keyof typeof sorts;

/** The orders that the list offers. */
export const sortKeys = Object.keys(sorts) as SortName[];

/** The sort of a name. */
export function sortOf(name: SortName): Sort {
  return sorts[name];
}

/** The name of a sort; an order that the list does not offer has none. */
export function sortName(sort: Sort | null): SortName | null {
  return (
    sortKeys.find((name) => sorts[name].key === sort?.key && sorts[name].direction === sort.direction) ?? null
  );
}
