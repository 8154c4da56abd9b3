import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import {
  ChipRow,
  type Column,
  DataTable,
  FilterChip,
  media,
  Pagination,
  toneColors,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { ImportRow } from '../../../contract.ts';

type Kind = 'all' | 'errors' | 'warnings' | 'ready';

const limit = 50;

interface ImportRowsProps {
  readonly label: string;
  readonly rows: readonly ImportRow[];
  /** Whether the rows can be narrowed to those with errors, with warnings, without either. */
  readonly withKinds?: boolean;
}

/** The rows of a spreadsheet, each with what is wrong in it and what should be looked at. */
export function ImportRows({ label, rows, withKinds = false }: ImportRowsProps) {
  const t = useText('households');
  const [kind, setKind] = useState<Kind>('all');
  const [page, setPage] = useState(1);
  const counts = countKinds(rows);
  const shown = rows.filter((row) => kind === 'all' || kindOf(row) === kind);
  const kinds = (['all', 'errors', 'warnings', 'ready'] as const).filter(
    (one) => one === 'all' || counts[one] > 0,
  );
  const columns: Column<ImportRow>[] = [
    { key: 'row', title: t('import.row'), cell: ({ row }) => row, numeric: true, width: 72 },
    { key: 'address', title: t('import.address'), cell: ({ address }) => address, primary: true },
    {
      key: 'citizens',
      title: t('import.citizens'),
      cell: ({ citizens }) => citizens,
      numeric: true,
      width: 110,
    },
    { key: 'found', title: t('import.found'), cell: problemsCell },
  ];
  return (
    <Rows>
      {withKinds ? (
        <ChipRow>
          {kinds.map((one) => (
            <FilterChip
              key={one}
              label={t(`import.kinds.${one}`)}
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
        columns={columns}
        rows={shown.slice((page - 1) * limit, page * limit)}
        rowKey={({ row }) => row}
        density="compact"
      />
      {shown.length > limit ? (
        <Pagination
          page={page}
          total={Math.ceil(shown.length / limit)}
          onPage={setPage}
          summary={t('import.summary', { count: shown.length, total: formatNumber(shown.length) })}
        />
      ) : null}
    </Rows>
  );
}

function problemsCell(row: ImportRow): ReactNode {
  return <Problems row={row} />;
}

function Problems({ row: { errors, warnings } }: { readonly row: ImportRow }) {
  const t = useText('households');
  if (errors.length === 0 && warnings.length === 0) return <Fine>{t('import.fine')}</Fine>;
  const lines = [
    ...errors.map((problem) => ({ ...problem, tone: 'rejected' as const })),
    ...warnings.map((problem) => ({ ...problem, tone: 'accepted' as const })),
  ];
  return (
    <List>
      {lines.map(({ column, code, text, tone }, index) => (
        <Line key={`${code} ${index}`} $tone={tone}>
          {column === null ? null : <b>{t(`sheet.short.${column}`)}: </b>}
          {text}
        </Line>
      ))}
    </List>
  );
}

function kindOf({ errors, warnings }: ImportRow): Exclude<Kind, 'all'> {
  if (errors.length > 0) return 'errors';
  return warnings.length > 0 ? 'warnings' : 'ready';
}

function countKinds(rows: readonly ImportRow[]): Record<Kind, number> {
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
    /* Several lines do not touch the edges of a dense row. */
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
