import { useEffect, useRef, type RefObject } from 'react';
import { styled } from 'styled-components';
import {
  ErrorState,
  lazyComponent,
  media,
  PageHeader,
  PageTitle,
  StaleBanner,
  useDates,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { Downloads } from '../components/application/downloads.tsx';
import { MetricCards } from '../components/application/metric-cards.tsx';
import { FilterForm, TimeFilterButtons } from '../components/application/filter-form.tsx';
import { Results } from '../components/application/results.tsx';
import {
  timeOf,
  useApplicationCharts,
  useApplicationStats,
  useStatsQuery,
  type StatsQuery,
} from '../components/application/use-application-stats.ts';
import { followClock } from '../data/realtime.ts';

const charts = lazyComponent(async () => (await import('../components/charts/charts.tsx')).Charts);

/** How applications arrive and are answered. */
export function ApplicationPage() {
  const t = useText('stats');
  useEffect(followClock, []);
  const results = useRef<HTMLElement>(null);
  const dates = useDates();
  const query = useStatsQuery();
  const { read, stats } = useApplicationStats(query);
  const { filters } = query;
  const time = timeOf(query);
  const days = [filters.date_from, filters.date_to];
  const span = days.map((day) => (day === '' ? '…' : dates.date(day))).join(' – ');
  const isSpan = time === 'custom' && days.some((day) => day !== '');
  return (
    <>
      <PageTitle>{t('application.title')}</PageTitle>
      <PageHeader
        title={t('application.title')}
        note={isSpan ? span : t(`time.${time}`)}
        actions={<Downloads items={stats?.applications.items} query={query} />}
      />
      <MetricCards
        statuses={stats?.statuses}
        failed={read.error !== undefined}
        status={filters.status}
        ofAllTime={time === 'all' || (time === 'custom' && !isSpan)}
        onStatus={(status) => {
          query.setFilter('status', status);
          const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
          results.current?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'nearest' });
        }}
      />
      <TimeFilterButtons
        value={time}
        onChange={(timeFilter) =>
          query.setFilters({
            timeFilter: timeFilter === 'all' ? null : timeFilter,
            ...(timeFilter === 'custom' ? {} : { date_from: null, date_to: null }),
          })
        }
      />
      <FilterForm query={query} />
      <ChartsAndResults {...{ read, stats, query }} section={results} />
    </>
  );
}

interface ChartsAndResultsProps extends ReturnType<typeof useApplicationStats> {
  readonly query: StatsQuery;
  /** The section of the results, to which the page scrolls. */
  readonly section: RefObject<HTMLElement | null>;
}

/** The charts and the found applications, or why they could not be read. */
function ChartsAndResults({ read, stats, query, section }: ChartsAndResultsProps) {
  const t = useText('stats');
  const drawn = useApplicationCharts(query);
  const page = stats?.applications;
  if (read.error && !stats) {
    return (
      <ErrorState
        title={t('application.errorTitle')}
        text={read.error.text}
        onRetry={() => void read.refetch()}
        retrying={read.loading}
      />
    );
  }
  return (
    <>
      <StaleBanner read={read} />
      {drawn.able ? <charts.Component read={drawn.read} /> : null}
      <Section ref={section}>
        <Heading>
          {t('results.title')}
          {page ? <Count>{formatNumber(page.length)}</Count> : null}
        </Heading>
        <Results page={page} query={query} networkStatus={read.networkStatus} />
      </Section>
    </>
  );
}

const Section = styled.section`
  margin-top: 20px;
  scroll-margin: 4px 0 40vh;

  ${media.print} {
    display: none;
  }
`;

const Heading = styled.h2`
  margin-bottom: 10px;
  font-size: 16px;
`;

const Count = styled.span`
  margin-left: 8px;
  color: var(--text-3);
  font-weight: 400;
`;
