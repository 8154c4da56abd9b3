import { NetworkStatus } from '@apollo/client';
import { Suspense } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  EmptyState,
  pageRange,
  Pagination,
  SkeletonCard,
  SkeletonGroup,
  SlotView,
  useAnnouncedResults,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { applicationCards } from '#plugins/applications/contract.ts';
import type { ApplicationStats } from '../../../contract.ts';
import type { StatsQuery } from './use-application-stats.ts';

interface ResultsProps {
  readonly page: ApplicationStats['applications'] | undefined;
  readonly query: StatsQuery;
  readonly networkStatus: number;
}

/** A page of the applications that the metrics count. */
export function Results({ page, query, networkStatus }: ResultsProps) {
  const t = useText('stats');
  const dimmed = networkStatus === NetworkStatus.setVariables;
  useAnnouncedResults(query, dimmed ? undefined : page);
  if (!page) return <CardSkeletons />;
  if (page.items.length === 0) {
    return query.narrowed ? (
      <EmptyState
        title={t('results.noResultsTitle')}
        text={t('results.noResultsText')}
        action={<Button onClick={query.clear}>{t('filters.clear')}</Button>}
      />
    ) : (
      <EmptyState title={t('results.emptyTitle')} text={t('results.emptyText')} />
    );
  }
  return (
    <>
      <Suspense fallback={<CardSkeletons />}>
        <SlotView slot={applicationCards} applications={page.items} dimmed={dimmed} />
      </Suspense>
      <Pagination
        page={query.page}
        total={page.total_pages}
        onPage={query.setPage}
        summary={t('results.summary', {
          ...pageRange(page),
          total: `${formatNumber(page.length)}${page.capped ? '+' : ''}`,
        })}
      />
    </>
  );
}

function CardSkeletons() {
  return (
    <SkeletonGroup>
      <Grid>
        {Array.from({ length: 6 }, (_, index) => (
          <SkeletonCard key={index} rows={3} footer />
        ))}
      </Grid>
    </SkeletonGroup>
  );
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
  gap: 12px;
`;
