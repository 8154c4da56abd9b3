import { useId, useState, type PointerEvent, useEffect, useRef, type RefObject } from 'react';
import { styled } from 'styled-components';
import { Button, media, tabularNumbers, useText, visuallyHidden } from '#kernel/plugin-api/client.ts';
import { formatDate, formatMonth, formatNumber } from '#kernel/domain/text/index.ts';
import type { ApplicationCharts } from '../../../contract.ts';
import { ValueTable, NoData, ChartFooter } from './bar-table.tsx';
import { plotFlow, type FlowFrame, type FlowPlot, type FlowPoint } from './flow-model.ts';

interface FlowChartProps {
  readonly bucketSize: 'day' | 'month';
  readonly flow: ApplicationCharts['flow'];
}

const height = 240;
/** With more points than this, their marks would overlap. */
const maxMarks = 45;

/** Arrivals and completions: a solid line with dots, and a dashed one with squares. */
export function FlowChart({ bucketSize, flow }: FlowChartProps) {
  const t = useText('stats');
  const [box, width] = useWidth<HTMLDivElement>(720);
  const [at, setAt] = useState<number | null>(null);
  if (flow.every(({ arrived, completed }) => arrived + completed === 0))
    return <NoData>{t('charts.none')}</NoData>;
  const frame: FlowFrame = { width, height, left: 40, right: 14, top: 10, bottom: 26 };
  const plot = plotFlow(flow, frame, bucketSize === 'day' ? 64 : 72);
  const shown = at === null ? undefined : flow[at];

  function follow(event: PointerEvent<SVGSVGElement>): void {
    const { left, width: real } = event.currentTarget.getBoundingClientRect();
    setAt(plot.nearest(((event.clientX - left) / real) * width));
  }

  return (
    <ChartFrame ref={box}>
      <Legend aria-hidden="true">
        <Sample series="arrived" label={t('charts.arrived')} />
        <Sample series="completed" label={t('charts.completed')} />
        <Now>
          {shown
            ? t('charts.point', {
                date: formatBucket(shown.since, bucketSize),
                arrived: formatNumber(shown.arrived),
                completed: formatNumber(shown.completed),
              })
            : null}
        </Now>
      </Legend>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        aria-hidden="true"
        onPointerMove={follow}
        onPointerLeave={() => setAt(null)}
      >
        <Axes {...{ plot, frame, flow, bucketSize }} />
        <Line d={plot.arrived} data-series="arrived" />
        <Line d={plot.completed} data-series="completed" />
        {flow.length <= maxMarks
          ? flow.map((point, index) => <Marks key={point.since} point={point} plot={plot} index={index} />)
          : null}
        {shown && at !== null ? (
          <>
            <Guide x1={plot.x(at)} x2={plot.x(at)} y1={frame.top} y2={height - frame.bottom} />
            <Marks point={shown} plot={plot} index={at} />
          </>
        ) : null}
      </svg>
      <FlowTable bucketSize={bucketSize} flow={flow} />
    </ChartFrame>
  );
}

interface AxesProps extends FlowChartProps {
  readonly plot: FlowPlot;
  readonly frame: FlowFrame;
}

/** The rules of the counts, and the labels of both axes. */
function Axes({ plot, frame, flow, bucketSize }: AxesProps) {
  return (
    <>
      {plot.ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${plot.y(tick)})`}>
          <Rule x1={frame.left} x2={frame.width - frame.right} />
          <Tick x={frame.left - 8} dy="0.32em" textAnchor="end">
            {formatNumber(tick)}
          </Tick>
        </g>
      ))}
      {plot.labels.map((index) => (
        <Tick
          key={index}
          x={plot.x(index)}
          y={frame.height - 6}
          textAnchor={index === 0 ? 'start' : index === flow.length - 1 ? 'end' : 'middle'}
        >
          {formatBucket(flow[index]?.since ?? '', bucketSize).slice(0, bucketSize === 'day' ? 5 : 7)}
        </Tick>
      ))}
    </>
  );
}

/** The chart's numbers as a table, which screen readers always have. */
function FlowTable({ bucketSize, flow }: FlowChartProps) {
  const t = useText('stats');
  const tableId = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      <ChartFooter data-print="hidden">
        <Button
          variant="ghost"
          size="small"
          aria-expanded={asTable}
          aria-controls={tableId}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? t('charts.hideTable') : t('charts.showTable')}
        </Button>
      </ChartFooter>
      <ValueTable
        id={tableId}
        className={asTable ? undefined : 'hidden'}
        caption={t('charts.flow')}
        head={[t(`charts.${bucketSize}`), t('charts.arrived'), t('charts.completed')]}
      >
        <tbody>
          {flow.map(({ since, arrived, completed }) => (
            <tr key={since}>
              <th scope="row">{formatBucket(since, bucketSize)}</th>
              <td>{formatNumber(arrived)}</td>
              <td>{formatNumber(completed)}</td>
            </tr>
          ))}
        </tbody>
      </ValueTable>
    </>
  );
}

/** A day as 21.05.2026, a month as 05.2026. */
function formatBucket(since: string, bucketSize: FlowChartProps['bucketSize']): string {
  return bucketSize === 'day' ? formatDate(since) : formatMonth(since);
}

interface MarksProps {
  readonly point: FlowPoint;
  readonly plot: FlowPlot;
  readonly index: number;
}

function Marks({ point, plot, index }: MarksProps) {
  const x = plot.x(index);
  return (
    <>
      <Dot data-series="arrived" cx={x} cy={plot.y(point.arrived)} r={3.2} />
      <Square data-series="completed" x={x - 3} y={plot.y(point.completed) - 3} width={6} height={6} />
    </>
  );
}

function Sample({
  series,
  label: text,
}: {
  readonly series: 'arrived' | 'completed';
  readonly label: string;
}) {
  return (
    <Entry>
      <svg width={30} height={10} aria-hidden="true">
        <Line d="M1 5H29" data-series={series} />
        {series === 'arrived' ? (
          <Dot data-series={series} cx={15} cy={5} r={3.2} />
        ) : (
          <Square data-series={series} x={12} y={2} width={6} height={6} />
        )}
      </svg>
      {text}
    </Entry>
  );
}

const ChartFrame = styled.div`
  position: relative;
  min-width: 0;

  > svg {
    display: block;
    border-radius: var(--r1);
    touch-action: pan-y;
  }

  .hidden {
    ${visuallyHidden}
  }
`;

const Legend = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 18px;
  min-height: 22px;
  margin-bottom: 6px;
  color: var(--text-2);
  font-size: 13px;
`;

const Entry = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
`;

const Now = styled.span`
  margin-left: auto;
  color: var(--text);
  font-weight: 550;
  ${tabularNumbers}

  ${media.phone} {
    flex: 1 0 100%;
    min-height: 20px;
    margin-left: 0;
  }
`;

const Rule = styled.line`
  stroke: var(--line);
`;

const Guide = styled.line`
  stroke: var(--line-strong);
  stroke-dasharray: 2 3;
`;

const Tick = styled.text`
  fill: var(--text-3);
  font-size: 11.5px;
  ${tabularNumbers}
`;

const Line = styled.path`
  fill: none;
  stroke-width: 2;
  stroke-linejoin: round;

  &[data-series='arrived'] {
    stroke: var(--created);
  }

  &[data-series='completed'] {
    stroke: var(--completed);
    stroke-dasharray: 6 4;
  }
`;

const Dot = styled.circle`
  fill: var(--created);
`;

const Square = styled.rect`
  fill: var(--completed);
`;

/** The width of an element; `first` until it is measured. */
function useWidth<Element extends HTMLElement>(
  first: number,
): [ref: RefObject<Element | null>, width: number] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.round(entry?.contentRect.width ?? 0);
      if (next > 0) setWidth(next);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
