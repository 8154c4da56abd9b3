import { NetworkStatus } from '@apollo/client';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  announce,
  Button,
  EmptyState,
  ErrorState,
  lazyComponent,
  LinkButton,
  NewItemsButton,
  PageHeader,
  pageRange,
  PageTitle,
  Pagination,
  StaleBanner,
  useAnnouncedResults,
  useText,
  readStored,
  useAdmin,
  writeStored,
} from '#kernel/plugin-api/client.ts';
import { formatNumber, padId } from '#kernel/domain/text/index.ts';
import { applicationPage } from './application-page.ts';
import { listView } from '../data/pending-store.ts';
import { SelectButton, SelectionBar } from '../components/bulk/selection-tools.tsx';
import { CardGrid, CardGridSkeleton } from '../components/list/card-grid.tsx';
import { hasFilterRow, ListFilters } from '../components/list/list-filters.tsx';
import { ListTools } from '../components/list/list-tools.tsx';
import type { ApplicationsTableProps } from '../components/table/applications-table.tsx';
import { useApplicationList } from '../components/list/use-application-list.ts';
import { shortName } from '../model/names.ts';
import { readLayout, writeLayout, type ListLayout } from '../model/table-layout.ts';

/** Milliseconds until further pages are prefetched: long after the list is drawn, so that they delay nothing. */
const readAheadMs = 2500;

/** The applications, twenty per page, updated live. */
export function ListPage() {
  usePreloadedApplicationPage();
  const t = useText('applications');
  const { list, takesFilters, read, page, counts, pending, highlightedIds, showNew } = useApplicationList();
  const [layout, setLayout] = useLayout();
  const container = useCanInsert();
  useAnnouncedArrivals(page?.items.find(({ id }) => highlightedIds.has(id)));
  const count = page && formatNumber(page.length);
  const dimmed = read.networkStatus === NetworkStatus.setVariables;
  useAnnouncedResults(list, dimmed ? undefined : page);
  return (
    <>
      <PageTitle>{t('list.title')}</PageTitle>
      <PageHeader
        title={t('list.title')}
        note={
          count === undefined ? undefined : t(page?.capped ? 'list.countCapped' : 'list.count', { count })
        }
        actions={
          <>
            <SelectButton />
            <LinkButton variant="primary" to="/applications/accept" icon={<Plus />}>
              {t('list.accept')}
            </LinkButton>
          </>
        }
      />
      <ListFilters
        list={list}
        takesFilters={takesFilters}
        hasSorts={layout.layout === 'cards'}
        counts={counts}
        end={<ListTools list={list} layout={layout} onLayout={setLayout} />}
      />
      <NewItemsButton
        count={pending.length}
        label={t('list.newApplications', { count: pending.length })}
        onClick={showNew}
      />
      <StaleBanner read={read} />
      <div ref={container}>
        <ListContent {...{ list, read, page, layout, highlightedIds, dimmed }} />
      </div>
      {page ? (
        <Pagination
          page={list.page}
          total={page.total_pages}
          onPage={list.setPage}
          summary={t('list.summary', pageRange(page))}
        />
      ) : null}
      <SelectionBar
        ids={page?.items.map(({ id }) => Number(id)) ?? []}
        total={page?.length ?? 0}
        query={list.toQueryString()}
      />
    </>
  );
}

const table = lazyComponent(
  async () => (await import('../components/table/applications-table.tsx')).ApplicationsTable,
);

/** Preloads the code of an application's page, so that the first one opens without a download. */
function usePreloadedApplicationPage(): void {
  useEffect(() => {
    // If offline, the page loads its code when it is opened.
    const timer = setTimeout(() => void applicationPage.load().catch(() => undefined), readAheadMs);
    return () => clearTimeout(timer);
  }, []);
}

type ListContentProps = Pick<ReturnType<typeof useApplicationList>, 'list' | 'read' | 'page'> &
  Pick<ApplicationsTableProps, 'highlightedIds' | 'dimmed' | 'layout'>;

/** The applications as cards or as a table, or why there are none. */
function ListContent({ list, read, page, layout, ...rows }: ListContentProps) {
  const t = useText('applications');
  if (page && page.items.length > 0) {
    const applications = page.items;
    if (layout.layout === 'table') return <table.Component {...{ layout, list, applications }} {...rows} />;
    return <CardGrid applications={applications} {...rows} isMainList />;
  }
  if (page && list.narrowed) {
    return (
      <EmptyState
        title={t('list.noResultsTitle')}
        text={t('list.noResultsText')}
        // The row above already has one.
        action={hasFilterRow(list) ? undefined : <Button onClick={list.clear}>{t('list.clear')}</Button>}
      />
    );
  }
  if (page) {
    return (
      <EmptyState
        title={t('list.emptyTitle')}
        text={t('list.emptyText')}
        action={<LinkButton to="/applications/accept">{t('list.accept')}</LinkButton>}
      />
    );
  }
  if (read.error) {
    return (
      <ErrorState
        title={t('list.errorTitle')}
        text={read.error.text}
        onRetry={() => void read.refetch()}
        retrying={read.loading}
      />
    );
  }
  return <CardGridSkeleton />;
}

const NEAR_TOP = 60;

/** Allows insertions at the top of the list while the page is scrolled there, no card is open and none has the focus. */
function useCanInsert() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    listView.canInsert = () => {
      const cards = container.current;
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
  return container;
}

/** Announces the newest application at the top. */
function useAnnouncedArrivals(newest: Parameters<typeof announcementOf>[0]): void {
  const t = useText('applications');
  const announcement = newest && announcementOf(newest);
  const text = announcement && t('list.newApplication', announcement);
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
}

function announcementOf(application?: {
  readonly id: number;
  readonly author: Parameters<typeof shortName>[0];
}) {
  return application && { name: shortName(application.author), id: padId(application.id) };
}

/** The list's layout: from the address, otherwise the last one of this admin in this browser. */
function useLayout(): readonly [ListLayout, (change: Partial<ListLayout>) => void] {
  const [params, setParams] = useSearchParams();
  const key = `applications:layout:${useAdmin().id}`;
  const layout = readLayout(params, readStored(key));

  function change(part: Partial<ListLayout>): void {
    const next = { ...layout, ...part };
    const { columns, density } = next;
    writeStored(
      key,
      new URLSearchParams({ layout: next.layout, columns: columns.join(','), density }).toString(),
    );
    setParams(writeLayout(new URLSearchParams(location.search), next), { preventScrollReset: true });
  }

  return [layout, change];
}
