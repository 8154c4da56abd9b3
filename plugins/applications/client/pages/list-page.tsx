import { NetworkStatus } from '@apollo/client';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import {
  announce,
  Button,
  EmptyState,
  ErrorState,
  LinkButton,
  NewItemsButton,
  PageHeader,
  PageTitle,
  Pagination,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber, padId } from '#kernel/domain/text/index.ts';
import { listView } from '../pending-store.ts';
import { CardGrid, CardGridSkeleton } from '../components/list/card-grid.tsx';
import { ListFilters } from '../components/list/list-filters.tsx';
import { useApplicationList } from '../components/list/use-application-list.ts';
import { shortName } from '../model/names.ts';
import { useNeighborhoodOptions } from '../components/shared/facts.ts';

/** The applications, twenty a page, live. */
export function ListPage() {
  const t = useText('applications');
  const { list, read, page, counts, pending, highlightedIds, showNew } = useApplicationList();
  const neighborhoods = useNeighborhoodOptions();
  const place = useCanInsert();
  useAnnouncedArrivals(page?.items.find(({ id }) => highlightedIds.has(id)));
  const count = page && formatNumber(page.length);
  const chosen = list.search !== '' || list.filters.neighborhood !== '';
  return (
    <>
      <PageTitle>{t('list.title')}</PageTitle>
      <PageHeader
        title={t('list.title')}
        note={
          count === undefined ? undefined : t(page?.capped ? 'list.countCapped' : 'list.count', { count })
        }
        actions={
          <LinkButton
            variant="primary"
            to="/applications/accept"
            icon={<Plus size={16} aria-hidden="true" />}
          >
            {t('list.accept')}
          </LinkButton>
        }
      />
      <ListFilters
        status={list.filters.status}
        neighborhood={list.filters.neighborhood}
        search={list.search}
        sort={list.sort}
        counts={counts}
        neighborhoods={neighborhoods.options}
        loadingNeighborhoods={neighborhoods.loading}
        chosen={chosen}
        onStatus={(status) => list.setFilter('status', status)}
        onNeighborhood={(id) => list.setFilter('neighborhood', id)}
        onSearch={list.setSearch}
        onSort={list.setSort}
        onClear={list.clear}
      />
      <NewItemsButton
        count={pending.length}
        label={t('list.arrivals', { count: pending.length })}
        onClick={showNew}
      />
      <div ref={place}>
        {page ? (
          page.items.length > 0 ? (
            <CardGrid
              applications={page.items}
              highlightedIds={highlightedIds}
              dimmed={read.networkStatus === NetworkStatus.setVariables}
            />
          ) : list.narrowed ? (
            <EmptyState
              title={t('list.nothingTitle')}
              text={t('list.nothingText')}
              // The row above has one, which stays where it is while this comes.
              action={chosen ? undefined : <Button onClick={list.clear}>{t('list.clear')}</Button>}
            />
          ) : (
            <EmptyState
              title={t('list.emptyTitle')}
              text={t('list.emptyText')}
              action={<LinkButton to="/applications/accept">{t('list.accept')}</LinkButton>}
            />
          )
        ) : read.error ? (
          <ErrorState
            title={t('list.errorTitle')}
            text={read.error.text}
            onRetry={() => void read.refetch()}
            retrying={read.loading}
          />
        ) : (
          <CardGridSkeleton />
        )}
      </div>
      {page && page.total_pages > 1 ? (
        <Pagination
          page={list.page}
          total={page.total_pages}
          onPage={list.setPage}
          summary={t('list.summary', {
            from: formatNumber((page.page - 1) * page.limit + 1),
            to: formatNumber(Math.min(page.page * page.limit, page.length)),
            total: formatNumber(page.length),
          })}
        />
      ) : null}
    </>
  );
}

const NEAR_TOP = 60;

/** Allows insertions at the top of the list while the page is scrolled there, no card is open and none has the focus. */
function useCanInsert() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    listView.canInsert = () => {
      const cards = place.current;
      return (
        scrollY < NEAR_TOP &&
        cards !== null &&
        !cards.contains(document.activeElement) &&
        cards.querySelector('[aria-expanded="true"]') === null
      );
    };
    return () => {
      listView.canInsert = () => false;
    };
  }, []);
  return place;
}

/** Announces the newest application at the top. */
function useAnnouncedArrivals(newest: Parameters<typeof sayable>[0]): void {
  const t = useText('applications');
  const said = newest && sayable(newest);
  const text = said && t('list.arrived', said);
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
}

function sayable(application?: { readonly id: number; readonly author: Parameters<typeof shortName>[0] }) {
  return application && { name: shortName(application.author), id: padId(application.id) };
}
