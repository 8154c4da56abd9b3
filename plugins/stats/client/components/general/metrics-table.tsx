import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import {
  Card,
  DataTable,
  media,
  nextSort,
  type Sort,
  useCollator,
  useName,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { neighborhoodMetrics, type NeighborhoodMetric, type NeighborhoodStats } from '../../../contract.ts';

type Item = NeighborhoodStats['items'][number];

interface MetricsTableProps {
  readonly items: readonly Item[] | undefined;
  readonly selected: number | null;
  readonly onSelect: (id: number) => void;
}

/** The map's colours as numbers. */
export function MetricsTable({ items, selected, onSelect }: MetricsTableProps) {
  const t = useText('stats');
  const nameOf = useName();
  const { compare } = useCollator();
  const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'up' });
  const rows = useMemo(() => {
    const sign = sort.direction === 'up' ? 1 : -1;
    return (items ?? []).toSorted((one, other) =>
      sort.key === 'name'
        ? sign * compare(nameOf(one), nameOf(other))
        : sign * (one[sort.key as NeighborhoodMetric] - other[sort.key as NeighborhoodMetric]),
    );
  }, [items, sort, compare, nameOf]);
  return (
    <Card title={t('metrics.title')} flush>
      <Inside>
        <DataTable
          label={t('metrics.title')}
          rows={rows}
          rowKey={({ id }) => id}
          loading={items === undefined}
          sort={sort}
          onSort={(key) => setSort(nextSort(sort, key))}
          density="compact"
          onOpen={({ id }) => onSelect(id)}
          isHighlighted={({ id }) => id === selected}
          columns={[
            {
              key: 'name',
              title: t('metrics.name'),
              cell: (item) => t('neighborhood', { name: nameOf(item) }),
              sortable: true,
              primary: true,
            },
            ...neighborhoodMetrics.map((metric) => ({
              key: metric,
              title: t(`metrics.${metric}`),
              cell: (item: Item) => formatNumber(item[metric]),
              sortable: true,
              numeric: true,
            })),
          ]}
        />
      </Inside>
    </Card>
  );
}

/**
 * The table without its own frame, since the card has one and small screens have little space for seven
 * columns.
 */
const Inside = styled.div`
  ${media.desktop} {
    > * {
      border-width: 1px 0 0;
      border-radius: 0 0 var(--r2) var(--r2);
      box-shadow: none;
    }

    td[data-primary] {
      min-width: 150px;
    }
  }

  @media (min-width: 768px) and (max-width: 1100px) {
    thead th,
    tbody td {
      padding-inline: 6px;
    }

    thead th {
      font-size: 12px;
    }

    /* Lets the arrow wrap below a long word. */
    th[data-numeric] button {
      display: inline-block;
    }
    th[data-numeric] svg {
      display: inline-block;
      margin-left: 4px;
      vertical-align: -3px;
    }
  }

  ${media.phone} {
    tbody {
      gap: 0;
    }

    tbody tr {
      border-width: 1px 0 0;
      border-radius: 0;
      box-shadow: none;
    }
    tbody tr:last-child {
      border-radius: 0 0 var(--r2) var(--r2);
    }
    tbody tr[data-highlight] {
      border-color: var(--line);
      background: var(--accent-soft);
    }
  }
`;
