import { commonHeaders, refuse } from './request.ts';
import { toResponseError, networkError } from './request-error.ts';

export interface Upload {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData;
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A line that carries nothing and brings no answer for so long, in ms, is cut, though nobody has said so. */
const idleTimeoutMs = 60_000;

/** Sends a form with files; by XMLHttpRequest, since `fetch` tells nothing of how far an upload is. */
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
      const answer = parse(call.responseText);
      if (call.status >= 200 && call.status < 300) {
        resolve(answer);
        return;
      }
      refuse(call.status, common['Authorization']);
      reject(toResponseError(call.status, answer, call.getResponseHeader('Retry-After')));
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

function parse(text: string): unknown {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}
