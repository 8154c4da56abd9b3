import type { MenuGroup } from '#kernel/contract/plugin/registry.ts';
import type { RegisteredAction, SearchHit } from '#kernel/contract/http/search.ts';
import type { Command } from '../commands/commands.ts';
import { normalizeForSearch, digitsOf } from '#kernel/domain/text/normalize-for-search.ts';

/** A row of the palette. */
export interface Hit {
  readonly key: string;
  readonly title: string;
  readonly subtitle: string;
  readonly path: string;
  readonly icon: string;
  readonly number?: string | undefined;
  readonly status?: SearchHit['status'] | undefined;
  /** The reference with which an opened hit is stored. */
  readonly recent?: Recent | undefined;
  /** The id of the command that it runs; `path` is empty then. */
  readonly command?: string;
  /** The keyboard shortcut of the same action. */
  readonly shortcut?: string | undefined;
  /** Links to all hits of a search; shown apart from the hits. */
  readonly isMore?: boolean;
}

/** A reference to an opened hit: the id of a page or action, or the ids of a search and a record. Never a name. */
export type Recent = { readonly page: string } | { readonly search: string; readonly id: number };

/** A group of rows. */
export interface HitGroup {
  readonly key: string;
  readonly title: string;
  readonly hits: readonly Hit[];
  /** Whether the group is still being searched. */
  readonly searching?: boolean | undefined;
  /** The number of rows still to come. */
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

/** The rows of the actions. */
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

/** The rows of the current screen's commands. */
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
 * Returns the hits that contain every word of the query, in any script and with any apostrophe; hits whose title begins
 * with it come first.
 */
export function filterHits(hits: readonly Hit[], query: string): Hit[] {
  const words = normalizeForSearch(query).split(' ').filter(Boolean);
  const isFirst = ({ title }: Hit) => Number(normalizeForSearch(title).startsWith(words[0] ?? ''));
  return hits
    .filter(({ title, subtitle }) => {
      const text = normalizeForSearch(`${subtitle} ${title} ${subtitle}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => isFirst(other) - isFirst(one));
}

/** Whether the first hit of a group has exactly the typed number, with or without leading zeros. */
export function isExactNumber({ hits: [first] }: HitGroup, query: string): boolean {
  const digits = digitsOf(query);
  return digits !== '' && first?.number !== undefined && Number(digitsOf(first.number)) === Number(digits);
}

/** The index to which an arrow key moves, wrapping around. */
export function nextHit(current: number, step: 1 | -1, count: number): number {
  return count === 0 ? -1 : (current + step + count) % count;
}
