import { NetworkStatus } from '@apollo/client';
import { Settings } from 'lucide-react';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  LinkButton,
  media,
  NewItemsButton,
  PageHeader,
  pageRange,
  PageTitle,
  Pagination,
  Skeleton,
  SkeletonGroup,
  StaleBanner,
  toast,
  toastError,
  useAnnouncedResults,
  useSettingsPath,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { Notification } from '../../contract.ts';
import { AllFilters } from '../components/list/all-filters.tsx';
import { AllList } from '../components/list/all-list.tsx';
import { useAll } from '../components/list/use-all.ts';
import { markAllRead, markRead, markSeveralRead, unreadOf } from '../data/queries.ts';

/** All notifications of the user, twenty per page. */
export function AllPage() {
  const t = useText('notifications');
  const all = useAll();
  const { list, read, page, finds, choice } = all;
  useAnnouncedResults(list, read.networkStatus === NetworkStatus.setVariables ? undefined : page);
  const unread = read.data ? unreadOf(read.data) : 0;

  async function mark(items: readonly Notification[]): Promise<void> {
    try {
      await markSeveralRead(items, finds);
      choice.clear();
      toast.success(t('all.marked', { count: items.length }));
    } catch (error) {
      toastError(error);
    }
  }

  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <PageHeader
        title={t('title')}
        note={page === undefined ? undefined : t('all.count', { count: formatNumber(page.length) })}
        actions={
          <HeaderActions
            unread={unread}
            onMarkAll={() => void markAllRead(page?.items ?? [], finds).catch(toastError)}
          />
        }
      />
      {finds ? <AllFilters list={list} unread={page ? unread : null} /> : null}
      <NewItemsButton
        count={all.waiting}
        label={t('newNotices', { count: all.waiting })}
        onClick={all.showPending}
      />
      <StaleBanner read={all.read} />
      <Content
        all={all}
        onMark={(items) => void mark(items)}
        onOpen={(item) => void markRead(item).catch(toastError)}
      />
      {page ? (
        <Pagination
          page={list.page}
          total={page.total_pages}
          onPage={list.setPage}
          summary={t('all.summary', pageRange(page))}
        />
      ) : null}
    </>
  );
}

interface HeaderActionsProps {
  readonly unread: number;
  readonly onMarkAll: () => void;
}

function HeaderActions({ unread, onMarkAll }: HeaderActionsProps) {
  const t = useText('notifications');
  const settings = useSettingsPath();
  return (
    <>
      {settings === null ? null : (
        <DesktopOnly>
          <LinkButton to={settings} icon={<Settings />}>
            {t('settings')}
          </LinkButton>
        </DesktopOnly>
      )}
      <Button disabled={unread === 0} onClick={onMarkAll}>
        {t('markAll')}
      </Button>
    </>
  );
}

interface ContentProps {
  readonly all: ReturnType<typeof useAll>;
  readonly onMark: (items: readonly Notification[]) => void;
  readonly onOpen: (item: Notification) => void;
}

function Content({ all: { list, read, page, finds, choice }, onMark, onOpen }: ContentProps) {
  const t = useText('notifications');
  if (page && page.items.length > 0) {
    return (
      <AllList
        items={page.items}
        dimmed={read.networkStatus === NetworkStatus.setVariables}
        choice={choice}
        onMark={onMark}
        onOpen={onOpen}
      />
    );
  }
  if (page && (list.narrowed || list.page > 1)) {
    return (
      <EmptyState
        title={t('all.noResultsTitle')}
        text={t('all.noResultsText')}
        // The button that removes the filters stays in place: a press on a moving button is lost.
        action={finds && list.narrowed ? null : <Button onClick={list.clear}>{t('all.clear')}</Button>}
      />
    );
  }
  if (page) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />;
  if (read.error) {
    return (
      <ErrorState
        title={t('errorTitle')}
        text={read.error.text}
        onRetry={() => void read.refetch()}
        retrying={read.loading}
      />
    );
  }
  return (
    <Card flush>
      <SkeletonGroup>
        <Waiting>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} height={44} />
          ))}
        </Waiting>
      </SkeletonGroup>
    </Card>
  );
}

/** On a phone the bell links there. */
const DesktopOnly = styled.span`
  ${media.phone} {
    display: none;
  }
`;

const Waiting = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s4);
  padding: var(--s4);
`;
