import type { MenuGroup } from '#kernel/contract/registry.ts';
import { fold } from '#kernel/contract/text/fold.ts';

/** A line of the palette. */
export interface Hit {
  readonly key: string;
  readonly title: string;
  readonly subtitle: string;
  readonly path: string;
  readonly icon: string;
}

/** Lines that belong together. */
export interface HitGroup {
  readonly key: string;
  readonly title: string;
  readonly hits: readonly Hit[];
}

/** The pages whose names hold every word of the query, whatever the script and the apostrophes. */
export function menuHits(
  menu: readonly MenuGroup[],
  label: (key: string) => string,
  query: string,
): readonly Hit[] {
  const words = fold(query).split(' ').filter(Boolean);
  return menu
    .flatMap((group) =>
      group.items.map((item): Hit => {
        const single = group.items.length === 1;
        const title = label(single ? group.label : item.label);
        return {
          key: item.id,
          title,
          subtitle: single ? '' : label(group.label),
          path: item.path,
          icon: item.icon,
        };
      }),
    )
    .filter(({ title, subtitle }) => {
      const text = fold(`${subtitle} ${title}`);
      return words.every((word) => text.includes(word));
    });
}

/** Which line an arrow leads to, round and round. */
export function nextHit(current: number, step: 1 | -1, count: number): number {
  return count === 0 ? -1 : (current + step + count) % count;
}
