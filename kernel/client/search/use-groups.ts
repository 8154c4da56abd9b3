import { useEffect, useMemo, useState } from 'react';
import { useRegistry, useSession, useText } from '../index.ts';
import {
  actionsOf,
  searchesOf,
  type RegisteredSearch,
  type SearchGroup,
} from '#kernel/contract/http/search.ts';
import { expandCommands, isBehindDialog, useCurrentCommands, type Command } from '../commands/commands.ts';
import { useMenuLabel } from '../plugins/registry-store.ts';
import {
  actionHits,
  commandHits,
  isExactNumber,
  filterHits,
  pageHits,
  type Hit,
  type HitGroup,
} from './hits.ts';
import { pendingGroups, failedGroups, visibleGroups, idOfGroup, isPreviousResult } from './search-state.ts';
import { toHit, useRecent } from './use-recent.ts';
import { useSearch } from './use-search.ts';

/** Maximum number of pages, of actions and of expanded commands that are shown for a text. */
const maxOwnHits = 5;

/** All hits of a text, from the menu and from the server, as the palette shows them. */
export function useGroups(text: string) {
  const t = useText();
  const label = useMenuLabel();
  const { enabled } = useRegistry();
  const query = text.trim();
  const search = useSearch(query);
  const searches = useMemo(() => new Map(searchesOf(enabled).map((one) => [one.id, one])), [enabled]);
  const iconOf = (id: string) => searches.get(id)?.icon ?? 'search';
  const titleOf = (id: string) => {
    const [plugin = '', key = ''] = id.split('.');
    return searches.has(id) ? label(`${plugin}:found.${key}`) : label(`${plugin}:menu.title`);
  };

  const ours = useOwnGroups(query, iconOf);
  const { state, retry } = search;
  const found = visibleGroups(state)
    .map((group): HitGroup => {
      const id = idOfGroup(group);
      const more = group.more ? moreHit(searches.get(id), state.query, t('search.all')) : [];
      return {
        key: id,
        title: titleOf(id),
        hits: [...group.items.map((item) => toHit(item, id, iconOf(id))), ...more],
      };
    })
    // A typed number first means the record with that id, then others that contain these digits.
    .toSorted((one, other) => Number(isExactNumber(other, query)) - Number(isExactNumber(one, query)));
  const waiting = pendingGroups(state).map((id): HitGroup => ({
    key: id,
    title: titleOf(id),
    hits: [],
    searching: true,
  }));
  const namesOf = (kind: SearchGroup['state']) =>
    failedGroups(state)
      .filter((group) => group.state === kind)
      .map((group) => titleOf(idOfGroup(group)));
  return {
    groups: [...ours, ...found, ...waiting].filter(
      ({ hits, awaited = 0, searching }) => hits.length > 0 || awaited > 0 || searching,
    ),
    searching: !state.ended,
    former: isPreviousResult(state),
    failure: state.failure,
    late: namesOf('late'),
    failed: namesOf('failed'),
    retry,
  };
}

/** Returns the hits that the browser finds itself: commands, recently opened records, pages and actions. */
function useOwnGroups(query: string, iconOf: (id: string) => string): readonly HitGroup[] {
  const t = useText();
  const label = useMenuLabel();
  const { enabled, menu } = useRegistry();
  const { rights } = useSession();
  const actions = actionHits(actionsOf(enabled, rights), label);
  const begun = new Set(actions.map(({ path }) => path));
  const pages = pageHits(menu(rights), label).filter(({ path }) => !begun.has(path));
  const recent = useRecent([...pages, ...actions], iconOf);

  return [
    { key: 'here', title: t('search.actionsOnPage'), hits: useCommandHits(query) },
    ...(query === ''
      ? [{ key: 'recent', title: t('search.recent'), hits: recent.hits, awaited: recent.awaited }]
      : []),
    { key: 'pages', title: t('search.pages'), hits: narrowed(pages, query) },
    { key: 'actions', title: t('search.actions'), hits: narrowed(actions, query) },
  ];
}

const noCommands: readonly Command[] = [];

/** The commands of the screen below the palette; none over a modal dialog, which they would bypass. */
function useCommandHits(query: string): readonly Hit[] {
  const [isOverDialog] = useState(isBehindDialog);
  const current = useCurrentCommands();
  const commands = isOverDialog ? noCommands : current;
  const hits = useMemo(() => commandHits(commands), [commands]);
  const [expanded, setExpanded] = useState<readonly Hit[]>([]);
  useEffect(() => {
    let closed = false;
    void expandCommands(commands).then((more) => closed || setExpanded(commandHits(more)));
    return () => {
      closed = true;
    };
  }, [commands]);
  return query === ''
    ? hits
    : [...filterHits(hits, query), ...filterHits(expanded, query).slice(0, maxOwnHits)];
}

/** All hits without a query, else the first that match. */
function narrowed(hits: readonly Hit[], query: string): readonly Hit[] {
  return query === '' ? hits : filterHits(hits, query).slice(0, maxOwnHits);
}

/** The hit that leads to the list with all results of a search; empty if the plugin has no list. */
function moreHit(search: RegisteredSearch | undefined, query: string, title: string): readonly Hit[] {
  if (!search) return [];
  const path = `${search.path}?${new URLSearchParams({ search: query }).toString()}`;
  return [{ key: `all-${search.id}`, title, subtitle: '', path, icon: 'list', isMore: true }];
}
