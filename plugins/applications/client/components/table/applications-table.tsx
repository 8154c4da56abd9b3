import { styled } from 'styled-components';
import { DataTable, type ListQuery, nextSort, useText } from '#kernel/plugin-api/client.ts';
import type { Application } from '../../../contract.ts';
import type { ListLayout } from '../../model/table-layout.ts';
import { useRowName, useTableColumns } from './table-columns.tsx';
import { useRowSelection } from './use-row-selection.ts';

/** The props of the table. */
export interface ApplicationsTableProps {
  readonly list: ListQuery<string>;
  readonly applications: readonly Application[];
  readonly highlightedIds: ReadonlySet<number>;
  /** Older rows stay visible while newer ones are loading. */
  readonly dimmed: boolean;
  readonly layout: ListLayout;
}

/** The applications as a table: arrows, Home and End move between rows, Enter opens one, Space selects it. */
export function ApplicationsTable({
  list,
  applications,
  highlightedIds,
  dimmed,
  layout,
}: ApplicationsTableProps) {
  const t = useText('applications');
  const columns = useTableColumns(layout.columns);
  const nameOf = useRowName();
  const selection = useRowSelection(applications, nameOf);

  return (
    <>
      <DataTable
        label={t('table.label')}
        columns={columns}
        rows={applications}
        rowKey={({ id }) => id}
        sort={list.sort}
        onSort={(key) => list.setSort(nextSort(list.sort, key))}
        loading={dimmed}
        hrefFor={({ id }) => `/applications/${id}`}
        isHighlighted={({ id }) => highlightedIds.has(id)}
        selection={selection}
        density={layout.density}
      />
      <Hint>{t('table.hint')}</Hint>
    </>
  );
}

const Hint = styled.p`
  margin: 8px 0 0;
  color: var(--text-3);
  font-size: 13px;
`;
