import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { formatNumber } from '#kernel/domain/text/numbers.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Pagination } from '#kernel/client/ui/data/pagination.tsx';
import type { Column } from '#kernel/client/ui/data/table-model.ts';
import { DataTable } from '#kernel/client/ui/data/table.tsx';
import { ChipRow, FilterChip } from '#kernel/client/ui/inputs/choice/chips.tsx';
import { media } from '#kernel/client/ui/layout/breakpoints.ts';
import { toneColors } from '#kernel/client/ui/styles/tokens.ts';
import type { SheetRow } from './sheet-import.ts';

type Kind = 'all' | 'errors' | 'warnings' | 'ready';

const limit = 50;

interface ImportRowsProps<Row> {
  readonly plugin: string;
  readonly label: string;
  readonly rows: readonly Row[];
  /** The columns between the number of a row and its problems. */
  readonly columns: readonly Column<Row>[];
  /** Whether rows can be filtered by errors, warnings, or neither. */
  readonly withKinds?: boolean;
}

/** The rows of a spreadsheet, each with its errors and warnings. */
export function ImportRows<Row extends SheetRow>({
  plugin,
  label,
  rows,
  columns,
  withKinds = false,
}: ImportRowsProps<Row>) {
  const pluginText = useText(plugin);
  const [kind, setKind] = useState<Kind>('all');
  const [page, setPage] = useState(1);
  const counts = countKinds(rows);
  const shown = rows.filter((row) => kind === 'all' || kindOf(row) === kind);
  const kinds = (['all', 'errors', 'warnings', 'ready'] as const).filter(
    (one) => one === 'all' || counts[one] > 0,
  );
  const all: Column<Row>[] = [
    { key: 'row', title: pluginText('import.row'), cell: ({ row }) => row, numeric: true, width: 72 },
    ...columns,
    { key: 'found', title: pluginText('import.issues'), cell: (row) => problemsOf(row, pluginText) },
  ];
  return (
    <Rows>
      {withKinds ? (
        <ChipRow>
          {kinds.map((one) => (
            <FilterChip
              key={one}
              label={pluginText(`import.kinds.${one}`)}
              count={counts[one]}
              selected={kind === one}
              onSelect={() => {
                setKind(one);
                setPage(1);
              }}
            />
          ))}
        </ChipRow>
      ) : null}
      <DataTable
        label={label}
        columns={all}
        rows={shown.slice((page - 1) * limit, page * limit)}
        rowKey={({ row }) => row}
        density="compact"
      />
      {shown.length > limit ? (
        <Pagination
          page={page}
          total={Math.ceil(shown.length / limit)}
          onPage={setPage}
          summary={pluginText('import.summary', { count: shown.length, total: formatNumber(shown.length) })}
        />
      ) : null}
    </Rows>
  );
}

function problemsOf({ errors, warnings }: SheetRow, pluginText: (key: string) => string): ReactNode {
  if (errors.length === 0 && warnings.length === 0) return <Fine>{pluginText('import.noIssues')}</Fine>;
  const lines = [
    ...errors.map((problem) => ({ ...problem, tone: 'rejected' as const })),
    ...warnings.map((problem) => ({ ...problem, tone: 'accepted' as const })),
  ];
  return (
    <List>
      {lines.map(({ column, code, text, tone }, index) => (
        <Line key={`${code} ${index}`} $tone={tone}>
          {column === null ? null : <b>{pluginText(`sheet.short.${column}`)}: </b>}
          {text}
        </Line>
      ))}
    </List>
  );
}

function kindOf({ errors, warnings }: SheetRow): Exclude<Kind, 'all'> {
  if (errors.length > 0) return 'errors';
  return warnings.length > 0 ? 'warnings' : 'ready';
}

function countKinds(rows: readonly SheetRow[]): Record<Kind, number> {
  const counts = { all: rows.length, errors: 0, warnings: 0, ready: 0 };
  for (const row of rows) counts[kindOf(row)]++;
  return counts;
}

const Rows = styled.div`
  display: grid;
  gap: 12px;
  min-width: 0;
`;

const List = styled.ul`
  display: grid;
  gap: 2px;
  white-space: normal;

  ${media.desktop} {
    /* Separates several lines from the edges of a dense row. */
    &:has(li + li) {
      padding-block: 5px;
    }
  }
`;

const Line = styled.li<{ $tone: 'rejected' | 'accepted' }>`
  color: ${({ $tone }) => toneColors[$tone].ink};

  b {
    font-weight: 600;
  }
`;

const Fine = styled.span`
  color: var(--text-3);
`;
