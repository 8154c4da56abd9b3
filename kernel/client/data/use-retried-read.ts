import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useEffect } from 'react';
import { afterPause } from './after-pause.ts';
import { useRead, type Read, type ReadOptions } from './use-read.ts';

/** The time until data that failed to load are requested again, in milliseconds. */
const retryMs = 5000;

/**
 * `useRead` for a control that cannot report a failure, such as a select: it would offer nothing, and its form could not be
 * finished. What failed because of the connection, the server or its limits is requested again until it arrives, and is loading until then.
 *
 * @example const { data, loading } = useRetriedRead(categoriesDocument);
 */
export function useRetriedRead<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  options: ReadOptions<Variables> = {},
): Read<Data> {
  const read = useRead(document, options);
  const { data, error, loading, refetch } = read;
  const isDown =
    error !== undefined &&
    data === undefined &&
    (error.status === 0 || error.status === 429 || error.status >= 500);
  useEffect(() => (isDown ? afterPause(retryMs, () => void refetch()) : undefined), [isDown, refetch]);
  return { ...read, loading: loading || isDown };
}
