import { styled } from 'styled-components';
import { Card, Checkbox, Field, Select, tabularNumbers, useText } from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { type NeighborhoodMetric, neighborhoodMetrics } from '../../../contract.ts';
import type { Shading } from '../../city/shades.ts';

/** A line of the legend. */
export interface LegendEntry {
  readonly category: number;
  readonly title: string;
  readonly color: string;
  readonly count: number;
}

interface LegendProps {
  readonly entries: readonly LegendEntry[];
  readonly hidden: ReadonlySet<number>;
  readonly onToggle: (category: number) => void;
}

/** The legend: the meaning of the dots, their numbers, and which are shown. */
export function Legend({ entries, hidden, onToggle }: LegendProps) {
  const t = useText('stats');
  return (
    <Card title={t('legend.title')}>
      {entries.length === 0 ? (
        <NoData>{t('legend.empty')}</NoData>
      ) : (
        <List>
          {entries.map(({ category, title, color, count }) => (
            <li key={category}>
              <Checkbox checked={!hidden.has(category)} onChange={() => onToggle(category)} label={title} />
              <Dot aria-hidden="true" style={{ background: color }} />
              <Count>{formatNumber(count)}</Count>
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}

interface MetricSelectProps {
  readonly metric: NeighborhoodMetric | null;
  readonly shading: Shading;
  readonly onMetric: (metric: NeighborhoodMetric | null) => void;
}

/** The metric by which neighbourhoods are coloured, and the meaning of the shades. */
export function MetricSelect({ metric, shading, onMetric }: MetricSelectProps) {
  const t = useText('stats');
  return (
    <Card title={t('coloring.title')}>
      <Field label={t('coloring.by')} labelHidden>
        <Select
          options={['own' as const, ...neighborhoodMetrics].map((value) => ({
            value,
            label: t(value === 'own' ? 'coloring.own' : `metrics.${value}`),
          }))}
          value={metric ?? 'own'}
          onChange={(value) => onMetric(value === 'own' ? null : value)}
        />
      </Field>
      {metric === null ? null : (
        <Classes aria-label={t('coloring.legend')}>
          {shading.classes.map(({ from, to, color }) => (
            <li key={to}>
              <Swatch aria-hidden="true" style={{ background: color }} />
              {from === to ? formatNumber(to) : `${formatNumber(from)} – ${formatNumber(to)}`}
            </li>
          ))}
        </Classes>
      )}
    </Card>
  );
}

const List = styled.ul`
  li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: var(--target);
  }

  li > :first-child {
    flex: 1;
    min-width: 0;
  }
`;

const Dot = styled.span`
  flex: none;
  width: 12px;
  height: 12px;
  border: 1px solid var(--surface);
  border-radius: 50%;
  outline: 1px solid var(--line-strong);
  forced-color-adjust: none;
`;

const Count = styled.span`
  min-width: 48px;
  color: var(--text-2);
  text-align: end;
  ${tabularNumbers}
`;

const NoData = styled.p`
  color: var(--text-3);
`;

const Classes = styled.ul`
  margin: 10px 0 0;

  li {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 26px;
    ${tabularNumbers}
  }
`;

const Swatch = styled.span`
  flex: none;
  width: 28px;
  height: 16px;
  border: 1px solid var(--line-strong);
  forced-color-adjust: none;
  border-radius: 3px;
`;
