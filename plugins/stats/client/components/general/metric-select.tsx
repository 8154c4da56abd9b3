import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import { Card, Field, Select, tabularNumbers } from '#kernel/client/ui/index.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { neighborhoodMetrics, type NeighborhoodMetric } from '../../../contract.ts';
import type { Shading } from '../../city/shades.ts';

interface FigureChoiceProps {
  readonly figure: NeighborhoodMetric | null;
  readonly shading: Shading;
  readonly onFigure: (figure: NeighborhoodMetric | null) => void;
}

/** By what the neighbourhoods are coloured, and what the shades mean. */
export function MetricSelect({ figure, shading, onFigure }: FigureChoiceProps) {
  const t = useText('stats');
  return (
    <Card title={t('coloring.title')}>
      <Field label={t('coloring.by')} labelHidden>
        <Select
          options={['own' as const, ...neighborhoodMetrics].map((value) => ({
            value,
            label: t(value === 'own' ? 'coloring.own' : `figures.${value}`),
          }))}
          value={figure ?? 'own'}
          onChange={(value) => onFigure(value === 'own' ? null : value)}
        />
      </Field>
      {figure === null ? null : (
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

const Classes = styled.ul`
  margin: 10px 0 0;
  padding: 0;
  list-style: none;

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
  border-radius: 3px;
`;
