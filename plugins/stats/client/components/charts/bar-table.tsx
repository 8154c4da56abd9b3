import type { ComponentProps } from 'react';
import { styled } from 'styled-components';
import { media, tabularNumbers, VisuallyHidden } from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';

/** A row of a {@link BarTable}. */
export interface BarRow {
  readonly key: string | number;
  readonly label: string;
  readonly value: number;
  /** The hatched part of the bar. */
  readonly part?: number;
  /** The third column. */
  readonly more?: string;
  /** On screen, only for screen readers; on paper, always. */
  readonly collapsed?: boolean;
}

interface BarTableProps {
  readonly caption: string;
  /** The titles of the columns. */
  readonly head: readonly string[];
  readonly rows: readonly BarRow[];
  readonly empty: string;
  readonly note?: string;
  readonly pattern?: 'late';
}

/** A bar chart as a table: bars for the eye, numbers for screen readers. */
export function BarTable({ caption, head, rows, empty, note, pattern }: BarTableProps) {
  if (rows.length === 0) return <NoData>{empty}</NoData>;
  const max = Math.max(...rows.map(({ value }) => value), 1);
  return (
    <>
      <ValueTable caption={caption} head={head}>
        <tbody>
          {rows.map(({ key, label, value, part = 0, more, collapsed }) => (
            <tr key={key} data-collapsed={collapsed || undefined}>
              <th scope="row">
                <Name title={label}>{label}</Name>
                <Track aria-hidden="true">
                  <Bar data-pattern={pattern} style={{ width: percent(value - part, max) }} />
                  <Bar data-pattern="late" style={{ width: percent(part, max) }} />
                </Track>
              </th>
              <td>{formatNumber(value)}</td>
              {more === undefined ? null : <td>{more}</td>}
            </tr>
          ))}
        </tbody>
      </ValueTable>
      {note === undefined ? null : (
        <Note>
          <Sample aria-hidden="true" data-pattern="late" />
          {note}
        </Note>
      )}
    </>
  );
}

interface ValueTableProps extends ComponentProps<'table'> {
  /** Read aloud. */
  readonly caption: string;
  /** The titles of the columns: of the names, and of the values. */
  readonly head: readonly string[];
}

/** A table of values, whose first column names the rows. */
export function ValueTable({ caption, head, children, ...rest }: ValueTableProps) {
  return (
    <Table {...rest}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {head.map((title, index) => (
            <th key={title} scope="col" data-number={index > 0 || undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </Table>
  );
}

function percent(value: number, max: number): string {
  return `${(Math.max(0, value) / max) * 100}%`;
}

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;

  th,
  td {
    padding: 4px 0;
    font-weight: 400;
    text-align: start;
    vertical-align: bottom;
  }

  thead th {
    color: var(--text-3);
    font-size: 12.5px;
  }

  td,
  th[data-number] {
    width: 1%;
    padding-left: 16px;
    text-align: end;
    white-space: nowrap;
    ${tabularNumbers}

    @media screen and (max-width: 400px) {
      padding-left: 6px;
    }
  }

  td:nth-child(2) {
    font-weight: 550;
  }

  tr[data-collapsed] {
    display: none;
  }

  ${media.print} {
    tr[data-collapsed] {
      display: table-row;
    }
  }
`;

/** Below a chart or a table: a quiet button, aligned with its text. */
export const ChartFooter = styled.div`
  margin: 8px 0 0 -10px;

  & + table {
    margin-top: 8px;
  }
`;

const Name = styled.span`
  display: block;
  max-width: 100%;
  overflow-wrap: anywhere;
`;

const Track = styled.span`
  display: flex;
  height: 8px;
  margin-top: 2px;
  border-radius: 4px;
  background: var(--track);
  overflow: hidden;

  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }

  ${media.print} {
    border: 1px solid #666;
    print-color-adjust: exact;
  }
`;

const Bar = styled.span`
  background: var(--accent);

  @media (forced-colors: active) {
    forced-color-adjust: none;
    background: CanvasText;
  }

  &[data-pattern='late'] {
    background: repeating-linear-gradient(-45deg, var(--rejected) 0 3px, var(--surface) 3px 5px);
  }
`;

const Note = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  margin-top: 8px;
  color: var(--text-3);
  font-size: 12.5px;
`;

const Sample = styled(Bar)`
  width: 20px;
  height: 8px;
  border-radius: 2px;
`;

/** The text if there is nothing to draw. */
export const NoData = styled.p`
  padding: 12px 0;
  color: var(--text-3);
`;
