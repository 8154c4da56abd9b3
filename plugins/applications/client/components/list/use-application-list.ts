import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { z } from 'zod';
import {
  apiAddress,
  request,
  useCapabilities,
  useDeployment,
  type Sort,
  useListQuery,
  useRead,
  setRecordOrder,
} from '#kernel/plugin-api/client.ts';
import { idSchema } from '#kernel/plugin-api/contract.ts';
import type { Application } from '../../../contract.ts';
import {
  clearPending,
  highlightNew,
  lastList,
  listView,
  pendingStore,
  removePending,
  resetPending,
} from '../../data/pending-store.ts';
import { showPending } from '../../data/realtime.ts';
import { filterOf } from '../../model/list-updates.ts';
import { applicationsDocument } from '../../data/queries.ts';
import { filtersCapability } from '../../../contract/filter-names.ts';
import { allFilters, baseFilters, type ApplicationFilter } from '../filters/filter-names.ts';

/** The default order of the list: newest first. */
export const newestFirst: Sort = { key: 'createdAt', direction: 'down' };

/** Returns the page of applications for the address, the pending ones, and functions that change both. */
export function useApplicationList() {
  const takesFilters = useCapabilities('applications').includes(filtersCapability);
  const list = useListQuery<ApplicationFilter>({
    path: 'applications',
    filters: takesFilters ? allFilters : baseFilters,
    defaults: { limit: 20, sort: newestFirst },
  });
  const query = list.toQueryString();
  const read = useRead(applicationsDocument, { variables: { query }, keep: true });
  const { pending, highlightedIds } = useSnapshot(pendingStore);
  const page = read.data?.applications;
  const { timeZone } = useDeployment();
  useEffect(() => {
    listView.timeZone = timeZone;
  }, [timeZone]);
  const { search } = useLocation();
  useEffect(() => {
    if (!page) return;
    const ids = page.items.map(({ id }) => Number(id));
    setRecordOrder('applications', ids, (part) => readIds(query, page.page + part));
  }, [page, query]);

  useEffect(() => {
    lastList.address = `/applications/list${search}`;
  }, [search]);

  // The first response of another page or filter includes the pending ones.
  useEffect(() => (query === '' ? undefined : clearPending), [query]);
  useEffect(() => resetPending, []);

  useEffect(() => {
    if (page) removePending(new Set(page.items.map(({ id }) => id)));
  }, [page]);

  function showNew(): void {
    const { page: number, newestFirst: sorted } = filterOf(query);
    if (number === 1 && sorted) {
      showPending();
    } else {
      // Also goes to the first page.
      list.setSort(newestFirst);
      highlightNew(pending.map(({ id }) => id));
    }
    scrollTo({ top: 0 });
  }

  return {
    list,
    takesFilters,
    read,
    page,
    // The counts ignore the search, and would contradict the number of hits.
    counts: list.search === '' ? (page?.counts ?? null) : null,
    pending: pending as readonly Application[],
    highlightedIds: useMemo(() => new Set(highlightedIds), [highlightedIds]),
    showNew,
  };
}

const idsSchema = z.object({ items: z.array(z.object({ id: idSchema })) });

/** The ids on another page of the list. */
async function readIds(query: string, page: number): Promise<readonly number[]> {
  const params = new URLSearchParams(query);
  params.set('page', String(page));
  const response = await request(apiAddress(`applications?${params.toString()}`));
  return idsSchema.parse(await response.json()).items.map(({ id }) => id);
}
