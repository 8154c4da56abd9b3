import { styled } from 'styled-components';
import { StatusBadge, useText } from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { ApplicationCharts } from '../../../contract.ts';
import { ValueTable, NoData } from './bar-table.tsx';

/** How long each status lasts: a bar up to the median, a mark at the 90th percentile. */
export function DurationTable({ lengths }: { readonly lengths: ApplicationCharts['lengths'] }) {
  const t = useText('stats');
  if (lengths.length === 0) return <NoData>{t('charts.noSteps')}</NoData>;
  const max = Math.max(...lengths.map(({ p90 }) => p90), 1);
  const formatDuration = (seconds: number) => {
    const { unit, count } = durationOf(seconds);
    return t(`span.${unit}`, { count, number: formatNumber(count, 1) });
  };
  return (
    <>
      <ValueTable
        caption={t('charts.lengths')}
        head={[t('charts.status'), t('charts.median'), t('charts.p90'), t('charts.steps')]}
      >
        <tbody>
          {lengths.map(({ status, count, median, p90 }) => (
            <tr key={status}>
              <th scope="row">
                <StatusBadge tone={status}>{t(`applications:status.${status}`)}</StatusBadge>
                <Track aria-hidden="true">
                  <Bar style={{ width: `${(median / max) * 100}%` }} />
                  <Mark style={{ left: `min(${(p90 / max) * 100}%, 100% - 3px)` }} />
                </Track>
              </th>
              <td>{formatDuration(median)}</td>
              <td>{formatDuration(p90)}</td>
              <td>{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </ValueTable>
      <Note>{t('charts.lengthsNote')}</Note>
    </>
  );
}

/** A duration in the largest unit of which it has at least two, or in minutes. */
export interface Duration {
  readonly unit: 'minute' | 'hour' | 'day';
  readonly count: number;
}

/** Converts seconds into a duration; values below ten have one decimal. */
export function durationOf(seconds: number): Duration {
  const minutes = seconds / 60;
  if (minutes < 120) return { unit: 'minute', count: Math.round(minutes) };
  if (minutes < 48 * 60) return { unit: 'hour', count: rounded(minutes / 60) };
  return { unit: 'day', count: rounded(minutes / 60 / 24) };
}

function rounded(value: number): number {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
}

const Track = styled.span`
  position: relative;
  display: block;
  height: 8px;
  margin-top: 4px;
  border-radius: 4px;
  background: var(--track);

  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;

const Bar = styled.span`
  display: block;
  height: 100%;
  border-radius: 4px;
  background: var(--accent);

  @media (forced-colors: active) {
    forced-color-adjust: none;
    background: CanvasText;
  }
`;

const Mark = styled.span`
  position: absolute;
  top: -2px;
  width: 3px;
  height: 12px;
  background: var(--text);

  @media (forced-colors: active) {
    forced-color-adjust: none;
    background: Highlight;
  }
`;

const Note = styled.p`
  margin-top: 8px;
  color: var(--text-3);
  font-size: 12.5px;
`;
