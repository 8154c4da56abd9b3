import type { OperationVariables, TypedDocumentNode, WatchQueryFetchPolicy } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useId, useState } from 'react';
import { apolloClient } from './client.ts';
import { invalidateFirstRead, isFresh } from './first-read.ts';
import { isAborted, toRequestError, type RequestError } from './request-error.ts';

export interface ReadOptions<Variables> {
  readonly variables?: Variables | undefined;
  /** Whether to skip the query. */
  readonly skip?: boolean | undefined;
  /** Whether to show the previous data until the response for new variables arrives. */
  readonly keep?: boolean | undefined;
  /** Shows cached data first and then, unless it is `cache-first`, the server's response. */
  readonly policy?: Extract<WatchQueryFetchPolicy, 'cache-and-network' | 'cache-first' | 'network-only'>;
}

/** The result of a read. */
export interface Read<Data> {
  readonly data: Data | undefined;
  readonly error: RequestError | undefined;
  /** Whether it is loading and there is nothing to show yet. */
  readonly loading: boolean;
  /** Whether it is loading while a cached or previous response is shown. */
  readonly refreshing: boolean;
  readonly refetch: () => Promise<void>;
  readonly networkStatus: number;
}

/**
 * Reads a `@rest` document and follows the cache. A newer read of the same component aborts the older one.
 *
 * @example const { data, error, loading, refetch } = useRead(applicationsDocument, { variables: { query: list.toQueryString() } });
 */
export function useRead<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  { variables, skip = false, keep = false, policy = 'cache-and-network' }: ReadOptions<Variables> = {},
): Read<Data> {
  const readId = useId();
  const [wasFresh] = useState(() => isFresh(document, variables));
  useEffect(() => invalidateFirstRead(document), [document]);
  const result = useQuery<unknown, OperationVariables>(document, {
    ...(variables === undefined ? {} : { variables }),
    skip,
    fetchPolicy: wasFresh ? 'cache-first' : policy,
    nextFetchPolicy: wasFresh
      ? (_, { reason }) => (reason === 'variables-changed' ? policy : 'cache-first')
      : 'cache-first',
    notifyOnNetworkStatusChange: true,
    context: { readId, queryDeduplication: false },
  });
  const busy = result.loading && !skip;

  const failed = result.error !== undefined && !isAborted(result.error);
  const own = result.data ?? (failed && !skip ? readCached(document, variables) : undefined);
  // Not after an error: previous data would be mistaken for those of the current variables.
  const data = (own ?? (keep && !skip && !failed ? result.previousData : undefined)) as Data | undefined;
  const again = result.refetch;
  const refetch = useCallback(async () => {
    // The error is in `error`; callers of `refetch` need no catch.
    await again().catch(() => undefined);
  }, [again]);
  return {
    data,
    error: failed ? toRequestError(result.error) : undefined,
    loading: busy && data === undefined,
    refreshing: busy && data !== undefined,
    refetch,
    networkStatus: result.networkStatus,
  };
}

/** Data to show after a failed refetch, which must not empty the screen. */
function readCached(query: TypedDocumentNode<unknown, never>, variables: unknown): unknown {
  return (
    apolloClient().readQuery<unknown, OperationVariables>({
      query: query as TypedDocumentNode<unknown, OperationVariables>,
      variables: (variables ?? {}) as OperationVariables,
    }) ?? undefined
  );
}
