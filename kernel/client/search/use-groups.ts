import { useMemo } from 'react';
import { actionsOf, searchesOf, type RegisteredSearch, type SearchGroup } from '#kernel/contract/search.ts';
import { useRegistry } from '../plugins/registry-store.ts';
import { useSession } from '#kernel/identity/client/session/session-store.ts';
import { useMenuLabel } from '../plugins/menu-label.ts';
import { useText } from '../i18n/i18n.ts';
import { actionHits, isExactNumber, matching, pageHits, type Hit, type HitGroup } from './hits.ts';
import { pendingGroups, failedGroups, visibleGroups, idOfGroup, isPreviousResult } from './search-state.ts';
import { toHit, useRecent } from './use-recent.ts';
import { useSearch } from './use-search.ts';

/** Pages and actions in sight while a text narrows them. */
const mostOfOurs = 5;

/** Everything that a text finds, from the menu and from the server, as the palette shows it. */
export function useGroups(text: string) {
  const t = useText();
  const label = useMenuLabel();
  const { enabled, menu } = useRegistry();
  const { rights } = useSession();
  const query = text.trim();
  const search = useSearch(query);
  const searches = useMemo(() => new Map(searchesOf(enabled).map((one) => [one.id, one])), [enabled]);
  const iconOf = (id: string) => searches.get(id)?.icon ?? 'search';
  const titleOf = (id: string) => {
    const [plugin = '', key = ''] = id.split('.');
    return searches.has(id) ? label(`${plugin}:found.${key}`) : label(`${plugin}:menu.title`);
  };

  const actions = actionHits(actionsOf(enabled, rights), label);
  const begun = new Set(actions.map(({ path }) => path));
  const pages = pageHits(menu(rights), label).filter(({ path }) => !begun.has(path));
  const recent = useRecent([...pages, ...actions], iconOf);

  const ours: HitGroup[] =
    query === ''
      ? [
          { key: 'recent', title: t('search.recent'), hits: recent.hits, awaited: recent.awaited },
          { key: 'pages', title: t('search.pages'), hits: pages },
          { key: 'actions', title: t('search.actions'), hits: actions },
        ]
      : [
          { key: 'pages', title: t('search.pages'), hits: matching(pages, query).slice(0, mostOfOurs) },
          { key: 'actions', title: t('search.actions'), hits: matching(actions, query).slice(0, mostOfOurs) },
        ];
  const { state, retry } = search;
  const found = visibleGroups(state)
    .map((group) => shown(group, searches.get(idOfGroup(group)), state.query))
    // Who types the number of a thing means that one, whatever else has these digits.
    .toSorted((one, other) => Number(isExactNumber(other, query)) - Number(isExactNumber(one, query)));
  const waiting = pendingGroups(state).map((id): HitGroup => ({
    key: id,
    title: titleOf(id),
    hits: [],
    searching: true,
  }));

  function shown(group: SearchGroup, of: RegisteredSearch | undefined, asked: string): HitGroup {
    const id = idOfGroup(group);
    const hits = group.items.map((item) => toHit(item, id, of?.icon ?? 'search'));
    const all: Hit[] =
      group.more && of
        ? [
            {
              key: `all-${id}`,
              title: t('search.all'),
              subtitle: '',
              path: `${of.path}?${new URLSearchParams({ search: asked }).toString()}`,
              icon: 'list',
              isMore: true,
            },
          ]
        : [];
    return { key: id, title: titleOf(id), hits: [...hits, ...all] };
  }

  const broken = failedGroups(state);
  const namesOf = (kind: SearchGroup['state']) =>
    broken.filter((group) => group.state === kind).map((group) => titleOf(idOfGroup(group)));
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
