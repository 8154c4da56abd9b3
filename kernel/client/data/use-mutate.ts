import { useCallback, useRef, useState } from 'react';
import { toRequestError, toastError, type RequestError } from './request-error.ts';
import { newIdempotencyKey, send, type Method, type SendOptions } from './send.ts';

/** A component's change and its state. */
export interface Mutation<Result> {
  /** Sends it; resolves to `null` if it failed (the reason is shown as a toast and is in `error`). */
  readonly run: (
    method: Method,
    path: string,
    body?: FormData | object,
    options?: SendOptions,
  ) => Promise<Result | null>;
  readonly sending: boolean;
  /** The progress from 0 to 1; `null` if nothing is being sent. */
  readonly progress: number | null;
  readonly error: RequestError | null;
}

/**
 * Sends changes and tracks their state. A retry of the same change after a lost response carries the same
 * `Idempotency-Key`.
 *
 * @example const accept = useMutate<Action>(); const action = await accept.run('POST', path, { status: 'accepted' });
 */
export function useMutate<Result = unknown>({
  quiet = false,
}: { readonly quiet?: boolean } = {}): Mutation<Result> {
  const [state, setState] = useState<Omit<Mutation<Result>, 'run'>>({
    sending: false,
    progress: null,
    error: null,
  });
  const last = useRef<{ readonly mark: string; readonly key: string } | null>(null);

  const run = useCallback<Mutation<Result>['run']>(
    async (method, path, body, options = {}) => {
      const mark = `${method} ${path} ${body instanceof FormData ? '' : JSON.stringify(body ?? null)}`;
      const lost = body instanceof FormData || last.current?.mark !== mark ? null : last.current.key;
      const idempotencyKey = options.idempotencyKey ?? lost ?? newIdempotencyKey();
      last.current = { mark, key: idempotencyKey };
      setState({ sending: true, progress: 0, error: null });
      try {
        const response = await send<Result>(method, path, body, {
          onProgress: (progress) => setState({ sending: true, progress, error: null }),
          ...options,
          idempotencyKey,
        });
        last.current = null;
        setState({ sending: false, progress: null, error: null });
        return response;
      } catch (error) {
        setState({ sending: false, progress: null, error: toRequestError(error) });
        if (!quiet) toastError(error);
        return null;
      }
    },
    [quiet],
  );

  return { ...state, run };
}
