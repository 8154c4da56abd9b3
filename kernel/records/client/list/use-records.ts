import { NetworkStatus } from '@apollo/client';
import { useEffect } from 'react';
import type { Page } from '#kernel/contract/http/lists.ts';
import { useRead, type Read } from '#kernel/client/data/use-read.ts';
import { useListQuery, type ListQuery } from '#kernel/client/lists/use-list-query.ts';
import type { Sort } from '#kernel/client/ui/data/table-model.ts';
import type { RecordDefinition } from '#kernel/records/contract/index.ts';
import type { RecordsDocument } from '../data/documents.ts';

interface RecordsOptions<Item, Filter extends string> {
  /** The name under which columns are stored and rows are highlighted, such as `directions`. */
  readonly name: string;
  readonly document: RecordsDocument<Item>;
  readonly filters?: readonly Filter[] | undefined;
  /** The default order. */
  readonly sort: Sort;
}

/** The names of a declared record's list, and its filters. */
export function listOf<Filter extends string>(record: {
  readonly prefixes: RecordDefinition['prefixes'];
  readonly filters: Readonly<Record<Filter, unknown>>;
}): { readonly name: string; readonly filters: readonly Filter[] } {
  return { name: record.prefixes.list, filters: Object.keys(record.filters) as Filter[] };
}

/** A list of records, by the query in the address. */
export interface Records<Item, Filter extends string = string> {
  readonly name: string;
  readonly list: ListQuery<Filter>;
  readonly read: Read<{ readonly records: Page<Item> }>;
  /** The visible page; while another is loading, the previous one. */
  readonly page: Page<Item> | undefined;
  /** Whether the rows of the address are loading while the previous ones are shown. */
  readonly turning: boolean;
}

/** Reads the page of the address, and navigates to the last page if it no longer exists. */
export function useRecords<Item, const Filter extends string = never>({
  name,
  document,
  filters,
  sort,
}: RecordsOptions<Item, Filter>): Records<Item, Filter> {
  const list = useListQuery<Filter>({ filters, defaults: { sort } });
  const read = useRead(document, { variables: { query: list.toQueryString() }, keep: true });
  const page = read.data?.records;
  const last = page && !read.refreshing && page.items.length === 0 && page.page > 1 ? page.total_pages : null;
  useEffect(() => {
    if (last !== null) list.setPage(Math.max(1, last));
    // oxlint-disable-next-line react/exhaustive-deps -- runs only when the last page changes
  }, [last]);
  return {
    name,
    list,
    read,
    page,
    turning: read.networkStatus === NetworkStatus.setVariables,
  };
}
