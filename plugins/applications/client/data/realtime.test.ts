import type { ObservableQuery } from '@apollo/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apolloClient, dropClient } from '#kernel/plugin-api/testing-client.ts';
import type { Application } from '../../contract.ts';
import { pendingStore, resetPending, listView } from './pending-store.ts';
import { showPending, onReceived, onChanged } from './realtime.ts';
import { applicationsDocument, type ApplicationsData } from './queries.ts';

let calls: string[] = [];
let read: ObservableQuery<unknown>;
let stop: { unsubscribe(): void };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  calls = [];
  vi.stubGlobal('fetch', (address: string) => {
    calls.push(String(address));
    return Promise.resolve(Response.json(page));
  });
  read = apolloClient().watchQuery({
    query: applicationsDocument,
    variables: { query: 'page=1&limit=20' },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  }) as unknown as ObservableQuery<unknown>;
  stop = read.subscribe(() => undefined);
  await vi.waitFor(() => expect(ids()).toEqual([2, 1]));
});

afterEach(() => {
  stop.unsubscribe();
  dropClient();
  resetPending();
  listView.canInsert = () => false;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const list = () => (read.getCurrentResult().data as ApplicationsData | undefined)?.applications;
const ids = () => list()?.items.map(({ id }) => id);

test('inserts a new application at the top of an idle list, without a request', async () => {
  listView.canInsert = () => true;
  onReceived(application(3));
  await vi.waitFor(() => expect(ids()).toEqual([3, 2, 1]));
  expect(list()).toMatchObject({ length: 3, counts: { all: 3, created: 3 } });
  expect(pendingStore.highlightedIds).toEqual([3]);
  await settled();
  expect(calls).toHaveLength(1);
});

test('holds back a new application that would move the list, counts it, and shows it on request', async () => {
  onReceived(application(3));
  onReceived(application(4));
  onReceived(application(4));
  await vi.waitFor(() => expect(list()?.length).toBe(4));
  expect(ids()).toEqual([2, 1]);
  expect(pendingStore.pending.map(({ id }) => id)).toEqual([4, 3]);
  showPending();
  await vi.waitFor(() => expect(ids()).toEqual([4, 3, 2, 1]));
  expect(pendingStore.pending).toEqual([]);
  await settled();
  expect(calls).toHaveLength(1);
});

test('shows a change by another user in its place', async () => {
  const changed = application(1);
  onChanged({
    ...changed,
    updatedAt: '2026-11-02T00:00:00.000Z',
    status: { ...changed.status, status: 'accepted' },
  });
  await vi.waitFor(() => expect(list()?.items[1]?.status.status).toBe('accepted'));
  expect(ids()).toEqual([2, 1]);
  expect(list()?.counts).toMatchObject({ all: 2, created: 1, accepted: 1 });
  await settled();
  expect(calls).toHaveLength(1);
});

test('reads again if a pending older response would remove the new application', async () => {
  listView.canInsert = () => true;
  const responses: ((page: object) => void)[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    calls.push(String(address));
    return new Promise<Response>((response) => responses.push((body) => response(Response.json(body))));
  });
  void read.refetch();
  await vi.waitFor(() => expect(responses).toHaveLength(1));
  onReceived(application(3));
  onReceived(application(4));
  responses[0]?.(page);
  await vi.waitFor(() => expect(responses).toHaveLength(2));
  const items = [application(4), application(3), ...page.items];
  responses[1]?.({ ...page, items, length: 4 });
  await vi.waitFor(() => expect(ids()).toEqual([4, 3, 2, 1]));
  await settled();
  expect(calls, 'the first one, the one that was on its way, and one more').toHaveLength(3);
});

/** Runs all timers of the next minute. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(60_000);
}

function application(id: number): Application {
  return {
    id,
    status: { status: 'created', createdAt: '2026-11-01T00:00:00.000Z', note: null },
    neighborhood_id: 3,
    neighborhood: { id: 3, uz: { name: 'Navoiy' }, ru: { name: 'Навои' } },
    author: {
      first_name: 'Gulnora',
      last_name: 'Rahimova',
      father_name: null,
      phone: null,
      birthday: null,
      passport_series: null,
      passport_number: null,
      personal_number: null,
      neighborhood: null,
      address: null,
    },
    employment_status: 'unemployed',
    salary: null,
    planned_assistance: 'Tomni taʼmirlash',
    files: [],
    cancel_time: '2126-11-16T00:00:00.000Z',
    receiver: null,
    source: 'staff',
    household_category_id: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
  };
}

const page = {
  items: [application(2), application(1)],
  page: 1,
  limit: 20,
  total_pages: 1,
  length: 2,
  counts: { all: 2, created: 2, accepted: 0, completed: 0, rejected: 0, canceled: 0, late: 0 },
};
