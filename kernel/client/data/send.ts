import { parseJson } from '#kernel/domain/values/parse-json.ts';
import { apiAddress, callWatch, commonHeaders, reportUnauthorized, request } from './request.ts';
import { networkError, toResponseError } from './request-error.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface SendOptions {
  /**
   * The idempotency key. Use the same one for retries of a change, so that it is made once even after a lost response.
   * Default: a new one.
   */
  readonly idempotencyKey?: string | undefined;
  /** Called with the upload progress of a form with files, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * The `updatedAt` of the edited version; if it is no longer the stored one, the server responds with 409
   * `edit_conflict`.
   */
  readonly version?: string | undefined;
}

/**
 * Sends a change, or reads once outside of components; resolves to the parsed response, rejects with a `RequestError`.
 *
 * @example await send('POST', `applications/${id}/actions/statuses`, { status: 'accepted' });
 */
export async function send<Result = unknown>(
  method: Method,
  path: string,
  body?: FormData | object,
  { idempotencyKey, onProgress, signal, version }: SendOptions = {},
): Promise<Result> {
  const address = apiAddress(path);
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (method !== 'GET') headers['Idempotency-Key'] = idempotencyKey ?? newIdempotencyKey();
  if (version !== undefined) headers['If-Match'] = `"${version}"`;
  if (body instanceof FormData) {
    const call = callWatch.begin?.(method);
    Object.assign(headers, call?.headers);
    const result = upload({ method, address, headers, body, onProgress, signal });
    call?.follow(result);
    return (await result) as Result;
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await request(address, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  return (await parse(response)) as Result;
}

/** Creates a key for one change; works outside of secure contexts, where `randomUUID` is missing. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function parse(response: Response): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch {
    throw networkError();
  }
  return text === '' ? null : (JSON.parse(text) as unknown);
}

export interface Upload {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData;
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds without data or a response after which a connection counts as lost. */
const idleTimeoutMs = 60_000;

/** Sends a form with files with XMLHttpRequest, since `fetch` does not report upload progress. */
export function upload({ method, address, headers, body, onProgress, signal }: Upload): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortError());
      return;
    }
    const call = new XMLHttpRequest();
    const common = commonHeaders();
    const cancel = () => call.abort();
    const idleTimeout = { over: false, timer: setTimeout(giveUp, idleTimeoutMs) };
    function giveUp(): void {
      idleTimeout.over = true;
      call.abort();
    }
    call.open(method, address);
    for (const [name, value] of Object.entries({ ...common, ...headers })) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      clearTimeout(idleTimeout.timer);
      idleTimeout.timer = setTimeout(giveUp, idleTimeoutMs);
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    });
    call.addEventListener('load', () => {
      const content = parseJson(call.responseText);
      if (call.status >= 200 && call.status < 300) {
        resolve(content);
        return;
      }
      reportUnauthorized(call.status, common['Authorization']);
      reject(toResponseError(call.status, content, call.getResponseHeader('Retry-After')));
    });
    call.addEventListener('error', () => reject(networkError()));
    call.addEventListener('abort', () => reject(idleTimeout.over ? networkError() : abortError()));
    call.addEventListener('loadend', () => {
      clearTimeout(idleTimeout.timer);
      signal?.removeEventListener('abort', cancel);
    });
    signal?.addEventListener('abort', cancel);
    call.send(body);
  });
}

function abortError(): DOMException {
  return new DOMException('The upload was cancelled', 'AbortError');
}
