import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useEffect, useState } from 'react';
import { afterPause } from './after-pause.ts';
import type { RequestError } from './request-error.ts';
import { useRead, type Read, type ReadOptions } from './use-read.ts';

/** The time until data that failed to load are requested again, in milliseconds. */
const retryMs = 5000;

/**
 * `useRead` for a control that cannot report a failure, such as a select, which would have no options. A read that fails
 * because of the connection, the server (500 or higher) or its rate limit is repeated every five seconds until it succeeds;
 * `loading` is true until then.
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
  const key = JSON.stringify(options.variables ?? null);
  const [last, setLast] = useState<{ readonly key: string; readonly error: RequestError } | null>(null);
  // Apollo clears the error during each retry, so a message about it would disappear every few seconds.
  const lastError = data === undefined && last?.key === key ? last.error : undefined;
  useEffect(() => {
    if (!isDown) return undefined;
    setLast({ key, error });
    return afterPause(retryMs, () => void refetch());
    // The error of one failure is another object at each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDown, key, refetch]);
  return { ...read, error: error ?? lastError, loading: loading || isDown };
}
