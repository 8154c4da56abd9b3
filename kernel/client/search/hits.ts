import type { MenuGroup } from '#kernel/contract/plugin/registry.ts';
import type { RegisteredAction, SearchHit } from '#kernel/contract/http/search.ts';
import type { Command } from '../commands/commands.ts';
import { normalizeForSearch, digitsOf } from '#kernel/domain/text/normalize-for-search.ts';

/** A line of the palette. */
export interface Hit {
  readonly key: string;
  readonly title: string;
  readonly subtitle: string;
  readonly path: string;
  readonly icon: string;
  readonly number?: string | undefined;
  readonly status?: SearchHit['status'] | undefined;
  /** By what it is found again, when it has been opened. */
  readonly recent?: Recent | undefined;
  /** The id of the command that it runs; it leads nowhere then, and `path` is empty. */
  readonly command?: string;
  /** The key that does the same. */
  readonly shortcut?: string | undefined;
  /** Leads to all that is found, and is set apart from what is. */
  readonly isMore?: boolean;
}

/** A reference to an opened hit: the id of a page or an action, or those of a finder and its record. Never a name. */
export type Recent = { readonly page: string } | { readonly search: string; readonly id: number };

/** Lines that belong together. */
export interface HitGroup {
  readonly key: string;
  readonly title: string;
  readonly hits: readonly Hit[];
  /** It has not been found yet what belongs here. */
  readonly searching?: boolean | undefined;
  /** The number of lines still to come. */
  readonly awaited?: number | undefined;
}

/** The pages of the menu. */
export function pageHits(menu: readonly MenuGroup[], label: (key: string) => string): Hit[] {
  return menu.flatMap((group) =>
    group.items.map((item): Hit => {
      const single = group.items.length === 1;
      const section = label(group.label);
      const own = single ? section : label(item.label);
      return {
        key: item.id,
        // Many sections have a page of the same name.
        title: own === section ? own : `${section} — ${own}`,
        subtitle: '',
        path: item.path,
        icon: item.icon,
        recent: { page: item.id },
      };
    }),
  );
}

/** An action. */
export function actionHits(actions: readonly RegisteredAction[], label: (key: string) => string): Hit[] {
  return actions.map(({ id, plugin, label: key, icon, path }) => ({
    key: `action-${id}`,
    title: label(key),
    subtitle: label(`${plugin}:menu.title`),
    path,
    icon,
    recent: { page: `action-${id}` },
  }));
}

/** The commands of the screen that is open. */
export function commandHits(commands: readonly Command[]): Hit[] {
  return commands.map(({ id, title, icon, key }) => ({
    key: `command-${id}`,
    title,
    subtitle: '',
    path: '',
    icon,
    command: id,
    shortcut: key?.toUpperCase(),
  }));
}

/**
 * Returns the hits that contain every word of the query, in any script and with any apostrophes; first those whose title begins
 * with it.
 */
export function matching(hits: readonly Hit[], query: string): Hit[] {
  const words = normalizeForSearch(query).split(' ').filter(Boolean);
  const isFirst = ({ title }: Hit) => Number(normalizeForSearch(title).startsWith(words[0] ?? ''));
  return hits
    .filter(({ title, subtitle }) => {
      const text = normalizeForSearch(`${subtitle} ${title} ${subtitle}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => isFirst(other) - isFirst(one));
}

/** Whether the first line of a group is the very thing whose number was typed, with or without its zeros. */
export function isExactNumber({ hits: [first] }: HitGroup, query: string): boolean {
  const digits = digitsOf(query);
  return digits !== '' && first?.number !== undefined && Number(digitsOf(first.number)) === Number(digits);
}

/** Which line an arrow leads to, round and round. */
export function nextHit(current: number, step: 1 | -1, count: number): number {
  return count === 0 ? -1 : (current + step + count) % count;
}
