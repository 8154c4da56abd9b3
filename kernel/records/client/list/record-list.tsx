import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import type { To } from 'react-router-dom';
import { formatNumber } from '#kernel/domain/text/numbers.ts';
import { useAnnouncedResults } from '#kernel/client/lists/use-announced-results.ts';
import { StaleBanner } from '#kernel/client/data/stale-banner.tsx';
import { PageTitle } from '#kernel/client/layout/page-title.tsx';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Banner } from '#kernel/client/ui/feedback/banner.tsx';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '#kernel/client/ui/feedback/states.tsx';
import { LinkButton } from '#kernel/client/ui/buttons/link-button.tsx';
import { PageHeader } from '#kernel/client/ui/layout/page-header.tsx';
import { pageRange, Pagination } from '#kernel/client/ui/data/pagination.tsx';
import { focusSearchOnUnmount } from '#kernel/client/ui/inputs/choice/chips.tsx';
import { nextSort } from '#kernel/client/ui/data/table-model.ts';
import { DataTable } from '#kernel/client/ui/data/table.tsx';
import { useDensity } from '#kernel/client/preferences/preferences.ts';
import { readStored, writeStored } from '#kernel/client/storage/local-storage.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { DeleteButton, EditButton } from './row-buttons.tsx';
import { useIsHighlighted } from '../data/highlight-store.ts';
import { ListTools, type ListFilter } from './list-tools.tsx';
import { isShown, type RecordColumn, isPlain, plainView, readView, type ListView } from './list-view.ts';
import type { BulkAction } from '../bulk/use-bulk.ts';
import { useSelection, type Selection } from '../bulk/use-selection.ts';
import { useViewportWidth } from './use-viewport-width.ts';
import type { Records } from './use-records.ts';

interface RecordListProps<Item, Filter extends string> {
  readonly records: Records<Item, Filter>;
  readonly title: string;
  readonly columns: readonly RecordColumn<Item>[];
  /** The label of the search, such as "by name"; without it there is no search. */
  readonly searchLabel?: string | undefined;
  readonly filters?: readonly ListFilter<Filter>[] | undefined;
  /** The text of an empty list. */
  readonly emptyText: string;
  /** Opens the form of a new record. */
  readonly onAdd?: (() => void) | undefined;
  readonly addTo?: To | undefined;
  /** Controls beside the add button, such as import and export. */
  readonly tools?: ReactNode;
  /** A note above the rows, if the filters do not explain them. */
  readonly note?: ReactNode;
  readonly onOpen?: ((item: Item) => void) | undefined;
  readonly hrefFor?: ((item: Item) => To) | undefined;
  /** Opens the form of a record, by its row or by the button at its end, whose label uses `nameOf`. */
  readonly onEdit?: ((item: Item) => void) | undefined;
  /** Deletes a record, with its own confirmation and message (`removeRecord`). */
  readonly onDelete?: ((item: Item) => void) | undefined;
  readonly nameOf: (item: Item) => string;
  /** Further buttons at a row's end. */
  readonly renderActions?: ((item: Item) => ReactNode) | undefined;
  /** Actions for several records at once; they add checkboxes. */
  readonly bulk?: readonly BulkAction<Item>[] | undefined;
  readonly isMuted?: ((item: Item) => boolean) | undefined;
}

/** A page with a list of records: search, filters, columns, sorting, paging, and a text for an empty list. */
export function RecordList<Item extends { readonly id: number }, Filter extends string>(
  props: RecordListProps<Item, Filter>,
) {
  const { records, title, columns } = props;
  const { list, read, page, turning } = records;
  const t = useText();
  const [view, setView] = useListView(records.name);
  const selection = useSelection(records, props.nameOf);
  const add = <AddButton to={props.addTo} onAdd={props.onAdd} />;
  useAnnouncedResults(list, turning ? undefined : page);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader
        title={title}
        note={page && t(page.capped ? 'records.more' : 'records.count', { total: formatNumber(page.length) })}
        actions={
          <>
            {props.tools}
            {add}
          </>
        }
      />
      <ListTools
        list={list}
        searchLabel={props.searchLabel}
        filters={props.filters ?? []}
        columns={columns}
        view={view}
        onView={setView}
      />
      {props.note ? <Note>{props.note}</Note> : null}
      {page?.order_capped ? (
        <Note>
          <Banner tone="created">{t('records.orderCapped', { total: formatNumber(page.length) })}</Banner>
        </Note>
      ) : null}
      <StaleBanner read={read} />
      <RecordTable {...props} view={view} selection={selection} add={add} />
      {props.bulk ? <BulkBar selection={selection} actions={props.bulk} nameOf={props.nameOf} /> : null}
      {page ? (
        <Pagination
          page={list.page}
          total={page.total_pages}
          onPage={list.setPage}
          summary={t(page.capped ? 'records.summaryMore' : 'records.summary', pageRange(page))}
        />
      ) : null}
    </>
  );
}

interface RecordTableProps<Item, Filter extends string> extends RecordListProps<Item, Filter> {
  readonly view: ListView;
  readonly selection: Selection<Item>;
  readonly add: ReactNode;
}

/** The table of the records, or the error if there are none to show. */
function RecordTable<Item extends { readonly id: number }, Filter extends string>(
  props: RecordTableProps<Item, Filter>,
) {
  const { records, columns, view } = props;
  const { list, read, page, turning } = records;
  const t = useText();
  const width = useViewportWidth();
  const isFresh = useIsHighlighted(records.name);
  if (read.error && !page) {
    return (
      <ErrorState
        title={t('records.errorTitle')}
        text={read.error.text}
        onRetry={() => void read.refetch()}
        retrying={read.loading}
      />
    );
  }
  return (
    <DataTable
      label={props.title}
      columns={columns.filter((column) => isShown(column, view, width))}
      rows={page?.items ?? []}
      rowKey={({ id }) => id}
      numbering={{ page: page?.page ?? list.page, limit: page?.limit ?? list.limit }}
      sort={list.sort}
      onSort={(key) => list.setSort(nextSort(list.sort, key))}
      loading={page === undefined || turning}
      empty={<Nothing list={list} text={props.emptyText} add={props.add} />}
      onOpen={props.onEdit ?? props.onOpen}
      hrefFor={props.hrefFor}
      actions={rowActions(props)}
      isMuted={props.isMuted}
      isHighlighted={isFresh}
      selection={props.bulk && props.selection.choice}
      density={view.density}
    />
  );
}

type RowActions<Item> = Pick<
  RecordListProps<Item, string>,
  'onEdit' | 'onDelete' | 'nameOf' | 'renderActions'
>;

function rowActions<Item>({ onEdit, onDelete, nameOf, renderActions }: RowActions<Item>) {
  if (!onEdit && !onDelete && !renderActions) return undefined;
  return (item: Item) => (
    <>
      {renderActions?.(item)}
      {onEdit ? <EditButton name={nameOf(item)} onEdit={() => onEdit(item)} /> : null}
      {onDelete ? <DeleteButton name={nameOf(item)} onDelete={() => onDelete(item)} /> : null}
    </>
  );
}

function AddButton({ to, onAdd }: { readonly to: To | undefined; readonly onAdd: (() => void) | undefined }) {
  const t = useText();
  const icon = <Plus size={16} />;
  if (to !== undefined) {
    return (
      <LinkButton variant="primary" to={to} icon={icon}>
        {t('records.add')}
      </LinkButton>
    );
  }
  return onAdd ? (
    <Button variant="primary" icon={icon} onClick={onAdd}>
      {t('records.add')}
    </Button>
  ) : null;
}

interface NothingProps {
  readonly list: { readonly narrowed: boolean; readonly clear: () => void };
  readonly text: string;
  readonly add: ReactNode;
}

/** The content of an empty table: no hits, or no records yet with a button to add one. */
function Nothing({ list, text, add }: NothingProps) {
  const t = useText();
  return list.narrowed ? (
    <EmptyState
      title={t('ui.emptyTable')}
      text={t('records.noResultsText')}
      action={
        <Button
          onClick={(event) => {
            focusSearchOnUnmount(event);
            list.clear();
          }}
        >
          {t('records.clear')}
        </Button>
      }
    />
  ) : (
    <EmptyState title={t('ui.emptyTable')} text={text} action={add} />
  );
}

const Note = styled.div`
  margin-bottom: 12px;
`;

/** The columns that a user chose for a list, stored in the browser, and the density chosen for all lists. */
function useListView(list: string): readonly [ListView, (view: ListView) => void] {
  const key = `list:${list}`;
  const { density, setDensity } = useDensity();
  const [{ columns }, setView] = useState(() => readView(readStored(key)));

  function change(next: ListView): void {
    const stored = { ...plainView, columns: next.columns };
    setView(stored);
    writeStored(key, isPlain(stored) ? null : JSON.stringify(stored));
    setDensity(next.density);
  }

  return [{ density, columns }, change];
}
