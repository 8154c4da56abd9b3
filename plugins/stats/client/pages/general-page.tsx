import { useEffect, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import {
  Combobox,
  ErrorState,
  PageHeader,
  PageTitle,
  type Read,
  ReadView,
  Toolbar,
  ToolbarItem,
  useCapabilities,
  useDeployment,
  useLanguage,
  useListQuery,
  useName,
  usePlaceOverlay,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { CityMap } from '../components/general/city-map.tsx';
import { Legend, MetricSelect } from '../components/general/legend.tsx';
import { MetricsTable } from '../components/general/metrics-table.tsx';
import { NeighborhoodCard, PlaceCard, PlaceCards } from '../components/general/place-cards.tsx';
import { useCity } from '../components/general/use-city.ts';
import { followClock } from '../data/realtime.ts';
import type { City } from '../city/city.ts';
import { countByCategory, pointsOf } from '../city/places.ts';
import { shade } from '../city/shades.ts';
import { neighborhoodStatsDocument } from '../data/queries.ts';
import { useCategoryOptions, useNeighborhoodOptions } from '../data/use-options.ts';
import { type NeighborhoodMetric, neighborhoodMetrics, type NeighborhoodStats } from '../../contract.ts';

const nothingHidden: ReadonlySet<number> = new Set();

/** The city on a map, with its counts. */
export function GeneralPage() {
  const t = useText('stats');
  useEffect(followClock, []);
  const query = useGeneralQuery();
  const { neighborhood, metric } = query;
  const { city, error, again } = useCity(neighborhood);
  const canReadMetrics = useCapabilities('stats').includes('stats.neighborhoods');
  const counted = useRead(neighborhoodStatsDocument, { skip: !canReadMetrics });
  const items = counted.data?.neighborhoods.items;
  const metrics = useMemo(() => new Map(items?.map((item) => [item.id, item])), [items]);
  const shading = useMemo(
    () => shade(metric && items ? items.map((item) => item[metric]) : []),
    [metric, items],
  );
  const { columns, entries, hidden, toggle, overlay, picked, isReady } = useHouseholds(city, query);
  const selected = query.selected === null ? undefined : metrics.get(query.selected);
  return (
    <>
      <PageTitle>{t('general.title')}</PageTitle>
      <PageHeader title={t('general.title')} />
      <PlaceCards />
      <Filters query={query} />
      {error && !city ? (
        <ErrorState title={t('general.errorTitle')} text={error.text} onRetry={again} />
      ) : (
        <Grid>
          <CityMap
            city={city}
            neighborhood={neighborhood}
            metrics={metrics}
            metric={metric}
            shading={shading}
            overlay={overlay}
            isReady={isReady}
            selected={query.selected}
            onSelect={query.setSelected}
          />
          <Aside>
            {picked ? (
              <PlaceCard place={picked} category={columns?.legend[picked.category]?.title ?? ''} />
            ) : null}
            {selected ? <NeighborhoodCard item={selected} /> : null}
            {canReadMetrics ? (
              <MetricSelect metric={metric} shading={shading} onMetric={query.setMetric} />
            ) : null}
            <Legend entries={entries} hidden={hidden} onToggle={toggle} />
          </Aside>
        </Grid>
      )}
      {canReadMetrics ? <Metrics read={counted} query={query} /> : null}
    </>
  );
}

/** The filtered households as an overlay of the map, with their legend. */
function useHouseholds(
  city: City | null,
  { neighborhood, category }: Pick<ReturnType<typeof useGeneralQuery>, 'neighborhood' | 'category'>,
) {
  const nameOf = useName();
  const columns = useMemo(
    () => (city ? pointsOf(city, { neighborhood, category }, nameOf) : null),
    [city, neighborhood, category, nameOf],
  );
  const [hidden, setHidden] = useState(nothingHidden);
  const entries = useMemo(() => entriesOf(columns), [columns]);
  const shown = useMemo(
    () =>
      hidden.size === 0
        ? null
        : new Set(entries.map((entry) => entry.category).filter((one) => !hidden.has(one))),
    [entries, hidden],
  );
  const { overlay, picked, isReady, error: overlayError } = usePlaceOverlay(columns, shown);
  useEffect(() => {
    if (overlayError) reportError(overlayError);
  }, [overlayError]);
  const toggle = (one: number) => setHidden(toggled(hidden, one));
  return { columns, entries, hidden, toggle, overlay, picked, isReady };
}

interface MetricsProps {
  readonly read: Read<{ readonly neighborhoods: NeighborhoodStats }>;
  readonly query: ReturnType<typeof useGeneralQuery>;
}

/** The metrics of the neighbourhoods as a table. */
function Metrics({ read, query: { selected, setSelected } }: MetricsProps) {
  const t = useText('stats');
  return (
    <ReadView
      read={read}
      failed={t('metrics.failed')}
      compact={false}
      skeleton={<MetricsTable items={undefined} selected={null} onSelect={setSelected} />}
    >
      {({ neighborhoods }) => (
        <MetricsTable items={neighborhoods.items} selected={selected} onSelect={setSelected} />
      )}
    </ReadView>
  );
}

function Filters({ query }: { readonly query: ReturnType<typeof useGeneralQuery> }) {
  const t = useText('stats');
  const neighborhoods = useNeighborhoodOptions();
  const categories = useCategoryOptions();
  const { name } = useDeployment().place;
  const { language } = useLanguage();
  return (
    <Toolbar label={t('filters.label')}>
      <ToolbarItem $width={260}>
        <Combobox
          aria-label={t('filters.neighborhood')}
          placeholder={name?.[language] ?? t('general.anyNeighborhood')}
          options={neighborhoods.options}
          loading={neighborhoods.loading}
          value={query.neighborhood}
          onChange={query.setNeighborhood}
          clearable
        />
      </ToolbarItem>
      <ToolbarItem $width={260}>
        <Combobox
          aria-label={t('general.category')}
          placeholder={t('general.anyCategory')}
          options={categories.options}
          loading={categories.loading}
          value={query.category}
          onChange={query.setCategory}
          clearable
        />
      </ToolbarItem>
    </Toolbar>
  );
}

function entriesOf(columns: ReturnType<typeof pointsOf> | null) {
  if (!columns) return [];
  return countByCategory(columns).flatMap((count, category) => {
    const { title = '', color = '' } = columns.legend[category] ?? {};
    return count === 0 ? [] : [{ category, title, color, count }];
  });
}

function toggled(all: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const next = new Set(all);
  if (!next.delete(one)) next.add(one);
  return next;
}

const names = ['neighborhood', 'household_category', 'color', 'selected'] as const;

/** The filters of the page, which are in the address, and functions to change them. */
export function useGeneralQuery() {
  const { filters, setFilter } = useListQuery({ filters: names });
  const id = (text: string) => (/^\d+$/.test(text) ? Number(text) : null);
  return {
    neighborhood: id(filters.neighborhood),
    category: id(filters.household_category),
    selected: id(filters.selected),
    metric: neighborhoodMetrics.find((one) => one === filters.color) ?? null,
    setNeighborhood: (value: number | null) => setFilter('neighborhood', value),
    setCategory: (value: number | null) => setFilter('household_category', value),
    setSelected: (value: number | null) => setFilter('selected', value),
    setMetric: (value: NeighborhoodMetric | null) => setFilter('color', value),
  };
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 300px;
  align-items: start;
  gap: 12px;
  margin-bottom: 14px;

  @media screen and (max-width: 1100px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Aside = styled.div`
  display: grid;
  gap: 12px;
  min-width: 0;

  @media screen and (max-width: 1100px) {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr));
  }
`;
