import { Copy } from 'lucide-react';
import { styled } from 'styled-components';
import { Button, DataTable, type ListQuery, nextSort, toast, useText } from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import type { Application } from '../../../contract.ts';
import type { ListLayout } from '../../model/table-layout.ts';
import { useRowName, useTableColumns } from './table-columns.tsx';
import { useRowSelection } from './use-row-selection.ts';

/** What the table of the list is given. */
export interface ApplicationsTableProps {
  readonly list: ListQuery<string>;
  readonly applications: readonly Application[];
  readonly highlightedIds: ReadonlySet<number>;
  /** Older rows are in sight while newer ones are read. */
  readonly dimmed: boolean;
  readonly layout: ListLayout;
}

/** The applications as a table: arrows, Home and End move between rows, Enter opens one, Space chooses it. */
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
  const scope = JSON.stringify([list.search, list.filters]);
  const { ids, choice, clear } = useRowSelection(scope, applications, nameOf);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText([...ids].map((id) => padId(id)).join('\n'));
    toast.success(t('table.copied'));
  }

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
        selection={choice}
        density={layout.density}
      />
      <Foot>
        {ids.size === 0 ? (
          <small>{t('table.hint')}</small>
        ) : (
          <>
            <output>{t('table.chosen', { count: ids.size })}</output>
            <Button size="small" icon={<Copy />} onClick={() => void copy()}>
              {t('table.copy')}
            </Button>
            <Button size="small" variant="ghost" onClick={clear}>
              {t('table.clear')}
            </Button>
          </>
        )}
      </Foot>
    </>
  );
}

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  min-height: 32px;
  margin-top: 8px;
  color: var(--text-3);
  font-size: 13px;
`;
